// Which program stands behind each configured agent: the only place that knows every kind of agent. A kind is loaded
// for an agent of it: few runs have more than one, and none waits for the others.

import type { ProgramAgentOptions } from '../agents/program-agent.ts';
import type { Agent } from '../agents/agent.ts';
import type { AgentConfig, Config, ProgramConfig } from '../config/config.ts';
import { cleanEnvironment } from '../containment/environment.ts';
import type { Tools } from './parts.ts';
import { loginFolder } from './places.ts';

/** Every agent that is configured, whether a role is played by it or not. `root` is the user's own checkout. */
export async function agentsByName(
  tools: Tools,
  config: Config,
  root: string,
): Promise<ReadonlyMap<string, Agent>> {
  const made = Object.entries(config.agents).map(
    async ([name, agent]) => [name, await makeAgent(tools, name, agent, root)] as const,
  );
  return new Map(await Promise.all(made));
}

async function makeAgent(tools: Tools, name: string, agent: AgentConfig, root: string): Promise<Agent> {
  const { processes } = tools;
  switch (agent.type) {
    case 'scripted': {
      const { scriptedAgent } = await import('../agents/scripted/scripted.ts');
      return scriptedAgent({ name, script: agent.script, processes, env: environmentOf(tools, []) });
    }
    case 'command': {
      const { commandAgent } = await import('../agents/command/command.ts');
      const env = environmentOf(tools, agent.env);
      const { command, egress } = agent;
      return commandAgent({ name, command, env, processes, egress, base: root });
    }
    case 'claude': {
      const { claudeAgent } = await import('../agents/claude/claude.ts');
      return claudeAgent(programOptions(tools, name, agent, root));
    }
    case 'codex': {
      const { codexAgent } = await import('../agents/codex/codex.ts');
      return codexAgent(programOptions(tools, name, agent, root));
    }
    case 'opencode': {
      const { opencodeAgent } = await import('../agents/opencode/opencode.ts');
      return opencodeAgent(programOptions(tools, name, agent, root));
    }
    case 'acp': {
      const { acpAgent } = await import('../agents/acp/acp.ts');
      const env = environmentOf(tools, agent.env);
      return acpAgent({ name, config: agent, env, processes, now: tools.clock.now, base: root });
    }
  }
}

/** What every agent gets, and what one is given by name. */
function environmentOf({ places, surroundings: { env } }: Tools, names: readonly string[]): Environment {
  const given = names.flatMap((name): [string, string][] => {
    const value = env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...cleanEnvironment(env, { HOME: places.agentHome }), ...Object.fromEntries(given) };
}

type Environment = Readonly<Record<string, string>>;

function programOptions(
  tools: Tools,
  name: string,
  config: ProgramConfig,
  root: string,
): ProgramAgentOptions {
  return {
    name,
    config,
    env: environmentOf(tools, config.env),
    processes: tools.processes,
    now: tools.clock.now,
    base: root,
    loginFolder: loginFolder(tools.places, name),
    homedir: tools.surroundings.homedir,
  };
}
