// The merge, what the forge says about it, and the landing in the user's repository.

import type { Effect, Head } from '../../core/effects.ts';
import type { MovedBase } from '../../core/remarks/seen.ts';
import { covers, isFile } from '../../core/fence/paths.ts';
import { planFiles } from '../../core/plan/plan.ts';
import type { Repository, Run } from '../../core/run.ts';
import { authorOf, repositoryOf } from '../../core/run.ts';
import type { ForgeAnswer } from '../../forges/forge.ts';
import { includedMessage, mergeMessage } from '../delivery/commit-message.ts';
import { lookAt } from '../delivery/look.ts';
import type { EffectHandler } from '../effect.ts';
import type { EffectParts } from '../parts.ts';
import { failedAt, failedWith } from '../parts.ts';
import { never } from '../probe.ts';

export function inspect(parts: EffectParts): EffectHandler<'inspect'> {
  return {
    probe: never, // it only looks
    act: async (effect, { run }) => {
      const seen = await lookAt(parts, run, repositoryOf(run, effect), effect.input.number);
      if (!seen.ok) return failedAt(parts, seen);
      if (seen.value.state !== 'open') return { type: 'done', kind: 'inspect', result: seen.value };
      const moved = await movedTarget(parts, run, repositoryOf(run, effect));
      if (!moved.ok) return failedAt(parts, moved);
      const result = { ...seen.value, ...(moved.value === undefined ? {} : { base: moved.value }) };
      return { type: 'done', kind: 'inspect', result };
    },
  };
}

export function merge(parts: EffectParts): EffectHandler<'merge'> {
  return {
    probe: async (effect, { run }) => {
      const { number, head } = effect.input;
      const record = await parts.forgeOf(run).get(repositoryOf(run, effect).repository, number);
      // Others may have merged what they pushed on top: that was not ordered, and is found by looking.
      const isOurs = record.ok && record.value.state === 'merged' && record.value.head === head;
      const commit = isOurs ? record.value.mergeCommit : undefined;
      return commit === undefined ? undefined : { type: 'done', kind: 'merge', result: { commit } };
    },
    act: async (effect, { run }) => {
      const place = repositoryOf(run, effect);
      const { repository, base } = place;
      const moved = await movedTarget(parts, run, place);
      if (!moved.ok) return failedAt(parts, moved);
      // What was checked is not what would be merged.
      if (moved.value !== undefined) return { type: 'done', kind: 'merge', result: { moved: moved.value } };
      const prepared = await parts.forgeOf(run).prepareTarget(repository, base.branch, base.commit);
      if (!prepared.ok) return failedAt(parts, prepared);
      const answer = await parts.forgeOf(run).merge({
        repository,
        ...effect.input,
        message: mergeMessage(run),
        at: run.startedAt,
        author: authorOf(run),
      });
      if (!answer.ok) return failedAt(parts, answer);
      if (answer.value === undefined) return { type: 'done', kind: 'merge', result: { isQueued: true } };
      await noteDocs(parts, run, effect);
      return { type: 'done', kind: 'merge', result: { commit: answer.value } };
    },
  };
}

/** Where the forge says the target is, unless the run stands on it or it is gone. */
async function movedTarget(
  parts: EffectParts,
  run: Run,
  { repository, base, included: before }: Repository,
): Promise<ForgeAnswer<MovedBase | undefined>> {
  const target = await parts.forgeOf(run).target(repository, base.branch);
  if (!target.ok) return target;
  const commit = target.value;
  if (commit === undefined || commit === base.commit) return { ok: true, value: undefined };
  const [tree, changes] = await Promise.all([
    parts.workspaces.treeOf(repository, commit),
    parts.workspaces.changes(repository, base.commit, commit),
  ]);
  const planned = run.accepted === undefined ? [] : planFiles(run.accepted);
  const drift = changes.map(({ path }) => path).filter((path) => covers(planned, path));
  const moved = { commit, tree, ...(drift.length === 0 ? {} : { drift: drift.slice(0, driftMax) }) };
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
  { workspaces }: EffectParts,
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

/** Documents that the documenter wrote, as a task or beside it, and that were reviewed and merged are right for the files they lie among. */
async function noteDocs(parts: EffectParts, run: Run, effect: Effect<'merge'>): Promise<void> {
  const { head } = effect.input;
  const { repository } = repositoryOf(run, effect);
  const written = run.tasks
    .filter(({ task, at }) => task.executor === 'documenter' && at === 'integrated')
    .flatMap(({ task, delivered }) => [
      ...task.files.filter(isFile),
      ...(delivered?.touched ?? []).filter((path) => covers(task.files, path)),
    ])
    .concat(run.docs.committed.map(({ path }) => path));
  if (written.length === 0) return;
  try {
    const entries = await parts.workspaces.entries(repository, head);
    await parts.surveyor.trust(repository, { entries, written });
  } catch {
    // Without a record they are not trusted, which is no reason to fail what is merged.
  }
}

export function land(parts: EffectParts): EffectHandler<'land'> {
  return {
    probe: never, // landing what has landed is nothing to do, and says so
    act: async (effect, { run }) => {
      const { repository } = repositoryOf(run, effect);
      const { how, branch, target, commit } = effect.input;
      const landed = await parts.workspaces.land(repository, { how, branch, target, commit });
      const name = how === 'branch' ? branch : target;
      return landed.ok
        ? { type: 'done', kind: 'land', result: { branch: name, commit } }
        : failedWith(parts, { reason: landed.reason }, landed.detail);
    },
  };
}
