// What somebody else put onto the branch of a pull request, seen by our own git: whether everything that was pushed is still in it,
// and how much of the target they merged into it.

import type { Foreign } from '../../core/remarks/seen.ts';
import type { Repository, Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import type { ForgeAnswer } from '../../forges/forge.ts';
import type { EffectParts } from '../parts.ts';
import { movedTo } from './moved-target.ts';

type Parts = Pick<EffectParts, 'forgeOf' | 'workspaces'>;

/** Undefined where the head is ours, or what was pushed last. */
export async function foreignPush(
  parts: Parts,
  run: Run,
  place: Repository,
  head: string,
): Promise<ForgeAnswer<Foreign | undefined>> {
  const { repository, head: ours, pushed } = place;
  if (pushed === undefined || head === ours.commit || head === pushed) return { ok: true, value: undefined };
  const branch = must(run.branch, 'a pull request has a branch');
  const found = await parts.forgeOf(run).bring(repository, branch);
  if (!found.ok) return found;
  if (found.value !== head) {
    // It moved between two questions, or is gone: the next look sees it as it is then.
    return {
      ok: false,
      reason: 'forge-unavailable',
      detail: `The branch ${branch} moved while it was looked at.`,
    };
  }
  const { workspaces } = parts;
  const [tree, lost] = await Promise.all([
    workspaces.treeOf(repository, head),
    workspaces.commits(repository, head, pushed),
  ]);
  if (lost.length > 0) return { ok: true, value: { commit: head, tree } };
  const base = await mergedIn(parts, run, place, head);
  if (!base.ok) return base;
  return { ok: true, value: { commit: head, tree, isOnTop: true, ...base.value } };
}

/** A target that was merged into the branch, by hand or by the button for it. */
async function mergedIn(
  parts: Parts,
  run: Run,
  place: Repository,
  head: string,
): Promise<ForgeAnswer<Pick<Foreign, 'base'>>> {
  const { repository, base } = place;
  const target = await parts.forgeOf(run).target(repository, base.branch);
  if (!target.ok) return target;
  const common =
    target.value === undefined ? undefined : await parts.workspaces.common(repository, head, target.value);
  if (common === undefined || common === base.commit) return { ok: true, value: {} };
  const moved = await movedTo(parts, run, { ...place, included: undefined }, common);
  return moved.ok ? { ok: true, value: { base: moved.value } } : moved;
}
