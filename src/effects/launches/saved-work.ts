// Saved work [M8]: what an attempt has done so far is kept as a commit of Slipway's own, at intervals while its agent is at work
// and whenever it ends without being done. The next attempt begins there.
//
// Invariants
//   SAVED-WORK-1. The agent notices nothing: its files are read with our own index, and its git directory takes no part.
//   SAVED-WORK-2. Where nothing changed since the last time, nothing is written and nothing is journaled.
//   SAVED-WORK-3. A save at an interval that does not work out is left out: files come and go while they are read, and
//       the next one is not far.

import type { Effect } from '../../core/effects.ts';
import type { SavedWhy, SavedWork } from '../../core/tasks/saved-work.ts';
import type { FailureReason } from '../../core/failures/failure.ts';
import { saveMsOf } from '../../core/policy.ts';
import type { Run } from '../../core/run.ts';
import { repositoryOf } from '../../core/run.ts';
import type { EffectContext } from '../effect.ts';
import type { EffectParts } from '../parts.ts';
import { launchPlace } from './launch.ts';

type Attempt = Effect<'attempt'>;
type Parts = Pick<EffectParts, 'workspaces' | 'waiting'>;

/** Names in the journal; the commit has them all. */
const filesMax = 50;

/** Saves while the work goes on. What comes after it finds no save under way. */
export async function savingWhile<T>(
  parts: Parts,
  effect: Attempt,
  context: EffectContext,
  work: () => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const saving = saveAtIntervals(parts, effect, context, over.signal);
  try {
    return await work();
  } finally {
    over.abort();
    await saving;
  }
}

async function saveAtIntervals(
  parts: Parts,
  effect: Attempt,
  { run, save }: EffectContext,
  signal: AbortSignal,
): Promise<void> {
  let last = effect.input.saved;
  for (;;) {
    await parts.waiting.until(parts.waiting.now() + saveMsOf(run.policy), signal);
    if (signal.aborted) return;
    try {
      const work = await saveWork(parts, effect, run, 'periodic');
      if (work === undefined || work.commit === last) continue; // SAVED-WORK-2
      await save(work);
      last = work.commit;
    } catch {
      // SAVED-WORK-3
    }
  }
}

/** Undefined where there is nothing to save. */
export async function saveWork(
  { workspaces }: Pick<Parts, 'workspaces'>,
  effect: Attempt,
  run: Run,
  why: SavedWhy,
): Promise<SavedWork | undefined> {
  const workspace = await workspaces.existing(launchPlace(run.id, effect));
  if (workspace === undefined) return undefined;
  const { repository } = repositoryOf(run, effect);
  const { task, parent } = effect.input;
  const { tree, changes } = await workspaces.importTree(repository, workspace, parent);
  if (changes.length === 0) return undefined;
  const commit = await workspaces.commit(repository, {
    tree,
    parents: [parent],
    message: 'saved work',
    at: run.startedAt,
  });
  await workspaces.keep(repository, `${run.id}/saved/${task}`, commit);
  const files = changes.slice(0, filesMax).map((change) => change.path);
  return { commit, why, changed: changes.length, files };
}

const whyBy: Readonly<Partial<Record<FailureReason, SavedWhy>>> = {
  'agent-timeout': 'slow-call',
  'agent-stalled': 'slow-call',
  quota: 'token-limit',
  'max-turns': 'token-limit',
  'prompt-too-long': 'token-limit',
  'agent-output-limit': 'token-limit',
};

/** Why the work of an agent that failed is saved; undefined where it is not: a full disk has no room for it. */
export function whySaved(reason: FailureReason): SavedWhy | undefined {
  return reason === 'disk-full' ? undefined : (whyBy[reason] ?? 'failure');
}
