// What a failed effect means, for every stage: its class, its remedy, and what follows for a task.
// The one place where an outcome becomes a `failure.recorded`.

import { isBeside } from '../pipeline/beside.ts';
import type { RoundTask } from '../evidence/coverage.ts';
import { coverageTask } from '../evidence/coverage.ts';
import type { Effect, Failed, Provenance } from '../effects.ts';
import { isCourtesy, whoOf } from '../effects.ts';
import type { EventOf, RunEvent } from '../events.ts';
import type { AtWork, FailureReason, Remedy } from './failure.ts';
import { classOf, remedyFor } from './failure.ts';
import { spreadOut } from './jitter.ts';
import type { Role } from '../roles/modes.ts';
import type { Run } from '../run.ts';
import { isTaskLine } from '../run.ts';

/** From the world, or concluded here: from a verdict, from evidence, from what the home knows of an agent. */
type Concluded = Omit<Failed, 'type' | 'provenance'> & { readonly provenance?: Pick<Provenance, 'agent'> };

export function failure(run: Run, effect: Effect, failed: Concluded): readonly RunEvent[] {
  const task = taskOf(effect);
  const extra = task === undefined ? undefined : coverageTask(run, task);
  const remedy: Remedy =
    extra !== undefined && failed.reason === 'no-change' // a tester who has nothing to add is not asked again
      ? { type: 'person' }
      : jittered(
          run,
          effect,
          remedyFor(
            { ...failed, isCourtesy: isCourtesy(effect.kind) },
            run.failures[effect.line] ?? {},
            run.policy,
            atWork(run, effect, failed),
          ),
        );
  const wanted = extra === undefined ? undefined : sourcesWanted(run, extra, failed.reason);
  const paths = failed.paths ?? wanted;
  const recorded = recordedFailure(
    effect,
    { ...failed, ...(paths === undefined ? {} : { paths }) },
    isOnlyAWarning(effect, remedy) ? { type: 'warn' } : remedy,
  );
  if (task !== undefined && effect.kind === 'hand-in') return [recorded, { type: 'task.returned', task }];
  if (task === undefined || failed.reason === 'protected-path') return [recorded];
  if (remedy.type !== 'person' && remedy.type !== 'replan') return [recorded];
  if (wanted !== undefined) return [recorded]; // a person is asked, and the task waits
  if (extra !== undefined) {
    return [recorded, { type: 'task.failed', task, reason: failed.reason, replan: false, dropped: true }];
  }
  return [recorded, failedTask(task, failed.reason, remedy)];
}

function recordedFailure(
  { key, line }: Pick<Effect, 'key' | 'line'>,
  { reason, detail, paths, rules }: Concluded,
  remedy: EventOf<'failure.recorded'>['remedy'],
): RunEvent {
  return {
    type: 'failure.recorded',
    key,
    line,
    reason,
    class: classOf(reason),
    remedy,
    ...(detail === undefined ? {} : { detail }),
    ...(paths === undefined ? {} : { paths }),
    ...(rules === undefined ? {} : { rules }),
  };
}

function failedTask(task: string, reason: FailureReason, { type }: Remedy): RunEvent {
  return { type: 'task.failed', task, reason, replan: type === 'replan' };
}

/** What becomes of a task whose attempt ended long ago, and of which it is known only now that it failed. */
export function struck(
  { task, ...effect }: Pick<Effect, 'key' | 'line'> & { readonly task: string },
  failed: Concluded,
  remedy: Remedy,
): readonly RunEvent[] {
  const recorded = recordedFailure(effect, failed, remedy);
  return remedy.type === 'retry' ? [recorded] : [recorded, failedTask(task, failed.reason, remedy)];
}

/** What failed in many runs at once is not tried again by all of them at once. */
function jittered({ id }: Run, { key }: Effect, remedy: Remedy): Remedy {
  return remedy.type === 'retry' ? { ...remedy, waitMs: spreadOut(remedy.waitMs, id, key) } : remedy;
}

/** What a tester says cannot be tested as it is may be touched if a person lets them, once; nobody waits where none is asked. */
function sourcesWanted(
  run: Run,
  { task, sources }: RoundTask,
  reason: FailureReason,
): RoundTask['sources'] | undefined {
  if (reason !== 'replan-asked' || !run.policy.gates.plan) return undefined;
  const has = run.tasks.some((state) => state.task.id === task.id && state.grants.length > 0);
  return has ? undefined : sources;
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
