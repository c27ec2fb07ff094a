// Which program stands behind each configured agent: the only place that knows every kind of agent.

import { commandAgent } from '../agents/command/command.ts';
import { scriptedAgent } from '../agents/scripted/scripted.ts';
import type { Agent } from '../agents/agent.ts';
import type { AgentConfig, Config } from '../config/config.ts';
import { cleanEnvironment } from '../containment/environment.ts';
import type { Tools } from './parts.ts';

/** Every agent that is configured, whether a role is played by it or not. `root` is the user's own checkout. */
export function agentsByName(tools: Tools, config: Config, root: string): ReadonlyMap<string, Agent> {
  return new Map(
    Object.entries(config.agents).map(([name, agent]) => [name, makeAgent(tools, name, agent, root)]),
  );
}

function makeAgent(tools: Tools, name: string, agent: AgentConfig, root: string): Agent {
  const { env } = tools.surroundings;
  const clean = cleanEnvironment(env, { HOME: tools.places.agentHome });
  switch (agent.type) {
    case 'scripted':
      return scriptedAgent({ name, script: agent.script, processes: tools.processes, env: clean });
    case 'command': {
      const named = agent.env.flatMap((key): [string, string][] => {
        const value = env[key];
        return value === undefined ? [] : [[key, value]];
      });
      return commandAgent({
        name,
        command: agent.command,
        env: { ...clean, ...Object.fromEntries(named) },
        processes: tools.processes,
        base: root,
      });
    }
    case 'acp':
    case 'claude':
    case 'codex':
    case 'opencode':
      throw new Error(`invariant: no configuration names an agent of type ${agent.type} yet`);
  }
}
