// What a failed effect means, for every stage: its class, its remedy, and what follows for a task.
// The one place where an outcome becomes a `failure.recorded`.

import type { Effect, Failed } from '../effects.ts';
import { isCourtesy } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import { classOf, remedyFor } from '../failure.ts';
import type { Run } from '../run.ts';
import { isTaskLine } from '../run.ts';

/** `failed` may come from the world or be concluded here, from a verdict or from evidence. */
export function failure(run: Run, effect: Effect, failed: Omit<Failed, 'type'>): readonly RunEvent[] {
  const remedy = remedyFor(failed, run.failures[effect.line] ?? {}, run.policy);
  const recorded: RunEvent = {
    type: 'failure.recorded',
    key: effect.key,
    line: effect.line,
    reason: failed.reason,
    class: classOf(failed.reason),
    remedy: remedy.type === 'person' && isCourtesy(effect.kind) ? { type: 'warn' } : remedy,
    ...(failed.detail === undefined ? {} : { detail: failed.detail }),
    ...(failed.paths === undefined ? {} : { paths: failed.paths }),
    ...(failed.rules === undefined ? {} : { rules: failed.rules }),
  };
  const task = taskOf(effect);
  if (task === undefined || failed.reason === 'protected-path') return [recorded];
  if (remedy.type !== 'person' && remedy.type !== 'replan') return [recorded];
  return [recorded, { type: 'task.failed', task, reason: failed.reason, replan: remedy.type === 'replan' }];
}

function taskOf(effect: Effect): string | undefined {
  return isTaskLine(effect.line) ? effect.line.slice('task/'.length) : undefined;
}
