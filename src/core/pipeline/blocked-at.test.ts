// Where a run is blocked, for every stage in which one can be.

import { describe, expect, test } from 'vitest';
import type { Options } from '../../../test/support/core.ts';
import {
  checkedAs,
  drive,
  failing,
  saying,
  seenAs,
  verdictAnswer,
  answered,
} from '../../../test/support/core.ts';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Run } from '../run.ts';
import { openGates } from '../run.ts';
import { blockedAt } from './blocked-at.ts';
import { stageNames } from './stage.ts';

const aFinding = { severity: 'MAJOR', title: 'wrong', validation: 'confirmed' } as const;

const blocked = (options: Options): Run =>
  drive(options)
    .go((run) => run.blocked !== undefined)
    .run();

const screened = (where: object) =>
  blocked({
    script: (effect) =>
      effect.kind === 'screen'
        ? { type: 'done', kind: 'screen', result: { verdict: 'BLOCKED', rules: ['npm-token'], ...where } }
        : undefined,
  });

describe('a run that is blocked names', () => {
  test('nothing while it is not blocked', () => {
    expect(blockedAt(drive().to('planning').run())).toBeUndefined();
  });

  test.each(stageNames.filter((stage) => stage !== 'triage' && stage !== 'merge'))(
    'the stage %s alone, where nothing more is known',
    (stage) => {
      const run = drive().to('planning').run();
      const there = { ...run, visit: { ...run.visit, stage }, blocked: 'the run turned in place' };
      expect(blockedAt(there)).toEqual({ stage });
    },
  );

  test('the gate at which a person said no, and its files', () => {
    const driver = drive({ policy: { gates: { plan: true } } }).to('plan-review');
    driver.decide('plan', saying('reject'));
    const gate = { id: 'g1', kind: 'plan', subject: 'plan' };
    expect(blockedAt(driver.run())).toEqual({ stage: 'plan-review', gate });
    const gates = driver.run().gates.map((one) => ({ ...one, paths: ['a.ts', 'a.ts'] }));
    expect(blockedAt({ ...driver.run(), gates })).toEqual({ stage: 'plan-review', gate, files: ['a.ts'] });
  });

  test('the work on which nothing is left to try, with what went wrong', () => {
    const driver = drive().to('completion');
    driver.perform('screen');
    driver.perform('push', 'branch', failing('ref-moved'));
    expect(blockedAt(driver.run())).toEqual({
      stage: 'completion',
      work: { line: 'push', reason: 'ref-moved' },
    });
  });

  test('the task, what went wrong with it, and the check', () => {
    const run = blocked({
      script: (effect) =>
        effect.kind === 'check' && effect.subject !== 'baseline' ? checkedAs('FAIL', effect) : undefined,
    });
    expect(blockedAt(run)).toEqual({
      stage: 'implementation',
      tasks: [{ task: 'a', reason: 'checks-failed' }],
      checks: ['test'],
    });
    const tasks = run.tasks.map(({ failed: _failed, ...state }) => ({ ...state, evidence: [] }));
    expect(blockedAt({ ...run, tasks })).toEqual({ stage: 'implementation', tasks: [{ task: 'a' }] });
    const again = tasks.map((state) => ({ ...state, at: 'replan' as const }));
    expect(blockedAt({ ...run, tasks: again })).toEqual({ stage: 'implementation', tasks: [{ task: 'a' }] });
    const others = tasks.map((state) => ({ ...state, at: 'integrated' as const }));
    expect(blockedAt({ ...run, tasks: others })).toEqual({ stage: 'implementation' });
  });

  test('the checks of the whole change', () => {
    const run = blocked({
      script: (effect, { visit }) =>
        effect.kind === 'check' && visit.stage === 'evaluation' ? checkedAs('FAIL', effect) : undefined,
    });
    expect(blockedAt(run)).toEqual({ stage: 'evaluation', checks: ['test'] });
  });

  test('the gate at which a person wanted something back that is still there', () => {
    const weakened = { findings: [{ kind: 'test-removed' as const, file: 'a.test.ts' }], blob: 'words' };
    const driver = drive({
      policy: { rounds: { bug: 0 } },
      script: (effect) =>
        effect.kind === 'compare'
          ? { type: 'done', kind: 'compare', result: { tree: effect.input.tree, weakened } }
          : undefined,
    }).go((run) => openGates(run).some(({ kind }) => kind === 'waiver'));
    driver.decide('waiver', saying('revise', 'put it back'));
    expect(blockedAt(driver.run())).toEqual({
      stage: 'evaluation',
      gate: { id: 'g2', kind: 'waiver', subject: 'tampering' },
      files: ['a.test.ts'],
    });
  });

  test('the places that the reviewer named', () => {
    const findings = [
      { ...aFinding, file: 'src/a.ts', line: 3 },
      { ...aFinding, file: 'src/b.ts' },
      { ...aFinding },
    ];
    const run = blocked({
      script: (effect) =>
        effect.kind === 'ask' && effect.input.role === 'reviewer'
          ? answered(verdictAnswer({ conclusion: 'reject', findings }))
          : undefined,
    });
    expect(blockedAt(run)).toEqual({ stage: 'review', files: ['src/a.ts:3', 'src/b.ts'] });
    expect(blockedAt({ ...run, visit: { ...run.visit, verdicts: [] } })).toEqual({ stage: 'review' });
  });

  test('the files that a secret is in, where the journal says which', () => {
    const where = [{ place: 'a.txt', rules: ['npm-token', 'entropy'] }];
    expect(blockedAt(screened({ where }))).toEqual({
      stage: 'completion',
      files: ['a.txt (npm-token, entropy)'],
    });
    expect(blockedAt(screened({}))).toEqual({ stage: 'completion' });
  });

  test('the pull request that is not merged', () => {
    const run = blocked({
      policy: { gates: { merge: true } },
      script: (effect, now) => (effect.kind === 'inspect' ? seenAs({ state: 'closed' })(now) : undefined),
    });
    expect(blockedAt(run)).toEqual({ stage: 'merge', pullRequests: [7] });
    const { pullRequest: _none, ...repository } = theRepository(run);
    expect(blockedAt({ ...run, repositories: [repository] })).toEqual({ stage: 'merge' });
    expect(blockedAt({ ...run, visit: { ...run.visit, stage: 'triage' } })).toEqual({
      stage: 'triage',
      pullRequests: [7],
    });
    const merged = { ...repository, pullRequest: { number: 7, merged: 'c' } };
    expect(blockedAt({ ...run, repositories: [merged] })).toEqual({ stage: 'merge' });
  });
});
