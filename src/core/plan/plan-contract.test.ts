// One row a rule of the contract: what breaks it, and the sentence a planner is told.

import { describe, expect, test } from 'vitest';
import { aPlan, aTask, everyRisk, evidenceOf, testCheck } from '../../../test/support/core.ts';
import type { Plan, Task } from './plan.ts';
import type { PlanContext } from './plan-contract.ts';
import { planProblems } from './plan-contract.ts';
import { defaultPolicy } from '../policy.ts';

const context: PlanContext = {
  checks: ['test', 'lint'],
  testChecks: ['test'],
  criteria: ['c1'],
  integrated: [],
  policy: defaultPolicy,
};

const paths = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `f${n}`);
const medium = aPlan([aTask('a', { files: paths(6) })]);
const lint = { ...testCheck, name: 'lint', kind: 'lint' } as const;
const validation = { workingDirectory: '.', checksPerTask: ['test'], knownFailures: ['lint'] };

interface Row {
  readonly rule: string;
  readonly tasks?: readonly Task[];
  readonly plan?: Partial<Plan>;
  readonly context?: Partial<PlanContext>;
  /** Empty: the plan holds. */
  readonly told: readonly string[];
}

const rows: readonly Row[] = [
  { rule: 'a plan has a task', tasks: [], context: { criteria: [] }, told: ['the plan has no task'] },
  { rule: 'ten tasks hold', tasks: paths(10).map((id) => aTask(id)), told: [] },
  {
    rule: 'eleven tasks do not',
    tasks: paths(11).map((id) => aTask(id)),
    told: ['the plan has 11 tasks; at most 10 are allowed'],
  },
  {
    rule: 'of 400 broken tasks only their number is told',
    tasks: paths(400).map(() => aTask('same', { files: ['../x'] })),
    told: ['the plan has 400 tasks; at most 10 are allowed'],
  },
  {
    rule: 'an id is used once',
    tasks: [aTask('a'), aTask('a')],
    told: ["task id 'a' is used twice"],
  },
  {
    rule: 'an id of what is integrated is used already',
    context: { integrated: ['a'] },
    told: ["task id 'a' is used twice"],
  },
  { rule: 'a task names a file', tasks: [aTask('a', { files: [] })], told: ['task a names no file'] },
  { rule: 'ten files hold', tasks: [aTask('a', { files: paths(8), tests: ['t1', 't2'] })], told: [] },
  {
    rule: 'eleven files do not, tests among them',
    tasks: [aTask('a', { files: paths(8), tests: ['t1', 't2', 't3'] })],
    told: ['task a names 11 files; at most 10 are allowed'],
  },
  { rule: '500 changed lines hold', tasks: [aTask('a', { changedLines: 500 })], told: [] },
  {
    rule: 'more changed lines are two tasks',
    tasks: [aTask('a', { changedLines: 501 })],
    told: ['task a would change about 501 lines; split it into tasks of at most 500'],
  },
  {
    rule: 'a path stays inside the repository',
    tasks: [aTask('a', { tests: ['../x'] })],
    told: ["task a: '../x' is not a path inside the repository"],
  },
  {
    rule: 'folders and globs are entries like files',
    tasks: [
      aTask('a', {
        files: ['docs/', 'db/*.sql'],
        tests: ['test/**/*.ts'],
        creates: ['db/7.sql', 'docs/new/'],
      }),
    ],
    told: [],
  },
  {
    rule: 'a glob says what it is about',
    tasks: [aTask('a', { files: ['**/*'], tests: ['{a,b}.ts'] })],
    told: [
      "task a: '**/*' stands for any file at all; name files, a folder or a narrower glob",
      "task a: '{a,b}.ts' has braces or an open bracket, which stand for themselves; only *, ** and ? stand for something else",
    ],
  },
  {
    rule: 'what is created is listed',
    tasks: [aTask('a', { files: ['a'], tests: ['t'], creates: ['a', 't', 'b'] })],
    told: ["task a creates 'b', but does not list it among its files"],
  },
  {
    rule: 'a dependency exists',
    tasks: [aTask('a', { dependsOn: ['z'] })],
    told: ["task a depends on 'z', which does not exist"],
  },
  {
    rule: 'a dependency may be integrated already',
    tasks: [aTask('a', { dependsOn: ['z'] })],
    context: { integrated: ['z'] },
    told: [],
  },
  {
    rule: 'nothing waits for itself, not even round a corner',
    tasks: [
      aTask('a', { dependsOn: ['c'] }),
      aTask('b'),
      aTask('c', { dependsOn: ['a'] }),
      aTask('d', { dependsOn: ['d'] }),
    ],
    told: ['tasks a, c, d depend on each other in a circle'],
  },
  {
    rule: 'verification names configured checks, never a command',
    tasks: [aTask('a', { verification: ['test', 'rm -rf /'] })],
    told: ["task a: there is no check named 'rm -rf /'"],
  },
  {
    rule: 'an implementer brings tests: a test check is enough',
    tasks: [aTask('a', { tests: [], verification: ['test'] })],
    told: [],
  },
  {
    rule: 'an implementer brings tests: a test file is enough',
    tasks: [aTask('a', { tests: ['t'], verification: [] })],
    told: [],
  },
  {
    rule: 'an implementer brings tests: another check is not',
    tasks: [aTask('a', { tests: [], verification: ['lint'] })],
    told: ['task a brings no tests: name its test files, or a test check that covers it (test)'],
  },
  {
    rule: 'a documenter brings no tests',
    tasks: [aTask('a', { executor: 'documenter', verification: [] })],
    told: [],
  },
  {
    rule: 'where a person waived tests, nobody brings any',
    tasks: [aTask('a', { verification: [] })],
    context: { testChecks: [] },
    told: [],
  },
  {
    rule: 'every acceptance criterion is covered',
    context: { criteria: ['c1', 'c2'] },
    told: ['no task covers acceptance criterion c2'],
  },
  {
    rule: 'a fix round covers nothing anew',
    tasks: [aTask('b', { criteria: [] })],
    context: { integrated: ['a'], mandates: ['m1'] },
    told: [],
  },
  {
    rule: '[I2] every mandate stays on a task',
    tasks: [aTask('a', { mandates: ['m1'] })],
    context: { mandates: ['m1', 'm2'] },
    told: ['no task keeps mandate m2'],
  },
  {
    rule: '[I2] a task keeps no mandate that the ticket does not have',
    tasks: [aTask('a', { mandates: ['m9'] })],
    told: ["task a names mandate 'm9', which the ticket does not have"],
  },
  { rule: 'a small plan may leave out a risk that does not apply', plan: { risks: [] }, told: [] },
  {
    rule: 'a risk is judged once, whatever the size',
    plan: {
      risks: [
        { category: 'concurrency', impact: 'LOW', resolved: true },
        { category: 'concurrency', impact: 'HIGH', resolved: true },
      ],
    },
    told: ['the risk concurrency is judged 2 times; say it once'],
  },
  { rule: 'a MEDIUM plan judges every risk', tasks: medium.tasks, told: [] },
  {
    rule: 'a MEDIUM plan leaves out none',
    tasks: medium.tasks,
    plan: { risks: everyRisk([]).filter((risk) => risk.category !== 'operability') },
    told: ['the risk operability is not judged; a plan of this size says of each kind whether it applies'],
  },
  {
    rule: 'an announced test is in a file',
    plan: {
      announces: [
        { file: 'test/', test: 'it adds' },
        { file: 'test/a.js', test: 'it adds' },
      ],
    },
    told: ["the announced test 'it adds' is in 'test/', which is no file"],
  },
  {
    rule: 'a grant lies inside the repository',
    plan: { grants: ['.github/', '/etc/passwd'] },
    told: ["the grant '/etc/passwd' is not a path inside the repository"],
  },
  { rule: 'a validation policy names configured checks', plan: { validation }, told: [] },
  {
    rule: 'a validation policy never brings a command line',
    plan: { validation: { ...validation, checksPerTask: ['npm test'], knownFailures: ['npm test', 'test'] } },
    told: ["the validation policy names 'npm test', and there is no such check"],
  },
  {
    rule: 'what a plan says to fail at the base commit failed there',
    plan: { validation },
    context: { baseline: [evidenceOf(lint, 'base', 'FAIL'), evidenceOf(testCheck, 'base')] },
    told: [],
  },
  {
    rule: 'what passed at the base commit is no known failure',
    plan: { validation },
    context: { baseline: [evidenceOf(lint, 'base'), evidenceOf(testCheck, 'base', 'FAIL')] },
    told: ["the plan says that check 'lint' fails at the base commit, and it did not"],
  },
  {
    rule: 'a working directory lies inside the repository',
    plan: { validation: { ...validation, workingDirectory: '../other' } },
    told: ["the working directory '../other' is not inside the repository"],
  },
  {
    rule: 'everything that is wrong is told, not only the first thing',
    tasks: [aTask('a b', { files: ['/x'], dependsOn: ['z'] })],
    told: [
      "task id 'a b' is not letters, digits and hyphens",
      "task a b depends on 'z', which does not exist",
      "task a b: '/x' is not a path inside the repository",
    ],
  },
];

describe('the contract of a plan', () => {
  test.each(rows)('[P2] $rule', ({ tasks = [aTask('a')], plan = {}, context: change = {}, told }) => {
    expect(planProblems({ ...aPlan(tasks), ...plan }, { ...context, ...change })).toEqual(told);
  });

  test.each(['', '-a', 'a b', 'a/b', '../a', 'a'.repeat(41)])('[P2] refuses the task id %j', (id) => {
    expect(planProblems(aPlan([aTask(id, { files: ['x'] })]), context)).toEqual([
      `task id '${id}' is not letters, digits and hyphens`,
    ]);
  });

  test('[P2] wants a table of tasks that fits into an event', () => {
    expect(planProblems(aPlan([aTask('a', { title: '☂'.repeat(5_000) })]), context)).toEqual([
      expect.stringMatching(
        /^the tasks' titles, paths and names take 15\d+ bytes; at most 12288 are allowed$/,
      ),
    ]);
  });
});
