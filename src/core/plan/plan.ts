// What a plan is: its tasks, risks and files, and what follows from those alone. Whether a plan holds is said in
// `plan-contract.ts`; its words are a blob.

import type { Announced, PlanKind } from '../evidence/live-fire.ts';
import type { Executor } from '../roles/modes.ts';

export type Tier = 'TRIVIAL' | 'SMALL' | 'MEDIUM' | 'LARGE';

export interface Task {
  readonly id: string;
  readonly title: string;
  /** The alias of the repository it belongs to; without one, that in which the run was started. */
  readonly repository?: string;
  /** What the task may touch, its fence: files, folders and globs (`paths.ts`). */
  readonly files: readonly string[];
  readonly tests: readonly string[];
  /** Those of its files that do not exist before. */
  readonly creates?: readonly string[];
  /** How many lines the planner thinks will change. */
  readonly changedLines?: number;
  readonly dependsOn: readonly string[];
  readonly executor: Executor;
  readonly speciality?: string;
  readonly verification: readonly string[];
  readonly criteria: readonly string[];
  /** Ids of what the ticket says must or must not be used, as far as it concerns this task. */
  readonly mandates?: readonly string[];
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

export const riskImpacts = ['NONE', 'LOW', 'MEDIUM', 'HIGH'] as const;

export interface Risk {
  readonly category: RiskCategory;
  /** NONE: it was looked at, and does not apply. */
  readonly impact: (typeof riskImpacts)[number];
  readonly resolved: boolean;
}

/** What is HIGH is answered for by whoever audits the plan, whether or not the planner calls it resolved. */
export function highRisks({ risks }: Pick<Plan, 'risks'>): readonly RiskCategory[] {
  return [...new Set(risks.filter(({ impact }) => impact === 'HIGH').map(({ category }) => category))];
}

/** How the tasks are to be validated, in names of configured checks. */
export interface ValidationPolicy {
  readonly workingDirectory: string;
  readonly checksPerTask: readonly string[];
  /** Checks that fail at the base commit already. */
  readonly knownFailures: readonly string[];
}

export interface Plan {
  /** Content hash of the whole validated document, words included. */
  readonly hash: string;
  readonly blob: string;
  /** The document itself, as a blob of JSON: what a person edits. */
  readonly source?: string;
  /** Hash of everything but its wording; journals of before do not say. */
  readonly substance?: string;
  readonly tier: Tier;
  readonly confidence: number;
  readonly tasks: readonly Task[];
  readonly risks: readonly Risk[];
  readonly openQuestions: number;
  /** Each of them says which answer is recommended, and the plan is written by it. */
  readonly recommended?: true;
  /** Protected paths the plan asks leave to touch; approving the plan grants them. */
  readonly grants: readonly string[];
  /** Tests of the base that the ticket rightly makes fail; journals of before do not say. */
  readonly announces?: readonly Announced[];
  /** What the change is for; journals of before do not say. */
  readonly kind?: PlanKind;
  readonly validation?: ValidationPolicy;
  readonly reach?: Reach;
}

/** What a plan that names folders or globs comes to in the tree it was made for. */
export interface Reach {
  readonly files: number;
  /** Those of them that are neither tests nor documents; journals of before do not say. */
  readonly code?: number;
  /** One of those files is where changing something is dangerous. */
  readonly risky?: true;
}

type Touching = Pick<Task, 'files' | 'tests'>;

export function filesOf(task: Touching): readonly string[] {
  return [...task.files, ...task.tests];
}

/** How many files a plan touches. Where nobody looked into the tree, a folder or a glob counts as one. */
export function planSize(plan: { readonly tasks: readonly Touching[]; readonly reach?: Reach }): number {
  return plan.reach?.files ?? planFiles(plan).length;
}

export function planFiles(plan: { readonly tasks: readonly Touching[] }): readonly string[] {
  return [...new Set(plan.tasks.flatMap(filesOf))];
}

/** Tiers by files; which ones count is for whoever knows tests and documents from code. */
export function tierOf(files: number): Tier {
  if (files <= 2) return 'TRIVIAL';
  if (files <= 5) return 'SMALL';
  return files <= 14 ? 'MEDIUM' : 'LARGE';
}

export function needsDesign(tier: Tier): boolean {
  return tier === 'MEDIUM' || tier === 'LARGE';
}

/** Tasks by depth, and the ids that no depth could be given to because they stand in a cycle. */
export function waves(
  tasks: readonly Pick<Task, 'id' | 'dependsOn'>[],
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
