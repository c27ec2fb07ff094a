// From a planner's answer, a person's edit or a file handed in to a plan of the core. Everything that code can hold
// against a plan is held against it here, for the planner's sake, in words; the core checks its own half again.

import type { PlanSize } from '../../core/plan/lineage.ts';
import { changesBetween, growthOf, planBefore } from '../../core/plan/lineage.ts';
import type { Plan, Reach } from '../../core/plan/plan.ts';
import { planFiles } from '../../core/plan/plan.ts';
import type { PlanContext } from '../../core/plan/plan-contract.ts';
import { frameProblems, planProblems } from '../../core/plan/plan-contract.ts';
import type { Repository, Run } from '../../core/run.ts';
import { planContext } from '../../core/stages/planning.ts';
import type { PlanAnswer } from '../../prompts/prompts.ts';
import type { ReadAnswer } from '../answers/answers.ts';
import { oneLine } from '../one-line.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';
import { descriptionProblems } from './plan-descriptions.ts';
import type { PlanPlace } from './plan-facts.ts';
import { factProblems } from './plan-facts.ts';
import { reachOf, reachProblems } from './plan-reach.ts';
import { placesOf, wordProblems } from './forbidden-words.ts';
import { proseProblems } from './prose-facts.ts';
import { problemsText } from '../answers/texts.ts';
import { planSubstance } from './plan-substance.ts';
import { planText } from './plan-text.ts';
import { planTier } from './plan-tier.ts';

export type ReadPlan =
  | { readonly ok: true; readonly result: { readonly answer: 'plan'; readonly plan: Plan } }
  | { readonly ok: false; readonly problems: readonly string[] };

export type PlanParts = Pick<EffectParts, 'blobs' | 'screener' | 'workspaces'>;

/** What a plan is held against, besides itself. */
export interface PlanBasis extends PlanPlace {
  readonly context: PlanContext;
  /** The words of the ticket. */
  readonly ticket: string;
  /** The version it would take the place of, and how large the first one was. */
  readonly before?: { readonly plan: Plan; readonly first?: PlanSize };
}

export async function planFrom(parts: PlanParts, answer: PlanAnswer, basis: PlanBasis): Promise<ReadPlan> {
  const { tasks } = answer;
  if (isTooLong(answer, basis)) {
    return { ok: false, problems: planProblems(await asPlan(parts, answer), basis.context) };
  }
  const files = await parts.workspaces.listFiles(basis.repository, basis.commit);
  const limits = basis.context.policy.plan;
  const plan = await asPlan(parts, answer, reachOf(tasks, files, limits));
  const problems = [
    ...planProblems(plan, basis.context),
    ...(await borderProblems(parts, answer, plan, { ...basis, files })),
    ...tasks.flatMap((task) => reachProblems(task, files, limits)),
  ];
  return problems.length === 0 ? { ok: true, result: { answer: 'plan', plan } } : { ok: false, problems };
}

/** What a role proposes: a plan, told with what is other in it than before, or a draft that holds but for its tasks. */
export async function proposalFrom(
  parts: PlanParts,
  answer: PlanAnswer,
  basis: PlanBasis,
): Promise<ReadAnswer> {
  const read = await planFrom(parts, answer, basis);
  if (read.ok) {
    const changes = await changesFrom(parts, read.result.plan, basis);
    return { ok: true, result: { ...read.result, ...(changes === undefined ? {} : { changes }) } };
  }
  if (answer.tasks.length > 0 || (await frameFaults(parts, answer, basis)).length > 0) return read;
  const [draft, problems] = await Promise.all([
    keepText(parts, JSON.stringify(answer, undefined, 2)),
    keepText(parts, problemsText(read.problems)),
  ]);
  return { ok: true, result: { answer: 'draft', draft, problems } };
}

/** Of a plan of hundreds of tasks nothing more than that is told, and nothing is looked up. */
function isTooLong(answer: PlanAnswer, { context }: PlanBasis): boolean {
  return answer.tasks.length > context.policy.plan.tasksMax;
}

async function borderProblems(
  parts: PlanParts,
  answer: PlanAnswer,
  plan: Plan,
  basis: PlanBasis & { readonly files: readonly string[] },
): Promise<readonly string[]> {
  return [
    ...wordProblems(answer, basis.ticket),
    ...descriptionProblems(answer),
    ...secretPaths(parts, plan),
    ...(await factProblems(parts.workspaces, answer, basis)),
    ...(await proseProblems(parts.workspaces, placesOf(answer), { ...basis, planned: plannedIn(plan) })),
  ];
}

/** What tasks may touch, and what they make. */
export function plannedIn(plan: Pick<Plan, 'tasks'>): readonly string[] {
  return [...planFiles(plan), ...plan.tasks.flatMap(({ creates = [] }) => creates)];
}

async function frameFaults(
  parts: PlanParts,
  answer: PlanAnswer,
  basis: PlanBasis,
): Promise<readonly string[]> {
  const plan = await asPlan(parts, answer);
  const files = await parts.workspaces.listFiles(basis.repository, basis.commit);
  return [
    ...frameProblems(plan, basis.context),
    ...(await borderProblems(parts, answer, plan, { ...basis, files })),
  ];
}

async function changesFrom(parts: PlanParts, plan: Plan, { before }: PlanBasis): Promise<string | undefined> {
  if (before === undefined) return undefined;
  const changes = changesBetween(before.plan, plan);
  const growth = before.first === undefined ? undefined : growthOf(before.first, plan);
  const lines = [
    ...(growth === undefined ? [] : [`- Finding: ${growth}`]),
    ...(changes.length === 0 ? ['- Only words changed.'] : changes.map((change) => `- ${change}`)),
  ];
  return keepText(parts, `# What changed since the plan before\n\n${lines.join('\n')}\n`);
}

/** A plan of a run is made for its head, which is its base until something is integrated. */
export async function basisOf(
  parts: Pick<PlanParts, 'blobs'>,
  run: Run,
  { repository, head }: Repository,
): Promise<PlanBasis> {
  const ticket = run.ticket === undefined ? undefined : await parts.blobs.get(run.ticket.blob);
  const before = planBefore(run);
  const first = run.lineage?.first;
  return {
    context: planContext(run),
    repository,
    commit: head.commit,
    ticket: ticket ?? '',
    ...(before === undefined ? {} : { before: { plan: before, ...(first === undefined ? {} : { first }) } }),
  };
}

async function asPlan(parts: PlanParts, answer: PlanAnswer, reach?: Reach): Promise<Plan> {
  const tasks = answer.tasks.map((task) => ({
    id: task.id,
    title: oneLine(parts, task.title),
    files: task.files,
    tests: task.tests,
    ...(task.creates === undefined || task.creates.length === 0 ? {} : { creates: task.creates }),
    ...(task.changedLines === undefined ? {} : { changedLines: task.changedLines }),
    dependsOn: task.dependsOn,
    executor: task.executor,
    ...(task.speciality === undefined ? {} : { speciality: task.speciality }),
    verification: task.verification,
    criteria: task.covers,
    ...(task.mandates === undefined || task.mandates.length === 0 ? {} : { mandates: task.mandates }),
    destructive: task.destructive,
  }));
  const blob = await keepText(parts, planText(answer, reach));
  return {
    hash: blob,
    blob,
    source: await keepText(parts, JSON.stringify(answer)),
    substance: planSubstance(answer, (text) => parts.screener.redact(text).text),
    tier: planTier({ tasks, ...(reach === undefined ? {} : { reach }) }),
    confidence: answer.confidence,
    tasks,
    risks: answer.risks.map(({ category, impact, resolved }) => ({ category, impact, resolved })),
    openQuestions: answer.openQuestions.length,
    ...(answer.openQuestions.length > 0 && answer.openQuestions.every(isRecommended)
      ? { recommended: true as const }
      : {}),
    grants: answer.grants,
    ...(answer.announces === undefined || answer.announces.length === 0
      ? {}
      : { announces: answer.announces.map(({ file, test }) => ({ file, test: oneLine(parts, test) })) }),
    ...(answer.kind === undefined || answer.kind === 'behaviour' ? {} : { kind: answer.kind }),
    ...(answer.validationPolicy === undefined ? {} : { validation: answer.validationPolicy }),
    ...(reach === undefined ? {} : { reach }),
  };
}

/** An open question that says how its planner would answer it. */
function isRecommended(question: string): boolean {
  return /\brecommended:\s*\S/i.test(question);
}

/** Paths go into the journal and to the forge as they are, so they are refused where other text would be redacted. */
function secretPaths(parts: PlanParts, plan: Plan): readonly string[] {
  const paths = [...planFiles(plan), ...plan.grants, plan.validation?.workingDirectory ?? '.'];
  return paths.some((path) => parts.screener.redact(path).text !== path)
    ? ['a path of the plan looks like a secret; choose another name']
    : [];
}
