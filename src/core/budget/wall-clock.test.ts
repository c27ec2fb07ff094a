import { describe, expect, test } from 'vitest';
import type { Driver, Options } from '../../../test/support/core.ts';
import { drive, dueNow, failing, saying, seenAs } from '../../../test/support/core.ts';
import { openGates } from '../run.ts';

const minuteMs = 60_000;

/** A run and a clock that goes on when the test says so. */
function timed(options: Options = {}): Driver & { readonly pass: (minutes: number) => void } {
  let now = 1;
  const driver = drive({ policy: { budget: { wallMs: 60 * minuteMs } }, ...options, now: () => now });
  return { ...driver, pass: (minutes) => void (now += minutes * minuteMs) };
}

const passed = (driver: Driver): number => driver.run().wall.passedMs / minuteMs;

describe('the wall clock of a run [C8]', () => {
  test('counts while something is under way, and side by side only once (WALL-CLOCK-1)', () => {
    const driver = timed();
    const survey = driver.begin('survey');
    driver.pass(3);
    const reserve = driver.begin('reserve');
    driver.pass(2);
    driver.end(survey);
    driver.pass(1);
    driver.end(reserve);
    expect(passed(driver)).toBe(6);
    driver.pass(100);
    driver.perform('fetch-ticket');
    expect(passed(driver)).toBe(6);
  });

  test('counts the wait for a retry, and not the wait for a person (WALL-CLOCK-1)', () => {
    const driver = timed();
    driver.to('analysis');
    driver.perform('check', 'baseline');
    driver.perform('ask', 'investigator', failing('network'));
    const wait = driver.begin('wait-until');
    driver.pass(4);
    driver.end(wait);
    expect(passed(driver)).toBe(4);

    const asked = timed({ policy: { budget: { wallMs: 60 * minuteMs }, gates: { plan: true } } });
    asked.go((run) => openGates(run).length > 0);
    asked.pass(600);
    asked.decide('plan');
    asked.perform('attempt', 'a');
    expect(passed(asked)).toBe(0);
  });

  test('stands while a pull request is watched, and while artifacts are written (WALL-CLOCK-1)', () => {
    const driver = timed();
    driver.to('triage');
    driver.perform('inspect', undefined, seenAs({ checks: 'pending' })(driver.run()));
    const poll = driver.begin('wait-until');
    driver.pass(30);
    const artifacts = driver.begin('write-artifacts');
    driver.pass(5);
    driver.end(poll);
    driver.end(artifacts);
    expect(passed(driver)).toBe(0);
  });

  test('leaves out what passed until another process took the run up (WALL-CLOCK-2)', () => {
    const driver = timed();
    const survey = driver.begin('survey');
    driver.pass(2);
    const reserve = driver.begin('reserve');
    driver.pass(500); // its process was killed meanwhile
    expect(driver.send({ type: 'run.take-up' })).toEqual([{ type: 'run.taken-up' }]);
    driver.pass(1);
    driver.end(survey);
    driver.end(reserve);
    expect(passed(driver)).toBe(3);
  });

  test('stands after a run was taken up that only watches', () => {
    const driver = timed();
    driver.to('triage');
    driver.perform('inspect', undefined, seenAs({ checks: 'pending' })(driver.run()));
    driver.begin('wait-until');
    driver.send({ type: 'run.take-up' });
    expect(driver.run().wall.since).toBeUndefined();
  });

  test('has no news of a run that was at rest, or whose time nobody limits', () => {
    expect(timed().refused({ type: 'run.take-up' })).toMatchObject({ refused: 'STATE_MISMATCH' });
    const unlimited = timed({ policy: {} });
    unlimited.begin('survey');
    expect(unlimited.refused({ type: 'run.take-up' })).toMatchObject({ refused: 'STATE_MISMATCH' });
  });

  test('never runs back (WALL-CLOCK-3)', () => {
    const driver = timed();
    const survey = driver.begin('survey');
    driver.pass(-5);
    driver.end(survey);
    expect(passed(driver)).toBe(0);
  });
});

function overTime(): ReturnType<typeof timed> {
  const driver = timed();
  driver.to('analysis');
  driver.perform('check', 'baseline');
  const asked = driver.begin('ask', 'investigator');
  driver.pass(61);
  driver.end(asked);
  return driver;
}

describe('a run whose time is used up [C8]', () => {
  test('finishes what is under way, launches nothing more, and asks', () => {
    const driver = overTime();
    expect(driver.run().visit.stage).toBe('planning');
    expect(dueNow(driver.run())).toEqual([]);
    expect(openGates(driver.run())).toMatchObject([
      { kind: 'budget', subject: 'wallMs', digest: `wallMs.${60 * minuteMs}` },
    ]);
  });

  test('goes on with as much again when a person approves, or with what they name', () => {
    const twice = overTime();
    twice.decide('budget');
    expect(twice.run().budget.wallMs).toBe(120 * minuteMs);
    expect(dueNow(twice.run())).toContain('ask planner');
    const named = overTime();
    named.decide('budget', { ...saying('approve'), choice: 90 * minuteMs });
    expect(named.run().budget.wallMs).toBe(90 * minuteMs);
  });
});
