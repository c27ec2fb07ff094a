// The merge, what the forge says about it, and the landing in the user's repository.

import type { Effect } from '../../core/effects.ts';
import { covers, isFile } from '../../core/fence/paths.ts';
import type { Run } from '../../core/run.ts';
import { authorOf, repositoryOf } from '../../core/run.ts';
import { mergeMessage } from '../delivery/commit-message.ts';
import { lookAt } from '../delivery/look.ts';
import { movedTarget } from '../delivery/moved-target.ts';
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
      const place = repositoryOf(run, effect);
      // What somebody else pushed comes first; the target is looked at again once that is part of the run.
      if (seen.value.foreign !== undefined) return { type: 'done', kind: 'inspect', result: seen.value };
      const moved = await movedTarget(parts, run, place, seen.value);
      if (!moved.ok) return failedAt(parts, moved);
      const isLeft = moved.value === undefined || moved.value.trial !== undefined;
      const result = { ...seen.value, ...(isLeft ? {} : { base: moved.value.base }) };
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
      const { number, head, onto: checked, isLast } = effect.input;
      const moved = await movedTarget(parts, run, place, place.pullRequest?.seen ?? {});
      if (!moved.ok) return failedAt(parts, moved);
      const { base: now, trial } = moved.value ?? {};
      // What was checked is not what would be merged.
      if (now !== undefined && trial === undefined)
        return { type: 'done', kind: 'merge', result: { moved: now } };
      if (trial !== undefined && trial.base.commit !== checked && isLast !== true) {
        return { type: 'done', kind: 'merge', result: { trial } };
      }
      const onto = now?.commit ?? base.commit;
      const prepared = await parts.forgeOf(run).prepareTarget(repository, base.branch, onto);
      if (!prepared.ok) return failedAt(parts, prepared);
      const answer = await parts.forgeOf(run).merge({
        repository,
        number,
        head,
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
