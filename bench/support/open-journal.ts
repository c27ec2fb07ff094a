import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Journal } from '../../src/journal/journal.ts';
import { openSqliteJournal } from '../../src/journal/sqlite/sqlite.ts';

/** A journal as the owner of the home `dir` has it. */
export async function openJournal(dir: string): Promise<Journal> {
  mkdirSync(dir, { recursive: true });
  const opened = await openSqliteJournal({
    file: path.join(dir, 'slipway.db'),
    anchorsDir: path.join(dir, 'anchors'),
  });
  if (!opened.ok) throw new Error(opened.problem.message);
  await opened.journal.takeOver();
  return opened.journal;
}
