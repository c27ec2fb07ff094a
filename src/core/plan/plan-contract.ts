// The contract of a plan: everything about its table of tasks that code can hold against it. Its words, and what it
// says about the repository, are looked at where they are known, at the border (`effects/plan-words`, `plan-facts`).
//
// Invariants
//   PLAN-CONTRACT-1. The dependency graph has no cycle and no unknown id.
//   PLAN-CONTRACT-2. A plan names configured checks; it never brings a command line.
//   PLAN-CONTRACT-3. Each problem is one sentence that names the task and the value, so that a planner can act on it.

import type { Evidence } from '../evidence/evidence.ts';
import type { Plan, Task } from './plan.ts';
import { filesOf, needsDesign, riskCategories, waves } from './plan.ts';
import { encloses, entryFault, isFile, isInside, shownEntry } from '../fence/paths.ts';
import type { Policy } from '../policy.ts';
import { falselyKnown } from '../tasks/task-checks.ts';

export interface PlanContext {
  readonly checks: readonly string[];
  /** Those of the checks that are tests; none where a person waived them. */
  readonly testChecks: readonly string[];
  readonly criteria: readonly string[];
  /** Ids of what the ticket says must or must not be used. */
  readonly mandates?: readonly string[];
  /** Ids of tasks that are already integrated: they stay, so a new plan may depend on them but not reuse them. */
  readonly integrated: readonly string[];
  /** In the simplification pass: the only files there are. */
  readonly within?: readonly string[];
  /** What the checks said of the base, once they have run there. */
  readonly baseline?: readonly Evidence[];
  readonly policy: Policy;
}

/** Everything that is wrong with a plan, in words the planner can act on. Empty means it holds. */
export function planProblems(plan: Plan, context: PlanContext): readonly string[] {
  const wrongSize = sizeProblems(plan, context.policy);
  // Of a plan of hundreds of tasks nobody wants to hear what is wrong with each.
  if (plan.tasks.length > context.policy.plan.tasksMax) return wrongSize;
  return [
    ...wrongSize,
    ...idProblems(plan, context.integrated),
    ...graphProblems(plan, context.integrated),
    ...plan.tasks.flatMap((task) => taskProblems(task, context)),
    ...criteriaProblems(plan, context),
    ...frameProblems(plan, context),
  ];
}

/** What is wrong with everything of a plan but its tasks: a draft whose tasks somebody else has to cut. */
export function frameProblems(plan: Plan, context: PlanContext): readonly string[] {
  return [
    ...riskProblems(plan),
    ...grantProblems(plan),
    ...announceProblems(plan),
    ...validationProblems(plan, context),
  ];
}

/** The task table travels in one event, which is small by design; words belong into the blob. */
const planBytesMax = 12_288;

function sizeProblems(plan: Plan, policy: Policy): readonly string[] {
  if (plan.tasks.length === 0) return ['the plan has no task'];
  if (plan.tasks.length > policy.plan.tasksMax) {
    return [`the plan has ${plan.tasks.length} tasks; at most ${policy.plan.tasksMax} are allowed`];
  }
  const bytes = new TextEncoder().encode(JSON.stringify(plan)).length;
  return bytes > planBytesMax
    ? [`the tasks' titles, paths and names take ${bytes} bytes; at most ${planBytesMax} are allowed`]
    : [];
}

function idProblems(plan: Plan, integrated: readonly string[]): readonly string[] {
  const seen = new Set<string>(integrated);
  return plan.tasks.flatMap((task) => {
    const twice = seen.has(task.id);
    seen.add(task.id);
    return [
      ...(/^[A-Za-z0-9][A-Za-z0-9-]{0,39}$/.test(task.id)
        ? []
        : [`task id '${task.id}' is not letters, digits and hyphens`]),
      ...(twice ? [`task id '${task.id}' is used twice`] : []),
    ];
  });
}

function taskProblems(task: Task, context: PlanContext): readonly string[] {
  return [
    ...fileProblems(task, context.policy),
    ...task.verification
      .filter((name) => !context.checks.includes(name))
      .map((name) => `task ${task.id}: there is no check named '${name}'`), // PLAN-CONTRACT-2
    ...(task.mandates ?? [])
      .filter((mandate) => context.mandates?.includes(mandate) !== true)
      .map((mandate) => `task ${task.id} names mandate '${mandate}', which the ticket does not have`),
    ...testProblems(task, context),
    ...scopeProblems(task, context),
  ];
}

/** A last try that grows is no simplification [E5]. */
function scopeProblems(task: Task, { within }: PlanContext): readonly string[] {
  if (within === undefined) return [];
  return filesOf(task)
    .filter((file) => !encloses(within, file))
    .map(
      (file) =>
        `task ${task.id} may not touch '${file}': the simplification pass stays in the files this run has worked on`,
    );
}

function fileProblems(task: Task, policy: Policy): readonly string[] {
  const files = filesOf(task);
  const { filesPerTaskMax, linesPerTaskMax } = policy.plan;
  const lines = task.changedLines ?? 0;
  return [
    ...(files.length === 0 ? [`task ${task.id} names no file`] : []),
    ...(files.length > filesPerTaskMax
      ? [`task ${task.id} names ${files.length} files; at most ${filesPerTaskMax} are allowed`]
      : []),
    ...files.flatMap((file) => faultOf(file).map((fault) => `task ${task.id}: ${fault}`)),
    ...(task.creates ?? [])
      .filter((file) => !encloses(files, file))
      .map((file) => `task ${task.id} creates '${file}', but does not list it among its files`),
    ...(lines > linesPerTaskMax
      ? [
          `task ${task.id} would change about ${lines} lines; split it into tasks of at most ${linesPerTaskMax}`,
        ]
      : []),
  ];
}

/** A task stands alone only if something shows that it is done. Where there is no test check, a person waived tests. */
function testProblems(task: Task, { testChecks }: PlanContext): readonly string[] {
  if (task.executor !== 'implementer' || testChecks.length === 0 || task.tests.length > 0) return [];
  return task.verification.some((name) => testChecks.includes(name))
    ? []
    : [
        `task ${task.id} brings no tests: name its test files, or a test check that covers it (${testChecks.join(', ')})`,
      ];
}

function criteriaProblems(plan: Plan, context: PlanContext): readonly string[] {
  // A fix round repairs something inside an approved plan, which covered the criteria already.
  if (context.integrated.length > 0) return [];
  const covered = new Set(plan.tasks.flatMap((task) => task.criteria));
  const kept = new Set(plan.tasks.flatMap((task) => task.mandates ?? []));
  return [
    ...context.criteria
      .filter((criterion) => !covered.has(criterion))
      .map((criterion) => `no task covers acceptance criterion ${criterion}`),
    ...(context.mandates ?? [])
      .filter((mandate) => !kept.has(mandate))
      .map((mandate) => `no task keeps mandate ${mandate}`),
  ];
}

/** PLAN-CONTRACT-1: what is left after taking away, again and again, every task whose dependencies are all gone. */
function graphProblems(plan: Plan, integrated: readonly string[]): readonly string[] {
  const known = new Set([...integrated, ...plan.tasks.map((task) => task.id)]);
  const unknown = plan.tasks.flatMap((task) =>
    task.dependsOn
      .filter((id) => !known.has(id))
      .map((id) => `task ${task.id} depends on '${id}', which does not exist`),
  );
  if (unknown.length > 0) return unknown;
  const cycle = waves(plan.tasks, integrated).left;
  return cycle.length === 0 ? [] : [`tasks ${cycle.join(', ')} depend on each other in a circle`];
}

/** A larger plan speaks of every kind of risk, so that none was forgotten; a small one of those that apply. */
function riskProblems(plan: Plan): readonly string[] {
  return riskCategories.flatMap((category) => {
    const times = plan.risks.filter((risk) => risk.category === category).length;
    if (times > 1) return [`the risk ${category} is judged ${times} times; say it once`];
    return times === 0 && needsDesign(plan.tier)
      ? [`the risk ${category} is not judged; a plan of this size says of each kind whether it applies`]
      : [];
  });
}

function grantProblems(plan: Plan): readonly string[] {
  return plan.grants.flatMap((grant) => faultOf(grant).map((fault) => `the grant ${fault}`));
}

function announceProblems({ announces = [] }: Plan): readonly string[] {
  return announces
    .filter(({ file }) => !isFile(file))
    .map(({ file, test }) => `the announced test '${test}' is in '${shownEntry(file)}', which is no file`);
}

function faultOf(entry: string): readonly string[] {
  const fault = entryFault(entry);
  return fault === undefined ? [] : [`'${shownEntry(entry)}' ${fault}`];
}

function validationProblems(plan: Plan, { checks, baseline }: PlanContext): readonly string[] {
  const { validation } = plan;
  if (validation === undefined) return [];
  const { workingDirectory, checksPerTask, knownFailures } = validation;
  return [
    ...(workingDirectory === '.' || isInside(workingDirectory)
      ? []
      : [`the working directory '${workingDirectory}' is not inside the repository`]),
    ...[...new Set([...checksPerTask, ...knownFailures])]
      .filter((name) => !checks.includes(name))
      .map((name) => `the validation policy names '${name}', and there is no such check`), // PLAN-CONTRACT-2
    ...falselyKnown(plan, baseline ?? []).map(
      ({ check }) => `the plan says that check '${check}' fails at the base commit, and it did not`,
    ),
  ];
}
