// A command has an identity: whoever sends one gives it an id, and the same id again is the same command. Answers get
// lost, and webhooks, chats and queues repeat by nature; only the sender knows whether two orders are one.
//
//   IDENTITY-1. A repeat does nothing. It is answered with what the first one did: where its events are in the journal.
//   IDENTITY-2. A refusal is not remembered: whoever was refused may ask again under the same id.
//   IDENTITY-3. The same id with other content, or from another person, is refused. Who sends it is part of the content, and so is
//       which run it means: the id is looked for in the whole home before a run is picked (`app/verbs/once.ts`).
//   IDENTITY-4. What is remembered is bounded: the last `takenMax` commands of a run that had an id.
//
// Outcomes of effects have none: their key is their identity. What has no run yet is told apart in the home stream
// (`home.ts`), and what is said of a fact by the fact itself (`memory/facts.ts`).

import type { Refusal } from './commands.ts';
import type { RunEvent } from './events.ts';
import { changed } from './evolve/within.ts';
import type { Run } from './run.ts';

export interface Identity {
  readonly id: string;
  /** A digest of the whole command (`contentText`). */
  readonly content: string;
}

/** A command that was taken, and where in the stream of its run what it did is told. */
export interface Taken extends Identity {
  readonly first: number;
  readonly last: number;
}

export interface Repeat {
  readonly repeats: Taken;
}

export const takenMax = 256;

/** What is known of a command with this id: that it was taken before (IDENTITY-1), or was another one (IDENTITY-3). */
export function knownAs(run: Run | undefined, { id, content }: Identity): Repeat | Refusal | undefined {
  const before = run?.taken.find((item) => item.id === id);
  if (before === undefined) return undefined;
  return before.content === content ? { repeats: before } : { refused: 'id-reused', id };
}

export function isRepeat(answer: object): answer is Repeat {
  return 'repeats' in answer;
}

/** The word about a command, behind what it did in the same append. `seq` is the last event before both. */
export function takenAs({ id, content }: Identity, seq: number, events: number): RunEvent {
  return { type: 'command.taken', id, content, first: seq + 1, last: seq + events + 1 };
}

/** IDENTITY-4. */
export function withTaken(run: Run, { id, content, first, last }: Taken): Run {
  return changed(run, { taken: [...run.taken, { id, content, first, last }].slice(-takenMax) });
}

/** The same text for the same command, in whatever order its fields were written. */
export function contentText(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
