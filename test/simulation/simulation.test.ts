// A small batch of the simulation as part of the suite; `npm run prove:simulation` runs the large one.

import { describe, expect, test } from 'vitest';
import { findPlanted, missingPairs, plantedBugs, runBatch } from './batch.ts';
import { simulate } from './simulate.ts';

const seeds = 25;
/** Ten times what it takes on a machine with nothing else to do. */
const timeoutMs = 120_000;

describe('the simulation', () => {
  test(
    'finds no violation, and nearly every run reaches its goal',
    async () => {
      const batch = await runBatch(seeds);
      expect(batch.violations.map(({ seed, violation }) => ({ seed, violation }))).toEqual([]);
      expect(batch.deterministic).toBe(true);
      expect(batch.completed).toBeGreaterThanOrEqual(0.8 * batch.runs);
      // A batch this small does not reach everything, but what strikes everywhere must have struck.
      for (const fault of ['crash-after-act', 'lost-answer', 'stale-act', 'append-fenced', 'pause']) {
        expect(batch.faults.has(fault), fault).toBe(true);
      }
    },
    timeoutMs,
  );

  test('tells the same story for the same seed, and another for another', async () => {
    const [one, again, other] = await Promise.all([
      simulate({ seed: 7 }),
      simulate({ seed: 7 }),
      simulate({ seed: 8 }),
    ]);
    expect(again.digest).toBe(one.digest);
    expect(other.digest).not.toBe(one.digest);
  });

  test('names the faults that never fired', () => {
    expect(missingPairs(new Map([['lost-answer', new Map([['push', 1]])]]))).not.toContain(
      'lost-answer × push',
    );
    expect(missingPairs(new Map())).toContain('lost-answer × push');
  });

  test.each(plantedBugs)(
    'finds the planted bug %s',
    async (bug) => {
      const found = await findPlanted(bug);
      expect(found).toMatchObject({ bug, found: true });
    },
    timeoutMs,
  );
});
