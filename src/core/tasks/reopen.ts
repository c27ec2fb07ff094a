// Which task is worked on again when somebody asks for a change after the work was done.

import type { RunEvent } from '../events.ts';
import { filesOf } from '../plan/plan.ts';
import { covers } from '../fence/paths.ts';
import type { Run, TaskState } from '../run.ts';
import { must } from '../run.ts';
import { finalVerdict } from '../stages/review.ts';
import { pressing } from '../roles/verdict.ts';

/** A finding goes to the last task in order that may touch its file; one without a file, to the last task. */
export function reopenNamed(run: Run): readonly RunEvent[] {
  const verdict = must(finalVerdict(run), 'a reviewer who asks for a revision gave a verdict');
  const last = lastIntegrated(run, () => true);
  const named = pressing(verdict).map(({ file }) =>
    file === undefined ? last : (lastIntegrated(run, (state) => covers(filesOf(state.task), file)) ?? last),
  );
  const ids = new Set((named.length === 0 ? [last] : named).map((state) => state?.task.id));
  return [...ids].flatMap((task) => reopened(task, verdict.blob));
}

export function reopenLast(run: Run): readonly RunEvent[] {
  return reopened(lastIntegrated(run, () => true)?.task.id, run.visit.carry[0]?.blob);
}

function lastIntegrated(run: Run, fits: (state: TaskState) => boolean): TaskState | undefined {
  return run.tasks.findLast((state) => state.at === 'integrated' && fits(state));
}

function reopened(id: string | undefined, feedback: string | undefined): readonly RunEvent[] {
  const task = must(id, 'a change that was evaluated has an integrated task');
  return [{ type: 'task.reopened', task, ...(feedback === undefined ? {} : { feedback }) }];
}
