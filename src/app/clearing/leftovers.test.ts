import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeJournal } from '../../journal/fake-journal.ts';
import { placesOf } from '../home/home-places.ts';
import { leftoversIn } from './leftovers.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'slipway-leftovers-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const names = Array.from({ length: 300 }, (_, n) => n.toString(16).padStart(62, '0'));

test('others have their turn while a home of many files is looked through (LEFTOVERS-4)', async () => {
  const env = { SLIPWAY_HOME: home };
  const places = placesOf({ env, homedir: home, tmp: home, uid: 0, cores: 1 });
  const folder = path.join(places.blobs, 'ab');
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    writeFileSync(path.join(folder, name), 'x');
    utimesSync(path.join(folder, name), 0, 0);
  }
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  turn();
  const now = Date.now();
  const { found } = await leftoversIn({ places, journal: fakeJournal(), before: now, now, driven: [] });
  isOver = true;
  expect(found).toHaveLength(names.length);
  expect(turns).toBeGreaterThan(names.length);
});
