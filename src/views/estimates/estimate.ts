// What a run, or the rest of one, will probably take, from the runs this repository has seen. Pure: it is given
// summaries, which are kept beside the journal, and reads no events.
//   ESTIMATE-1. Money that nobody told is never called nothing: it is said that some is unknown.
//   ESTIMATE-2. An estimate says how many runs it is made from; none is a guess and is called one.

import { isOfKind } from '../../core/pipeline/pipeline.ts';
import type { Role } from '../../core/roles/modes.ts';
import type { RunSummary } from '../run/summary.ts';

export interface Range {
  readonly least: number;
  readonly most: number;
}

/** What the runs of a repository took. */
export interface History {
  readonly runs: number;
  readonly launches: Range;
  /** Attempts and reviews, by task. */
  readonly workPerTask: Range;
  readonly msPerLaunch: number;
  /** Of the launches that told; undefined where none did. */
  readonly usdPerLaunch?: number;
  /** Launches that told no cost. */
  readonly untold: boolean;
}

export interface Estimate {
  readonly launches: Range;
  readonly agentMs?: Range;
  readonly usd?: Range;
  /** Some of the money stays unknown. */
  readonly untold: boolean;
  readonly runs: number;
}

/** The newest runs say most about the next one. */
const runsMax = 30;

/** Undefined where no run here has been through its work. */
export function historyOf(summaries: readonly RunSummary[]): History | undefined {
  const runs = summaries
    .filter(wentThrough)
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
    .slice(0, runsMax);
  if (runs.length === 0) return undefined;
  const launches = sum(runs.map((run) => run.launches));
  const untold = sum(runs.map((run) => run.launchesWithoutUsd));
  const usd = sum(runs.map((run) => run.usd));
  return {
    runs: runs.length,
    launches: middleOf(runs.map((run) => run.launches)),
    workPerTask: middleOf(runs.map((run) => workIn(run) / run.tasksTotal)),
    msPerLaunch: sum(runs.map((run) => run.agentMs)) / launches,
    ...(launches > untold ? { usdPerLaunch: usd / (launches - untold) } : {}),
    untold: untold > 0,
  };
}

/** A run whose change is on its way into the branch has launched all it will, whether it is merged yet or not. */
function wentThrough({ status, stage, tasksDone, tasksTotal, launches }: RunSummary): boolean {
  const delivered = isOfKind(stage, 'following', 'merging');
  const done = tasksTotal > 0 && tasksDone === tasksTotal && launches > 0;
  return done && (status === 'completed' || (delivered && status === 'waiting'));
}

const workers: readonly Role[] = ['implementer', 'tester', 'documenter', 'reviewer'];

function workIn({ roles }: RunSummary): number {
  return sum(workers.map((role) => roles[role] ?? 0));
}

/** The middle half of the numbers: what is rare is not what will probably be. */
function middleOf(values: readonly number[]): Range {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round((sorted.length - 1) * share)] ?? 0;
  return sorted.length < 4 ? { least: at(0), most: at(1) } : { least: at(0.25), most: at(0.75) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A whole run, from its ticket on. */
export function estimateRun(history: History, launchesMax: number): Estimate {
  return estimated(history, history.launches, launchesMax);
}

/** What is left once the plan is approved. */
export function estimateRest(
  history: History,
  plan: { readonly tasks: number; readonly launchesLeft: number },
): Estimate {
  const { least, most } = history.workPerTask;
  const launches = {
    least: Math.max(1, Math.round(least * plan.tasks)),
    most: Math.max(1, Math.ceil(most * plan.tasks)),
  };
  return estimated(history, launches, plan.launchesLeft);
}

function estimated(history: History, { least, most }: Range, launchesMax: number): Estimate {
  const { runs, untold, msPerLaunch, usdPerLaunch } = history;
  const launches = { least: Math.min(least, launchesMax), most: Math.min(most, launchesMax) };
  return {
    runs,
    untold,
    launches,
    agentMs: times(launches, msPerLaunch),
    ...(usdPerLaunch === undefined ? {} : { usd: times(launches, usdPerLaunch) }),
  };
}

function times({ least, most }: Range, each: number): Range {
  return { least: least * each, most: most * each };
}

const minuteMs = 60_000;

/** One line, with how far it is to be believed (ESTIMATE-2). */
export function estimateWords(estimate: Estimate): string {
  const { launches, agentMs, usd, untold, runs } = estimate;
  const parts = [
    `${between(launches, String)} ${launches.most === 1 ? 'launch' : 'launches'}`,
    ...(agentMs === undefined ? [] : [`${between(agentMs, minutes)} min of agent time`]),
    ...(usd === undefined ? [] : [`${between(usd, dollars)}${untold ? ' of known cost' : ''}`]),
    ...(usd === undefined && untold ? ['cost unknown'] : []), // ESTIMATE-1
  ];
  return `${parts.join(', ')} (${confidenceWords(runs)})`;
}

function between({ least, most }: Range, words: (value: number) => string): string {
  const [from, to] = [words(least), words(most)];
  return from === to ? to : `${from} to ${to}`;
}

function minutes(ms: number): string {
  return String(Math.max(1, Math.round(ms / minuteMs)));
}

function dollars(usd: number): string {
  return `$${usd.toFixed(2)}`;
}

export function confidenceWords(runs: number): string {
  if (runs === 0) return 'a guess: no run has ended here yet';
  return runs === 1 ? 'from 1 run here, which says little' : `from ${runs} runs here`;
}
