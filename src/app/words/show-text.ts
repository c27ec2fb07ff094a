// What a run holds, for reading: an overview, and each part in full. Pure; texts are given. Everything that came from
// outside is made safe for a terminal here.

import type { Evidence } from '../../core/evidence/evidence.ts';
import type { Gate } from '../../core/gates/gate.ts';
import type { Run } from '../../core/run.ts';
import { openGates } from '../../core/run.ts';
import type { Verdict } from '../../core/roles/verdict.ts';
import { blocking, effective } from '../../core/roles/verdict.ts';
import type { PullRequestRecord } from '../../forges/forge.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { lineWords } from '../../views/words/effect-words.ts';
import { validationWords } from '../../views/words/finding-words.ts';
import { nameOf } from '../../views/words/gate-name.ts';
import { seenWord } from '../../views/words/seen-word.ts';
import { gateCommands, nextLines } from './next.ts';
import { openGateOf } from './unseen-words.ts';
import type { Style } from './style.ts';
import { table } from './columns.ts';
import { duration, plural, short } from '../../views/words/words.ts';
import type { RecordedEvent } from '../../views/events/recorded-event.ts';

export const parts = ['ticket', 'analysis', 'plan', 'design', 'review', 'evidence', 'gate', 'pr'] as const;
export type Part = (typeof parts)[number];

export function existing(run: Run, verdicts: readonly ToldVerdict[]): readonly Part[] {
  const there: Readonly<Record<Part, boolean>> = {
    ticket: run.ticket !== undefined,
    analysis: run.analysis !== undefined,
    plan: run.plan !== undefined,
    design: run.design !== undefined,
    review: verdicts.length > 0,
    evidence: run.evidence.length > 0 || run.tasks.some((state) => state.evidence.length > 0),
    gate: run.ended === undefined && openGates(run).length > 0,
    pr: run.repositories.some((repository) => repository.pullRequest !== undefined),
  };
  return parts.filter((part) => there[part]);
}

export function renderOverview(run: Run, verdicts: readonly ToldVerdict[], style: Style): string {
  return [
    section(style, 'Ticket', ticketLines(run)),
    section(style, 'Plan', planLines(run)),
    section(style, 'Verdicts', verdicts.map(verdictLine)),
    section(style, 'Evidence', [
      renderEvidence(
        {
          evidence: run.evidence,
          tasks: run.tasks.map(({ task, evidence }) => ({ task: task.id, evidence })),
        },
        style,
      ),
    ]),
    section(style, 'Decisions', decisionLines(run)),
    section(style, 'Pull request', pullRequestLines(run)),
  ].join('');
}

function section(style: Style, title: string, lines: readonly string[]): string {
  const text = lines.join('');
  return text === '' ? '' : `\n${style.dim(title)}\n${text}`;
}

function ticketLines({ ticket, source }: Run): readonly string[] {
  if (ticket === undefined) return [`  not read yet (${source.tracker})\n`];
  const { id, type, screening, criteria } = ticket;
  return [
    `  ${forTerminal(id)}, ${type}, screening ${screening}, ${plural(criteria.length, 'acceptance criterion', 'acceptance criteria')}\n`,
  ];
}

function planLines({ plan, tasks }: Run): readonly string[] {
  if (plan === undefined) return [];
  const shown =
    tasks.length > 0
      ? tasks.map(({ task, at }) => ({ task, at }))
      : plan.tasks.map((task) => ({ task, at: 'planned' }));
  return [
    `  ${plural(plan.tasks.length, 'task')}, tier ${plan.tier}, confidence ${plan.confidence}\n`,
    ...shown.map(
      ({ task, at }) =>
        `  ${forTerminal(task.id)} (${at}): ${forTerminal(task.title)} [${forTerminal([...task.files, ...task.tests].join(', '))}]\n`,
    ),
  ];
}

export interface ToldVerdict {
  readonly subject: string;
  readonly verdict: Verdict;
}

export function verdictsOf(events: readonly RecordedEvent[]): readonly ToldVerdict[] {
  return events.flatMap(({ event }) =>
    event.type === 'verdict.recorded' ? [{ subject: event.subject, verdict: event.verdict }] : [],
  );
}

function verdictLine({ subject, verdict }: ToldVerdict): string {
  const open = blocking(verdict).length;
  const counts = `${plural(verdict.findings.length, 'finding')}${open === 0 ? '' : `, ${open} blocking`}`;
  return `  ${subjectWords(subject)}: ${effective(verdict)} by the ${verdict.role} (${counts})\n`;
}

function subjectWords(subject: string): string {
  return subject === 'run' ? 'whole change' : forTerminal(lineWords(subject));
}

export function renderReviews(
  verdicts: readonly (ToldVerdict & { readonly text?: string | undefined })[],
): string {
  const texts = verdicts.map(({ subject, verdict, text }) => {
    const rejected = verdict.findings.filter((finding) => finding.validation !== 'confirmed');
    const notes = rejected.map(
      (finding) => `- not confirmed by code (${validationWords(finding)}): ${forTerminal(finding.title)}\n`,
    );
    const head = `---- ${subjectWords(subject)}, by the ${verdict.role} ----\n`;
    return `${head}${blobText(verdict.blob, text)}${notes.join('')}`;
  });
  return texts.join('\n');
}

interface AllEvidence {
  readonly evidence: readonly Evidence[];
  readonly tasks: readonly { readonly task: string; readonly evidence: readonly Evidence[] }[];
}

/** The evidence that counts: of every task, and of the whole change. */
function evidenceOf({ evidence, tasks }: AllEvidence): readonly (readonly [string, Evidence])[] {
  const ofTasks = tasks.flatMap((state) =>
    state.evidence.map((item): [string, Evidence] => [`task ${state.task}`, item]),
  );
  return [...ofTasks, ...evidence.map((item): [string, Evidence] => ['whole change', item])];
}

export function renderEvidence(all: AllEvidence, style: Style): string {
  return table(
    evidenceOf(all).map(([subject, item]) => [
      `  ${forTerminal(subject)}`,
      forTerminal(item.check),
      item.verdict === 'PASS' ? style.green(item.verdict) : style.red(item.verdict),
      countWords(item),
      item.reused === true ? 'not run again' : duration(item.ms),
      `tree ${short(item.tree)}`,
    ]),
  );
}

function countWords({ counts, because, exit }: Evidence): string {
  if (counts === undefined) return because === 'exit' && exit !== undefined ? `exit ${exit}` : because;
  const { passed, failed, skipped } = counts;
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

function decisionLines(run: Run): readonly string[] {
  return run.gates.flatMap((gate) => {
    if (gate.decision === undefined) return [];
    const { answer, by } = gate.decision;
    return [`  ${gate.id}, ${forTerminal(nameOf(gate))}: ${answer} by ${forTerminal(by.who)}\n`];
  });
}

function pullRequestLines(run: Run): readonly string[] {
  return run.repositories.flatMap(({ pullRequest, base }) =>
    pullRequest === undefined
      ? []
      : [
          `  #${pullRequest.number} into ${forTerminal(base.branch)}, ${pullRequest.merged === undefined ? (pullRequest.seen?.state ?? 'open') : 'merged'}\n`,
        ],
  );
}

/** A gate with its text, and what code knows of what is to be decided. */
type AskedGate = Gate & { readonly text?: string | undefined; readonly facts: readonly string[] };

export function renderAsked(run: string, gates: readonly AskedGate[], now: number): string {
  const all = gates.map(openGateOf);
  const texts = gates.map((gate) =>
    [
      `${gate.id}: the ${forTerminal(nameOf(gate))}, open since ${duration(now - gate.openedAt)}\n`,
      `digest ${seenWord(gate)}\n`,
      ...(gate.paths === undefined ? [] : [`files: ${forTerminal(gate.paths.join(', '))}\n`]),
      ...(gate.blob === undefined ? [] : [`\n${blobText(gate.blob, gate.text)}`]),
      ...gate.facts.map((line, index) => `${index === 0 ? '\n' : ''}${line}\n`),
      `\n${nextLines(gateCommands(run, openGateOf(gate), all))}`,
    ].join(''),
  );
  return texts.join('\n');
}

export function renderPullRequest(record: PullRequestRecord, style: Style): string {
  const checks = record.checks.map((check) => [
    `  ${forTerminal(check.name)}`,
    check.conclusion,
    `head ${short(check.head)}`,
  ]);
  return [
    `${style.bold(`#${record.number} ${forTerminal(record.title)}`)}\n`,
    `${record.state}, ${forTerminal(record.branch)} into ${forTerminal(record.target)}, head ${short(record.head)}\n`,
    ...(record.mergeCommit === undefined ? [] : [`merged as ${short(record.mergeCommit)}\n`]),
    ...(record.labels.length === 0 ? [] : [`labels: ${forTerminal(record.labels.join(', '))}\n`]),
    `\n${forTerminal(record.body).trimEnd()}\n`,
    ...(checks.length === 0 ? [] : [`\n${style.dim('Checks')}\n${table(checks)}`]),
    ...record.comments.map(
      (comment) => `\n${style.dim('Comment')}\n${forTerminal(comment.body).trimEnd()}\n`,
    ),
  ].join('');
}

export function blobText(blob: string, text: string | undefined): string {
  return text === undefined
    ? `[this text (${blob}) is gone; \`slipway verify\` says more]\n`
    : `${forTerminal(text).trimEnd()}\n`;
}
