// Why a run is where it is, as data: how it came here, which moves lead out and what they lack, what it waits for, and
// what went wrong on the way. `explain` says it in words. Pure.

import type { BlockedAt } from '../../core/pipeline/blocked-at.ts';
import { blockedAt } from '../../core/pipeline/blocked-at.ts';
import { isOfKind } from '../../core/pipeline/pipeline.ts';
import type { RunEvent } from '../../core/events.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';
import type { FailureClass } from '../../core/failures/failure.ts';
import { mergeConditions } from '../../core/pipeline/conditions.ts';
import type { Gate } from '../../core/gates/gate.ts';
import { isOfDay } from '../../core/gates/gate.ts';
import { changesBetween, growthOf } from '../../core/plan/lineage.ts';
import type { Run } from '../../core/run.ts';
import { openGates, timesHere } from '../../core/run.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import type { RecordedFinding } from '../../core/evidence/tamper.ts';
import { stopping } from '../../core/evidence/tamper.ts';
import type { FewerTests } from '../../core/stages/tampering.ts';
import { fewerHere } from '../../core/stages/tampering.ts';
import { movesOut } from '../../core/pipeline/transitions.ts';
import type { Severity } from '../../core/roles/verdict.ts';
import { effective, pressing } from '../../core/roles/verdict.ts';
import { coverageNotes } from '../words/coverage-words.ts';
import { lineWords, remedyWords } from '../words/effect-words.ts';
import { placeOf } from '../words/finding-words.ts';
import type { RoundTold } from './rounds.ts';
import { roundsTold } from './rounds.ts';
import { nameOf } from '../words/gate-name.ts';
import { whyAsked } from './why-asked.ts';
import type { TimeWait } from './waits.ts';
import { noteWait, noWaitFacts, timeWaits } from './waits.ts';
import type { RecordedEvent } from '../events/recorded-event.ts';

export interface Explanation {
  readonly came: {
    readonly stage: StageName;
    readonly visit: number;
    /** How often it has been there, this time included. */
    readonly timesHere: number;
    readonly from?: StageName;
    readonly because: string;
    readonly at: number;
  };
  /** The loops it has gone through, the one begun last first. */
  readonly rounds: readonly RoundTold[];
  /** Only while the run can still move. */
  readonly moves: readonly MoveOut[];
  readonly waits: readonly Wait[];
  readonly blocked?: string;
  /** Where that is, as far as it is known. */
  readonly blockedAt?: BlockedAt;
  /** What pre-flight found that keeps the run from starting, each with what to do. */
  readonly missing: readonly string[];
  /** While a plan that was revised is looked at. */
  readonly plan?: PlanTold;
  /** On this visit, newest last, at most `failuresMax`. */
  readonly failures: readonly FailureTold[];
  /** What reviewers of this visit hold against the change, where the last word on it is no pass. */
  readonly findings: readonly FindingTold[];
  /** Checks of the whole change that failed when they last ran, while nothing has taken their place. */
  readonly checks: readonly CheckTold[];
  /** What weakens the checks, while a person has to say whether it may. */
  readonly weakened: readonly RecordedFinding[];
  readonly fewer: readonly FewerTests[];
  /** What coverage came to, as far as it was measured. */
  readonly coverage: readonly string[];
}

export interface CheckTold {
  readonly check: string;
  readonly because: Evidence['because'];
  /** A blob: what it printed, or what is wrong in words. */
  readonly detail: string;
  /** A blob: its tests by how they ended, where its runner names them. */
  readonly tests?: string;
}

export interface FindingTold {
  readonly severity: Severity;
  readonly title: string;
  /** The file, and the line where there is one. */
  readonly place?: string;
}

/** Which version of the plan it is, and what is other in it than in the one before. */
export interface PlanTold {
  readonly revision: number;
  readonly changes: readonly string[];
  readonly growth?: string;
}

export interface MoveOut {
  readonly to: string;
  readonly because: string;
  readonly held: readonly string[];
  readonly missing: readonly string[];
}

export type Wait =
  | {
      readonly type: 'gate';
      readonly gate: string;
      readonly name: string;
      readonly since: number;
      /** Why it is asked, where that does not follow from what a person wanted. */
      readonly why?: string;
      /** Another day ends it as well. */
      readonly ofDay?: true;
    }
  | ({ readonly type: 'time' } & TimeWait)
  | { readonly type: 'paused' }
  /** A person took the task, and gives it back. */
  | { readonly type: 'taken'; readonly task: string };

export interface FailureTold {
  readonly seq: number;
  readonly line: string;
  readonly reason: string;
  readonly class: FailureClass;
  readonly remedy: string;
  readonly paths: readonly string[];
  readonly rules: readonly string[];
  /** A blob with the words for it. */
  readonly detail?: string;
}

const failuresMax = 5;
const findingsMax = 10;

export function explanationOf(run: Run, events: readonly RecordedEvent[]): Explanation {
  const moving = run.ended === undefined;
  const at = blockedAt(run);
  return {
    came: cameOf(run, events),
    rounds: roundsTold(run, events),
    moves: moving ? movesOf(run) : [],
    waits: moving ? waitsOf(run, events) : [],
    ...(run.blocked === undefined ? {} : { blocked: run.blocked }),
    ...(at === undefined ? {} : { blockedAt: at }),
    missing: moving && isOfKind(run.visit.stage, 'taking-in') ? (run.preflight ?? []) : [],
    ...planOf(run, events),
    failures: failuresOf(run, events),
    findings: findingsOf(run),
    checks: moving ? failedChecks(run) : [],
    ...(moving && isOfKind(run.visit.stage, 'checking')
      ? {
          weakened: run.repositories.flatMap(({ compared }) => stopping(compared?.weakened)),
          fewer: fewerHere(run),
        }
      : { weakened: [], fewer: [] }),
    coverage: coverageNotes(run),
  };
}

/** After the rounds that should have mended them, too: a run that gave up did so because of them. */
function failedChecks({ evidence }: Run): readonly CheckTold[] {
  return evidence
    .filter(({ verdict }) => verdict === 'FAIL')
    .map(({ check, because, log, tests }) => ({
      check,
      because,
      detail: log,
      ...(tests === undefined ? {} : { tests }),
    }));
}

function cameOf(run: Run, events: readonly RecordedEvent[]): Explanation['came'] {
  const { stage, n, because, enteredAt } = run.visit;
  const entered = events.findLast(({ event }) => event.type === 'stage.entered')?.event;
  return {
    stage,
    visit: n,
    timesHere: timesHere(run),
    ...(entered?.type === 'stage.entered' ? { from: entered.from } : {}),
    because,
    at: enteredAt,
  };
}

function planOf(run: Run, events: readonly RecordedEvent[]): { readonly plan?: PlanTold } {
  const { plan, lineage } = run;
  if (plan === undefined || lineage === undefined || lineage.revision === 1) return {};
  const versions = events.flatMap(({ event }) =>
    event.type === 'plan.proposed' || event.type === 'plan.edited' ? [event.plan] : [],
  );
  const before = versions.findLast((_, index) => versions[index + 1]?.hash === plan.hash);
  if (before === undefined || !isOfKind(run.visit.stage, 'drafting')) return {};
  const growth = growthOf(lineage.first, plan);
  return {
    plan: {
      revision: lineage.revision,
      changes: changesBetween(before, plan),
      ...(growth === undefined ? {} : { growth }),
    },
  };
}

function movesOf(run: Run): readonly MoveOut[] {
  const moves = movesOut(run).map(({ move, held, missing }) => ({
    to: move.to,
    because: move.because,
    held,
    missing,
  }));
  return isOfKind(run.visit.stage, 'merging') ? [...mergeOf(run), ...moves] : moves;
}

/** The merge itself is an effect, not a move; what it needs is what people want to know here. */
function mergeOf(run: Run): readonly MoveOut[] {
  if (run.repositories.every((repository) => repository.pullRequest?.merged !== undefined)) return [];
  return [
    {
      to: 'merge of the pull request',
      because: 'the head has its evidence and its review, the forge allows it, and it is ordered',
      held: mergeConditions.filter((item) => item.holds(run)).map((item) => item.name),
      missing: mergeConditions.filter((item) => !item.holds(run)).map((item) => item.name),
    },
  ];
}

function waitsOf(run: Run, events: readonly RecordedEvent[]): readonly Wait[] {
  if (run.paused) return [{ type: 'paused' }];
  if (run.blocked !== undefined) return [];
  const gates = openGates(run).map((gate) => gateWait(run, gate));
  const times = timeWaits(run, events.reduce(noteWait, noWaitFacts));
  const taken = run.tasks
    .filter(({ at }) => at === 'taken')
    .map(({ task }): Wait => ({ type: 'taken', task: task.id }));
  return [...gates, ...taken, ...times.map((wait): Wait => ({ type: 'time', ...wait }))];
}

function gateWait(run: Run, gate: Gate): Wait {
  const why = whyAsked(run, gate);
  return {
    type: 'gate',
    gate: gate.id,
    name: nameOf(gate),
    since: gate.openedAt,
    ...(why === undefined ? {} : { why }),
    ...(isOfDay(gate) ? { ofDay: true } : {}),
  };
}

/** A retry opens another visit, so a blocked run shows what led to this block and not to one before. */
function failuresOf(run: Run, events: readonly RecordedEvent[]): readonly FailureTold[] {
  const entered = events.findLastIndex(({ event }) => event.type === 'stage.entered');
  const here = events.slice(run.visit.n === 1 ? 0 : entered);
  return here.flatMap(({ event, seq }) => told(event, seq)).slice(-failuresMax);
}

/** Plans have a gate of their own that tells what was found in them. */
function findingsOf({ visit, policy }: Run): readonly FindingTold[] {
  if (isOfKind(visit.stage, 'drafting')) return [];
  const last = new Map(visit.verdicts.map(({ subject, verdict }) => [subject, verdict]));
  return [...last.values()]
    .filter((verdict) => effective(verdict, policy.plan) !== 'pass')
    .flatMap(pressing)
    .slice(0, findingsMax)
    .map((finding) => {
      const place = placeOf(finding);
      const { severity, title } = finding;
      return { severity, title, ...(place === undefined ? {} : { place }) };
    });
}

function told(event: RunEvent, seq: number): readonly FailureTold[] {
  if (event.type !== 'failure.recorded') return [];
  return [
    {
      seq,
      line: lineWords(event.line),
      reason: event.reason,
      class: event.class,
      remedy: remedyWords(event.remedy),
      paths: event.paths ?? [],
      rules: event.rules ?? [],
      ...(event.detail === undefined ? {} : { detail: event.detail }),
    },
  ];
}
