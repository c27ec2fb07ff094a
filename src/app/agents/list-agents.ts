// The agents of a configuration as a person asks about them: where the program is, its version, by what right it talks
// to its model, and what it plays. Nothing here knows the value of a credential.

import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Agent, Usable } from '../../agents/agent.ts';
import { findProgram } from '../../agents/find-program.ts';
import { type AgentConfig, factsOf } from '../../agents/kinds.ts';
import type { Casting, Config } from '../../config/config.ts';
import { must } from '../../core/run.ts';
import type { Clock } from '../../telemetry/clock.ts';
import { agentsByName } from './make-agents.ts';
import type { Tools } from '../parts.ts';

export interface ListedAgent {
  readonly name: string;
  readonly type: AgentConfig['type'];
  /** Its absolute path; undefined where it is not there, or a script has none. */
  readonly program?: string;
  readonly usable: Usable;
  /** Roles it plays first, and roles it takes over; `default` stands for all that are not named. */
  readonly plays: readonly string[];
  readonly takesOver: readonly string[];
}

/** A program that does not answer in this time is said to be slow, and nobody waits for it. */
const answerMsMax = 8_000;

/** All at once, in the order of the configuration. `root` is the user's checkout. */
export async function listAgents(
  tools: Tools,
  config: Config,
  root: string,
): Promise<readonly ListedAgent[]> {
  // Some programs write into their home even to say their version, and a look must leave nothing behind.
  const agentHome = await mkdtemp(path.join(tools.surroundings.tmp, 'slipway-agents-'));
  const made = await agentsByName({ ...tools, places: { ...tools.places, agentHome } }, config, root);
  try {
    return await Promise.all(
      [...made].map(async ([name, agent]) => listed(tools, { name, agent, config, root })),
    );
  } finally {
    await rm(agentHome, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface Asked {
  readonly name: string;
  readonly agent: Agent;
  readonly config: Config;
  readonly root: string;
}

async function listed(tools: Tools, { name, agent, config, root }: Asked): Promise<ListedAgent> {
  const kind = must(config.agents[name], `${name} is configured`);
  const program = await programOf(kind, tools.surroundings.env['PATH'], root);
  return {
    name,
    type: kind.type,
    ...(program === undefined ? {} : { program }),
    usable: await usableSoon(agent, tools.clock),
    plays: rolesWhere(config, ([first]) => first?.agent === name),
    takesOver: rolesWhere(config, ([, ...others]) => others.some((player) => player.agent === name)),
  };
}

export async function programOf(
  agent: AgentConfig,
  PATH: string | undefined,
  root: string,
): Promise<string | undefined> {
  const file = factsOf(agent).program;
  if (file === undefined) return undefined;
  return findProgram(file.includes('/') ? path.resolve(root, file) : file, PATH);
}

/** Whether an agent can be used, or that it took too long to say. */
async function usableSoon(agent: Agent, clock: Clock): Promise<Usable> {
  const answered = new AbortController();
  const slow = clock.until(clock.now() + answerMsMax, answered.signal).then((): Usable => ({
    ok: false,
    problem: `The agent ${agent.name} did not say its version within ${answerMsMax / 1_000} s. Try again, or call the program yourself to see why.`,
  }));
  try {
    return await Promise.race([agent.usable(), slow]);
  } finally {
    answered.abort();
  }
}

type Players = Casting['players'];

/** Roles, and after each the specialities in which it is played by somebody of their own: `implementer (ui)`. */
function rolesWhere(config: Config, holds: (players: Players) => boolean): readonly string[] {
  return Object.entries(config.roles).flatMap(([role, { players, specialities = {} }]) => [
    ...(holds(players) ? [role] : []),
    ...Object.entries(specialities).flatMap(([word, own]) => (holds(own) ? [`${role} (${word})`] : [])),
  ]);
}
