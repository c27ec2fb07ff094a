// Where a run is blocked: the gate, the task, the checks, the files or the work it stopped at, as far as its state says. It is
// derived, so that runs of older versions have it too.
//   BLOCKED-AT-1. What stopped the run is named and nothing else: a gate that was refused before a red check is not about that check.

import type { FailureReason } from '../failures/failure.ts';
import type { Gate } from '../gates/gate.ts';
import type { Run, TaskState } from '../run.ts';
import { gatesHere } from '../run.ts';
import { pressing } from '../roles/verdict.ts';
import { finalVerdict } from '../stages/review.ts';
import { refusedGate } from './conditions.ts';
import type { StageName } from './stage.ts';

export interface BlockedAt {
  readonly stage: StageName;
  /** The gate at which a person said no. */
  readonly gate?: Pick<Gate, 'id' | 'kind' | 'subject'>;
  /** Tasks that could not be done, each with what went wrong last. */
  readonly tasks?: readonly { readonly task: string; readonly reason?: FailureReason }[];
  readonly checks?: readonly string[];
  /** With the line, where that is known. */
  readonly files?: readonly string[];
  /** The work on which nothing is left to try. */
  readonly work?: { readonly line: string; readonly reason: FailureReason };
  readonly pullRequests?: readonly number[];
}

/** Nothing of a run that is not blocked. */
export function blockedAt(run: Run): BlockedAt | undefined {
  if (run.blocked === undefined) return undefined;
  const { stage, dead } = run.visit;
  const refused = refusedGate(run);
  if (refused !== undefined) return { stage, ...at(refused) };
  if (dead !== undefined) return { stage, ...deadAt(dead) };
  return { stage, ...stoppedIn(run, stage) };
}

type Place = Omit<BlockedAt, 'stage'>;

function at({ id, kind, subject, paths = [] }: Gate): Place {
  return { gate: { id, kind, subject }, ...filesIn(paths) };
}

function deadAt({ line, reason }: NonNullable<Run['visit']['dead']>): Place {
  return { work: { line: line.replace(/^\d+\//, ''), reason } };
}

function stoppedIn(run: Run, stage: StageName): Place {
  switch (stage) {
    case 'implementation': {
      const states = run.tasks.filter(({ at }) => at === 'failed' || at === 'replan');
      return { ...tasksIn(states), ...checksIn(states.flatMap(({ evidence }) => evidence)) };
    }
    case 'evaluation': {
      // What a person wants back is still there, and no round is left for it.
      const revised = gatesHere(run).find(({ decision }) => decision?.answer === 'revise');
      return { ...(revised === undefined ? {} : at(revised)), ...checksIn(run.visit.evidence) };
    }
    case 'review': {
      const verdict = finalVerdict(run);
      const places = verdict === undefined ? [] : pressing(verdict);
      return filesIn(
        places.flatMap(({ file, line }) =>
          file === undefined ? [] : [line === undefined ? file : `${file}:${line}`],
        ),
      );
    }
    case 'completion':
      return filesIn(
        run.visit.screened
          .filter(({ verdict }) => verdict === 'BLOCKED')
          .flatMap(({ where = [] }) => where.map(({ place, rules }) => `${place} (${rules.join(', ')})`)),
      );
    case 'triage':
    case 'merge': {
      const pullRequests = run.repositories.flatMap(({ pullRequest }) =>
        pullRequest === undefined || pullRequest.merged !== undefined ? [] : [pullRequest.number],
      );
      return pullRequests.length === 0 ? {} : { pullRequests };
    }
    case 'intake':
    case 'analysis':
    case 'planning':
    case 'design':
    case 'plan-review':
    case 'coverage':
      return {};
  }
}

function tasksIn(states: readonly TaskState[]): Place {
  const tasks = states.map(({ task, failed }) => ({
    task: task.id,
    ...(failed === undefined ? {} : { reason: failed }),
  }));
  return tasks.length === 0 ? {} : { tasks };
}

function checksIn(evidence: Run['evidence']): Place {
  const checks = [...new Set(evidence.filter(({ verdict }) => verdict === 'FAIL').map(({ check }) => check))];
  return checks.length === 0 ? {} : { checks };
}

function filesIn(files: readonly string[]): Place {
  return files.length === 0 ? {} : { files: [...new Set(files)] };
}
