import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fakeLateJournal } from '../../src/journal/fake-late-journal.ts';
import { fakeJournal, fakeStore } from '../../src/journal/fake-journal.ts';
import { openSqliteJournal } from '../../src/journal/sqlite/sqlite.ts';
import { journalContract, type JournalStore } from './journal.ts';

journalContract('in memory', async () => {
  const store = fakeStore();
  return { open: async () => fakeJournal(store), remove: async () => store.streams.clear() };
});

journalContract('in SQLite', sqliteStore);

for (const seed of [1, 2, 3]) {
  journalContract(`that answers late and in a random order (${seed})`, async () => {
    const store = fakeStore();
    return {
      open: async () => fakeLateJournal(fakeJournal(store), seed),
      remove: async () => store.streams.clear(),
    };
  });
}

async function sqliteStore(): Promise<JournalStore> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'slipway-journal-'));
  return {
    open: async () => {
      const opened = await openSqliteJournal({
        file: path.join(dir, 'slipway.db'),
        anchorsDir: path.join(dir, 'anchors'),
      });
      if (!opened.ok) throw new Error(opened.problem.message);
      return opened.journal;
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
