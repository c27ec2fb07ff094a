// The agents of a configuration, made: what each kind needs of this machine is handed to it here.

import type { Agent } from '../../agents/agent.ts';
import { type AgentConfig, factsOf, makeAgent } from '../../agents/kinds.ts';
import type { Config } from '../../config/config.ts';
import { cleanEnvironment } from '../../containment/environment.ts';
import type { Tools } from '../parts.ts';
import { loginFolder } from '../home/home-places.ts';
import { picked } from '../../plain/pick.ts';

/** Every agent that is configured, whether a role is played by it or not. `root` is the user's own checkout. */
export async function agentsByName(
  tools: Tools,
  config: Config,
  root: string,
): Promise<ReadonlyMap<string, Agent>> {
  const made = Object.entries(config.agents).map(
    async ([name, agent]) => [name, await agentNamed(tools, name, agent, root)] as const,
  );
  return new Map(await Promise.all(made));
}

function agentNamed(tools: Tools, name: string, agent: AgentConfig, root: string): Promise<Agent> {
  return makeAgent(agent, {
    name,
    env: environmentOf(tools, factsOf(agent).env),
    processes: tools.processes,
    now: tools.clock.now,
    base: root,
    loginFolder: loginFolder(tools.places, name),
    homedir: tools.surroundings.homedir,
  });
}

/** What every agent gets, and what one is given by name. */
function environmentOf({ places, surroundings: { env } }: Tools, names: readonly string[]): Environment {
  return { ...cleanEnvironment(env, { HOME: places.agentHome }), ...picked(env, names) };
}

type Environment = Readonly<Record<string, string>>;
