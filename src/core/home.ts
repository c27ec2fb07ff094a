// The home stream: what all runs of a home share. A run never reads it; it asks by an effect.
//   HOME-1. A ticket of a repository belongs to one open run at a time.
//   HOME-2. Commands of a repository run only after a person trusted exactly these commands.
//   HOME-3. Below `contained`, agents work in a repository only after a person consented to that level or a weaker one.
//   HOME-4. A start has an id of its sender, as every command has: the same id again is answered with the run of the first.
//   HOME-5. An agent whose login does not work is halted once, for every run, until a person says that it is mended.
//   HOME-6. An order about the home itself is told beside what it did, with what it came to, so that a repeat does nothing.
//       It holds no secret: what is shown once is shown to a repeat as another one.

import type { Refusal } from './commands.ts';
import type { Decider } from './gates/gate.ts';
import type { Identity } from './identity.ts';
import type { Level } from './roles/modes.ts';
import { isAtLeast } from './roles/modes.ts';

export type HomeEvent =
  | {
      readonly type: 'budget.reserved';
      readonly run: string;
      readonly usd: number;
      readonly launches: number;
    }
  | {
      readonly type: 'ticket.claimed';
      readonly repository: string;
      readonly ticket: string;
      readonly run: string;
      /** Under which id the start was sent. */
      readonly sent?: Identity;
    }
  | {
      readonly type: 'commands.trusted';
      readonly repository: string;
      readonly hash: string;
      readonly by: Decider;
    }
  | {
      readonly type: 'level.consented';
      readonly repository: string;
      readonly level: Level;
      readonly by: Decider;
    }
  /** `run` is the one that found out. */
  | { readonly type: 'agent.halted'; readonly agent: string; readonly run: string }
  | { readonly type: 'agent.resumed'; readonly agent: string; readonly by: Decider }
  /** HOME-6. `came` is what the verb needs to answer a repeat; nobody else reads it. */
  | ({ readonly type: 'command.taken'; readonly came: object } & Identity);

export interface Home {
  readonly reserved: ReadonlySet<string>;
  /** The run that last claimed a ticket, by repository and ticket. */
  readonly claims: ReadonlyMap<string, string>;
  /** Starts that had an id, the last ones, and the run each of them led to. */
  readonly starts: ReadonlyMap<string, Start>;
  /** Runs whose ticket another run had claimed before: the name of its branch may be taken, though nobody can see it yet. */
  readonly repeats: ReadonlySet<string>;
  readonly trusted: ReadonlySet<string>;
  /** The weakest level a person consented to, by repository. */
  readonly consents: ReadonlyMap<string, Level>;
  /** The run that found out that an agent's login does not work, by agent. */
  readonly halts: ReadonlyMap<string, string>;
  /** Who said last that the login of an agent is mended, by agent; not of those that are halted again. */
  readonly mended: ReadonlyMap<string, Decider>;
}

export interface Start extends Identity {
  readonly run: string;
}

const startsMax = 1_000;

export const emptyHome: Home = {
  reserved: new Set(),
  claims: new Map(),
  starts: new Map(),
  repeats: new Set(),
  trusted: new Set(),
  consents: new Map(),
  halts: new Map(),
  mended: new Map(),
};

export function evolveHome(home: Home, event: HomeEvent): Home {
  switch (event.type) {
    case 'budget.reserved':
      return { ...home, reserved: new Set([...home.reserved, event.run]) };
    case 'ticket.claimed': {
      const key = claimKey(event.repository, event.ticket);
      return {
        ...home,
        claims: new Map([...home.claims, [key, event.run]]),
        starts: withStart(home.starts, event),
        repeats: home.claims.has(key) ? new Set([...home.repeats, event.run]) : home.repeats,
      };
    }
    case 'commands.trusted':
      return { ...home, trusted: new Set([...home.trusted, trustKey(event.repository, event.hash)]) };
    case 'level.consented':
      return {
        ...home,
        consents: new Map([
          ...home.consents,
          [event.repository, weaker(event.level, home.consents.get(event.repository))],
        ]),
      };
    case 'agent.halted':
      return {
        ...home,
        halts: new Map([...home.halts, [event.agent, event.run]]),
        mended: without(home.mended, event.agent),
      };
    case 'agent.resumed':
      return {
        ...home,
        halts: without(home.halts, event.agent),
        mended: new Map([...home.mended, [event.agent, event.by]]),
      };
    case 'command.taken':
      return home; // the journal finds it by its id, as long as it is
  }
}

const homeEvents: Readonly<Record<HomeEvent['type'], true>> = {
  'budget.reserved': true,
  'ticket.claimed': true,
  'commands.trusted': true,
  'level.consented': true,
  'agent.halted': true,
  'agent.resumed': true,
  'command.taken': true,
};

export function isHomeEvent(event: { readonly type: string }): event is HomeEvent {
  return Object.hasOwn(homeEvents, event.type);
}

function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  return new Map([...map].filter(([name]) => name !== key));
}

/** What is remembered is bounded: of starts, the last ones. */
function withStart(
  starts: Home['starts'],
  { sent, run }: Extract<HomeEvent, { type: 'ticket.claimed' }>,
): Home['starts'] {
  if (sent === undefined) return starts;
  return new Map([...without(starts, sent.id), [sent.id, { ...sent, run }] as const].slice(-startsMax));
}

/** HOME-4: what is known of a start under this id. */
export function startKnownAs(home: Home, { id, content }: Identity): Start | Refusal | undefined {
  const start = home.starts.get(id);
  if (start === undefined) return undefined;
  return start.content === content ? start : { refused: 'id-reused', id };
}

/** What the home knows already: to say it again would add nothing. */
export function isKnown(home: Home, event: HomeEvent): boolean {
  switch (event.type) {
    case 'budget.reserved':
      return home.reserved.has(event.run);
    case 'commands.trusted':
      return home.trusted.has(trustKey(event.repository, event.hash));
    case 'level.consented':
      return isConsented(home, event.repository, event.level);
    case 'ticket.claimed':
    case 'agent.halted':
    case 'agent.resumed':
    case 'command.taken':
      return false;
  }
}

/** HOME-3: whether agents may work in a repository at this level. */
export function isConsented(home: Home, repository: string, level: Level): boolean {
  return isAtLeast(level, home.consents.get(repository) ?? 'contained');
}

function weaker(one: Level, other: Level = 'contained'): Level {
  return isAtLeast(one, other) ? other : one;
}

export function claimKey(repository: string, ticket: string): string {
  return `${repository}/${ticket}`;
}

export function trustKey(repository: string, hash: string): string {
  return `${repository}/${hash}`;
}
