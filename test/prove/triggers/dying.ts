// A journal that dies around an append, as a process does: before it, or after it and before anybody hears of it.

import type { Journal } from '../../../src/journal/journal.ts';

export interface Dying {
  readonly journal: Journal;
  /** Of so many appends one dies; 0 lets all of them live. Gives how it was before. */
  readonly setEvery: (every: number) => number;
  readonly deaths: () => number;
}

export class Died extends Error {
  override readonly name = 'Died';
}

export function dying(journal: Journal, random: () => number): Dying {
  let every = 0;
  let deaths = 0;
  return {
    setEvery: (next) => {
      const before = every;
      every = next;
      return before;
    },
    deaths: () => deaths,
    journal: {
      ...bound(journal),
      append: async (batch) => {
        if (every === 0 || random() >= 1 / every) return journal.append(batch);
        deaths += 1;
        if (random() < 0.5) await journal.append(batch);
        throw new Died('the process died around an append');
      },
    },
  };
}

function bound(journal: Journal): Omit<Journal, 'append'> {
  return {
    takeOver: () => journal.takeOver(),
    read: (stream, after) => journal.read(stream, after),
    tail: (after, limit) => journal.tail(after, limit),
    newest: () => journal.newest(),
    sentAs: (id) => journal.sentAs(id),
    streams: (prefix) => journal.streams(prefix),
    summaries: (filter) => journal.summaries(filter),
    inbox: () => journal.inbox(),
    facts: (filter) => journal.facts(filter),
    verify: (stream, since) => journal.verify(stream, since),
    lost: () => journal.lost(),
    close: () => journal.close(),
  };
}

/** The same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
