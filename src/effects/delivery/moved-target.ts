// Where the target of a pull request is, as the forge says, and what moving there means.

import type { Head } from '../../core/effects.ts';
import { covers } from '../../core/fence/paths.ts';
import { planFiles } from '../../core/plan/plan.ts';
import type { MovedBase } from '../../core/remarks/seen.ts';
import type { Repository, Run } from '../../core/run.ts';
import { isLookedAt } from '../../core/tasks/joining.ts';
import type { ForgeAnswer } from '../../forges/forge.ts';
import type { EffectParts } from '../parts.ts';
import { includedMessage } from './commit-message.ts';

type Parts = Pick<EffectParts, 'forgeOf' | 'workspaces'>;

/** Where the forge says the target is, unless the run stands on it or it is gone. */
export async function movedTarget(
  parts: Parts,
  run: Run,
  place: Repository,
): Promise<ForgeAnswer<MovedBase | undefined>> {
  const { repository, base } = place;
  const target = await parts.forgeOf(run).target(repository, base.branch);
  if (!target.ok) return target;
  const commit = target.value;
  if (commit === undefined || commit === base.commit) return { ok: true, value: undefined };
  return movedTo(parts, run, place, commit);
}

/** A commit of the target that the run does not stand on, with what that means for the plan and for what a person included. */
export async function movedTo(
  parts: Parts,
  run: Run,
  place: Repository,
  commit: string,
): Promise<ForgeAnswer<MovedBase>> {
  const { repository, base } = place;
  const [tree, changes] = await Promise.all([
    parts.workspaces.treeOf(repository, commit),
    parts.workspaces.changes(repository, base.commit, commit),
  ]);
  const planned = run.accepted === undefined ? [] : planFiles(run.accepted);
  const drift = changes.map(({ path }) => path).filter((path) => covers(planned, path));
  const moved = { commit, tree, ...(drift.length === 0 ? {} : { drift: drift.slice(0, driftMax) }) };
  const before = isLookedAt(place) ? undefined : place.included; // what stays in the branch comes onto nothing
  if (before === undefined) return { ok: true, value: moved };
  const merged = await parts.workspaces.merge(repository, {
    base: base.commit,
    ours: commit,
    theirs: before.commit,
  });
  if (!merged.ok) {
    const detail = `The target branch moved on, and what you had not committed when the run began does not fit it: both changed ${merged.conflicts.join(', ')}. Bring your changes onto the target yourself, and start the ticket again.`;
    return { ok: false, reason: 'ref-moved', detail };
  }
  if (merged.tree === tree) return { ok: true, value: moved };
  const included = await putOnto(parts, run, { repository, onto: commit, tree: merged.tree });
  return { ok: true, value: { ...moved, included: { ...before, ...included } } };
}

/** A pure function of the journal and the trees: the same look gives the same commit. */
async function putOnto(
  { workspaces }: Pick<EffectParts, 'workspaces'>,
  run: Run,
  { repository, onto, tree }: { readonly repository: string; readonly onto: string; readonly tree: string },
): Promise<Head> {
  const commit = await workspaces.commit(repository, {
    tree,
    parents: [onto],
    message: includedMessage(run.id),
    at: run.startedAt,
    author: run.author,
  });
  await workspaces.keep(repository, `${run.id}/included`, commit);
  return { commit, tree };
}

/** Paths that are told; the journal holds small events. */
const driftMax = 20;
