import { describe, expect, test } from 'vitest';
import { drive, me, saying } from '../../../test/support/core.ts';
import { codeOf } from '../ending/exit-codes.ts';
import { exitOf, isAtRest } from './rest.ts';

describe('the exit code of a command that saw a run to its rest', () => {
  test('is 0 for a completed run', () => {
    expect(codeOf(exitOf(drive().go().run()))).toBe(0);
  });

  test('is 7 where a person is awaited, at the merge gate too', () => {
    const plan = drive().go((run) => run.gates.some((gate) => gate.kind === 'plan'));
    expect(codeOf(exitOf(plan.go((run) => isAtRest(run)).run()))).toBe(7);
    const merge = drive().go((run) => run.gates.some((gate) => gate.kind === 'merge') && isAtRest(run));
    expect(codeOf(exitOf(merge.run()))).toBe(7);
  });

  test('is 7 for a paused run', () => {
    const driver = drive();
    driver.send({ type: 'run.pause', by: me });
    expect(codeOf(exitOf(driver.run()))).toBe(7);
  });

  test('is 8 where only a budget is in the way', () => {
    const driver = drive({ policy: { budget: { launches: 1 } } });
    driver.go((run) => run.gates.some((gate) => gate.kind === 'budget') && isAtRest(run));
    expect(codeOf(exitOf(driver.run()))).toBe(8);
  });

  test('is 5 for a blocked and for a cancelled run', () => {
    const driver = drive({ person: () => saying('reject') }).go();
    expect(codeOf(exitOf(driver.run()))).toBe(5);
    driver.send({ type: 'run.cancel', by: me });
    expect(codeOf(exitOf(driver.run()))).toBe(5);
  });
});

describe('a run', () => {
  test('is at rest only when nothing is in flight and nothing is due', () => {
    const driver = drive();
    expect(isAtRest(driver.run())).toBe(false);
    const asked = drive().go((run) => run.gates.length > 0);
    // The artifacts of the gate are still to be written: the owner is not done yet.
    expect(isAtRest(asked.run())).toBe(false);
    asked.perform('write-artifacts');
    expect(isAtRest(asked.run())).toBe(true);
  });
});
