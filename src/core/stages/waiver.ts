// The waiver: no test was found, and a person says that the run may go on all the same. It is asked for once a run, before
// anybody is paid where there is no test check at all, else where a test check ran and found nothing to run.
//   WAIVER-1. Whoever was asked is not asked again: after a no, missing tests are a failure like any other.

import { coverageTask } from '../evidence/coverage.ts';
import type { Effect } from '../effects.ts';
import { waivedAsAt } from '../evidence/checkable.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { lacksOnlyTests, validFor, waived } from '../evidence/evidence.ts';
import type { RunEvent } from '../events.ts';
import type { Gate, GateRequest } from '../gates/gate.ts';
import type { Repository, Run, TaskState } from '../run.ts';
import { eachOf, isIn, must, naming, openGates, repositoryOf, taskLine } from '../run.ts';
import { waivedBase } from './baseline.ts';

export function hasWaiver(run: Run): boolean {
  return run.gates.some((gate) => asksForTests(gate) && gate.decision?.answer === 'approve');
}

export function asksForTests(gate: Pick<Gate, 'kind' | 'subject'>): boolean {
  return gate.kind === 'waiver' && gate.subject === 'no-tests';
}

/** What a person let pass no longer stands in the way, and says so: missing tests, and what lacks at the base as well. */
export function excused(
  run: Run,
  effect: Pick<Effect, 'repository'>,
  evidence: readonly Evidence[],
): readonly Evidence[] {
  const base = waivedBase(run, repositoryOf(run, effect));
  return waived(waivedAsAt(base, evidence), hasWaiver(run));
}

/** Whether a person waived this very thing. */
export function isWaived(run: Run, digest: string): boolean {
  return run.gates.some(
    (gate) => gate.kind === 'waiver' && gate.digest === digest && gate.decision?.answer === 'approve',
  );
}

/** WAIVER-1. */
export function mayBeWaived(run: Run): boolean {
  return !run.gates.some((gate) => asksForTests(gate) && gate.decision !== undefined);
}

/** Whether only the missing tests keep a task that was checked from being accepted, and nobody was asked yet. */
export function awaitsWaiver(run: Run, state: TaskState): boolean {
  return isUntested(state) && mayBeWaived(run);
}

export function isUntested({ at, delivered, evidence }: TaskState): boolean {
  if (at !== 'checking' || !lacksOnlyTests(evidence)) return false;
  return validFor(must(delivered, 'a task is checked after it delivered').tree, evidence);
}

/** The same for the whole change. */
export function changeAwaitsWaiver(run: Run): boolean {
  return run.visit.stage === 'evaluation' && lacksOnlyTests(run.visit.evidence) && mayBeWaived(run);
}

export function waiverGates(run: Run): readonly GateRequest[] {
  const tree = run.tasks.find((state) => awaitsWaiver(run, state))?.delivered?.tree;
  const untested =
    tree ??
    (changeAwaitsWaiver(run)
      ? eachOf(run, ({ head }) => must(head.tree, 'an evaluated head has a tree'))
      : undefined);
  const isAsked = openGates(run).some(asksForTests);
  return untested === undefined || isAsked
    ? []
    : [{ kind: 'waiver', subject: 'no-tests', digest: `no-tests.${untested}` }];
}

/** What was held up only by the missing tests goes on, with the evidence that is there. */
export function waivedNow(run: Run): readonly RunEvent[] {
  const tasks = run.tasks.filter((state) => awaitsWaiver(run, state));
  return [
    ...tasks.flatMap((state) => goesOn(run, state)),
    ...(changeAwaitsWaiver(run) ? run.repositories.map((repository) => waivedIn(run, repository)) : []),
  ];
}

function waivedIn(run: Run, repository: Repository): RunEvent {
  const own = run.visit.evidence.filter((item) => isIn(run, item, repository));
  return {
    type: 'evidence.recorded',
    subject: 'run',
    ...naming(run, repository),
    evidence: waived(own, true),
  };
}

function goesOn(run: Run, { task, evidence }: TaskState): readonly RunEvent[] {
  return [
    { type: 'evidence.recorded', subject: taskLine(task.id), evidence: waived(evidence, true) },
    ...acceptedUnreviewed(run, task.id),
  ];
}

/** Where the plan has one task, the change is reviewed as a whole, once; so are tests that only cover more. */
export function acceptedUnreviewed(run: Run, task: string): readonly RunEvent[] {
  const { tasks } = must(run.accepted, 'a task belongs to an accepted plan');
  return tasks.length === 1 || coverageTask(run, task) !== undefined
    ? [{ type: 'task.accepted', task, reviewed: false }]
    : [];
}
