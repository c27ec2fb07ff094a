// The agents of a configuration, made: what each kind needs of this machine is handed to it here.

import type { Agent } from '../../agents/agent.ts';
import { type AgentConfig, factsOf, makeAgent } from '../../agents/kinds.ts';
import type { Config } from '../../config/config.ts';
import { cleanEnvironment } from '../../containment/environment.ts';
import type { Tools } from '../parts.ts';
import { loginFolder } from '../home/home-places.ts';
import { picked } from '../../plain/pick.ts';
import { givenTo } from './given-secrets.ts';
import type { Followed } from '../../secrets/reference.ts';

/**
 * Every agent that is configured, whether a role is played by it or not. `root` is the user's own checkout; `known` is what they
 * are given, where somebody has looked already.
 */
export async function agentsByName(
  tools: Tools,
  config: Pick<Config, 'agents'>,
  root: string,
  known?: Followed,
): Promise<ReadonlyMap<string, Agent>> {
  const given = known ?? (await givenTo(tools, config.agents));
  const made = Object.entries(config.agents).map(async ([name, agent]) => {
    const problem = factsOf(agent).env.flatMap((variable) => given.problems.get(variable) ?? [])[0];
    const ready =
      problem === undefined ? await agentNamed(tools, { name, agent, root, given }) : lacking(name, problem);
    return [name, ready] as const;
  });
  return new Map(await Promise.all(made));
}

/** One whose key is not where it was said to be: it is not launched without. */
function lacking(name: string, problem: string): Agent {
  return {
    name,
    usable: () => Promise.resolve({ ok: false, problem }),
    play: () => Promise.resolve({ ended: 'failed', reason: 'auth', detail: problem, charge: { agentMs: 0 } }),
  };
}

function agentNamed(
  tools: Tools,
  {
    name,
    agent,
    root,
    given,
  }: { readonly name: string; readonly agent: AgentConfig; readonly root: string; readonly given: Followed },
): Promise<Agent> {
  return makeAgent(agent, {
    name,
    env: environmentOf(tools, given, factsOf(agent).env),
    processes: tools.processes,
    now: tools.clock.now,
    base: root,
    loginFolder: loginFolder(tools.places, name),
    homedir: tools.surroundings.homedir,
  });
}

/** What every agent gets, and what one is given by name. */
function environmentOf(
  { places, surroundings: { env } }: Tools,
  { values }: Followed,
  names: readonly string[],
): Environment {
  return { ...cleanEnvironment(env, { HOME: places.agentHome }), ...picked(values, names) };
}

type Environment = Readonly<Record<string, string>>;
