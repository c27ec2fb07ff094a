import { describe, expect, test } from 'vitest';
import type { Driver } from '../../../test/support/core.ts';
import { drive, failing, seenAs } from '../../../test/support/core.ts';
import { tell } from '../../../test/support/told.ts';
import { summarise } from './summarise.ts';
import type { TimeWait } from './waits.ts';
import { noteWait, noWaitFacts, timeWaits, whoWaits } from './waits.ts';

function waitsOf(driver: Driver): readonly TimeWait[] {
  return timeWaits(driver.run(), tell(driver.events()).reduce(noteWait, noWaitFacts));
}

const begunOf = (driver: Driver): number => tell(driver.events()).at(-1)?.at ?? 0;
const provenance = { agent: 'claude', transcript: 't' };

describe('a wait for a time', () => {
  test('is for the quota of the agent that met it, until the time it named', () => {
    const driver = drive().to('planning');
    driver.perform('ask', 'planner', failing('quota', { resetsAt: 77, provenance }));
    const wait = { line: '3/ask/planner', until: 77, reason: 'quota', agent: 'claude' };
    expect(waitsOf(driver)).toEqual([wait]);
    driver.begin('wait-until');
    expect(waitsOf(driver)).toEqual([wait]);
    expect(summarise(driver.run(), 0)).toMatchObject({ status: 'waiting', because: 'a quota to come back' });
  });

  test('counts from its beginning where only its length is known', () => {
    const driver = drive({ policy: { quotaWaitMs: 5_000 } }).to('planning');
    driver.perform('ask', 'planner', failing('quota', { provenance }));
    expect(waitsOf(driver)).toEqual([{ line: '3/ask/planner', reason: 'quota', agent: 'claude' }]);
    driver.begin('wait-until');
    expect(waitsOf(driver)).toMatchObject([{ until: begunOf(driver) + 5_000 }]);
    expect(summarise(driver.run(), 0)).toMatchObject({ status: 'waiting', because: 'a quota to come back' });
  });

  test('is called by what it is for, as far as the state knows', () => {
    const failed = drive().to('planning');
    failed.perform('ask', 'planner', failing('network', { provenance }));
    expect(summarise(failed.run(), 0).because).toBe('a time to pass');
    const watched = drive().to('triage');
    watched.perform('inspect', 'pull-request', seenAs({ checks: 'pending' })(watched.run()));
    expect(summarise(watched.run(), 0).because).toBe('the checks of the pull request');
  });

  test('is over with its cause when it ends', () => {
    const driver = drive().to('planning');
    driver.perform('ask', 'planner', failing('network', { provenance }));
    driver.perform('wait-until');
    expect(waitsOf(driver)).toEqual([]);
  });

  test('has no cause where something is only looked at again', () => {
    const driver = drive().to('merge');
    driver.perform('inspect', 'pull-request', seenAs({ checks: 'pending' })(driver.run()));
    expect(waitsOf(driver)).toEqual([{ line: `${driver.run().visit.n}/inspect` }]);
  });

  test('is no wait of a run that a person stopped', () => {
    const driver = drive().to('planning');
    driver.perform('ask', 'planner', failing('quota', { resetsAt: 77 }));
    expect(timeWaits({ ...driver.run(), paused: true }, noWaitFacts)).toEqual([]);
  });
});

test.each([
  ['task/greet', 'task greet'],
  ['3/ask/planner', 'the planner'],
  ['9/inspect', 'the pull request'],
  ['9/push', 'push'],
])('who waits on the line %s is called %s', (line, who) => {
  expect(whoWaits(line)).toBe(who);
});

describe('a wait for others on the forge', () => {
  test('is told by what they have to do', () => {
    const driver = drive().to('merge');
    driver.perform('inspect', undefined, seenAs({ approval: 'missing', missing: ['ci'] })(driver.run()));
    expect(summarise(driver.run(), 0)).toMatchObject({
      status: 'waiting',
      because: 'a review that approves this head and the check ci, which has not begun, on the forge',
    });
  });
});
