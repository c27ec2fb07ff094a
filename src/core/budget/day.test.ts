import { describe, expect, test } from 'vitest';
import type { Driver } from '../../../test/support/core.ts';
import { aPolicy, drive, dueNow, saying } from '../../../test/support/core.ts';
import { nothingSpent } from './budget.ts';
import type { DayReached } from './day.ts';
import { capsAfter } from './day.ts';
import { effectsDue } from '../effects-due.ts';
import { must, openGates } from '../run.ts';
import { statusOf } from '../status.ts';

const { budget } = aPolicy();
const day = { launches: 3 };
const reached: DayReached = { day: '2026-11-16', cap: 'launches', spent: { ...nothingSpent, launches: 3 } };

function keyOf(driver: Driver, subject: string): string {
  const due = effectsDue(driver.run()).find((effect) => effect.subject === subject);
  return must(due, `${subject} is due`).key;
}

/** A run in planning that was told that the day is used up. */
function told(why = reached): Driver {
  const driver = drive({ policy: { budget: { ...budget, day } } }).to('planning');
  driver.send({ type: 'launch.refuse', key: keyOf(driver, 'planner'), reached: why });
  return driver;
}

const questions = (driver: Driver) =>
  openGates(driver.run()).map(({ kind, subject }) => `${kind} ${subject}`);

describe('[C8] the budget of a day', () => {
  test('that is used up stops launches, asks a person, and costs the run nothing', () => {
    const driver = told();
    expect(questions(driver)).toEqual(['budget launches@day']);
    expect(dueNow(driver.run())).toEqual([]);
    expect(statusOf(driver.run())).toBe('waiting');
    expect(driver.run()).toMatchObject({ failures: {}, spend: { launches: 1 } });
  });

  test('lets everything go on that is no launch', () => {
    const driver = drive({ policy: { profile: 'quick', budget: { ...budget, day } } }).to('planning');
    driver.send({ type: 'launch.refuse', key: keyOf(driver, 'planner'), reached });
    expect(dueNow(driver.run())).toEqual(['check baseline']);
  });

  test('can be raised by a person, for this run', () => {
    const driver = told();
    driver.decide('budget', { ...saying('approve'), choice: 9 });
    expect(driver.run().budget.raised).toEqual({ 'launches@day': 9 });
    expect(driver.run().day).toBeUndefined();
    expect(driver.go().run().ended).toBe('completed');
    const doubled = told();
    doubled.decide('budget');
    expect(doubled.run().budget.raised).toEqual({ 'launches@day': 6 });
    const key = keyOf(doubled, 'planner');
    const others = told({ ...reached, spent: { ...nothingSpent, launches: 13 } });
    others.decide('budget'); // other runs used more than this one's cap: to double it would ask at once again
    expect(others.run().budget.raised).toEqual({ 'launches@day': 16 });
    doubled.send({ type: 'launch.refuse', key, reached });
    expect(questions(doubled)).toEqual(['budget launches@day']); // another cap is another question
  });

  test('that was raised in another run lets this one go on, where it waits for the same cap to be as high', () => {
    const raise = { type: 'day.raise', day: reached.day, cap: 'launches', to: 9 } as const;
    const driver = told();
    for (const wrong of [{ day: '2026-11-15' }, { cap: 'usd' }, { to: 3 }] as const) {
      expect(driver.refused({ ...raise, ...wrong })).toMatchObject({ refused: 'STATE_MISMATCH' });
    }
    driver.send(raise);
    expect(questions(driver)).toEqual([]);
    expect(driver.run().budget).toEqual({ ...budget, day }); // of this day alone
    expect(driver.refused(raise)).toMatchObject({ refused: 'STATE_MISMATCH' }); // it waits no more
    const spent = { ...nothingSpent, launches: 9 };
    const more = { ...reached, spent, limit: 9 };
    driver.send({ type: 'launch.refuse', key: keyOf(driver, 'planner'), reached: more });
    expect(openGates(driver.run())).toMatchObject([{ digest: 'launches@day.2026-11-16.9' }]);
    const [gate] = openGates(driver.run());
    const lower = { ...saying('approve'), choice: 9 };
    const { id, digest } = must(gate, 'a person is asked');
    expect(driver.refused({ type: 'gate.decide', gate: id, seen: digest, decision: lower })).toMatchObject({
      expected: 'a cap above 9',
    });
    expect(driver.refused({ ...raise, to: 9 })).toMatchObject({ refused: 'STATE_MISMATCH' });
    driver.decide('budget');
    expect(driver.events().findLast(({ type }) => type === 'budget.raised')).toMatchObject({
      ofDay: { cap: 'launches', from: 9, to: 12 },
    });
    expect(driver.go().run().ended).toBe('completed');
  });

  test('is as high for the others as a raise makes it that is about as high a cap as theirs, or a lower one', () => {
    const raises = [
      { cap: 'launches', from: 3, to: 9 },
      { cap: 'launches', from: 9, to: 20 },
      { cap: 'usd', from: 5, to: 7 },
    ] as const;
    expect(capsAfter({ launches: 3, tokens: 8 }, raises)).toEqual({ launches: 20, tokens: 8 });
    expect(capsAfter({ launches: 2, usd: 6 }, raises)).toEqual({ launches: 2, usd: 7 });
    expect(capsAfter({ launches: 30, usd: 8 }, raises)).toEqual({ launches: 30, usd: 8 });
  });

  test('is over with the day, and nobody is asked any more', () => {
    const driver = told();
    expect(driver.refused({ type: 'day.pass', day: '2026-11-16' })).toMatchObject({
      refused: 'STATE_MISMATCH',
    });
    driver.send({ type: 'day.pass', day: '2026-11-17' });
    expect(questions(driver)).toEqual([]);
    expect(dueNow(driver.run())).toEqual(['ask planner']);
    expect(driver.refused({ type: 'day.pass', day: '2026-11-18' })).toMatchObject({
      refused: 'STATE_MISMATCH',
    });
    driver.send({
      type: 'launch.refuse',
      key: keyOf(driver, 'planner'),
      reached: { ...reached, day: '2026-11-17' },
    });
    driver.decide('budget');
    expect(driver.go().run().ended).toBe('completed');
  });

  test('leaves other gates alone when the day is over', () => {
    const driver = drive({ policy: { budget: { ...budget, launches: 1, day } } }).to('planning');
    expect(questions(driver)).toEqual(['budget launches']);
    driver.decide('budget');
    driver.send({ type: 'launch.refuse', key: keyOf(driver, 'planner'), reached });
    driver.send({ type: 'day.pass', day: '2026-11-17' });
    expect(driver.run().gates.map(({ superseded }) => superseded)).toEqual([undefined, true]);
  });

  test('is told about what is due now, and only to a launch', () => {
    const driver = drive().to('analysis');
    expect(driver.refused({ type: 'launch.refuse', key: 'nobody', reached })).toMatchObject({
      refused: 'not-due',
    });
    const key = keyOf(driver, 'baseline');
    expect(driver.refused({ type: 'launch.refuse', key, reached })).toEqual({ refused: 'not-due', key });
  });

  test('asks nobody for money for what is done beside the stages', () => {
    const driver = drive({ policy: { docs: { refresh: 'stale', deliver: 'off' } } }).to('planning');
    driver.send({ type: 'launch.refuse', key: keyOf(driver, 'documenter'), reached });
    expect(questions(driver)).toEqual([]);
    expect(dueNow(driver.run())).toEqual(['ask planner']);
  });
});
