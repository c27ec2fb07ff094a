// A reviewer's verdict, on a task or on the whole change: what it comes to, and what happens where nobody could judge.
//   REVIEWING-1. A verdict that abstains, is less sure of itself than policy wants or has no ground (VERDICT-4) is no verdict. Whoever
//       gave it is asked once more, or another agent where one abstained; after that a person is asked, and nothing is blamed.
//   REVIEWING-2. A person judges what they were shown: this commit of the task, this head of the change.

import type { AskResult, Effect, NamedBlob } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import type { Gate, GateRequest } from '../gates/gate.ts';
import type { Run, TaskState } from '../run.ts';
import { gatesHere, headsOf, must, taskLine } from '../run.ts';
import type { Verdict } from '../roles/verdict.ts';
import { effective, weighed } from '../roles/verdict.ts';
import { failure } from '../failures/failed-effect.ts';
import { doubtName } from './lines.ts';

type Given = Extract<AskResult, { answer: 'verdict' }>;

/** Either a verdict that counts, an abstention among them once there is nobody left to ask, or what is done instead. */
export type VerdictHeard =
  | { readonly verdict: Verdict }
  | { readonly verdict?: undefined; readonly events: readonly RunEvent[] };

/** REVIEWING-1. */
export function heard(run: Run, effect: Effect, { verdict, agent }: Given): VerdictHeard {
  const weight = weighed(verdict, run.policy.plan);
  if (weight !== 'abstain' && weight !== 'unfounded') return { verdict };
  const events = failure(run, effect, {
    reason: weight === 'abstain' ? 'abstained' : 'unfounded-verdict',
    detail: verdict.blob,
    provenance: { agent },
  });
  const givenUp = events.some((event) => event.type === 'failure.recorded' && event.remedy.type === 'person');
  return givenUp ? { verdict: { ...verdict, conclusion: 'abstain' } } : { events };
}

/** For whoever is asked once more about what a task delivered. */
export function doubtOn(run: Run, line: string): readonly NamedBlob[] {
  const blob = run.feedback[line];
  return blob !== undefined && run.visit.doubted.includes(blob) ? [{ name: doubtName, blob }] : [];
}

/** Whose planned tests this reviewer answers for: one task's, or the only one's of the whole change, which nobody else reviews. */
export function owingTasks(run: Run, task: string | undefined): readonly TaskState[] {
  if (task !== undefined) return run.tasks.filter((state) => state.task.id === task);
  return run.accepted?.tasks.length === 1 ? run.tasks.filter((state) => state.at === 'integrated') : [];
}

export function owedTests(tasks: readonly TaskState[]): readonly NamedBlob[] {
  return tasks.flatMap(({ task, delivered }) =>
    delivered?.undelivered === undefined
      ? []
      : [{ name: `planned tests that task ${task.id} did not deliver`, blob: delivered.undelivered.blob }],
  );
}

/** A task whose reviewers abstained, until a person has said what becomes of it. */
export function isUnjudged(run: Run, state: TaskState): boolean {
  return state.at === 'reviewing' && abstentions(run, state).length > answersOn(run, state);
}

function abstentions({ visit }: Run, { task }: TaskState): readonly Verdict[] {
  return visit.verdicts
    .filter(({ subject, verdict }) => subject === taskLine(task.id) && effective(verdict) === 'abstain')
    .map(({ verdict }) => verdict);
}

function answersOn(run: Run, { task }: TaskState): number {
  return gatesHere(run).filter(
    ({ kind, subject, decision }) => kind === 'review' && subject === task.id && decision !== undefined,
  ).length;
}

export function taskReviewGates(run: Run): readonly GateRequest[] {
  return run.tasks
    .filter((state) => isUnjudged(run, state))
    .map((state) => {
      const given = abstentions(run, state);
      const { commit } = must(state.delivered, 'a task is reviewed after it delivered');
      const digest = `${state.task.id}.${commit}.${given.length}`; // REVIEWING-2
      const { blob } = must(given.at(-1), 'a task that is not judged has an abstention');
      return { kind: 'review', subject: state.task.id, digest, blob };
    });
}

/** What a person's answer means for a task; of the whole change the table of moves says it. */
export function judgedByPerson(run: Run, gate: Gate, { answer, comment }: Answered): readonly RunEvent[] {
  const isTask = run.tasks.some((state) => state.task.id === gate.subject && isUnjudged(run, state));
  if (!isTask || answer === 'reject') return [];
  const task = gate.subject;
  return answer === 'approve'
    ? [{ type: 'task.accepted', task, reviewed: false }]
    : [{ type: 'task.reopened', task, ...(comment === undefined ? {} : { feedback: comment }) }];
}

type Answered = Pick<NonNullable<Gate['decision']>, 'answer' | 'comment'>;

/** The reviewers of this head abstained, and a person took it all the same (REVIEWING-2). */
export function isTakenUnjudged(run: Run): boolean {
  const { review } = run;
  return (
    review !== undefined &&
    effective(review) === 'abstain' &&
    run.gates.some(
      ({ kind, digest, decision }) =>
        kind === 'review' && digest === headsOf(run) && decision?.answer === 'approve',
    )
  );
}
