// The agents of a configuration as a person asks about them: where the program is, its version, by what right it talks
// to its model, and what it plays. Nothing here knows the value of a credential.

import path from 'node:path';
import type { Agent, Usable } from '../agents/agent.ts';
import { findProgram } from '../agents/find-program.ts';
import type { AgentConfig, Casting, Config } from '../config/config.ts';
import type { Clock } from '../telemetry/clock.ts';
import { agentsByName } from './agents.ts';
import type { Tools } from './parts.ts';

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
const answerMsMax = 3_000;

/** All at once, in the order of the configuration. `root` is the user's checkout. */
export function listAgents(tools: Tools, config: Config, root: string): Promise<readonly ListedAgent[]> {
  const made = agentsByName(tools, config, root);
  return Promise.all(
    Object.entries(config.agents).map(async ([name, agent]): Promise<ListedAgent> => {
      const file = commandOf(agent);
      const place = file?.includes('/') === true ? path.resolve(root, file) : file;
      const program =
        place === undefined ? undefined : await findProgram(place, tools.surroundings.env['PATH']);
      const known = made.get(name);
      if (known === undefined) throw new Error(`invariant: an agent was made for ${name}`);
      return {
        name,
        type: agent.type,
        ...(program === undefined ? {} : { program }),
        usable: await usableSoon(known, tools.clock),
        plays: rolesWhere(config, (casting) => casting.players[0]?.agent === name),
        takesOver: rolesWhere(config, (casting) =>
          casting.players.slice(1).some((player) => player.agent === name),
        ),
      };
    }),
  );
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

/** What is started for it, as the configuration has it. */
function commandOf(agent: AgentConfig): string | undefined {
  switch (agent.type) {
    case 'scripted':
      return undefined;
    case 'acp':
    case 'command':
      return agent.command[0];
    case 'claude':
    case 'codex':
    case 'opencode':
      return agent.program ?? agent.type;
  }
}

function rolesWhere(config: Config, holds: (casting: Casting) => boolean): readonly string[] {
  return Object.entries(config.roles).flatMap(([role, casting]) => (holds(casting) ? [role] : []));
}
