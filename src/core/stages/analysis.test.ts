import { theRepository } from '../../../test/support/the-repository.ts';
import { describe, expect, test } from 'vitest';
import {
  aPlan,
  aRun,
  aTask,
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
import { isReproduced } from './analysis.ts';

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

const tried = (driver: ReturnType<typeof drive>) =>
  driver.events().filter((event) => event.type === 'reproduction.tried');

describe('[P1] a reproduction that no runner picked up (ANALYSIS-3)', () => {
  const [elsewhere, found] = ['spec/bug.js', 'test/bug.test.js'];
  const later = { ...reproduction, commit: 'r2', tree: 't2', path: found };
  const required = { policy: { reproduction: 'require' as const } };

  /** The first lies where nobody looks; the investigator answers the second time with this. */
  function passedOver(second: Parameters<typeof analysisAnswer>[0], options: Options = {}): Options {
    return {
      ticket: bug,
      checks: [testCheck],
      ...options,
      script: (effect, run) => {
        if (effect.subject === 'investigator') {
          const first = { reproduction: { ...reproduction, path: elsewhere } };
          return answered(analysisAnswer(run.analysis?.unrun === undefined ? first : second));
        }
        if (effect.kind !== 'check' || effect.subject !== 'reproduction') return undefined;
        const { adds, checks } = effect.input;
        const evidence = (adds === found ? red : saysOf({}))(checks);
        const told = adds === found ? {} : { unrun: `${adds} was not run` };
        return { type: 'done', kind: 'check', result: { evidence, ...told } };
      },
    };
  }

  test('[P1] is told to who gave it where one is required, and what is given then counts', () => {
    const driver = drive(passedOver({ reproduction: later }, required)).to('analysis');
    driver.go(() => tried(driver).length === 1);
    const ask = driver.begin('ask', 'investigator');
    expect(ask.input).toMatchObject({
      inputs: expect.arrayContaining([
        { name: 'your reproduction before', blob: 'test' },
        { name: 'why your reproduction was not run', blob: 'spec/bug.js was not run' },
      ]),
    });
    driver.end(ask, answered(analysisAnswer({ reproduction: later })));
    driver.to('planning');
    expect(tried(driver)).toMatchObject([{ red: false, unrun: 'spec/bug.js was not run' }, { red: true }]);
    expect(driver.run().analysis).toMatchObject({ reproduced: true, unrunBefore: 'spec/bug.js was not run' });
    expect(driver.run().gates).toEqual([]);
    expect(JSON.stringify(driver.begin('ask', 'planner').input)).not.toContain('was not run');
  });

  test.each([
    ['that is not run either', { reproduction: { ...later, path: 'spec/more.js' } }, 2],
    ['that is taken back', {}, 1],
  ])('[P1] one %s is a person to waive, and nobody is asked a third time', (_name, second, times) => {
    const driver = drive(passedOver(second, required)).go(atGate);
    expect(tried(driver)).toHaveLength(times);
    expect(openGates(driver.run())).toMatchObject([{ kind: 'waiver', subject: 'reproduction' }]);
  });

  const told = [
    { name: 'no reproduction of the bug, because no runner picked it up: spec/bug.js', blob: 'test' },
    { name: 'why no runner picked it up', blob: 'spec/bug.js was not run' },
  ];

  test('[P1] is told to the planner where none is required', () => {
    const driver = drive(passedOver({})).to('planning');
    driver.perform('check', 'reproduction');
    expect(driver.begin('ask', 'planner').input).toMatchObject({ inputs: expect.arrayContaining(told) });
  });

  test.each([
    ['has it added comes back once, with why', [elsewhere], true],
    ['does not speak of it stands', [], false],
  ])('[P1] a plan that was made meanwhile and %s', (_name, tests, isBack) => {
    const plan = aPlan([aTask('mend', { tests })]);
    const driver = drive(passedOver({}, { plans: [plan] })).to('planning');
    driver.perform('ask', 'planner');
    driver.perform('check', 'reproduction');
    expect(driver.run().visit.stage === 'planning').toBe(isBack);
    expect(driver.run().rounds.plan).toBe(isBack ? 1 : 0);
    if (isBack) {
      expect(driver.begin('ask', 'planner').input).toMatchObject({ inputs: expect.arrayContaining(told) });
    }
    expect(driver.to('implementation').run().rounds.plan).toBe(isBack ? 1 : 0);
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

test('[P1] a reproduction is tried on a checkout that was made ready', () => {
  const setup = { ...testCheck, name: 'setup', kind: 'setup' as const, when: 'run' as const };
  const driver = drive(shown(red, { checks: [setup, testCheck] })).to('planning');
  const names = driver.begin('check', 'reproduction').input;
  expect(names).toMatchObject({ checks: [{ name: 'setup' }, { name: 'test' }] });
});

test('a run nobody has looked into has not been seen to fail', () => {
  expect(isReproduced(aRun())).toBe(false);
});
