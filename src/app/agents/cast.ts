// Which agent plays a role, from the configuration and what the core says of the launch. Pure.
//   CAST-1. Whoever judges is somebody else than whoever wrote, where there is somebody else.
//   CAST-2. Where a rank is higher than the players there are, the last of them plays.
//   CAST-3. A speciality that somebody is configured for says who works on a task before its size does; any other one says nothing.

import { kinds } from '../../agents/kinds.ts';
import { asSpeciality } from '../../config/castings.ts';
import type { Casting, Config, Player } from '../../config/config.ts';
import type { Cast, Effect } from '../../core/effects.ts';
import type { Role } from '../../core/roles/modes.ts';
import type { Run } from '../../core/run.ts';
import { roleOf } from '../../core/failures/failed-effect.ts';

export function playerOf(config: Config, role: Role, cast: Cast): Player | undefined {
  const players = playersOf(config, role, cast);
  const isFree = (player: Player): boolean => !cast.avoid.includes(player.agent);
  const others = cast.avoid.length === 0 ? [] : strangers(config, [...cast.avoid, ...namesOf(players)]);
  // CAST-1: whoever wrote is asked last, and only where nobody else can judge.
  const candidates = [...players.filter(isFree), ...others, ...players.filter((one) => !isFree(one))];
  return candidates[Math.min(cast.rank, candidates.length - 1)]; // CAST-2
}

/** Who would be launched for an effect; undefined where nobody is, or where the configuration cannot be read. */
export function launchedAgent(parts: {
  readonly configOf: (run: Run) => Promise<Config>;
}): (run: Run, effect: Effect) => Promise<string | undefined> {
  return async (run, effect) => {
    const role = roleOf(run, effect);
    if (role === undefined || (effect.kind !== 'ask' && effect.kind !== 'attempt')) return undefined;
    const config = await parts.configOf(run).catch(() => undefined); // the launch itself says why it cannot
    if (config === undefined) return undefined;
    return playerOf(config, role, effect.input.cast ?? { rank: 0, avoid: [] })?.agent;
  };
}

function playersOf(config: Config, role: Role, cast: Cast): readonly Player[] {
  const casting = config.roles[role] ?? config.roles.default;
  const sized = cast.tier === undefined ? undefined : casting?.tiers[cast.tier];
  return specialists(casting, cast) ?? sized ?? casting?.players ?? [];
}

/** CAST-3. The word is a model's: it may be the name of anything. */
function specialists(casting: Casting | undefined, { speciality }: Cast): readonly Player[] | undefined {
  if (speciality === undefined || casting?.specialities === undefined) return undefined;
  const word = asSpeciality(speciality);
  return Object.hasOwn(casting.specialities, word) ? casting.specialities[word] : undefined;
}

/**
 * Configured, though not for this role: better than an agent that judges its own work. Some kinds may be made for one
 * role only, such as a script, so they are not asked to play another.
 */
function strangers(config: Config, avoid: readonly string[]): readonly Player[] {
  return Object.entries(config.agents)
    .filter(([agent, { type }]) => !avoid.includes(agent) && kinds[type].playsAnyRole)
    .map(([agent]) => ({ agent }));
}

function namesOf(players: readonly Player[]): readonly string[] {
  return players.map((player) => player.agent);
}
