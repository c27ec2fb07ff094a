// A merged change is taken back by a pull request for people to merge: its inverse, on the target as it is now, whichever way it was
// merged. Nothing that came onto the target since is touched.

import type { Effect, Outcome } from '../../core/effects.ts';
import type { Repository, Run } from '../../core/run.ts';
import { authorOf, repositoryOf } from '../../core/run.ts';
import type { ForgeAnswer } from '../../forges/forge.ts';
import { revertMessage } from '../delivery/commit-message.ts';
import { pullRequestText } from '../delivery/pull-request-text.ts';
import type { EffectHandler } from '../effect.ts';
import type { EffectParts } from '../parts.ts';
import { failedAt } from '../parts.ts';

type Made = Outcome<'revert'>;

export function revert(parts: EffectParts): EffectHandler<'revert'> {
  return {
    probe: async (effect, { run }) => {
      const { repository } = repositoryOf(run, effect);
      const branch = branchOf(run, effect);
      const found = await parts.forgeOf(run).find(repository, branch);
      // One that somebody closed takes nothing back: who orders it anew gets another one.
      return found.ok && found.value !== undefined && found.value.state !== 'closed'
        ? made(found.value.number, branch)
        : undefined;
    },
    act: async (effect, { run }) => {
      const place = repositoryOf(run, effect);
      const { repository } = place;
      const { number, target } = effect.input;
      const branch = branchOf(run, effect);
      const pushed = await pushedTo(parts, run, { effect, place, branch });
      if (!pushed.ok) return failedAt(parts, pushed);
      const { title } = await pullRequestText(parts, run, place);
      const body = `This takes back #${number}, which Slipway made in run ${run.id}. What came into \`${target}\` since then stays as it is.\n`;
      const request = { repository, branch, target, title: `Revert: ${title}`, body };
      const opened = await parts.forgeOf(run).open(request);
      return opened.ok ? made(opened.value.number, branch) : failedAt(parts, opened);
    },
  };
}

/** The number makes it that of one pull request. */
function branchOf({ branch = 'change' }: Run, { input }: Effect<'revert'>): string {
  return `revert-${input.number}-${branch.replaceAll('/', '-')}`;
}

function made(number: number, branch: string): Made {
  return { type: 'done', kind: 'revert', result: { number, branch } };
}

interface Pushing {
  readonly effect: Effect<'revert'>;
  readonly place: Repository;
  readonly branch: string;
}

/** A branch of this name is there where an earlier try got so far; the target may be elsewhere by now. */
async function pushedTo(
  parts: EffectParts,
  run: Run,
  { effect, place: { repository }, branch }: Pushing,
): Promise<ForgeAnswer<void>> {
  const forge = parts.forgeOf(run);
  const { target, number, from, to } = effect.input;
  const there = await forge.branchHead(repository, branch);
  if (!there.ok) return there;
  if (there.value !== undefined) return { ok: true, value: undefined };
  const tip = await forge.target(repository, target);
  if (!tip.ok) return tip;
  if (tip.value === undefined) {
    return refused(`The branch ${target} is gone, so nothing can be taken back from it.`);
  }
  const { workspaces } = parts;
  const [undone, now] = await Promise.all([
    workspaces.merge(repository, { base: to, ours: tip.value, theirs: from }),
    workspaces.treeOf(repository, tip.value),
  ]);
  if (!undone.ok) {
    return refused(
      `Pull request #${number} cannot be taken back by itself: ${undone.conflicts.join(', ')} changed since then. Take it back by hand.`,
    );
  }
  if (undone.tree === now) {
    return refused(`Nothing of pull request #${number} is in ${target}, so there is nothing to take back.`);
  }
  const prepared = await forge.prepareTarget(repository, target, tip.value);
  if (!prepared.ok) return prepared;
  const commit = await workspaces.commit(repository, {
    tree: undone.tree,
    parents: [tip.value],
    message: revertMessage(run, number),
    at: run.startedAt,
    author: authorOf(run),
  });
  await workspaces.keep(repository, `${run.id}/revert`, commit);
  return forge.push({ repository, branch, commit });
}

function refused(detail: string): ForgeAnswer<void> {
  return { ok: false, reason: 'forge-refused', detail };
}
