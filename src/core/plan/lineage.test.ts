import { describe, expect, test } from 'vitest';
import { aPlan, aRun, aTask } from '../../../test/support/core.ts';
import { changesBetween, editedLineage, growthOf, lineageAfter, revisionOf } from './lineage.ts';
import type { Plan, Task } from './plan.ts';

const before = aPlan([aTask('a'), aTask('b', { tests: ['t'], dependsOn: ['a'] })]);
const changed = (change: Partial<Task>): Plan => aPlan([aTask('a', change), ...before.tasks.slice(1)]);

const rows: readonly (readonly [string, Plan, readonly string[]])[] = [
  ['nothing but words', { ...before, hash: 'other words' }, []],
  [
    'a task more and one less',
    aPlan([aTask('a'), aTask('c', { title: 'Third' })]),
    ['task c is new: Third', 'task b is gone', 'tier: SMALL → TRIVIAL'],
  ],
  ['a title', changed({ title: 'Other' }), ['task a: another title']],
  ['files', changed({ files: ['x'] }), ['task a: files +x -src/a.ts']],
  ['test files', changed({ tests: ['u'] }), ['task a: tests +u']],
  ['new files', changed({ creates: ['src/a.ts'] }), ['task a: creates +src/a.ts']],
  ['lines', changed({ changedLines: 9 }), ['task a: changed lines: not said → 9']],
  ['order', changed({ dependsOn: ['b'] }), ['task a: depends on +b']],
  [
    'who does it',
    changed({ executor: 'tester', speciality: 'ui' }),
    ['task a: executor: implementer → tester (ui)'],
  ],
  ['checks', changed({ verification: [] }), ['task a: verified by -test']],
  ['criteria', changed({ criteria: ['c1', 'c2'] }), ['task a: covers +c2']],
  ['mandates', changed({ mandates: ['M1'] }), ['task a: keeps +M1']],
  ['destruction', changed({ destructive: true }), ['task a: destructive now']],
  [
    'several things of a task',
    changed({ files: ['x'], destructive: true }),
    ['task a: files +x -src/a.ts; destructive now'],
  ],
  ['confidence', { ...before, confidence: 0.5 }, ['confidence: 1 → 0.5']],
  ['open questions', { ...before, openQuestions: 2 }, ['open questions: 0 → 2']],
  ['grants', { ...before, grants: ['.github/'] }, ['grants +.github/']],
  [
    'a validation policy',
    { ...before, validation: { workingDirectory: '.', checksPerTask: [], knownFailures: [] } },
    ['validation policy: another'],
  ],
  [
    'an announced test',
    { ...before, announces: [{ file: 'test/a.js', test: 'it adds' }], kind: 'refactoring' },
    ["announced tests +test/a.js 'it adds'", 'kind: behaviour → refactoring'],
  ],
  ['the tier', { ...before, tier: 'LARGE' }, ['tier: SMALL → LARGE']],
  [
    'a risk',
    { ...before, risks: [{ category: 'concurrency', impact: 'HIGH', resolved: false }] },
    ['risk concurrency: not said → HIGH, open'],
  ],
];

describe('what changed between two versions of a plan', () => {
  test.each(rows)('%s', (_, after, told) => {
    expect(changesBetween(before, after)).toEqual(told);
  });

  test('is what the plan says, where its table is the same', () => {
    const told = ['what its tasks, risks or questions say; the table of tasks is the same'];
    expect(changesBetween(before, { ...before, substance: 'another description' })).toEqual(told);
    const { substance: _substance, ...old } = before;
    expect(changesBetween(old, before)).toEqual([]);
  });

  test('is told the other way round too', () => {
    const risky: Plan = {
      ...changed({ destructive: true }),
      risks: [{ category: 'concurrency', impact: 'HIGH', resolved: true }],
    };
    expect(changesBetween(risky, before)).toEqual([
      'task a: no longer destructive',
      'risk concurrency: HIGH, resolved → not said',
    ]);
  });
});

describe('a plan that grows', () => {
  const first = { tasks: 2, files: 3 };
  test.each([
    ['to twice as much is told nothing of', 4, 6, false],
    ['to more tasks than twice is told of', 5, 5, true],
    ['to more files than twice is told of', 2, 7, true],
  ] as const)('[P4] %s', (_, tasks, files, told) => {
    const list = Array.from({ length: tasks }, (__, n) => aTask(`t${n}`, { files: [`f${n}`] }));
    const more = Array.from({ length: files - tasks }, (__, n) => `more${n}`);
    const plan = aPlan(
      list.map((task, n) => (n === 0 ? { ...task, files: [...task.files, ...more] } : task)),
    );
    expect(growthOf(first, plan)).toBe(
      told
        ? `the plan has grown from 2 tasks and 3 files in its first version to ${tasks} tasks and ${files} files, more than twice as much`
        : undefined,
    );
  });

  test('[P4] is told of in the singular too', () => {
    const plan = aPlan([aTask('a', { files: ['a', 'b', 'c'] })]);
    expect(growthOf({ tasks: 1, files: 1 }, plan)).toContain('from 1 task and 1 file in its first version');
  });
});

describe('the lineage of a plan', () => {
  const plan = aPlan([aTask('a')]);
  const first = { tasks: 9, files: 9 };

  test('of a journal from before begins with each plan', () => {
    expect(lineageAfter(undefined, { plan })).toEqual({ revision: 1, first: { tasks: 1, files: 1 } });
    expect(lineageAfter(undefined, { plan, revision: 2, revises: 'gone' })).toEqual({
      revision: 2,
      first: { tasks: 1, files: 1 },
    });
    expect(revisionOf({ ...aRun(), plan: { ...plan, visit: 1 } })).toEqual({
      revision: 2,
      revises: plan.hash,
    });
    expect(editedLineage(undefined, plan)).toEqual({ revision: 2, first: { tasks: 1, files: 1 } });
  });

  test('remembers how large the first version was, and what the last one changed', () => {
    const second = lineageAfter({ revision: 1, first }, { plan, revision: 2, revises: 'a', changes: 'blob' });
    expect(second).toEqual({ revision: 2, first, changes: 'blob' });
    expect(editedLineage(second, plan)).toEqual({ revision: 3, first });
  });
});
