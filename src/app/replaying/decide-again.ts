// A recorded run, decided once more by the code of today. Reads and changes nothing.
//
//   DECIDE-AGAIN-1. Every decision is taken on the state that the recorded events lead to, at the time they were recorded: what follows
//       the first difference would be a story nobody lived, so it is not told.
//   DECIDE-AGAIN-2. The hash is that of what was decided now, event by event. It is the recorded one where nothing is other.
//   DECIDE-AGAIN-3. What a journal does not keep is not made up: an answer that was thrown away as it was judged is taken as it was, counted,
//       and said.

import type { Refusal } from '../../core/commands.ts';
import { isRefusal } from '../../core/commands.ts';
import { decide } from '../../core/decide.ts';
import type { RunEvent } from '../../core/events.ts';
import { followed } from '../../core/evolve/evolve.ts';
import type { Run } from '../../core/run.ts';
import { canonicalJson, genesis, linkHash } from '../../journal/chain.ts';
import type { Recorded } from '../../journal/journal.ts';
import { messageOf } from '../../plain/errors.ts';
import { decodeRunEvent } from '../../views/events/decode.ts';
import { commandOf, followingIn } from './command-of.ts';

/** What stands somewhere: an event, nothing at all, why it was refused, or that the code breaks there. */
export type Stands =
  | { readonly is: 'event'; readonly event: RunEvent }
  | { readonly is: 'nothing' }
  | { readonly is: 'refused'; readonly refusal: Refusal }
  | { readonly is: 'broken'; readonly because: string };

export interface Difference {
  /** The number of the event in the stream. */
  readonly seq: number;
  /** `altered`: it is not what was written, so there is nothing to compare with. */
  readonly why: 'altered' | 'decided-otherwise';
  readonly recorded: Stands;
  readonly now: Stands;
  /** The run before it; undefined where it is the first. */
  readonly before: Run | undefined;
}

export interface Replayed {
  readonly events: number;
  /** How many commands were decided again, and how many could only be taken as they were (DECIDE-AGAIN-3). */
  readonly decided: number;
  readonly taken: number;
  /** The head of the recorded stream, and of what was decided now as far as it is the same (DECIDE-AGAIN-2). */
  readonly head: string;
  readonly now: string;
  readonly difference?: Difference;
}

type Decide = typeof decide;

/** `judge` is the code of today; a test may bring another. */
export function replay(recorded: readonly Recorded[], judge: Decide = decide): Replayed {
  const walk = new Walk(recorded, judge);
  const difference = walk.go();
  return {
    events: recorded.length,
    decided: walk.decided,
    taken: walk.taken,
    head: recorded.at(-1)?.hash ?? genesis,
    now: walk.head,
    ...(difference === undefined ? {} : { difference }),
  };
}

class Walk {
  decided = 0;
  taken = 0;
  head = genesis;
  #run: Run | undefined;
  #at = 0;
  readonly #recorded: readonly Recorded[];
  /** As far as was looked ahead, each read once. */
  readonly #read: RunEvent[] = [];
  readonly #judge: Decide;

  constructor(recorded: readonly Recorded[], judge: Decide) {
    this.#recorded = recorded;
    this.#judge = judge;
  }

  go(): Difference | undefined {
    while (this.#at < this.#recorded.length) {
      const found = this.#append();
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** What one command led to. */
  #append(): Difference | undefined {
    const events = this.#rest();
    const [first] = events;
    if (first?.type === 'command.taken') return this.#pass(first); // says of what stands before it whose order it was
    const asked = commandOf(this.#run, events);
    if (asked === undefined) return this.#otherwise({ is: 'nothing' });
    if (asked === 'lost') return this.#asItWas(events);
    this.decided += 1;
    const at = this.#recorded[this.#at]?.at ?? 0;
    try {
      const answer = this.#judge(this.#run, asked, at);
      if (isRefusal(answer)) return this.#otherwise({ is: 'refused', refusal: answer });
      return firstOf(answer, (event) => this.#pass(event));
    } catch (error) {
      return this.#otherwise({ is: 'broken', because: messageOf(error) });
    }
  }

  /** DECIDE-AGAIN-3. */
  #asItWas([first, ...rest]: readonly RunEvent[]): Difference | undefined {
    this.taken += 1;
    const at = this.#recorded[this.#at]?.at;
    const together = followingIn(rest).filter((_, n) => this.#recorded[this.#at + 1 + n]?.at === at);
    return firstOf(first === undefined ? [] : [first, ...together], (event) => this.#pass(event));
  }

  /** One event: the same here and there, or where they part. */
  #pass(event: RunEvent): Difference | undefined {
    const item = this.#recorded[this.#at];
    if (item === undefined) return this.#otherwise({ is: 'event', event });
    const { stream, seq, at, previous, hash } = item;
    const [body, was] = [canonicalJson(event), canonicalJson(item.event)];
    if (linkHash({ previous, stream, seq, at, body: was }) !== hash || previous !== this.head) {
      return { ...this.#otherwise({ is: 'nothing' }), why: 'altered' };
    }
    if (body !== was) return this.#otherwise({ is: 'event', event });
    this.head = linkHash({ previous: this.head, stream, seq, at, body });
    this.#run = followed(this.#run, decodeRunEvent(item.event), at);
    this.#at += 1;
    return undefined;
  }

  #otherwise(now: Stands): Difference {
    const item = this.#recorded[this.#at];
    return {
      seq: this.#at + 1,
      why: 'decided-otherwise',
      recorded: item === undefined ? { is: 'nothing' } : { is: 'event', event: decodeRunEvent(item.event) },
      now,
      before: this.#run,
    };
  }

  /** Enough of what is left to see what was asked. */
  #rest(): readonly RunEvent[] {
    const end = Math.min(this.#recorded.length, this.#at + appendMax);
    for (const { event } of this.#recorded.slice(this.#read.length, end))
      this.#read.push(decodeRunEvent(event));
    return this.#read.slice(this.#at, end);
  }
}

/** More events than one command leads to: a run settles in 64 steps at most, of a few events each. */
const appendMax = 256;

function firstOf<T, R>(items: readonly T[], look: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = look(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
