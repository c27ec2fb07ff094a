// What a run reports in a conversation: after every stage, in the order a person goes through them (findings and plan, changes and
// checks, pull request, coverage, triage, ready), whatever it asks, and whatever went wrong. A view of its journal: nothing is stored,
// nothing can be missed, and every surface has the same. Pure.
//
//   REPORTS-1. Nothing fails silently: a failure of an agent, a block and a bad end are told, with what was kept and what comes next.

import { evolve } from '../../core/evolve/evolve.ts';
import { startOf } from '../../core/evolve/start.ts';
import type { EventOf, RunEventType } from '../../core/events.ts';
import type { FailureReason } from '../../core/failures/failure.ts';
import type { Gate } from '../../core/gates/gate.ts';
import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import { isOfKind } from '../../core/pipeline/pipeline.ts';
import { asksForMerge } from '../../core/autonomy.ts';
import { adviceFor } from '../../views/artifacts/failure-words.ts';
import { fingerprintOf } from '../../views/artifacts/trace-id.ts';
import { checkWords } from '../../views/events/event-row.ts';
import type { RecordedEvent } from '../../views/events/recorded-event.ts';
import { blockedWords } from '../../views/words/blocked-words.ts';
import { coverageNotes } from '../../views/words/coverage-words.ts';
import { remedyWords } from '../../views/words/effect-words.ts';
import { nameOf } from '../../views/words/gate-name.ts';
import { capital, duration, list, money, plural } from '../../views/words/words.ts';
import { reasonWords } from '../../views/artifacts/failure-words.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { factsAt } from '../words/gate-texts.ts';

/** One message of a run. Texts are blobs: whoever shows it reads as much of them as there is room for. */
export interface Report {
  readonly id: string;
  readonly at: number;
  readonly run: string;
  readonly lines: readonly string[];
  readonly texts: readonly { readonly name: string; readonly blob: string; readonly fromEnd?: true }[];
  /** What it asks, bound to what was shown. */
  readonly asks?: Gate;
}

/** A button holds it beside the name of a conversation. */
export function gatePreviewId(run: string, { id, digest }: Pick<Gate, 'id' | 'digest'>): string {
  return fingerprintOf(`${run} ${id} ${digest}`);
}

export function reportsOf(events: readonly RecordedEvent[]): readonly Report[] {
  const transcripts = new Map<string, string>();
  const reports: Report[] = [];
  let run: Run | undefined;
  for (const { event, at, seq } of events) {
    const before = run;
    run =
      event.type === 'run.started'
        ? startOf(event, at)
        : evolve(must(run, 'a stream starts with run.started'), event, at);
    if (event.type === 'effect.ended' && event.provenance !== undefined)
      transcripts.set(event.key, event.provenance.transcript);
    const told = toldBy(event.type, event, run, { before, transcripts });
    if (told !== undefined) reports.push({ id: `${run.id}-${seq}`, at, run: run.id, texts: [], ...told });
  }
  return reports;
}

type Told = Pick<Report, 'lines'> & Partial<Pick<Report, 'texts' | 'asks'>>;

interface Around {
  readonly before: Run | undefined;
  readonly transcripts: ReadonlyMap<string, string>;
}

type Tellers = {
  readonly [T in RunEventType]?: (event: EventOf<T>, run: Run, around: Around) => Told | undefined;
};

/** Events that are worth a message; the others are part of what these tell. */
const tellers: Tellers = {
  'run.started': (_event, run) => ({
    lines: [`Investigating: ${forTerminal(run.title)}.`, 'Nothing is changed before there is a plan.'],
  }),
  'gate.opened': ({ gate }, run) => asked(run, gate),
  'stage.entered': entered,
  'stage.skipped': ({ stage, because }) =>
    stage === 'coverage' ? { lines: [`Coverage was left out: ${forTerminal(because)}.`] } : undefined,
  'pull-request.opened': ({ number }, run) => ({
    lines: [
      `Pull request #${number} is open${run.branch === undefined ? '' : `, from ${run.branch}`}. ${afterOpening(run)}`,
    ],
  }),
  'failure.recorded': failed,
  'run.blocked': (_event, run) => ({
    lines: [
      `It is blocked in ${run.visit.stage}: ${forTerminal(blockedWords(run))}.`,
      adviceFor(run.visit.dead?.reason),
      'What was done so far is kept. "retry" lets it go on; what you say besides goes to the agents.',
    ],
  }),
  'run.paused': ({ by }) => ({
    lines: [`Stopped by ${forTerminal(by.who)}. What was done is kept; "continue" lets it go on.`],
  }),
  'run.resumed': ({ by }) => ({ lines: [`It goes on, by word of ${forTerminal(by.who)}.`] }),
  'run.completed': (_event, run) => ({
    lines: [`Done. ${spentWords(run)} \`slipway land ${run.id}\` puts the change into your repository.`],
  }),
  'change.landed': () => ({ lines: ['The change is in your repository.'] }),
  'run.cancelled': ({ by }, run) => ({ lines: [`Ended by ${forTerminal(by.who)}. ${spentWords(run)}`] }),
  'run.failed': ({ because }, run) => ({
    lines: [`It failed: ${forTerminal(because)}. Its journal is kept: slipway explain ${run.id}`],
  }),
};

function toldBy<T extends RunEventType>(
  type: T,
  event: EventOf<T>,
  run: Run,
  around: Around,
): Told | undefined {
  return tellers[type]?.(event, run, around);
}

function spentWords({ spend }: Run): string {
  const { launches, usd } = spend;
  return `Spent: ${money({ launches, usd, launchesWithoutUsd: spend.launchesWithoutUsd })}.`;
}

function afterOpening({ policy }: Run): string {
  return policy.coverage === undefined
    ? 'Reviews come next.'
    : 'How much of the change tests execute is measured next.';
}

function asked(run: Run, id: string): Told | undefined {
  const gate = run.gates.find((item) => item.id === id);
  if (gate === undefined) return undefined;
  const facts = factsAt(run, gate);
  if (gate.kind === 'plan') {
    const lines = ['I looked into it. Here are the findings and the plan.', ...facts, 'Shall I go on?'];
    return { lines, texts: found(run), asks: gate };
  }
  if (gate.kind === 'delivery')
    return {
      lines: [changed(run), ...facts, 'Shall I deliver it as a pull request?'],
      asks: gate,
    };
  if (gate.kind === 'merge') {
    const lines = ['Ready: checks, reviews and everything we ask for agree.', ...facts, 'Shall I merge it?'];
    return { lines, asks: gate };
  }
  return {
    lines: [`It needs you: the ${forTerminal(nameOf(gate))}.`, ...facts],
    texts: gate.blob === undefined ? [] : [{ name: 'what it asks', blob: gate.blob }],
    asks: gate,
  };
}

function found({ analysis, plan }: Run): NonNullable<Told['texts']> {
  return [
    ...(analysis === undefined ? [] : [{ name: 'findings', blob: analysis.blob }]),
    ...(plan === undefined ? [] : [{ name: 'plan', blob: plan.blob }]),
  ];
}

function changed(run: Run): string {
  const done = run.tasks.filter(({ at }) => at === 'integrated');
  return `The changes are done: ${list(
    done.map(({ task }) => forTerminal(task.title)),
    'nothing had to be changed',
  )}.`;
}

function checked({ evidence }: Run): string {
  return evidence.length === 0
    ? 'No check was there to run.'
    : `Checks on exactly this: ${forTerminal(list(evidence.map(checkWords)))}.`;
}

function entered(
  { stage, from, because, round }: EventOf<'stage.entered'>,
  run: Run,
  { before }: Around,
): Told | undefined {
  if (round !== undefined) return { lines: [`Back to ${stage}: ${forTerminal(because)}.`] };
  if (stage === from) return undefined;
  const { policy } = run;
  if (isOfKind(stage, 'working')) {
    const wasAsked = run.gates.some(({ kind }) => kind === 'plan');
    const lines = [`At work: ${plural(run.tasks.length, 'task')}.`];
    return wasAsked
      ? { lines }
      : {
          lines: ['Findings and plan are there; nobody is asked about them here.', ...lines],
          texts: found(run),
        };
  }
  if (isOfKind(stage, 'delivering') && !policy.gates.delivery)
    return { lines: [changed(run), checked(run), 'It is delivered now.'] };
  if (from === 'coverage' && before !== undefined)
    return { lines: [...coverageOr(before), 'What came back on the pull request is looked at next.'] };
  if (isOfKind(stage, 'merging') && !asksForMerge(policy))
    return { lines: ['Triage is done. It is merged as soon as everything we ask for agrees.'] };
  return undefined;
}

/** One that was skipped is told by that. */
function coverageOr(run: Run): readonly string[] {
  const notes = coverageNotes(run).map(forTerminal);
  return notes.length > 0 || run.visit.skipped !== undefined ? notes : ['Coverage: nothing was measured.'];
}

type Failure = EventOf<'failure.recorded'>;

/** REPORTS-1. What checks and reviewers say is part of the work, and told with it. */
function failed(event: Failure, _run: Run, { transcripts }: Around): Told | undefined {
  if (partOfWork.has(event.reason)) return undefined;
  const transcript = transcripts.get(event.key);
  return {
    lines: [
      `${capital(reasonWords[event.reason])}.${more[event.reason] ?? ''}`,
      `What was done so far is kept; ${afterFailure(event)}`,
    ],
    texts: [
      ...(event.detail === undefined ? [] : [{ name: 'why', blob: event.detail }]),
      ...(transcript === undefined ? [] : [{ name: 'raw output', blob: transcript, fromEnd: true as const }]),
    ],
  };
}

function afterFailure({ remedy }: Failure): string {
  if (remedy.type !== 'retry') return `next: ${remedyWords(remedy)}.`;
  return remedy.waitMs === 0
    ? 'it is tried again, told what went wrong.'
    : `it is tried again in ${duration(remedy.waitMs)}.`;
}

/** What checks, reviewers and planners conclude: told with the work it leads to. */
const partOfWork: ReadonlySet<FailureReason> = new Set<FailureReason>([
  'checks-failed',
  'tests-weakened',
  'review-revise',
  'review-reject',
  'replan-asked',
  'conflict',
  'red-together',
]);

const more: Readonly<Partial<Record<FailureReason, string>>> = {
  'no-result': ' This may be a crash, or its login: try the program yourself, and see `slipway agents`.',
  'malformed-answer': ' What it printed stands below, as it is.',
};
