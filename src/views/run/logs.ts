// The order in which a run's transcripts and check outputs are read: one entry per launch and per check that ran.
// Pure, over events; the texts themselves are blobs.

import type { Charge } from '../../core/budget/budget.ts';
import type { Effect } from '../../core/effects.ts';
import { isLaunch } from '../../core/effects.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';
import type { FailureReason } from '../../core/failures/failure.ts';
import { isTaskLine } from '../../core/run.ts';
import type { RecordedEvent } from '../events/recorded-event.ts';

export type LogEntry = LaunchEntry | CheckEntry;

export interface LaunchEntry {
  readonly type: 'launch';
  readonly key: string;
  readonly effect: Effect<'ask' | 'attempt'>;
  readonly begunAt: number;
  /** Undefined while it is at work. */
  readonly ended?: {
    readonly at: number;
    readonly how: 'done' | 'failed' | 'stopped';
    readonly reason?: FailureReason;
    readonly charge?: Charge;
    readonly agent?: string;
    readonly transcript?: string;
  };
}

export interface CheckEntry {
  readonly type: 'check';
  readonly key: string;
  /** A task, the whole change, or the base commit. */
  readonly subject: string;
  readonly at: number;
  readonly evidence: Evidence;
}

export interface LogFilter {
  readonly task?: string;
  readonly check?: string;
}

export function logsOf(events: readonly RecordedEvent[], filter: LogFilter = {}): readonly LogEntry[] {
  const entries = new Map<string, LogEntry>();
  for (const told of events) add(entries, told);
  return [...entries.values()].filter((entry) => isWanted(entry, filter));
}

function add(entries: Map<string, LogEntry>, { event, at, seq }: RecordedEvent): void {
  if (event.type === 'effect.begun' && isLaunchEffect(event.effect)) {
    const { effect } = event;
    entries.set(effect.key, { type: 'launch', key: effect.key, effect, begunAt: at });
  }
  if (event.type === 'effect.ended') {
    const { how, charge, provenance } = event;
    const ended = { at, how, ...provenance, ...(charge === undefined ? {} : { charge }) };
    change(entries, event.key, (entry) => ({ ...entry, ended }));
  }
  if (event.type === 'failure.recorded') {
    change(entries, event.key, (entry) =>
      entry.ended === undefined ? entry : { ...entry, ended: { ...entry.ended, reason: event.reason } },
    );
  }
  if (event.type === 'evidence.recorded' || event.type === 'baseline.recorded') {
    const subject = event.type === 'baseline.recorded' ? 'base' : event.subject;
    for (const evidence of event.evidence) {
      const key = `${seq}/${evidence.check}`;
      entries.set(key, { type: 'check', key, subject, at, evidence });
    }
  }
}

function change(entries: Map<string, LogEntry>, key: string, to: (entry: LaunchEntry) => LaunchEntry): void {
  const entry = entries.get(key);
  if (entry?.type === 'launch') entries.set(key, to(entry));
}

function isLaunchEffect(effect: Effect): effect is Effect<'ask' | 'attempt'> {
  return isLaunch(effect.kind);
}

function isWanted(entry: LogEntry, { task, check }: LogFilter): boolean {
  if (check !== undefined && (entry.type !== 'check' || entry.evidence.check !== check)) return false;
  return task === undefined || taskOf(entry) === task;
}

function taskOf(entry: LogEntry): string | undefined {
  if (entry.type === 'launch') return entry.effect.input.task;
  return isTaskLine(entry.subject) ? entry.subject.slice('task/'.length) : undefined;
}
