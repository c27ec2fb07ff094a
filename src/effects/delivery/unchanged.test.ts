import { describe, expect, test } from 'vitest';

import { absentForge } from '../../forges/absent.ts';
import type { Forge } from '../../forges/forge.ts';
import { UnchangedSince } from './unchanged.ts';

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
    holds: async (number: number, looks = true) => {
      const seen = await unchanged.changed(forge, 'shop', number, minute);
      if (looks) seen?.();
      return seen === undefined;
    },
    pass: () => (now += minute),
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
});
