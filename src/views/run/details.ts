// What `status` shows of a run beyond its summary: tasks by wave, who is at work, the last act and the next, failures
// by class, spend against caps. Pure, from the folded state and the events behind it.

import { isOfKind } from '../../core/pipeline/pipeline.ts';
import { effectsDue } from '../../core/effects-due.ts';
import { isLaunch } from '../../core/effects.ts';
import type { RunEvent } from '../../core/events.ts';
import type { FailureClass } from '../../core/failures/failure.ts';
import { waves } from '../../core/plan/plan.ts';
import type { Hold, Run, TaskState } from '../../core/run.ts';
import { openGates, startedIn, taskLine, timesHere } from '../../core/run.ts';
import { ordinalOf } from '../../core/stages/lines.ts';
import type { TaskStatus } from '../artifacts/waves.ts';
import { givenWords, notRunWords } from '../words/not-run-words.ts';
import { baselineWords } from '../words/baseline-words.ts';
import { coverageNotes } from '../words/coverage-words.ts';
import { effectWords } from '../words/effect-words.ts';
import { levelShort } from '../words/level-words.ts';
import { eventWords } from '../events/event-words.ts';
import type { ResumePoint } from './resume.ts';
import { resumeOf } from './resume.ts';
import type { RoundTold } from './rounds.ts';
import { roundsTold } from './rounds.ts';
import { nameOf } from '../words/gate-name.ts';
import type { TimeWait } from './waits.ts';
import { noteWait, noWaitFacts, timeWaits } from './waits.ts';
import type { RecordedEvent } from '../events/recorded-event.ts';

export interface TaskDetails {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  /** More exactly: checking, reviewing, what it waits for. */
  readonly note?: string;
  readonly wave: number;
  readonly attempt: number;
}

export interface AtWork {
  readonly key: string;
  readonly what: string;
  readonly launch: boolean;
  readonly since: number;
}

export interface RunDetails {
  /** When the run came into the stage it is in. */
  readonly enteredAt: number;
  readonly enteredBecause: string;
  /** How often the run has been in this stage, this time included. */
  readonly timesHere: number;
  /** Since when nothing has moved it, where something has to. */
  readonly since: number;
  readonly gates: readonly GateDetails[];
  readonly tasks: readonly TaskDetails[];
  readonly wave?: { readonly now: number; readonly of: number };
  readonly atWork: readonly AtWork[];
  readonly lastAct?: { readonly at: number; readonly what: string };
  readonly nextActs: readonly string[];
  readonly failures: Readonly<Partial<Record<FailureClass, number>>>;
  readonly rounds: Readonly<Record<string, number>>;
  /** Those that have begun: which of how many, and why. */
  readonly roundsTold: readonly RoundTold[];
  /** How strongly its agents and checks are contained, and whether that was in the way. */
  readonly level: string;
  readonly spend: Run['spend'];
  readonly budget: Run['budget'];
  /** How long it has been under way, as its wall clock counts. */
  readonly wallMs: number;
  readonly base: { readonly branch: string; readonly commit: string };
  /** What a person has to know of how the base stands. */
  readonly baseline: readonly string[];
  /** How much of the change tests execute, and why nobody asks for more. */
  readonly coverage: readonly string[];
  readonly head: string;
  /** Only in a run of several. */
  readonly repositories?: readonly RepositoryTold[];
  readonly holds: readonly Hold[];
  /** The times it waits for, the first to end first. */
  readonly waits: readonly TimeWait[];
  /** Where it would go on, and with what unfinished work; none once it is over. */
  readonly resume?: ResumePoint;
  /** How the run ended badly, in the words of its last event. */
  readonly ending?: string;
}

interface RepositoryTold {
  readonly alias: string;
  readonly base: { readonly branch: string; readonly commit: string };
  readonly head: string;
  readonly pullRequest?: number;
}

export interface GateDetails {
  readonly gate: string;
  readonly kind: string;
  readonly name: string;
  readonly subject: string;
  readonly digest: string;
  readonly openedAt: number;
  readonly paths?: readonly string[];
  readonly options?: number;
}

export function detailsOf(run: Run, events: readonly RecordedEvent[]): RunDetails {
  const { base, head } = startedIn(run);
  const wave = waveOf(run);
  const lastAct = lastActOf(run, events);
  const ending = endingOf(run, events);
  const resume = resumeOf(run, events);
  return {
    enteredAt: run.visit.enteredAt,
    enteredBecause: run.visit.because,
    timesHere: timesHere(run),
    since: sinceOf(run, events),
    gates: gatesOf(run),
    tasks: tasksOf(run),
    ...(wave === undefined ? {} : { wave }),
    atWork: atWorkOf(run, events),
    ...(lastAct === undefined ? {} : { lastAct }),
    nextActs: nextActsOf(run),
    failures: failuresOf(events),
    rounds: run.rounds,
    roundsTold: roundsTold(run, events),
    level: levelOf(run, events),
    spend: run.spend,
    budget: run.budget,
    wallMs: run.wall.passedMs,
    base: { branch: base.branch, commit: base.commit },
    baseline: [...baselineWords(run), ...givenWords(run), ...notRunWords(run)],
    coverage: coverageNotes(run),
    head: head.commit,
    ...repositoriesOf(run),
    holds: run.holds,
    waits: timeWaits(run, events.reduce(noteWait, noWaitFacts)),
    ...(resume === undefined ? {} : { resume }),
    ...(ending === undefined ? {} : { ending }),
  };
}

/** Where there are several: where each of them stands. */
function repositoriesOf({ repositories }: Run): Pick<RunDetails, 'repositories'> {
  if (repositories.length === 1) return {};
  return {
    repositories: repositories.map(({ alias, base, head, pullRequest }) => ({
      alias,
      base: { branch: base.branch, commit: base.commit },
      head: head.commit,
      ...(pullRequest === undefined ? {} : { pullRequest: pullRequest.number }),
    })),
  };
}

function gatesOf(run: Run): readonly GateDetails[] {
  if (run.ended !== undefined) return [];
  return openGates(run).map((gate) => ({
    gate: gate.id,
    kind: gate.kind,
    name: nameOf(gate),
    subject: gate.subject,
    digest: gate.digest,
    openedAt: gate.openedAt,
    ...(gate.paths === undefined ? {} : { paths: gate.paths }),
    ...(gate.options === undefined ? {} : { options: gate.options }),
  }));
}

function tasksOf(run: Run): readonly TaskDetails[] {
  const depth = depths(run);
  return run.tasks.map((state) => {
    const { id, title } = state.task;
    const { status, note } = standing(run, state);
    return {
      id,
      title,
      status,
      ...(note === undefined ? {} : { note }),
      wave: depth.get(id) ?? 1,
      attempt: attemptOf(run, state),
    };
  });
}

/** The attempt that is under way, comes next, or was the last. */
function attemptOf(run: Run, { task, at }: TaskState): number {
  const next = ordinalOf(run, taskLine(task.id));
  return at === 'failed' ? Math.max(1, next - 1) : next;
}

/** The wave of every task, by depth, as if nothing were done yet. */
function depths(run: Run): ReadonlyMap<string, number> {
  const found = waves(
    run.tasks.map((state) => state.task),
    [],
  ).waves;
  return new Map(found.flatMap((ids, index) => ids.map((id): [string, number] => [id, index + 1])));
}

/** The first wave with something left to do, of all waves. */
function waveOf(run: Run): RunDetails['wave'] {
  if (!isOfKind(run.visit.stage, 'working') || run.tasks.length === 0) return undefined;
  const depth = depths(run);
  const open = run.tasks
    .filter((state) => state.at !== 'integrated' && state.at !== 'dropped')
    .map((state) => depth.get(state.task.id) ?? 1);
  const of = Math.max(1, ...depth.values());
  return { now: open.length === 0 ? of : Math.min(...open), of };
}

function standing(run: Run, state: TaskState): { readonly status: TaskStatus; readonly note?: string } {
  switch (state.at) {
    case 'todo': {
      const note = waitOf(run, state);
      return note === undefined ? { status: 'pending' } : { status: 'waiting', note };
    }
    case 'taken':
      return { status: 'waiting', note: 'in the hands of a person' };
    case 'given':
    case 'working':
      return { status: 'running' };
    case 'checking':
    case 'reviewing':
      return { status: 'running', note: state.at };
    case 'accepted':
    case 'integrated':
    case 'failed':
    case 'dropped':
      return { status: state.at };
    case 'replan':
      return { status: 'waiting', note: 'has to be planned again' };
  }
}

function waitOf(run: Run, { task, breach }: TaskState): string | undefined {
  const line = taskLine(task.id);
  if (breach !== undefined) return 'for leave to touch more files';
  if (run.questions.some((item) => item.line === line && item.answer === undefined)) return 'for an answer';
  if (run.holds.some((hold) => hold.line === line)) return 'before it is tried again';
  const asked = openGates(run).some((gate) => gate.kind === 'destructive' && gate.subject === task.id);
  return asked ? 'for leave to destroy' : undefined;
}

/** What is in flight; waits and files for people are nobody's work. */
function atWorkOf(run: Run, events: readonly RecordedEvent[]): readonly AtWork[] {
  const begunAt = new Map<string, number>();
  for (const { event, at } of events) if (event.type === 'effect.begun') begunAt.set(event.effect.key, at);
  return run.inFlight
    .filter((effect) => effect.kind !== 'wait-until' && effect.kind !== 'write-artifacts')
    .map((effect) => ({
      key: effect.key,
      what: effectWords(effect),
      launch: isLaunch(effect.kind),
      since: begunAt.get(effect.key) ?? run.startedAt,
    }));
}

const quiet: ReadonlySet<RunEvent['type']> = new Set<RunEvent['type']>([
  'command.taken',
  'effect.begun',
  'effect.ended',
]);

/** The last thing that changed something: the beginning and the end of an effect are told by what came of it. */
function lastActOf(run: Run, events: readonly RecordedEvent[]): RunDetails['lastAct'] {
  const last = events.findLast(({ event }) => !quiet.has(event.type));
  return last === undefined ? undefined : { at: last.at, what: eventWords(last.event, run) };
}

function nextActsOf(run: Run): readonly string[] {
  const begun = new Set(run.inFlight.map((effect) => effect.key));
  const due = effectsDue(run).filter((effect) => !begun.has(effect.key) && effect.kind !== 'write-artifacts');
  if (due.length > 0) return due.map(effectWords);
  if (run.ended !== undefined) return [];
  return openGates(run).map((gate) => `a person decides: the ${nameOf(gate)}`);
}

function failuresOf(events: readonly RecordedEvent[]): RunDetails['failures'] {
  const counts: Partial<Record<FailureClass, number>> = {};
  for (const { event } of events) {
    if (event.type === 'failure.recorded') counts[event.class] = (counts[event.class] ?? 0) + 1;
  }
  return counts;
}

function levelOf(run: Run, events: readonly RecordedEvent[]): string {
  const last = events.findLast(({ event }) => event.type === 'failure.recorded')?.event;
  const isInTheWay = last?.type === 'failure.recorded' && last.reason === 'box-refused';
  return isInTheWay
    ? `${levelShort(run)}; its box was in the way of an agent: SLIPWAY_LEVEL=open has it work without one`
    : levelShort(run);
}

/** Since when it is as it is: the oldest open gate, the block, the end; else since it entered the stage. */
function sinceOf(run: Run, events: readonly RecordedEvent[]): number {
  const gates = run.ended === undefined ? openGates(run).map((gate) => gate.openedAt) : [];
  if (run.ended === undefined && run.blocked === undefined && gates.length > 0) return Math.min(...gates);
  const turning = events.findLast(({ event }) => turns.has(event.type));
  return turning?.at ?? run.visit.enteredAt;
}

const turns: ReadonlySet<RunEvent['type']> = new Set<RunEvent['type']>([
  'stage.entered',
  'run.blocked',
  'run.paused',
  'run.resumed',
  'run.completed',
  'run.cancelled',
  'run.failed',
]);

function endingOf(run: Run, events: readonly RecordedEvent[]): string | undefined {
  const last = events.findLast(
    ({ event }) =>
      event.type === 'run.failed' || event.type === 'run.cancelled' || event.type === 'run.completed',
  );
  return last === undefined ? undefined : eventWords(last.event, run);
}
