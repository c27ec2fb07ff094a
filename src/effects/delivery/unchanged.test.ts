import { describe, expect, test } from 'vitest';

import { forgeOnGitHub } from '../../../test/support/forge-on-github.ts';
import { pullsOf } from '../../../test/support/github/state.ts';
import { absentForge } from '../../forges/absent.ts';
import type { Forge } from '../../forges/forge.ts';
import { UnchangedSince, lookAnywayMs } from './unchanged.ts';

const minute = 60_000;

/** A forge whose pull requests have these marks, and a clock that goes when told to. */
function watched() {
  const marks = new Map<number, string>();
  const asked: (readonly number[])[] = [];
  let now = 0;
  let answers = true;
  const forge: Forge = {
    ...absentForge('somewhere', []),
    marks: (_repository, numbers) => {
      asked.push(numbers);
      if (!answers) return Promise.resolve({ ok: false, reason: 'forge-unavailable', detail: 'It is down.' });
      return Promise.resolve({ ok: true, value: new Map(marks) });
    },
  };
  const unchanged = new UnchangedSince({ monotonic: () => now });
  return {
    marks,
    asked,
    /** Whether it is as it was when it was last looked at; where it is not, it is looked at now. */
    holds: async (number: number, looks = true, isHinted = false) => {
      const seen = await unchanged.changed(forge, { repository: 'shop', number, everyMs: minute, isHinted });
      if (looks) seen?.();
      return seen === undefined;
    },
    pass: (minutes = 1) => (now += minutes * minute),
    down: () => (answers = false),
  };
}

describe('a watched pull request', () => {
  test('is looked at the first time, and again only when it changed', async () => {
    const world = watched();
    world.marks.set(7, 'a');
    expect(await world.holds(7)).toBe(false);
    world.pass();
    expect(await world.holds(7)).toBe(true);
    world.marks.set(7, 'b');
    world.pass();
    expect(await world.holds(7)).toBe(false);
    world.pass();
    expect(await world.holds(7)).toBe(true);
  });

  test('is asked about together with all others of its repository, once an interval (UNCHANGED-1)', async () => {
    const world = watched();
    for (let number = 1; number <= 50; number += 1) world.marks.set(number, 'a');
    for (let number = 1; number <= 50; number += 1) await world.holds(number);
    world.pass();
    const before = world.asked.length;
    for (let number = 1; number <= 50; number += 1) expect(await world.holds(number)).toBe(true);
    expect(world.asked.length - before).toBe(1);
    expect(world.asked.at(-1)).toHaveLength(50);
  });

  test('is looked at again where the look failed', async () => {
    const world = watched();
    world.marks.set(7, 'a');
    await world.holds(7);
    world.marks.set(7, 'b');
    world.pass();
    expect(await world.holds(7, false)).toBe(false);
    world.pass();
    expect(await world.holds(7)).toBe(false);
  });

  test('is looked at where the forge does not say, or does not know it (UNCHANGED-2)', async () => {
    const world = watched();
    world.marks.set(7, 'a');
    await world.holds(7);
    world.pass();
    world.marks.delete(7);
    expect(await world.holds(7)).toBe(false);
    world.pass();
    world.down();
    expect(await world.holds(7)).toBe(false);
  });

  test('is looked at from time to time though its mark stays the same (UNCHANGED-3)', async () => {
    const world = watched();
    world.marks.set(7, 'a');
    const looks: number[] = [];
    for (let minutes = 0; minutes < 120; minutes += 1) {
      if (!(await world.holds(7))) looks.push(minutes);
      world.pass();
    }
    expect(looks).toEqual([0, 30, 60, 90]);
  });

  test('is asked about alone where somebody says that something happened', async () => {
    const world = watched();
    for (const number of [7, 8, 9]) world.marks.set(number, 'a');
    for (const number of [7, 8, 9]) await world.holds(number);
    world.marks.set(8, 'b');
    expect(await world.holds(8, true, true)).toBe(false);
    expect(world.asked.at(-1)).toEqual([8]);
    world.pass();
    expect(await world.holds(8)).toBe(true);
  });

  test('is asked about no more once nobody waits for it (UNCHANGED-4)', async () => {
    const world = watched();
    for (const number of [7, 8]) world.marks.set(number, 'a');
    for (const number of [7, 8]) await world.holds(number);
    for (let minutes = 0; minutes < 15; minutes += 1) {
      world.pass();
      await world.holds(8);
    }
    expect(world.asked.at(-1)).toEqual([8]);
  });
});

test('two hundred pull requests watched for an hour take half of what GitHub allows, and no more', async () => {
  const world = await forgeOnGitHub();
  try {
    const pointsOf = async (work: () => Promise<unknown>): Promise<number> => {
      const before = world.github.spent('ann', 'graphql');
      await work();
      return world.github.spent('ann', 'graphql') - before;
    };
    const ben = world.github.person('ben');
    await ben.pushes('acme/shop', 'other', { 'b.txt': 'two\n' });
    const number = await ben.opens('acme/shop', { head: 'other', title: 'Other' });
    const look = await pointsOf(() => world.forge.inspect(world.id, number));
    const [first] = pullsOf(world.shop.state());
    if (first === undefined) throw new Error('no pull request is there');
    for (let more = number + 1; more < number + 200; more += 1) {
      world.shop.state().issues.push({ ...structuredClone(first), id: 100_000 + more, number: more });
    }
    const numbers = pullsOf(world.shop.state()).map((pull) => pull.number);
    expect(numbers).toHaveLength(200);
    const question = await pointsOf(() => world.forge.marks(world.id, numbers));
    const looksAnHour = 3_600_000 / lookAnywayMs;
    expect(60 * question + numbers.length * looksAnHour * look).toBeLessThanOrEqual(2_500);
  } finally {
    await world.close();
  }
});
