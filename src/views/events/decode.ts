// From a stored event back to its type. The journal is written only through `decide` and its hash chain
// says whether anybody else touched it, so a stored event is believed once its type is known.

import type { RunEvent, RunEventType } from '../../core/events.ts';

const known: Readonly<Record<RunEventType, true>> = {
  'run.started': true,
  'command.taken': true,
  'effect.begun': true,
  'effect.ended': true,
  'failure.recorded': true,
  'stage.entered': true,
  'stage.skipped': true,
  'ticket.recorded': true,
  'ticket.refined': true,
  'survey.recorded': true,
  'baseline.recorded': true,
  'analysis.recorded': true,
  'change.compared': true,
  'plan.given': true,
  'plan.drafted': true,
  'plan.proposed': true,
  'plan.edited': true,
  'plan.chosen': true,
  'reproduction.tried': true,
  'reproduction.committed': true,
  'audit.concluded': true,
  'note.added': true,
  'design.recorded': true,
  'verdict.recorded': true,
  'question.raised': true,
  'search.asked': true,
  'search.recorded': true,
  'docs.refreshed': true,
  'docs.committed': true,
  'gate.opened': true,
  'gate.decided': true,
  'budget.raised': true,
  'day.reached': true,
  'day.passed': true,
  'task.delivered': true,
  'task.saved': true,
  'task.accepted': true,
  'queue.formed': true,
  'task.integrated': true,
  'task.failed': true,
  'task.reopened': true,
  'task.taken': true,
  'task.handed-out': true,
  'task.given': true,
  'task.returned': true,
  'task.granted': true,
  'evidence.recorded': true,
  'coverage.measured': true,
  'coverage.planned': true,
  'coverage.skipped': true,
  'coverage.stopped': true,
  'delivery.screened': true,
  'branch.pushed': true,
  'pull-request.opened': true,
  'pull-request.seen': true,
  'base.moved': true,
  'pull-request.merged': true,
  'merge.ordered': true,
  'landing.ordered': true,
  'change.landed': true,
  'run.paused': true,
  'run.resumed': true,
  'run.blocked': true,
  'run.retried': true,
  'run.cancelled': true,
  'discard.ordered': true,
  'change.discarded': true,
  'run.completed': true,
  'run.failed': true,
};

class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent';
}

export function decodeRunEvent(event: { readonly type: string }): RunEvent {
  if (isRunEvent(event)) return event;
  throw new UnknownEvent(
    `this journal holds an event '${event.type}' that this version of Slipway does not know; ` +
      'it was written by a newer version: install that one to go on',
  );
}

function isRunEvent(event: { readonly type: string }): event is RunEvent {
  return Object.hasOwn(known, event.type);
}
