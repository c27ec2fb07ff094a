import { describe, expect, test } from 'vitest';
import type { Driver } from '../../../test/support/core.ts';
import { aPolicy, drive, dueNow, saying } from '../../../test/support/core.ts';
import { nothingSpent } from './budget.ts';
import type { DayReached } from './day.ts';
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
