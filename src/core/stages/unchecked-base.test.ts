// A base that cannot be checked: who is asked, when, and what each answer leads to.

import { describe, expect, test } from 'vitest';
import type { Driver, Options } from '../../../test/support/core.ts';
import {
  aPlan,
  aStart,
  aTask,
  checkedAs,
  drive,
  dueNow,
  evidenceOf,
  me,
  saying,
  seenAs,
  taskOf,
  testCheck,
  unclear,
} from '../../../test/support/core.ts';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Effect, Outcome } from '../effects.ts';
import type { CheckSpec, Evidence } from '../evidence/evidence.ts';
import type { Run } from '../run.ts';
import { must, openGates } from '../run.ts';
import { asksForBase, firstLacking, isBaseSettled, mayLaunch, waivedBase } from './baseline.ts';
import { implementation } from './implementation.ts';
import { withOtherChecks } from './other-checks.ts';
import { asksForTests } from './waiver.ts';
import type { GateKind } from '../gates/gate.ts';

const setup: CheckSpec = { ...testCheck, name: 'setup', kind: 'setup', command: 'npm ci' };
const lint: CheckSpec = { ...testCheck, name: 'lint', kind: 'lint', command: 'eslint .' };
const checks = [setup, testCheck, lint];
const repository = must(aStart().repositories[0], 'a run starts in a repository');
const unseen = { checks, repositories: [{ ...repository, checkable: false }] };
const seen = { checks, repositories: [{ ...repository, checkable: true }] };

/** Setup fails, and what follows is not run. */
function withoutSetup(effect: Effect, told?: string): Outcome {
  if (effect.kind !== 'check') throw new Error(`${effect.key} is no check`);
  const { checks: specs, tree } = effect.input;
  const evidence = specs.map((spec): Evidence => {
    const item = evidenceOf(spec, tree, 'FAIL');
    return spec.kind === 'setup' ? item : { ...item, because: 'not-run' };
  });
  return {
    type: 'done',
    kind: 'check',
    result: { evidence, ...(told === undefined ? {} : { told }) },
  };
}

/** At intake, the base was checked and its setup failed. */
function stopped(options: Options = {}): Driver {
  const driver = drive({ ...unseen, ...options });
  for (const kind of ['reserve', 'fetch-ticket', 'survey'] as const) driver.perform(kind);
  const effect = driver.begin('check', 'baseline');
  driver.end(effect, withoutSetup(effect, 'what is in the way'));
  return driver;
}

const kinds = (run: Run) => implementation.wanted(run).map(({ kind }) => kind);
const digest = 'base.main.0.setup:setup-failed';
const redTest: Evidence = {
  ...evidenceOf(testCheck, 'tree c0', 'FAIL'),
  counts: { passed: 1, failed: 1, skipped: 0 },
};

describe('a base that this home has not seen checkable', () => {
  test('is checked before anybody is launched, once the repository was looked at', () => {
    const driver = drive({ ...unseen, ticket: unclear });
    driver.perform('fetch-ticket');
    driver.perform('reserve');
    expect(dueNow(driver.run())).toEqual(['survey repository']);
    driver.perform('survey');
    expect(dueNow(driver.run())).toEqual(['check baseline']);
    driver.perform('check', 'baseline');
    expect(dueNow(driver.run())).toEqual(['ask interpreter']);
  });

  test('is checked once the ticket was read: what cannot be read stops the run in a second', () => {
    const driver = drive(unseen);
    driver.perform('reserve');
    driver.perform('survey');
    expect(dueNow(driver.run())).toEqual(['fetch-ticket ticket']);
    driver.perform('fetch-ticket');
    expect(dueNow(driver.run())).toEqual(['check baseline']);
  });

  test('lets the run begin where it is checkable, be its tests red, and is not checked again', () => {
    const driver = drive(unseen);
    for (const kind of ['reserve', 'fetch-ticket', 'survey'] as const) driver.perform(kind);
    const effect = driver.begin('check', 'baseline');
    driver.end(effect, {
      type: 'done',
      kind: 'check',
      result: { evidence: [evidenceOf(setup, 'tree c0'), redTest] },
    });
    expect(driver.run().visit.stage).toBe('analysis');
    expect(dueNow(driver.run())).toEqual(['ask investigator']);
  });

  test('asks where its tests are red and do not say which: what has no name would be charged to every change', () => {
    const { counts: _counts, ...unnamed } = redTest;
    const driver = drive(unseen);
    for (const kind of ['reserve', 'fetch-ticket', 'survey'] as const) driver.perform(kind);
    const done = { type: 'done', kind: 'check', result: { evidence: [unnamed] } } as const;
    driver.perform('check', 'baseline', done);
    expect(openGates(driver.run())).toMatchObject([{ digest: 'base.main.0.test:no-names' }]);
  });

  test('asks where not one test passed, as where they could not be loaded: every change would pass against that', () => {
    const driver = drive(unseen);
    for (const kind of ['reserve', 'fetch-ticket', 'survey'] as const) driver.perform(kind);
    const broken = { ...redTest, counts: { passed: 0, failed: 1, skipped: 0 } };
    const done = { type: 'done', kind: 'check', result: { evidence: [broken] } } as const;
    driver.perform('check', 'baseline', done);
    expect(openGates(driver.run())).toMatchObject([{ digest: 'base.main.0.test:none-passed' }]);
    expect(openGates(driver.run()).map((gate) => firstLacking(gate.digest))).toEqual(['test']);
    expect(firstLacking(undefined)).toBeUndefined();
    expect(dueNow(driver.run())).toEqual([]);
  });

  test('is known with the submodules that were empty there', () => {
    const driver = drive(unseen);
    for (const kind of ['reserve', 'fetch-ticket', 'survey'] as const) driver.perform(kind);
    const unfilled = { count: 1, first: [{ path: 'spec', commit: 'c' }] };
    const result = { evidence: [evidenceOf(testCheck, 'tree c0')], unfilled };
    driver.perform('check', 'baseline', { type: 'done', kind: 'check', result });
    expect(theRepository(driver.run()).baseline?.unfilled).toEqual(unfilled);
  });

  test('is not checked where pre-flight failed, nor where there is no check', () => {
    const driver = drive(unseen);
    driver.perform('survey', undefined, {
      type: 'done',
      kind: 'survey',
      result: { tree: 'tree c0', checks, dirty: 'clean', problems: ['no agent'] },
    });
    expect(dueNow(driver.run())).not.toContain('check baseline');
    const bare = drive({ ...unseen, checks: [] });
    bare.perform('survey');
    expect(dueNow(bare.run())).not.toContain('check baseline');
    expect(isBaseSettled(bare.run())).toBe(true);
  });
});

describe('a base that cannot be checked', () => {
  test('opens a gate at once, with the words for it, and nothing is launched (BASELINE-3)', () => {
    const driver = stopped();
    expect(openGates(driver.run())).toMatchObject([
      { kind: 'waiver', subject: 'base', digest, blob: 'what is in the way' },
    ]);
    expect(driver.run().visit.stage).toBe('intake');
    expect(dueNow(driver.run())).toEqual([]);
  });

  test('stops further launches where it was found beside an agent, whose answer is kept', () => {
    const driver = drive(seen).to('analysis');
    expect(dueNow(driver.run())).toEqual(['check baseline', 'ask investigator']);
    const agent = driver.begin('ask', 'investigator');
    const effect = driver.begin('check', 'baseline');
    driver.end(effect, withoutSetup(effect));
    expect(openGates(driver.run())).toMatchObject([{ subject: 'base', digest }]);
    expect(openGates(driver.run())[0]).not.toHaveProperty('blob');
    driver.end(agent);
    expect(driver.run().visit.stage).toBe('analysis');
    expect(dueNow(driver.run())).toEqual([]);
    driver.decide('waiver');
    expect(driver.run().visit.stage).toBe('planning');
  });

  test('holds up a change whose target moved to it, and everything goes on there once it was waived', () => {
    const moved = { commit: 'c9', tree: 'tree c9' };
    const driver = drive({
      ...seen,
      script: (effect, run) => {
        const isThere = theRepository(run).base.commit === moved.commit;
        if (effect.kind === 'inspect' && !isThere) return seenAs({ base: moved })(run);
        return effect.kind === 'check' && isThere ? withoutSetup(effect) : undefined;
      },
    }).go((run) => run.replay.length > 0 && openGates(run).length > 0);
    expect(driver.run().visit.stage).toBe('implementation');
    expect(openGates(driver.run())).toMatchObject([{ subject: 'base', digest }]);
    expect(dueNow(driver.run())).toEqual([]);
    driver.send({ type: 'checks.replace', by: me, checks: [] });
    expect(dueNow(driver.run())).toEqual(['check baseline']);
    driver.perform('check', 'baseline');
    driver.go();
    expect(driver.run().ended).toBe('completed');
  });

  test('is asked about for each repository of a run by itself', () => {
    const web = { ...repository, alias: 'web', repository: 'pages', checkable: false };
    const driver = drive({
      checks,
      repositories: [repository, web],
      script: (effect) =>
        effect.repository === 'web' && effect.subject === 'baseline' ? withoutSetup(effect) : undefined,
    }).go((run) => openGates(run).length > 0);
    expect(openGates(driver.run()).map((gate) => [gate.subject, gate.digest])).toEqual([
      ['base/web', 'base.web.0.setup:setup-failed'],
    ]);
    const spec = { ...setup, command: 'npm install', repository: 'web' };
    driver.send({
      type: 'checks.replace',
      by: me,
      repository: 'web',
      checks: [{ name: 'setup', spec }],
    });
    expect(driver.run().checks.flatMap(({ kind, command }) => (kind === 'setup' ? [command] : []))).toEqual([
      'npm ci',
      'npm install',
    ]);
    expect(driver.run().repositories.map((item) => item.baseline === undefined)).toEqual([true, true]);
  });

  test('blocks the run where a person says no, and is checked again when they ask to go on', () => {
    const driver = stopped();
    driver.decide('waiver', saying('reject'));
    expect(driver.run().blocked).toBe('a person said no at a gate');
    driver.retry();
    expect(theRepository(driver.run()).baseline).toBeUndefined();
    driver.perform('survey');
    driver.perform('reserve');
    driver.perform('check', 'baseline');
    expect(driver.run().visit.stage).toBe('analysis');
  });
});

describe('a waiver of what lacks at the base', () => {
  test('lets the run on, and what lacks in the change too is said as waived and uses no retry', () => {
    const driver = stopped({
      script: (effect) => (effect.kind === 'check' ? withoutSetup(effect) : undefined),
    });
    driver.decide('waiver');
    expect(driver.run().visit.stage).toBe('analysis');
    driver.to('implementation');
    driver.perform('attempt');
    const events = driver.perform('check', 'task-a');
    expect(events.map(({ type }) => type)).not.toContain('failure.recorded');
    expect(taskOf(driver.run(), 'a').evidence.map((item) => item.because)).toEqual([
      'waived',
      'waived',
      'waived',
    ]);
    driver.go();
    expect(driver.run().ended).toBe('completed');
    expect(driver.run().evidence.map(({ verdict }) => verdict)).toEqual(['WARN', 'WARN', 'WARN']);
    expect(driver.events().some(({ type }) => type === 'failure.recorded')).toBe(false);
  });

  test('is for these lacks only: a failure of another kind is a failure', () => {
    const driver = stopped();
    driver.decide('waiver');
    driver.to('implementation');
    driver.perform('attempt');
    const check = driver.begin('check', 'task-a');
    const events = driver.end(check, checkedAs('FAIL', check));
    expect(events.map(({ type }) => type)).toContain('failure.recorded');
  });

  test('is for these lacks only: others are asked about (BASELINE-4)', () => {
    const driver = stopped();
    driver.decide('waiver');
    const run = driver.run();
    expect(waivedBase(run, theRepository(run))).toHaveLength(3);
    const more = run.repositories.map((item) => ({
      ...item,
      baseline: { tree: 'tree c0', evidence: [{ ...evidenceOf(lint, 'tree c0', 'FAIL'), exit: 127 }] },
    }));
    expect(isBaseSettled({ ...run, repositories: more })).toBe(false);
    expect(waivedBase({ ...run, repositories: more }, must(more[0], 'there is one'))).toEqual([]);
  });
});

const gateOf = (kind: GateKind, subject: string) => ({ kind, subject });

test('a gate asks about the base, or about missing tests, by its kind and its subject', () => {
  const base = [gateOf('waiver', 'base'), gateOf('waiver', 'base/docs')];
  const tests = gateOf('waiver', 'no-tests');
  const others = [gateOf('plan', 'base'), gateOf('plan', 'no-tests'), gateOf('plan', 'plan')];
  expect([...base, tests, ...others].map(asksForBase)).toEqual([true, true, false, false, false, false]);
  expect([...base, tests, ...others].map(asksForTests)).toEqual([false, false, true, false, false, false]);
});

describe('other commands for the checks of a run', () => {
  const install: CheckSpec = { ...setup, command: 'npm install' };

  test('replace the one that is named, are kept, and have the base checked again', () => {
    const driver = stopped();
    driver.send({ type: 'checks.replace', by: me, checks: [{ name: 'setup', spec: install }] });
    expect(driver.run().checks).toEqual([install, testCheck, lint]);
    expect(openGates(driver.run())).toEqual([]);
    expect(driver.run().gates.map((gate) => [asksForBase(gate), gate.superseded])).toEqual([[true, true]]);
    const effect = driver.begin('check', 'baseline');
    expect(effect.input).toMatchObject({ checks: [install, testCheck, lint] });
    driver.end(effect);
    expect(driver.run().visit.stage).toBe('analysis');
  });

  test('leave out a check, or bring one that was not there to its place', () => {
    const build: CheckSpec = { ...testCheck, name: 'build', kind: 'build', command: 'make' };
    const audit: CheckSpec = { ...testCheck, name: 'audit', kind: 'custom', command: 'audit' };
    const driver = stopped();
    driver.send({
      type: 'checks.replace',
      by: me,
      repository: 'main',
      checks: [
        { name: 'lint' },
        { name: 'build', spec: build },
        { name: 'audit', spec: audit },
        { name: 'nothing' },
      ],
    });
    expect(driver.run().checks).toEqual([setup, build, testCheck, audit]);
  });

  test('are asked about anew where the base cannot be checked with them either', () => {
    const driver = stopped();
    const again = (): void => {
      const effect = driver.begin('check', 'baseline');
      driver.end(effect, withoutSetup(effect));
    };
    driver.send({ type: 'checks.replace', by: me, checks: [{ name: 'setup', spec: install }] });
    again();
    driver.send({ type: 'checks.replace', by: me, checks: [] });
    again();
    expect(driver.run().checks).toEqual([install, testCheck, lint]);
    expect(openGates(driver.run()).map((gate) => gate.digest)).toEqual(['base.main.2.setup:setup-failed']);
  });

  test('take back what was asked about this base, and nothing that was asked besides', () => {
    const driver = stopped();
    const run = driver.run();
    const [asked] = run.gates;
    if (asked === undefined) throw new Error('a person is asked');
    const decided = {
      ...asked,
      id: 'g8',
      decision: { answer: 'approve' as const, by: me, at: 1, comment: 'so' },
    };
    const gates = [
      asked,
      decided,
      { ...asked, id: 'g9', kind: 'plan' as const },
      { ...asked, id: 'g10', subject: 'base/web' },
    ];
    const after = withOtherChecks({ ...run, gates }, theRepository(run), {
      type: 'checks.replaced',
      checks: [],
      by: me,
    });
    expect(after.gates.map(({ id, superseded }) => [id, superseded])).toEqual([
      [asked.id, true],
      ['g8', undefined],
      ['g9', undefined],
      ['g10', undefined],
    ]);
  });

  test('have the base checked before anything is merged', () => {
    const driver = drive({ ...seen, plans: [aPlan([aTask('a'), aTask('b')])] }).to('implementation');
    driver.perform('attempt', 'a');
    driver.perform('check', 'task-a');
    driver.perform('ask', 'reviewer-a');
    expect(kinds(driver.run())).toContain('integrate');
    const run = withOtherChecks(driver.run(), theRepository(driver.run()), {
      type: 'checks.replaced',
      checks: [],
      by: me,
    });
    expect(kinds(run)).not.toContain('integrate');
  });

  test('hold up launches until their base was checked once, and not again where the target moved since', () => {
    const driver = drive(seen).to('implementation');
    const run = withOtherChecks(driver.run(), theRepository(driver.run()), {
      type: 'checks.replaced',
      checks: [],
      by: me,
    });
    expect(mayLaunch(run, { kind: 'attempt' })).toBe(false);
    const moved = {
      ...theRepository(driver.run()),
      base: { branch: 'trunk', commit: 'c9', tree: 'tree c9' },
    };
    expect(mayLaunch({ ...run, repositories: [moved] }, { kind: 'attempt' })).toBe(true);
  });

  test('are known with who gave them, the last word on each', () => {
    const driver = stopped();
    driver.send({
      type: 'checks.replace',
      by: me,
      checks: [{ name: 'setup', spec: install }, { name: 'lint' }],
    });
    const effect = driver.begin('check', 'baseline');
    driver.end(effect, withoutSetup(effect));
    const ann = { ...me, who: 'ann' };
    driver.send({ type: 'checks.replace', by: ann, checks: [{ name: 'setup', spec: setup }] });
    expect(driver.run().otherChecks?.checks.map(({ name, by }) => [name, by])).toEqual([
      ['lint', me.who],
      ['setup', 'ann'],
    ]);
  });

  test('outlive a survey that finds what the repository says', () => {
    const driver = stopped();
    driver.decide('waiver', saying('reject'));
    driver.send({ type: 'checks.replace', by: me, checks: [{ name: 'setup', spec: install }] });
    expect(driver.run().blocked).toBeUndefined();
    driver.perform('survey');
    expect(driver.run().checks).toEqual([install, testCheck, lint]);
    driver.perform('reserve');
    driver.perform('check', 'baseline');
    expect(driver.run().visit.stage).toBe('analysis');
  });

  test('are refused where the base can be checked: evidence of the others would be about (OTHER-CHECKS-2)', () => {
    const order = { type: 'checks.replace', by: me, checks: [] } as const;
    expect(drive(seen).to('analysis').refused(order)).toMatchObject({ refused: 'STATE_MISMATCH' });
    const driver = stopped();
    driver.decide('waiver');
    expect(driver.refused(order)).toMatchObject({ expected: 'a base that cannot be checked' });
  });
});
