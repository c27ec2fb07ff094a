// An event in a line of the trace: its name, and the one thing a reader looks for.

import type { RunEvent } from '../../src/core/events.ts';

export function words(event: RunEvent): string {
  return `${event.type} ${detail(event)}`.trimEnd();
}

function detail(event: RunEvent): string {
  if (event.type === 'effect.begun') return event.effect.key;
  if (event.type === 'effect.ended') return `${event.key} ${event.how}`;
  if (event.type === 'failure.recorded') return `${event.line} ${event.reason} -> ${event.remedy.type}`;
  if (event.type === 'stage.entered')
    return `${event.visit} ${event.from} -> ${event.stage}: ${event.because}`;
  if (event.type === 'gate.opened') return `${event.gate} ${event.request.kind} ${event.request.digest}`;
  if (event.type === 'gate.decided')
    return `${event.gate} ${event.decision.answer} by ${event.decision.by.who}`;
  if (event.type === 'task.integrated') return `${event.task} ${event.head.commit}`;
  if (event.type === 'branch.pushed' || event.type === 'pull-request.merged') return event.commit;
  return event.type === 'run.blocked' || event.type === 'run.failed' ? event.because : '';
}
