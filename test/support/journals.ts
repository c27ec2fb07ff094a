// The fakes that a test of something above the journal runs on: the one that answers at once, and the late one, which
// shows what leans on that.

import type { FakeStore } from '../../src/journal/fake-journal.ts';
import { fakeJournal } from '../../src/journal/fake-journal.ts';
import { fakeLateJournal } from '../../src/journal/fake-late-journal.ts';
import type { Journal } from '../../src/journal/journal.ts';

export type JournalOn = (store?: FakeStore) => Journal;

const late =
  (seed: number): JournalOn =>
  (store) =>
    fakeLateJournal(fakeJournal(store), seed);

/** For `describe.each`: its name, and how to open one. */
export const journals: readonly (readonly [string, JournalOn])[] = [
  ['on a journal that answers at once', fakeJournal],
  ['on a journal that answers late (1)', late(1)],
  ['on a journal that answers late (2)', late(2)],
  ['on a journal that answers late (3)', late(3)],
];
