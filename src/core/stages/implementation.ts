// Implementation: which effect each task needs next. Not how an attempt runs, what a failure means, or
// when the stage ends.
//   IMPLEMENTATION-1. A task is accepted only with good evidence for its own tree and, where the plan has more than
//       one task, a reviewer's pass on its diff, or a person's where no reviewer could judge it.

import { awaitsDrift, driftGate } from '../plan/drift.ts';
import { docsCommit, docsWritten } from '../repository/docs.ts';
import type { AttemptInput, Effect, Want } from '../effects.ts';
import { lacksOnlyTests } from '../evidence/evidence.ts';
import type { RunEvent } from '../events.ts';
import { modeOf } from '../roles/modes.ts';
import { filesOf } from '../plan/plan.ts';
import { changeOf } from '../tasks/replay.ts';
import type { Run, TaskState } from '../run.ts';
import { must, repositoryOf, taskLine } from '../run.ts';
import { awaitsDestruction, destructiveDigest, startable, waveDigest, wavesDue } from '../tasks/schedule.ts';
import type { Done, Stage } from '../pipeline/stage.ts';
import { checksFor } from '../tasks/task-checks.ts';
import type { Verdict } from '../roles/verdict.ts';
import { effective } from '../roles/verdict.ts';
import { awaitsBase, baselineTaken, hasBaseline, isBaseline, takingBaseline } from './baseline.ts';
import { failure } from '../failures/failed-effect.ts';
import { againstFor, keptPaths, reproductionText, tasksWithin } from './reproduction-first.ts';
import { lessons, mandateTexts, named, ordinalOf, ticketTexts } from './lines.ts';
import { chained, isQueueCheck, queueChecked, queueWants } from './integration-queue.ts';
import { doubtOn, heard, isUnjudged, owedTests, taskReviewGates } from './reviewing.ts';
import { followedTexts } from './triage.ts';
import { sentBack } from './tampering.ts';
import { acceptedUnreviewed, awaitsWaiver, excused, mayBeWaived, waiverGates } from './waiver.ts';
import { widenGates } from './widening.ts';

export const implementation: Stage = {
  wanted: (run) => {
    if (awaitsDrift(run)) return [];
    return lacksBaseline(run) || awaitsBase(run) ? takingBaseline(run) : working(run);
  },

  interpret: (run, effect, outcome) => {
    const id = effect.line.slice('task/'.length);
    if (outcome.kind === 'attempt') return delivered(run, effect, outcome);
    if (outcome.kind === 'hand-out' && effect.kind === 'hand-out') {
      const { workspace } = outcome.result;
      return [{ type: 'task.handed-out', task: id, workspace, parent: effect.input.parent }];
    }
    if (outcome.kind === 'hand-in') return [{ type: 'task.delivered', task: id, ...outcome.result }];
    if (outcome.kind === 'check') {
      if (isBaseline(effect)) return [baselineTaken(run, effect, outcome.result)];
      return isQueueCheck(effect) ? queueChecked(run, effect, outcome) : checked(run, effect, outcome);
    }
    if (outcome.kind === 'integrate' && effect.kind === 'integrate') return chained(run, effect, outcome);
    if (effect.kind === 'commit-docs' && outcome.kind === 'commit-docs') {
      return [docsWritten(effect, outcome.result)];
    }
    if (outcome.kind !== 'ask') return [];
    return outcome.result.answer === 'verdict'
      ? reviewed(run, effect, outcome.result)
      : failure(run, effect, { reason: 'malformed-answer' });
  },

  gates: (run) => [
    ...driftGate(run),
    ...wavesDue(run).map((wave) => ({
      kind: 'wave' as const,
      subject: `wave-${wave}`,
      digest: waveDigest(run, wave),
    })),
    ...run.tasks
      .filter((state) => state.at === 'todo' && awaitsDestruction(run, state))
      .map((state) => ({
        kind: 'destructive' as const,
        subject: state.task.id,
        digest: destructiveDigest(run, state),
      })),
    ...widenGates(run),
    ...taskReviewGates(run),
    ...waiverGates(run),
  ],
};

/** On a base that moved nothing is merged before it is known what is red there anyway, nor where it is checked by other commands. */
function lacksBaseline(run: Run): boolean {
  return (run.replay.length > 0 || run.otherChecks !== undefined) && !hasBaseline(run);
}

function working(run: Run): readonly Want[] {
  return [
    ...queueWants(run),
    ...docsCommit(run),
    ...run.tasks
      .filter((state) => state.at === 'checking' && !awaitsWaiver(run, state))
      .map((state) => check(run, state)),
    ...run.tasks
      .filter((state) => state.at === 'reviewing' && !isUnjudged(run, state))
      .map((state) => review(run, state)),
    ...run.tasks.flatMap((state) => inAPersonsHands(run, state)),
    ...startable(run).map((state) => attempt(run, state)),
  ];
}

/** A task a person takes is handed out once nobody else is at work on it, and read when they give it back. */
function inAPersonsHands(run: Run, state: TaskState): readonly Want[] {
  if (state.at !== 'taken' && state.at !== 'given') return [];
  const { id } = state.task;
  const line = taskLine(id);
  const { alias: repository, head } = repositoryOf(run, state.task);
  const input = {
    task: id,
    parent: state.handedOut ?? head.commit,
    fence: filesOf(state.task),
    grants: state.grants,
    ...keptPaths(run),
    ...(state.saved === undefined ? {} : { saved: state.saved }),
  };
  if (state.at === 'taken') {
    const busy = run.inFlight.some((effect) => effect.kind === 'attempt' && effect.subject === id);
    return busy || state.workspace !== undefined
      ? []
      : [{ kind: 'hand-out', repository, subject: id, line, input }];
  }
  const workspace = must(state.workspace, 'what a person gives back was handed out');
  return [{ kind: 'hand-in', repository, subject: id, line, input: { ...input, workspace } }];
}

function attempt(run: Run, state: TaskState): Want {
  const line = taskLine(state.task.id);
  const repository = repositoryOf(run, state.task);
  return {
    kind: 'attempt',
    repository: repository.alias,
    subject: state.task.id,
    line,
    input: {
      task: state.task.id,
      ordinal: ordinalOf(run, line),
      parent: repository.head.commit,
      fence: filesOf(state.task),
      grants: state.grants,
      ...keptPaths(run),
      inputs: [
        ...ticketTexts(run),
        ...(keepsMandates(state) ? mandateTexts(run) : []),
        ...named('plan', run.accepted?.blob),
        ...named('design', run.design?.blob),
        ...reproductionText(run),
        ...run.visit.carry,
        ...lessons(run, line),
      ],
      ...(state.saved === undefined ? {} : { saved: state.saved }),
      ...collision(run, state),
    },
  };
}

/** Both sides of a collision, for the attempt that has to bring them together. */
function collision(run: Run, state: TaskState): Pick<AttemptInput, 'collision'> {
  if (typeof state.collided === 'object') return { collision: state.collided };
  const change = state.collided === undefined ? undefined : changeOf(run, state);
  if (change === undefined) return {};
  const { commit, parent } = change;
  return { collision: { base: parent, mine: commit, others: repositoryOf(run, state.task).head.commit } };
}

/** Those of the task are picked out where the prompt is made. */
function keepsMandates({ task }: TaskState): boolean {
  return (task.mandates ?? []).length > 0;
}

function check(run: Run, state: TaskState): Want {
  const { commit, tree } = must(state.delivered, 'a task is checked after it delivered');
  const repository = repositoryOf(run, state.task);
  return {
    kind: 'check',
    repository: repository.alias,
    subject: `task-${state.task.id}`,
    line: taskLine(state.task.id),
    input: {
      commit,
      tree,
      checks: checksFor(run, [state]),
      ...againstFor(run, repository, tasksWithin(run, state)),
    },
  };
}

function review(run: Run, state: TaskState): Want {
  const { commit, parent } = must(state.delivered, 'a task is reviewed after it delivered');
  const line = taskLine(state.task.id);
  return {
    kind: 'ask',
    repository: repositoryOf(run, state.task).alias,
    subject: `reviewer-${state.task.id}`,
    line,
    input: {
      role: 'reviewer',
      mode: modeOf.reviewer,
      ordinal: ordinalOf(run, line),
      commit,
      inputs: [
        ...ticketTexts(run),
        ...(keepsMandates(state) ? mandateTexts(run) : []),
        ...named('plan', run.accepted?.blob),
        ...named('earlier verdict', earlierVerdict(run, state.task.id)?.blob),
        ...followedTexts(run, repositoryOf(run, state.task)),
        ...owedTests([state]),
        ...doubtOn(run, line),
      ],
      diff: { from: parent, to: commit },
      task: state.task.id,
    },
  };
}

/** What a reviewer said of an attempt at this task before: the next one looks what became of it. */
export function earlierVerdict({ visit }: Run, task: string): Verdict | undefined {
  return visit.verdicts.findLast(({ subject }) => subject === taskLine(task))?.verdict;
}

function delivered(
  run: Run,
  effect: Effect,
  outcome: Extract<Done, { kind: 'attempt' }>,
): readonly RunEvent[] {
  const result = outcome.result;
  if (result.answer === 'question') return [];
  const { commit, tree, parent, files, touched, undelivered } = result;
  const task = effect.subject;
  const told = {
    ...(touched === undefined ? {} : { touched }),
    ...(undelivered === undefined ? {} : { undelivered }),
  };
  return (
    sentBack(run, effect, result) ?? [{ type: 'task.delivered', task, commit, tree, parent, files, ...told }]
  );
}

function checked(run: Run, effect: Effect, outcome: Extract<Done, { kind: 'check' }>): readonly RunEvent[] {
  const task = effect.line.slice('task/'.length);
  const evidence = excused(run, effect, outcome.result.evidence);
  const recorded: RunEvent = { type: 'evidence.recorded', subject: effect.line, evidence };
  const tree = run.tasks.find((state) => state.task.id === task)?.delivered?.tree;
  const bad = evidence.find((item) => item.verdict === 'FAIL' || item.tree !== tree); // IMPLEMENTATION-1
  if (bad === undefined) return [recorded, ...acceptedUnreviewed(run, task)];
  const failed = failure(run, effect, { reason: 'checks-failed', detail: bad.log });
  // Its implementer is told first that there is no test; a person is asked once that was of no use.
  const asks = bad.tree === tree && lacksOnlyTests(evidence) && mayBeWaived(run) && failed.some(isTheEnd);
  return asks ? [recorded] : [recorded, ...failed];
}

function isTheEnd(event: RunEvent): boolean {
  return event.type === 'task.failed';
}

function reviewed(run: Run, effect: Effect, result: Parameters<typeof heard>[2]): readonly RunEvent[] {
  const task = effect.line.slice('task/'.length);
  const said = heard(run, effect, result);
  if (said.verdict === undefined) return said.events;
  const { verdict } = said;
  const recorded: RunEvent = { type: 'verdict.recorded', subject: effect.line, verdict };
  switch (effective(verdict)) {
    case 'pass':
      return [recorded, { type: 'task.accepted', task, reviewed: true }];
    case 'revise':
      return [recorded, ...failure(run, effect, { reason: 'review-revise', detail: verdict.blob })];
    case 'reject':
      return [recorded, ...failure(run, effect, { reason: 'review-reject', detail: verdict.blob })];
    case 'abstain':
      return [recorded];
  }
}
