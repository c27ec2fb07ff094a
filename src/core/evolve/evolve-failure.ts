// What a failure changes in a run: it is counted on its line, its remedy takes hold, and a task it struck goes back.

import { withoutPass } from '../repository/docs.ts';
import { landLine } from '../effects-due.ts';
import type { RunEvent } from '../events.ts';
import { counted } from '../failures/failure.ts';
import { withoutQueue } from '../tasks/queue.ts';
import type { Hold, Run } from '../run.ts';
import { isTaskLine } from '../run.ts';
import { forgotten } from '../roles/sessions.ts';
import { changed, inTask, inVisit } from './within.ts';

type Recorded = Extract<RunEvent, { type: 'failure.recorded' }>;

export function failed(run: Run, event: Recorded): Run {
  const { line, reason, remedy, detail } = event;
  const counts =
    event.class === 'quota' || event.class === 'login' || isOfAPerson(event)
      ? run.failures
      : { ...run.failures, [line]: counted(run.failures[line] ?? {}, reason) };
  const noted: Run = changed(withDoubt(run, event), {
    failures: counts,
    feedback: detail === undefined ? run.feedback : { ...run.feedback, [line]: detail },
    holds: [...run.holds, ...holdFor(run, event)],
    ranks: remedy.type === 'fail-over' ? { ...run.ranks, [remedy.who]: remedy.rank } : run.ranks,
    ...(reason === 'prompt-too-long' ? forgotten(run, event.key) : {}),
  });
  if (remedy.type === 'warn') {
    return withoutPass(inVisit(noted, { warned: [...run.visit.warned, line] }), line);
  }
  const sentBack = inTaskLine(noted, event);
  if (line === landLine) return inVisit(sentBack, { warned: [...run.visit.warned, line] });
  return remedy.type === 'person' && !isTaskLine(line)
    ? inVisit(sentBack, { dead: { line, reason } })
    : sentBack;
}

/** Whoever gave a verdict without a ground, or left something out of it, is shown what came of looking it up. */
function withDoubt(run: Run, { reason, detail }: Recorded): Run {
  const isDoubt = reason === 'unfounded-verdict' || reason === 'risk-unanswered';
  return isDoubt && detail !== undefined ? inVisit(run, { doubted: [...run.visit.doubted, detail] }) : run;
}

/** What a person gave back and has again is no try of the agents: they still have all of theirs. */
function isOfAPerson({ line, remedy }: Recorded): boolean {
  return remedy.type === 'warn' && isTaskLine(line);
}

function holdFor(run: Run, event: Recorded): readonly Hold[] {
  const { line, remedy } = event;
  if (remedy.type === 'retry' && remedy.waitMs > 0) return [{ line, waitMs: remedy.waitMs }];
  if (remedy.type === 'login') return [{ line, login: remedy.agent }];
  if (remedy.type !== 'park') return [];
  return remedy.untilMs === undefined
    ? [{ line, waitMs: run.policy.quotaWaitMs, quota: true }]
    : [{ line, untilMs: remedy.untilMs, quota: true }];
}

const sentBackFor: ReadonlySet<string> = new Set([
  'checks-failed',
  'tests-weakened',
  'review-revise',
  'review-reject',
  'conflict',
  'red-together',
]);

const collisions: ReadonlySet<string> = new Set(['conflict', 'red-together']);

/** What failed on a task after it delivered goes back to its implementer; a protected path waits for a person. */
function inTaskLine(run: Run, event: Recorded): Run {
  if (!isTaskLine(event.line)) return run;
  const id = event.line.slice('task/'.length);
  // A tester who cannot test the code as it is says so; which files that is about was recorded with it.
  if (event.reason === 'protected-path' || (event.reason === 'replan-asked' && event.paths !== undefined)) {
    return inTask(run, id, (state) => ({ ...state, breach: event.paths ?? [] }));
  }
  if (!sentBackFor.has(event.reason)) return run;
  const collided = collisions.has(event.reason) ? ({ collided: true } as const) : {};
  const together = (run.queue ?? []).find(
    (item) => item.task === id && item.evidence?.some(({ log }) => log === event.detail) === true,
  );
  // What it is red with is what whoever does it again has to know.
  const red = together?.evidence === undefined ? {} : { evidence: together.evidence };
  // A chain is of no use behind one that leaves it: whoever is left of it is merged anew.
  const leaves = (run.queue ?? []).some((item) => item.task === id);
  const left = leaves ? withoutQueue(run) : run;
  return inTask(left, id, (state) => ({ ...state, ...collided, ...red, at: 'todo' }));
}
