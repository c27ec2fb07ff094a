// What a failed effect means, for every stage: its class, its remedy, and what follows for a task.
// The one place where an outcome becomes a `failure.recorded`.

import { isBeside } from '../beside.ts';
import type { Effect, Failed, Provenance } from '../effects.ts';
import { isCourtesy, whoOf } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import type { AtWork, Remedy } from '../failure.ts';
import { classOf, remedyFor } from '../failure.ts';
import type { Role } from '../modes.ts';
import type { Run } from '../run.ts';
import { isTaskLine } from '../run.ts';

/** From the world, or concluded here: from a verdict, from evidence, from what the home knows of an agent. */
type Concluded = Omit<Failed, 'type' | 'provenance'> & { readonly provenance?: Pick<Provenance, 'agent'> };

export function failure(run: Run, effect: Effect, failed: Concluded): readonly RunEvent[] {
  const remedy = remedyFor(failed, run.failures[effect.line] ?? {}, run.policy, atWork(run, effect, failed));
  const recorded: RunEvent = {
    type: 'failure.recorded',
    key: effect.key,
    line: effect.line,
    reason: failed.reason,
    class: classOf(failed.reason),
    remedy: isOnlyAWarning(effect, remedy) ? { type: 'warn' } : remedy,
    ...(failed.detail === undefined ? {} : { detail: failed.detail }),
    ...(failed.paths === undefined ? {} : { paths: failed.paths }),
    ...(failed.rules === undefined ? {} : { rules: failed.rules }),
  };
  const task = taskOf(effect);
  if (task !== undefined && effect.kind === 'hand-in') return [recorded, { type: 'task.returned', task }];
  if (task === undefined || failed.reason === 'protected-path') return [recorded];
  if (remedy.type !== 'person' && remedy.type !== 'replan') return [recorded];
  return [recorded, { type: 'task.failed', task, reason: failed.reason, replan: remedy.type === 'replan' }];
}

/** The run goes on without a courtesy; a person who gave back what cannot be used is told, and has it again. */
function isOnlyAWarning(effect: Effect, remedy: Remedy): boolean {
  if (isBeside(effect)) return remedy.type !== 'retry' && remedy.type !== 'fail-over';
  return effect.kind === 'hand-in' || (remedy.type === 'person' && isCourtesy(effect.kind));
}

function taskOf(effect: Effect): string | undefined {
  return isTaskLine(effect.line) ? effect.line.slice('task/'.length) : undefined;
}

function atWork(run: Run, effect: Effect, failed: Concluded): AtWork | undefined {
  const role = roleOf(run, effect);
  if (role === undefined) return undefined;
  const who = whoOf(effect);
  return {
    who,
    agent: failed.provenance?.agent ?? '',
    rank: run.ranks[who] ?? 0,
    alternatives: run.policy.alternatives[role] ?? 0,
  };
}

/** The role an agent is launched in, if one is. */
export function roleOf(run: Run, effect: Effect): Role | undefined {
  if (effect.kind === 'ask') return effect.input.role;
  if (effect.kind !== 'attempt') return undefined;
  return run.tasks.find((state) => state.task.id === effect.input.task)?.task.executor;
}
