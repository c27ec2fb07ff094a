// A fake that ships: another journal, with every answer late and in a random order, the same for the same seed, as a
// database at the other end of a wire answers. What leans on an answer being there at once, or on answers coming in the
// order of the questions, breaks on it.
//
//   FAKE-LATE-JOURNAL-1. A call reaches the journal behind it some turns of the event loop later, and its answer takes some more.
//   FAKE-LATE-JOURNAL-2. Appends and takeovers reach it in the order they were called in (JOURNAL-6), reads whenever it pleases.
//   FAKE-LATE-JOURNAL-3. Closing waits for whatever was asked before.

import type { Append, Journal } from './journal.ts';

const turnsMax = 4;

export function fakeLateJournal(inner: Journal, seed: number): Journal {
  const turns = turnsOf(seed);
  let arrivals: Promise<unknown> = Promise.resolve();
  let answers: Promise<unknown> = Promise.resolve();
  const answered = <T>(work: () => Promise<T>, arrival: Promise<unknown>): Promise<T> => {
    const answer = answerLate(arrival.then(work), turns);
    answers = Promise.allSettled([answers, answer]);
    return answer;
  };
  const read = <T>(work: () => Promise<T>): Promise<T> => answered(work, turns());
  const write = <T>(work: () => Promise<T>): Promise<T> => {
    const arrival = arrivals.then(turns); // FAKE-LATE-JOURNAL-2
    arrivals = arrival;
    return answered(work, arrival);
  };
  return {
    append: async (batch) => {
      const { view, ...given } = batch;
      // The caller may go on changing it.
      const asGiven: Append = { ...structuredClone(given), ...(view === undefined ? {} : { view }) };
      return write(() => inner.append(asGiven));
    },
    takeOver: () => write(() => inner.takeOver()),
    read: (stream, after) => read(() => inner.read(stream, after)),
    tail: (afterPosition, limit) => read(() => inner.tail(afterPosition, limit)),
    newest: () => read(() => inner.newest()),
    sentAs: (id) => read(() => inner.sentAs(id)),
    streams: (prefix) => read(() => inner.streams(prefix)),
    summaries: (filter) => read(() => inner.summaries(filter)),
    inbox: () => read(() => inner.inbox()),
    facts: (filter) => read(() => inner.facts(filter)),
    verify: (stream, since) => read(() => inner.verify(stream, since)),
    lost: () => read(() => inner.lost()),
    close: async () => {
      await answers; // FAKE-LATE-JOURNAL-3
      await inner.close();
    },
  };
}

/** FAKE-LATE-JOURNAL-1, for a refusal as for an answer. */
async function answerLate<T>(answer: Promise<T>, turns: () => Promise<void>): Promise<T> {
  try {
    return await answer;
  } finally {
    await turns();
  }
}

/** Lets so many turns of the event loop pass, drawn anew each time; sometimes none. */
function turnsOf(seed: number): () => Promise<void> {
  const modulus = 2_147_483_647; // Lehmer's generator: chance enough to shuffle a few calls
  let state = (Math.abs(Math.trunc(seed)) % (modulus - 1)) + 1;
  return async () => {
    state = (state * 48_271) % modulus;
    for (let turns = state % turnsMax; turns > 0; turns -= 1)
      await new Promise((resolve) => setImmediate(resolve));
  };
}
