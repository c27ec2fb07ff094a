import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeHome, placesOf } from './home-places.ts';

test('a home that several make at once, below folders that are not there yet, is made for each of them', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'slipway-home-'));
  try {
    // Who comes first is chance: one round alone would see a race now and then.
    for (let round = 0; round < 40; round++) {
      const env = { SLIPWAY_HOME: path.join(root, `${round}/a/b/c`) };
      const places = placesOf({ env, homedir: root, tmp: root, uid: 0, cores: 1 });
      const made = await Promise.allSettled(Array.from({ length: 8 }, () => makeHome(places)));
      expect(made.filter(({ status }) => status === 'rejected')).toEqual([]);
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
