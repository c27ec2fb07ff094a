// The plan and its contract. A planner proposes; this file says whether what it proposed is a plan.
//
// Invariants
//   P1. Every path is relative, normal and inside the repository; nothing else reaches a file system.
//   P2. The dependency graph has no cycle and no unknown id.
//   P3. A plan names configured checks; it never brings a command line.

import type { Executor } from './modes.ts';
import type { Policy } from './policy.ts';

export type Tier = 'TRIVIAL' | 'SMALL' | 'MEDIUM' | 'LARGE';

export interface Task {
  readonly id: string;
  readonly title: string;
  /** Files the task may touch: its fence. A trailing slash means the whole folder. */
  readonly files: readonly string[];
  readonly tests: readonly string[];
  readonly dependsOn: readonly string[];
  readonly executor: Executor;
  readonly speciality?: string;
  readonly verification: readonly string[];
  readonly criteria: readonly string[];
  readonly destructive: boolean;
}

export const riskCategories = [
  'data_volume',
  'performance',
  'concurrency',
  'access_control',
  'migration_rollback',
  'dependency',
  'operability',
] as const;

export type RiskCategory = (typeof riskCategories)[number];

export interface Risk {
  readonly category: RiskCategory;
  readonly impact: 'LOW' | 'MEDIUM' | 'HIGH';
  readonly resolved: boolean;
}

export interface Plan {
  /** Content hash of the whole validated document, words included. */
  readonly hash: string;
  readonly blob: string;
  /** The document itself, as a blob of JSON: what a person edits. */
  readonly source?: string;
  readonly tier: Tier;
  readonly confidence: number;
  readonly tasks: readonly Task[];
  readonly risks: readonly Risk[];
  readonly openQuestions: number;
  /** Protected paths the plan asks leave to touch; approving the plan grants them. */
  readonly grants: readonly string[];
}

export interface PlanContext {
  readonly checks: readonly string[];
  readonly criteria: readonly string[];
  /** Ids of tasks that are already integrated: they stay, so a new plan may depend on them but not reuse them. */
  readonly integrated: readonly string[];
  readonly policy: Policy;
}

export function filesOf(task: Task): readonly string[] {
  return [...task.files, ...task.tests];
}

export function planFiles(plan: Plan): readonly string[] {
  return [...new Set(plan.tasks.flatMap(filesOf))];
}

/** Tiers by files touched. */
export function tierOf(files: number): Tier {
  if (files <= 2) return 'TRIVIAL';
  if (files <= 5) return 'SMALL';
  return files <= 14 ? 'MEDIUM' : 'LARGE';
}

export function needsDesign(tier: Tier): boolean {
  return tier === 'MEDIUM' || tier === 'LARGE';
}

/** Everything that is wrong with a plan, in words the planner can act on. Empty means it holds. */
export function planProblems(plan: Plan, context: PlanContext): readonly string[] {
  return [
    ...sizeProblems(plan, context.policy),
    ...idProblems(plan, context.integrated),
    ...graphProblems(plan, context.integrated),
    ...plan.tasks.flatMap((task) => taskProblems(task, context)),
    ...criteriaProblems(plan, context),
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
  const files = filesOf(task);
  const max = context.policy.plan.filesPerTaskMax;
  return [
    ...(files.length === 0 ? [`task ${task.id} names no file`] : []),
    ...(files.length > max
      ? [`task ${task.id} names ${files.length} files; at most ${max} are allowed`]
      : []),
    ...files
      .filter((file) => !isInside(file))
      .map((file) => `task ${task.id}: '${file}' is not a path inside the repository`),
    ...task.verification
      .filter((name) => !context.checks.includes(name))
      .map((name) => `task ${task.id}: there is no check named '${name}'`),
  ];
}

function criteriaProblems(plan: Plan, context: PlanContext): readonly string[] {
  // A fix round repairs something inside an approved plan, which covered the criteria already.
  if (context.integrated.length > 0) return [];
  const covered = new Set(plan.tasks.flatMap((task) => task.criteria));
  return context.criteria
    .filter((criterion) => !covered.has(criterion))
    .map((criterion) => `no task covers acceptance criterion ${criterion}`);
}

/** P2: what is left after taking away, again and again, every task whose dependencies are all gone. */
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

/** Tasks by depth, and the ids that no depth could be given to because they stand in a cycle. */
export function waves(
  tasks: readonly Task[],
  integrated: readonly string[],
): { readonly waves: readonly (readonly string[])[]; readonly left: readonly string[] } {
  const done = new Set(integrated);
  const found: string[][] = [];
  let left = tasks;
  for (;;) {
    const ready = left.filter((task) => task.dependsOn.every((id) => done.has(id)));
    if (ready.length === 0) return { waves: found, left: left.map((task) => task.id) };
    found.push(ready.map((task) => task.id));
    for (const task of ready) done.add(task.id);
    left = left.filter((task) => !done.has(task.id));
  }
}

/** P1. */
export function isInside(path: string): boolean {
  if (path === '' || path.length > 400 || path.startsWith('/') || /[\0\\\r\n]/.test(path)) return false;
  const parts = (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
  return parts.every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git');
}

/** Whether a path lies inside a list of files and folders. */
export function covers(fence: readonly string[], path: string): boolean {
  return fence.some((entry) => (entry.endsWith('/') ? path.startsWith(entry) : path === entry));
}

/** Whether two lists of files and folders share anything. */
export function overlap(one: readonly string[], other: readonly string[]): boolean {
  return one.some((path) => covers(other, path)) || other.some((path) => covers(one, path));
}
