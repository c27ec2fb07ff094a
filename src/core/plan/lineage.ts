// How a plan came to be what it is: its versions since one was last accepted, and what is other from one to the next.
//   LINEAGE-1. A version is numbered when it is proposed, and names the one it takes the place of; nothing is numbered later.

import type { Plan, Risk, Task } from './plan.ts';
import { planSize } from './plan.ts';
import type { Run } from '../run.ts';

export interface Lineage {
  readonly revision: number;
  readonly first: PlanSize;
  /** What the last version changed, in words: a blob. */
  readonly changes?: string;
}

export interface PlanSize {
  readonly tasks: number;
  readonly files: number;
}

function sizeOf(plan: Plan): PlanSize {
  return { tasks: plan.tasks.length, files: planSize(plan) };
}

/** LINEAGE-1. A plan that follows an accepted one begins anew: it repairs what was built. */
export function revisionOf(run: Run): { readonly revision: number; readonly revises?: string } {
  const before = planBefore(run);
  return before === undefined
    ? { revision: 1 }
    : { revision: (run.lineage?.revision ?? 1) + 1, revises: before.hash };
}

/** The version that a plan proposed now would take the place of. */
export function planBefore(run: Run): Plan | undefined {
  return run.plan === undefined || run.plan.hash === run.accepted?.hash ? undefined : run.plan;
}

export function lineageAfter(
  before: Lineage | undefined,
  event: {
    readonly plan: Plan;
    readonly revision?: number;
    readonly revises?: string;
    readonly changes?: string;
  },
): Lineage {
  const first = event.revises === undefined ? undefined : before?.first;
  return {
    revision: event.revision ?? 1,
    first: first ?? sizeOf(event.plan),
    ...(event.changes === undefined ? {} : { changes: event.changes }),
  };
}

/** A person's edit is the next version of the plan it was made from. */
export function editedLineage(before: Lineage | undefined, plan: Plan): Lineage {
  return { revision: (before?.revision ?? 1) + 1, first: before?.first ?? sizeOf(plan) };
}

const growthMax = 2;

/** A plan that grows from version to version is running away from its ticket: said, for audits and people to judge. */
export function growthOf(first: PlanSize, plan: Plan): string | undefined {
  const now = sizeOf(plan);
  const grown = now.tasks > growthMax * first.tasks || now.files > growthMax * first.files;
  return grown
    ? `the plan has grown from ${sizeWords(first)} in its first version to ${sizeWords(now)}, more than twice as much`
    : undefined;
}

function sizeWords({ tasks, files }: PlanSize): string {
  return `${tasks} ${tasks === 1 ? 'task' : 'tasks'} and ${files} ${files === 1 ? 'file' : 'files'}`;
}

/** What is other in a plan, one line each; empty where at most its wording is. */
export function changesBetween(before: Plan, after: Plan): readonly string[] {
  const changes = tableChanges(before, after);
  if (changes.length > 0 || before.substance === undefined || before.substance === after.substance) {
    return changes;
  }
  return ['what its tasks, risks or questions say; the table of tasks is the same'];
}

function tableChanges(before: Plan, after: Plan): readonly string[] {
  const old = new Map(before.tasks.map((task) => [task.id, task]));
  const ids = new Set(after.tasks.map((task) => task.id));
  return [
    ...after.tasks.flatMap((task) => taskChange(old.get(task.id), task)),
    ...before.tasks.filter((task) => !ids.has(task.id)).map((task) => `task ${task.id} is gone`),
    ...valueChange('tier', before.tier, after.tier),
    ...valueChange('confidence', before.confidence, after.confidence),
    ...riskChanges(before.risks, after.risks),
    ...valueChange('open questions', before.openQuestions, after.openQuestions),
    ...listChange('grants', before.grants, after.grants),
    ...listChange('announced tests', announcedIn(before), announcedIn(after)),
    ...valueChange('kind', before.kind ?? 'behaviour', after.kind ?? 'behaviour'),
    ...(JSON.stringify(before.validation) === JSON.stringify(after.validation)
      ? []
      : ['validation policy: another']),
  ];
}

function announcedIn({ announces = [] }: Plan): readonly string[] {
  return announces.map(({ file, test }) => `${file} '${test}'`);
}

function taskChange(before: Task | undefined, after: Task): readonly string[] {
  if (before === undefined) return [`task ${after.id} is new: ${after.title}`];
  const changes = [
    ...(before.title === after.title ? [] : ['another title']),
    ...listChange('files', before.files, after.files),
    ...listChange('tests', before.tests, after.tests),
    ...listChange('creates', before.creates ?? [], after.creates ?? []),
    ...valueChange('changed lines', before.changedLines, after.changedLines),
    ...listChange('depends on', before.dependsOn, after.dependsOn),
    ...valueChange('executor', executorOf(before), executorOf(after)),
    ...listChange('verified by', before.verification, after.verification),
    ...listChange('covers', before.criteria, after.criteria),
    ...listChange('keeps', before.mandates ?? [], after.mandates ?? []),
    ...(before.destructive === after.destructive
      ? []
      : [after.destructive ? 'destructive now' : 'no longer destructive']),
  ];
  return changes.length === 0 ? [] : [`task ${after.id}: ${changes.join('; ')}`];
}

function executorOf({ executor, speciality }: Task): string {
  return speciality === undefined ? executor : `${executor} (${speciality})`;
}

function riskChanges(before: readonly Risk[], after: readonly Risk[]): readonly string[] {
  const old = new Map(before.map((risk) => [risk.category, riskWords(risk)]));
  const now = new Map(after.map((risk) => [risk.category, riskWords(risk)]));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((category) =>
    valueChange(`risk ${category}`, old.get(category), now.get(category)),
  );
}

function riskWords({ impact, resolved }: Risk): string {
  return `${impact}${resolved ? ', resolved' : ', open'}`;
}

function valueChange(
  what: string,
  before: string | number | undefined,
  after: string | number | undefined,
): readonly string[] {
  return before === after ? [] : [`${what}: ${before ?? 'not said'} → ${after ?? 'not said'}`];
}

function listChange(what: string, before: readonly string[], after: readonly string[]): readonly string[] {
  const changes = [
    ...after.filter((item) => !before.includes(item)).map((item) => `+${item}`),
    ...before.filter((item) => !after.includes(item)).map((item) => `-${item}`),
  ];
  return changes.length === 0 ? [] : [`${what} ${changes.join(' ')}`];
}
