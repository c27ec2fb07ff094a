// The tasks of a run with every attempt at them side by side: what was asked, how it ended, what it cost. Pure.

import type { RecordedEvent } from '../events/recorded-event.ts';
import { reasonWords } from '../artifacts/failure-words.ts';
import type { LaunchEntry } from '../run/logs.ts';
import { logsOf } from '../run/logs.ts';
import type { Run } from '../../core/run.ts';
import { detailsOf } from '../run/details.ts';

export interface AttemptShown {
  readonly key: string;
  readonly ordinal: number;
  /** An attempt at the task, or somebody who was asked about it. */
  readonly role: string;
  readonly begunAt: number;
  readonly endedAt?: number | undefined;
  readonly how?: 'done' | 'failed' | 'stopped' | undefined;
  /** Why it failed, in words; of one that ended well, what its work failed at afterwards. */
  readonly reason?: string | undefined;
  readonly agent?: string | undefined;
  readonly usd?: number | undefined;
  readonly tokens?: number | undefined;
  readonly agentMs?: number | undefined;
  readonly transcript?: string | undefined;
  /** Names of what it was told beside the task, each a blob. */
  readonly inputs: readonly { readonly name: string; readonly blob: string }[];
}

export interface TaskShown {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly note?: string | undefined;
  readonly wave: number;
  readonly files: readonly string[];
  readonly tests: readonly string[];
  readonly verification: readonly string[];
  readonly criteria: readonly string[];
  readonly dependsOn: readonly string[];
  readonly destructive: boolean;
  /** The commit it delivered. */
  readonly delivered?: string | undefined;
  readonly attempts: readonly AttemptShown[];
}

export function tasksOf(run: Run, events: readonly RecordedEvent[]): readonly TaskShown[] {
  const details = new Map(detailsOf(run, events).tasks.map((task) => [task.id, task]));
  return run.tasks.map(({ task, delivered }) => {
    const told = details.get(task.id);
    return {
      id: task.id,
      title: task.title,
      status: told?.status ?? 'pending',
      note: told?.note,
      wave: told?.wave ?? 1,
      files: task.files,
      tests: task.tests,
      verification: task.verification,
      criteria: task.criteria,
      dependsOn: task.dependsOn,
      destructive: task.destructive,
      delivered: delivered?.commit,
      attempts: attemptsOf(events, task.id),
    };
  });
}

/** A launch that failed, or an attempt that ended with work which then did not stand up to what looks at it. */
function why(
  events: readonly RecordedEvent[],
  task: string,
  { key, effect, ended }: LaunchEntry,
): string | undefined {
  if (ended === undefined) return undefined;
  if (ended.reason !== undefined) return reasonWords[ended.reason];
  if (effect.kind !== 'attempt') return undefined;
  const from = events.findIndex(({ event }) => event.type === 'effect.ended' && event.key === key);
  for (const { event } of events.slice(from + 1)) {
    if (event.type === 'effect.begun' && event.effect.kind === 'attempt' && event.effect.line === effect.line)
      return;
    if (event.type === 'failure.recorded' && event.line === `task/${task}`) return reasonWords[event.reason];
  }
  return undefined;
}

function attemptsOf(events: readonly RecordedEvent[], task: string): readonly AttemptShown[] {
  return logsOf(events, { task }).flatMap((entry): readonly AttemptShown[] => {
    if (entry.type !== 'launch') return [];
    const { effect, begunAt, ended, key } = entry;
    return [
      {
        key,
        ordinal: effect.input.ordinal,
        role: 'role' in effect.input ? effect.input.role : 'attempt',
        begunAt,
        endedAt: ended?.at,
        how: ended?.how,
        reason: why(events, task, entry),
        agent: ended?.agent,
        usd: ended?.charge?.usd,
        tokens: ended?.charge?.tokens,
        agentMs: ended?.charge?.agentMs,
        transcript: ended?.transcript,
        inputs: effect.input.inputs.map(({ name, blob }) => ({ name, blob })),
      },
    ];
  });
}
