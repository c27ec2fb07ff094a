// Each rule has a state that breaks it and nothing else, made by hand: no command leads there.

import { describe, expect, test } from 'vitest';
import { theRepository } from '../../test/support/the-repository.ts';
import { aPlan, aReview, aTask, drive } from '../../test/support/core.ts';
import { assertInvariants, violations } from './invariants.ts';
import type { Run, TaskState } from './run.ts';
import { must } from './run.ts';

const driver = drive({ plans: [aPlan([aTask('a'), aTask('b')])] }).to('implementation');
const effect = driver.begin('attempt', 'a');
const sound = driver.run();
const [one, other] = sound.tasks;
const a: TaskState = must(one, 'there is a task a');
const b: TaskState = must(other, 'there is a task b');
const gate = must(sound.gates[0], 'the plan gate was opened');
const open = { id: gate.id, kind: gate.kind, subject: 'x', digest: 'd', visit: 9, openedAt: 1 };
const { accepted: _accepted, ...withoutPlan } = sound;

const merged = drive()
  .go((run) => theRepository(run).pullRequest?.merged !== undefined)
  .run();
const withoutOrder = { ...merged, gates: merged.gates.filter(({ kind }) => kind !== 'merge') };
const { review: _review, ...withoutReview } = merged;

const broken: readonly (readonly [rule: string, run: Run])[] = [
  ['I1: an effect is in flight once', { ...sound, inFlight: [effect, effect] }],
  [
    'I2: a gate is open once for the same thing',
    { ...sound, gates: [...sound.gates, open, { ...open, id: 'g9' }] },
  ],
  ['I3: launches stay within their cap', { ...sound, budget: { ...sound.budget, launches: 1 } }],
  ['I3: launches stay within their cap', { ...sound, spend: { ...sound.spend, ended: 99 } }],
  [
    'I4: active tasks share no file',
    { ...sound, tasks: [a, { ...b, at: 'working', task: { ...b.task, files: ['src/a.ts'] } }] },
  ],
  [
    'I5: an active task has all it depends on',
    { ...sound, tasks: [{ ...a, task: { ...a.task, dependsOn: ['b'] } }, b] },
  ],
  ['I6: a task that is past its attempt has delivered', { ...sound, tasks: [{ ...a, at: 'checking' }, b] }],
  ['I10: what is in the queue is accepted', { ...sound, queue: [{ task: 'a', commit: 'c', tree: 't' }] }],
  ['I7: task ids are unique', { ...sound, tasks: [a, b, { ...b }] }],
  ['I8: work follows an accepted plan', withoutPlan],
  [
    'I9: a merge of ours follows its order, our evidence and our review, and a landing its merge',
    { ...sound, landed: { branch: 'x', commit: 'y' } },
  ],
  ...[
    withoutOrder,
    { ...merged, evidence: [] },
    { ...merged, evaluated: 'another' },
    { ...merged, evidence: merged.evidence.map((item) => ({ ...item, verdict: 'FAIL' as const })) },
    withoutReview,
    { ...merged, review: aReview('another') },
  ].map((run): readonly [string, Run] => [
    'I9: a merge of ours follows its order, our evidence and our review, and a landing its merge',
    run,
  ]),
];

describe('the invariants', () => {
  test('hold for a state that commands led to', () => {
    expect(violations(sound)).toEqual([]);
    expect(() => assertInvariants(sound)).not.toThrow();
  });

  test.each(broken)('%s', (rule, run) => {
    expect(violations(run)).toEqual([rule]);
  });

  test.each(broken)('%s: also where it held just before', (rule, run) => {
    const before = run.visit.n === merged.visit.n ? merged : sound;
    expect(violations(before)).toEqual([]);
    expect(violations(run, before)).toEqual([rule]);
  });

  test('stop a run that breaks one, and say which', () => {
    expect(() => assertInvariants(withoutPlan)).toThrow(
      'invariant: I8: work follows an accepted plan (run r1)',
    );
  });

  test('say nothing of a pull request that was found merged: whoever did that asked nobody here', () => {
    const [repository] = withoutOrder.repositories;
    const { pullRequest, ...rest } = must(repository, 'a run has a repository');
    const found = { ...must(pullRequest, 'it was merged'), found: true } as const;
    const { review: _unread, ...unread } = withoutOrder;
    expect(violations({ ...unread, evidence: [], repositories: [{ ...rest, pullRequest: found }] })).toEqual(
      [],
    );
  });

  test('let a dropped task share its id with its successor', () => {
    expect(violations({ ...sound, tasks: [a, b, { ...b, at: 'dropped' }] })).toEqual([]);
  });

  test('are told by a sentence where a value has to be there', () => {
    expect(() => must(undefined, 'a run has at least one repository')).toThrow(
      'invariant: a run has at least one repository',
    );
  });
});

test('a task that takes the id of another is seen, also where all else is as before', () => {
  expect(violations({ ...sound, tasks: [a, { ...b, task: { ...b.task, id: 'a' } }] }, sound)).toContain(
    'I7: task ids are unique',
  );
});

test('work without a plan is seen where it comes, also where there was no plan before', () => {
  expect(violations(withoutPlan, { ...withoutPlan, tasks: [] })).toContain(
    'I8: work follows an accepted plan',
  );
});
