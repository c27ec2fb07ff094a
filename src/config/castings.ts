// Who plays which role, from the forms in which people write it: a name, a list, or a mapping. Which of the players is
// launched belongs to the run.

import { modeOf } from '../core/roles/modes.ts';
import type { Role } from '../core/roles/modes.ts';
import type { Tier } from '../core/plan/plan.ts';
import { closest } from './closest.ts';
import type { Casting, Config, Player } from './config.ts';
import type { Problem } from './issues.ts';
import type { ConfigFile } from './schema.ts';

type Roles = NonNullable<ConfigFile['roles']>;
type Played = NonNullable<Roles['default']>;
type Sized = NonNullable<NonNullable<Exclude<Played, string | readonly unknown[]>['tiers']>[Tier]>;
type One = Extract<Played, readonly unknown[]>[number];

const tiers: readonly Tier[] = ['TRIVIAL', 'SMALL', 'MEDIUM', 'LARGE'];

/** One agent alone plays everything; nobody has to say so. */
export function castingsOf(file: ConfigFile): Config['roles'] {
  const [only, ...others] = Object.keys(file.agents ?? {});
  const single: Roles = only !== undefined && others.length === 0 ? { default: only } : {};
  return Object.fromEntries(
    entriesOf({ ...single, ...file.roles }).map(([role, played]) => [role, castingOf(played)]),
  );
}

function entriesOf(roles: Roles): readonly (readonly [string, Played])[] {
  return Object.entries(roles).flatMap(([role, played]) => (played === undefined ? [] : [[role, played]]));
}

function castingOf(played: Played): Casting {
  if (typeof played === 'string' || isList(played)) return { players: playersOf(played), tiers: {} };
  const sized = tiers.flatMap((tier): [Tier, readonly Player[]][] => {
    const instead = played.tiers?.[tier];
    return instead === undefined ? [] : [[tier, playersOf(instead)]];
  });
  const special = specialitiesIn(played).map(([word, instead]) => [asSpeciality(word), playersOf(instead)]);
  return {
    players: playersOf(played),
    tiers: Object.fromEntries(sized),
    ...(special.length === 0 ? {} : { specialities: Object.fromEntries(special) }),
  };
}

function specialitiesIn(
  played: Exclude<Played, string | readonly unknown[]>,
): readonly (readonly [string, Sized])[] {
  return Object.entries(played.specialities ?? {}).flatMap(([word, instead]) =>
    instead === undefined ? [] : [[word, instead] as const],
  );
}

/** Specialities are words that a model repeats: neither its capitals nor a space around it make another one. */
export function asSpeciality(word: string): string {
  return word.trim().toLowerCase();
}

function playersOf(sized: Sized | Played): readonly Player[] {
  if (typeof sized === 'string') return [{ agent: sized }];
  if (isList(sized)) return sized.map(playerOf);
  return [playerOf(sized), ...(sized.fallbacks ?? []).map(playerOf)];
}

/** Only what a player is, of a mapping that may say more. */
function playerOf(one: One): Player {
  if (typeof one === 'string') return { agent: one };
  const { agent, model, effort } = one;
  return {
    agent,
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
  };
}

function isList(value: object): value is readonly One[] {
  return Array.isArray(value);
}

/** How many can take over each role from the first, whatever the size of the change. */
export function alternativesOf(roles: Config['roles']): Readonly<Partial<Record<Role, number>>> {
  const entries = rolesAll.flatMap((role): [Role, number][] => {
    const casting = roles[role] ?? roles.default;
    const most = Math.max(0, ...listsOf(casting).map((players) => players.length - 1));
    return most === 0 ? [] : [[role, most]];
  });
  return Object.fromEntries(entries);
}

/** Everybody who may come to play it, by the list they stand in. */
export function listsOf(casting: Casting | undefined): readonly (readonly Player[])[] {
  if (casting === undefined) return [];
  return [casting.players, ...Object.values(casting.tiers), ...Object.values(casting.specialities ?? {})];
}

const isRole = (word: string): word is Role => Object.hasOwn(modeOf, word);
const rolesAll: readonly Role[] = Object.keys(modeOf).filter(isRole);

export function roleProblems(file: ConfigFile): readonly Problem[] {
  const agents = Object.keys(file.agents ?? {});
  const unknown = entriesOf(file.roles ?? {}).flatMap(([role, played]) =>
    named(played)
      .filter(({ agent }) => !agents.includes(agent))
      .map(({ path, agent }) => ({
        path: ['roles', role, ...path],
        message: unknownAgent(agent, agents),
        keys: [],
      })),
  );
  if (agents.length < 2 || file.roles?.default !== undefined) return unknown;
  const message = `default is missing; name the one of ${agents.join(', ')} that plays the roles not named`;
  return [...unknown, { path: ['roles'], message, keys: [] }];
}

interface Named {
  /** Where the name stands below its role. */
  readonly path: Problem['path'];
  readonly agent: string;
}

function named(played: Played): readonly Named[] {
  const own = namedIn(played);
  if (typeof played === 'string' || isList(played)) return own;
  return [
    ...own,
    ...tiers.flatMap((tier) => {
      const instead = played.tiers?.[tier];
      return instead === undefined ? [] : below(['tiers', tier], namedIn(instead));
    }),
    ...specialitiesIn(played).flatMap(([word, instead]) => below(['specialities', word], namedIn(instead))),
  ];
}

function namedIn(sized: Sized | Played): readonly Named[] {
  if (typeof sized === 'string') return [{ path: [], agent: sized }];
  if (isList(sized)) return sized.flatMap((one, index) => below([index], namedOne(one)));
  const fallbacks = (sized.fallbacks ?? []).flatMap((one, index) =>
    below(['fallbacks', index], namedOne(one)),
  );
  return [...namedOne(sized), ...fallbacks];
}

function namedOne(one: One): readonly Named[] {
  return typeof one === 'string' ? [{ path: [], agent: one }] : [{ path: ['agent'], agent: one.agent }];
}

function below(path: Problem['path'], names: readonly Named[]): readonly Named[] {
  return names.map((name) => ({ ...name, path: [...path, ...name.path] }));
}

function unknownAgent(agent: string, agents: readonly string[]): string {
  if (agents.length === 0) return `there is no agent '${agent}'; describe it under agents`;
  const meant = closest(agent, agents);
  const hint = meant === undefined ? `known are ${agents.join(', ')}` : `did you mean '${meant}'?`;
  return `there is no agent '${agent}'; ${hint}`;
}
