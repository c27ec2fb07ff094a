// Which program stands behind each configured agent: the only place that knows every kind of agent.

import { acpAgent } from '../agents/acp/acp.ts';
import { claudeAgent } from '../agents/claude/claude.ts';
import { commandAgent } from '../agents/command/command.ts';
import { codexAgent } from '../agents/codex/codex.ts';
import { opencodeAgent } from '../agents/opencode/opencode.ts';
import type { ProgramAgentOptions } from '../agents/program-agent.ts';
import { scriptedAgent } from '../agents/scripted/scripted.ts';
import type { Agent } from '../agents/agent.ts';
import type { AgentConfig, Config, ProgramConfig } from '../config/config.ts';
import { cleanEnvironment } from '../containment/environment.ts';
import type { Tools } from './parts.ts';
import { loginFolder } from './places.ts';

/** Every agent that is configured, whether a role is played by it or not. `root` is the user's own checkout. */
export function agentsByName(tools: Tools, config: Config, root: string): ReadonlyMap<string, Agent> {
  return new Map(
    Object.entries(config.agents).map(([name, agent]) => [name, makeAgent(tools, name, agent, root)]),
  );
}

function makeAgent(tools: Tools, name: string, agent: AgentConfig, root: string): Agent {
  const { processes } = tools;
  switch (agent.type) {
    case 'scripted':
      return scriptedAgent({ name, script: agent.script, processes, env: environmentOf(tools, []) });
    case 'command': {
      const env = environmentOf(tools, agent.env);
      const { command, egress } = agent;
      return commandAgent({ name, command, env, processes, egress, base: root });
    }
    case 'claude':
      return claudeAgent(programOptions(tools, name, agent, root));
    case 'codex':
      return codexAgent(programOptions(tools, name, agent, root));
    case 'opencode':
      return opencodeAgent(programOptions(tools, name, agent, root));
    case 'acp': {
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
