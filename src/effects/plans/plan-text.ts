// A plan in words, for the person who approves it and the roles that audit it: first the whole, then each task. Pure.
// Artifacts find a task again by its heading and its lists, so those stay as they are.

import type { Reach } from '../../core/plan/plan.ts';
import { planSize, waves } from '../../core/plan/plan.ts';
import type { PlanAnswer } from '../../prompts/prompts.ts';
import { testPlace } from '../../tamper/test-files.ts';
import { list, section } from '../answers/texts.ts';
import { planTier } from './plan-tier.ts';

type Task = PlanAnswer['tasks'][number];

export function planText(plan: PlanAnswer, reach?: Reach): string {
  return [
    '# Plan',
    '',
    plan.summary,
    '',
    sizeLine(plan, reach),
    `- Confidence: ${plan.confidence}`,
    ...(plan.kind === undefined || plan.kind === 'behaviour'
      ? []
      : [`- Kind: ${plan.kind}; no new test has to be red without the change`]),
    '',
    ...section('Tasks', taskTable(plan.tasks)),
    ...section('Order', orderLines(plan.tasks)),
    ...plan.tasks.flatMap((task) => [...taskLines(task), '']),
    ...section('Risks', plan.risks.map(riskLine)),
    ...section(
      'Open questions',
      plan.openQuestions.map((question) => `- ${question}`),
    ),
    ...section(
      'Protected paths, tests and checks this plan asks leave to change',
      plan.grants.map(
        (path) => `- \`${path}\`${isTestPath(path) ? ' (tests: they may be weakened or removed)' : ''}`,
      ),
    ),
    ...section(
      'Tests that fail once this is done, because the ticket wants it so',
      (plan.announces ?? []).map(({ file, test, reason }) => `- \`${file}\`, '${test}': ${reason}`),
    ),
    ...section('Taken for granted', grantedLines(plan.tasks)),
    ...section('How it is validated', validationLines(plan)),
  ].join('\n');
}

function isTestPath(path: string): boolean {
  return testPlace(path) === 'named' || /(?:^|\/)(?:tests?|__tests__|specs?|t)\//.test(path);
}

function sizeLine({ tasks }: PlanAnswer, reach: Reach | undefined): string {
  const plan = { tasks, ...(reach === undefined ? {} : { reach }) };
  const files = planSize(plan);
  const lines = tasks.reduce((sum, task) => sum + (task.changedLines ?? 0), 0);
  const about = lines === 0 ? '' : `, about ${lines} changed lines`;
  const counts = reach === undefined ? '' : '; folders and globs count what they stand for now';
  return `- Size: ${counted(tasks.length, 'task')}, ${counted(files, 'file')} (${planTier(plan)})${about}${counts}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** One row a task; a table of one row says nothing that the task does not. */
function taskTable(tasks: readonly Task[]): readonly string[] {
  if (tasks.length < 2) return [];
  const rows = tasks.map((task) => [
    task.id,
    task.title.replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`),
    String(task.files.length + task.tests.length),
    task.dependsOn.length === 0 ? '-' : task.dependsOn.join(', '),
    task.executor,
    task.covers.length === 0 ? '-' : task.covers.join(', '),
  ]);
  return aligned([['Task', 'What', 'Files', 'After', 'By', 'Covers'], ...rows]);
}

const cellCharsMax = 60;

/** Columns of the same width, so that the table reads well where nobody renders it. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const [head = []] = rows;
  const widths = head.map((_, column) =>
    Math.min(cellCharsMax, Math.max(3, ...rows.map((row) => row[column]?.length ?? 0))),
  );
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [
    ...lines.slice(0, 1),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...lines.slice(1),
  ];
}

/** What a task of an earlier plan brought is there already. */
function orderLines(tasks: readonly Task[]): readonly string[] {
  const ids = new Set(tasks.map((task) => task.id));
  const before = tasks.flatMap((task) => task.dependsOn.filter((id) => !ids.has(id)));
  const { waves: order } = waves(tasks, before);
  if (order.length === 0 || tasks.length < 2) return [];
  return order.map(
    (wave, index) => `${index + 1}. ${wave.join(', ')}${wave.length > 1 ? ' (at the same time)' : ''}`,
  );
}

function taskLines(task: Task): readonly string[] {
  const creates = task.creates ?? [];
  return [
    `## Task ${task.id}: ${task.title}`,
    '',
    task.description,
    '',
    `- Files: ${list(task.files)}`,
    ...(creates.length === 0 ? [] : [`- New: ${list(creates)}`]),
    `- Tests: ${list(task.tests)}`,
    ...(task.changedLines === undefined ? [] : [`- Changed lines: about ${task.changedLines}`]),
    `- Depends on: ${list(task.dependsOn)}`,
    `- Executor: ${task.executor}${task.speciality === undefined ? '' : ` (${task.speciality})`}`,
    `- Verified by: ${list(task.verification)}`,
    `- Covers: ${list(task.covers)}`,
    ...(task.mandates === undefined || task.mandates.length === 0 ? [] : [`- Keeps: ${list(task.mandates)}`]),
    ...(task.destructive ? ['- Destructive: yes'] : []),
    ...task.successCriteria.map((criterion) => `- Done when: ${criterion}`),
  ];
}

function riskLine({ category, impact, resolved, note }: PlanAnswer['risks'][number]): string {
  const how = impact === 'NONE' ? 'does not apply' : `${impact}${resolved ? '' : ', open'}`;
  return `- ${category} (${how}): ${note}`;
}

/** Only a plan whose assumptions hold is kept, so what stands here was looked up. */
function grantedLines(tasks: readonly Task[]): readonly string[] {
  const lines = tasks.flatMap((task) =>
    (task.assumes ?? []).map(
      ({ kind, name, file }) =>
        `- ${kind} \`${name}\`${file === undefined ? '' : ` in \`${file}\``} (task ${task.id})`,
    ),
  );
  return lines.length === 0
    ? []
    : ['Slipway looked each of these up at the commit the plan is made for.', '', ...lines];
}

function validationLines({ validationPolicy }: PlanAnswer): readonly string[] {
  if (validationPolicy === undefined) return [];
  const { workingDirectory, checksPerTask, knownFailures } = validationPolicy;
  return [
    `- In: \`${workingDirectory}\``,
    `- After each task, beside build, tests and lint: ${list(checksPerTask)}`,
    `- Said to fail already: ${list(knownFailures)}`,
  ];
}
