import { theRepository } from '../../../test/support/the-repository.ts';
import { describe, expect, test } from 'vitest';
import {
  aTicket,
  analysisAnswer,
  answered,
  drive,
  dueNow,
  evidenceOf,
  saying,
  testCheck,
} from '../../../test/support/core.ts';
import type { Options } from '../../../test/support/core.ts';
import type { CheckSpec, Evidence } from '../evidence/evidence.ts';
import type { Run } from '../run.ts';
import { openGates } from '../run.ts';

const bug = { ...aTicket, type: 'bugfix' as const, workType: 'fix' as const };
const reproduction = { commit: 'r1', tree: 't1', path: 'test/bug.test.js', blob: 'test' };
const build: CheckSpec = { ...testCheck, name: 'build', kind: 'build' };
const atGate = (run: Run): boolean => openGates(run).length > 0;

/** A world in which the investigator gives a test that should show the bug, and the checks say this of it. */
function shown(
  evidence: (specs: readonly CheckSpec[]) => readonly Evidence[],
  options: Options = {},
  base: (specs: readonly CheckSpec[]) => readonly Evidence[] = saysOf({}),
): Options {
  return {
    ticket: bug,
    checks: [build, testCheck],
    ...options,
    script: (effect) => {
      if (effect.subject === 'investigator') return answered(analysisAnswer({ reproduction }));
      if (effect.kind !== 'check' || !['baseline', 'reproduction'].includes(effect.subject)) return undefined;
      const says = effect.subject === 'baseline' ? base : evidence;
      return { type: 'done', kind: 'check', result: { evidence: says(effect.input.checks) } };
    },
  };
}

const saysOf =
  (verdicts: Readonly<Record<string, Evidence['verdict']>>, because?: Evidence['because']) =>
  (specs: readonly CheckSpec[]): readonly Evidence[] =>
    specs.map((spec) => {
      const made = evidenceOf(spec, 't1', verdicts[spec.name]);
      return because === undefined || made.verdict !== 'FAIL' ? made : { ...made, because };
    });
const red = saysOf({ test: 'FAIL' });

const failing = (change: Partial<Evidence>) => (specs: readonly CheckSpec[]) =>
  red(specs).map((item) => (item.kind === 'test' ? { ...item, exit: 1, ...change } : item));
const counts = (failed: number) => ({ counts: { passed: 3, failed, skipped: 0 } });

const named = (name: string): object => ({ inputs: expect.arrayContaining([{ name, blob: 'test' }]) });

describe('[P1] a reproduction', () => {
  test('[P1] is tried by the checks up to the tests, on the base with it (ANALYSIS-1)', () => {
    const driver = drive(shown(red)).to('analysis');
    driver.perform('ask', 'investigator');
    expect(dueNow(driver.run())).toEqual(['check baseline']);
    driver.perform('check', 'baseline');
    expect(dueNow(driver.run())).toEqual(['check reproduction', 'ask planner']);
    const effect = driver.begin('check', 'reproduction');
    expect(effect.input).toMatchObject({
      commit: 'r1',
      tree: 't1',
      checks: [{ name: 'build' }, { name: 'test' }],
      adds: 'test/bug.test.js',
      against: theRepository(driver.run()).baseline?.evidence,
    });
  });

  test.each([
    ['a failing test is red', red, true],
    ['a passing test is not', saysOf({}), false],
    ['a failed build is not (R2)', saysOf({ build: 'FAIL', test: 'FAIL' }), false],
    ['tests that are not found are not (R2)', saysOf({ test: 'FAIL' }, 'no-tests'), false],
    ['tests that do not end are not (R2)', saysOf({ test: 'FAIL' }, 'timeout'), false],
  ])('[P1] %s', (_name, evidence, isRed) => {
    const driver = drive(shown(evidence)).to('plan-review');
    expect(driver.run().analysis).toMatchObject({ reproduced: isRed, tried: [{}, {}] });
  });

  test.each([
    ['a program that is not there, on both sides, is not', { exit: 127 }, { exit: 127 }, false],
    ['a program that is not there with it alone is not', { exit: 126 }, undefined, false],
    ['a suite that fails without it too, and tells no more, is not', {}, {}, false],
    ['one more failure than without it is', counts(2), counts(1), true],
    ['as many failures as without it are not', counts(1), counts(1), false],
    ['an exit that counts no failure is not', counts(0), undefined, false],
    ['a failure with a name that the base does not have is', { fresh: 1 }, counts(1), true],
    ['a suite that had no test without it is', {}, { because: 'no-tests' as const }, true],
  ])('[P1] %s (ANALYSIS-2)', (_name, now, before, isRed) => {
    const base = before === undefined ? saysOf({}) : failing(before);
    const driver = drive(shown(failing(now), {}, base)).to('plan-review');
    expect(driver.run().analysis?.reproduced).toBe(isRed);
  });

  test('[P1] that is red reaches the planner and the implementer', () => {
    const name = 'reproduction of the bug, a test to add unchanged as test/bug.test.js';
    const driver = drive(shown(red)).to('planning');
    driver.perform('check', 'reproduction');
    expect(driver.begin('ask', 'planner').input).toMatchObject(named(name));
    const working = drive(shown(red)).to('implementation');
    expect(working.begin('attempt').input).toMatchObject(named(name));
  });

  test('[P1] is tried while the planner is at work, who is told so, and nothing is approved before', () => {
    const told = drive(shown(red)).to('planning').begin('ask', 'planner').input;
    const what = 'a test to add unchanged as test/bug.test.js, unless Slipway commits it first';
    expect(told).toMatchObject(named(`reproduction of the bug, tried while you plan: ${what}`));
    const driver = drive(shown(red)).to('planning');
    driver.perform('ask', 'planner');
    expect(driver.run().visit.stage).toBe('planning');
    driver.perform('check', 'reproduction');
    expect(driver.run()).toMatchObject({ analysis: { reproduced: true } });
    expect(driver.run().visit.stage).not.toBe('planning');
  });

  test('[P1] that is not red is told as none', () => {
    const driver = drive(shown(saysOf({}))).to('planning');
    driver.perform('check', 'reproduction');
    const name = 'no reproduction of the bug, because it does not fail without the change: test/bug.test.js';
    expect(driver.begin('ask', 'planner').input).toMatchObject(named(name));
  });

  test.each([
    ['of a feature', { ticket: aTicket }],
    ['that policy does not want', { policy: { reproduction: 'off' as const } }],
  ])('[P1] %s is not tried', (_name, options) => {
    const driver = drive(shown(red, options)).to('implementation');
    expect(driver.run().analysis?.tried).toBeUndefined();
    expect(JSON.stringify(driver.begin('attempt').input)).not.toContain('reproduction');
  });

  test('[P1] is not tried where there are no tests to run it with', () => {
    const driver = drive(shown(red, { checks: [build] })).to('planning');
    expect(driver.run().analysis?.tried).toBeUndefined();
  });
});

describe('[P1] where policy requires one', () => {
  const required = { policy: { reproduction: 'require' as const } };

  test('[P1] the run goes on once it is red', () => {
    expect(drive(shown(red, required)).to('planning').run().gates).toEqual([]);
  });

  test.each([
    ['that is not red', shown(saysOf({}), required)],
    ['that is missing', { ticket: bug, ...required }],
  ])('[P1] one %s is a person to waive, and then the run goes on', (_name, options) => {
    const driver = drive(options).go(atGate);
    expect(openGates(driver.run())).toMatchObject([{ kind: 'waiver', subject: 'reproduction' }]);
    driver.decide('waiver', saying('approve'));
    expect(driver.run().visit.stage).toBe('planning');
  });

  test('[P1] a person who does not waive it stops the run', () => {
    const driver = drive({ ticket: bug, ...required }).go(atGate);
    driver.decide('waiver', saying('reject'));
    expect(driver.run().blocked).toBe('a person said no at a gate');
  });

  test('[P1] a waived reproduction waives no tests', () => {
    const driver = drive({ ticket: bug, ...required }).go(atGate);
    driver.decide('waiver', saying('approve'));
    driver.to('implementation');
    expect(driver.run().gates.filter((gate) => gate.kind === 'waiver')).toHaveLength(1);
  });
});
