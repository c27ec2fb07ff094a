// Where the target of a pull request is, as the forge says, and what moving there means.

import type { Head } from '../../core/effects.ts';
import { covers } from '../../core/fence/paths.ts';
import { planFiles } from '../../core/plan/plan.ts';
import type { MovedBase, Trial } from '../../core/remarks/seen.ts';
import type { Repository, Run } from '../../core/run.ts';
import { hasFailedTrial } from '../../core/stages/trial.ts';
import { isLookedAt } from '../../core/tasks/joining.ts';
import type { ForgeAnswer } from '../../forges/forge.ts';
import type { EffectParts } from '../parts.ts';
import { includedMessage, trialMessage } from './commit-message.ts';

type Parts = Pick<EffectParts, 'forgeOf' | 'workspaces'>;

export interface MovedTarget {
  readonly base: MovedBase;
  /** What merging gives, where the change may stay as it is. */
  readonly trial?: Trial;
}

/** Where the forge says the target is, unless the run stands on it or it is gone. */
export async function movedTarget(
  parts: Parts,
  run: Run,
  place: Repository,
  rules: { readonly isStrict?: boolean | undefined },
): Promise<ForgeAnswer<MovedTarget | undefined>> {
  const { repository, base } = place;
  const target = await parts.forgeOf(run).target(repository, base.branch);
  if (!target.ok) return target;
  const commit = target.value;
  if (commit === undefined || commit === base.commit) return { ok: true, value: undefined };
  const moved = await movedTo(parts, run, place, commit);
  if (!moved.ok) return moved;
  const mayStay = rules.isStrict !== true && moved.value.drift === undefined && !hasFailedTrial(place);
  const trial = mayStay ? await trialOn(parts, run, place, moved.value) : undefined;
  return { ok: true, value: { base: moved.value, ...(trial === undefined ? {} : { trial }) } };
}

/** Undefined where the change has to take the target in: both changed a file, or do not fit otherwise. */
async function trialOn(
  { workspaces }: Parts,
  run: Run,
  place: Repository,
  base: MovedBase,
): Promise<Trial | undefined> {
  const { repository, base: from, head, included } = place;
  if (included !== undefined && !isLookedAt(place)) return undefined; // it goes onto every target by itself
  const [theirs, ours] = await Promise.all([
    workspaces.changes(repository, from.commit, base.commit),
    workspaces.changes(repository, from.commit, head.commit),
  ]);
  const own = new Set(ours.map(({ path }) => path));
  if (theirs.some(({ path }) => own.has(path))) return undefined;
  const sides = { base: from.commit, ours: base.commit, theirs: head.commit };
  const merged = await workspaces.merge(repository, sides);
  if (!merged.ok) return undefined;
  const { tree } = merged;
  const commit = await workspaces.commit(repository, {
    tree,
    parents: [base.commit, head.commit],
    message: trialMessage(run.id),
    at: run.startedAt,
    author: run.author,
  });
  await workspaces.keep(repository, `${run.id}/trial`, commit);
  return { commit, tree, base };
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
