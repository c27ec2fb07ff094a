// The times a run waits for by itself: until when, and why. Pure. The state keeps that a line is held back; when the
// wait began, what led to it and whose quota it is stands in the events, and is taken from them one by one.

import type { RunEvent } from '../../core/events.ts';
import type { FailureReason } from '../../core/failures/failure.ts';
import type { Hold, Run } from '../../core/run.ts';
import { isTaskLine } from '../../core/run.ts';

export interface TimeWait {
  /** The line of work that goes on afterwards. */
  readonly line: string;
  /** Undefined where the wait was not begun yet. */
  readonly until?: number;
  /** Undefined where nothing failed: something is only looked at from time to time. */
  readonly reason?: FailureReason;
  /** Who was at work when it failed. */
  readonly agent?: string;
}

/** What is known of waits beside the state. */
export interface WaitFacts {
  readonly begun: ReadonlyMap<string, { readonly line: string; readonly at: number }>;
  readonly causes: ReadonlyMap<string, Pick<TimeWait, 'reason' | 'agent'>>;
  /** The launch that ended last: a failure is recorded right after it. */
  readonly launch?: { readonly key: string; readonly agent: string };
}

export const noWaitFacts: WaitFacts = { begun: new Map(), causes: new Map() };

export function noteWait(before: WaitFacts, { event, at }: { event: RunEvent; at: number }): WaitFacts {
  if (event.type === 'effect.begun' && event.effect.kind === 'wait-until') {
    const { key, line } = event.effect;
    return { ...before, begun: new Map([...before.begun, [key, { line, at }]]) };
  }
  if (event.type === 'effect.ended') return noteEnd(before, event);
  if (event.type !== 'failure.recorded') return before;
  const { key, line, reason } = event;
  const agent = before.launch?.key === key ? { agent: before.launch.agent } : {};
  return { ...before, causes: new Map([...before.causes, [line, { reason, ...agent }]]) };
}

/** A wait that is over takes its cause with it: the next one may have none. */
function noteEnd(before: WaitFacts, event: Extract<RunEvent, { type: 'effect.ended' }>): WaitFacts {
  const over = before.begun.get(event.key);
  if (over === undefined) {
    const agent = event.provenance?.agent;
    return agent === undefined ? before : { ...before, launch: { key: event.key, agent } };
  }
  const [begun, causes] = [new Map(before.begun), new Map(before.causes)];
  begun.delete(event.key);
  if (event.how === 'done') causes.delete(over.line);
  return { ...before, begun, causes };
}

/** The first to end comes first; those of which nobody knows the end come last. */
export function timeWaits(run: Run, facts: WaitFacts): readonly TimeWait[] {
  if (run.ended !== undefined || run.blocked !== undefined || run.paused) return [];
  return run.holds
    .filter((hold) => hold.login === undefined)
    .map((hold) => timeWait(run, hold, facts))
    .toSorted((a, b) => (a.until ?? Infinity) - (b.until ?? Infinity) || 0);
}

function timeWait(run: Run, hold: Hold, { begun, causes }: WaitFacts): TimeWait {
  const { line, waitMs, untilMs } = hold;
  const effect = run.inFlight.find((item) => item.kind === 'wait-until' && item.line === line);
  const at = effect === undefined ? undefined : begun.get(effect.key)?.at;
  const until = untilMs ?? (at === undefined || waitMs === undefined ? undefined : at + waitMs);
  return { line, ...(until === undefined ? {} : { until }), ...causes.get(line) };
}

/** Who goes on afterwards, as people call it. */
export function whoWaits(line: string): string {
  if (isTaskLine(line)) return `task ${line.slice('task/'.length)}`;
  const [kind = '', ...rest] = line.replace(/^\d+\//, '').split('/');
  if (kind === 'ask') return `the ${rest.join(' ')}`;
  return kind === 'inspect' ? 'the pull request' : [kind, ...rest].join(' ');
}
