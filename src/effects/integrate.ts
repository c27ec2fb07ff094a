// Putting an accepted task onto the run branch: a three-way merge without a work tree, then a commit that is a
// pure function of what went in. Doing it again gives the same commit.

import { only } from '../core/run.ts';
import { commitMessage } from './commit-message.ts';
import type { EffectHandler } from './effect.ts';
import type { EffectParts } from './parts.ts';
import { failedWith } from './parts.ts';
import { never } from './probe.ts';

export function integrate(parts: EffectParts): EffectHandler<'integrate'> {
  return {
    probe: never,
    act: async (effect, { run }) => {
      const { repository } = only(run);
      const { task, commit: theirs, parent: base, onto: ours } = effect.input;
      const merged = await parts.workspaces.merge(repository, { base, ours, theirs });
      if (!merged.ok) {
        const words = `The branch moved on and both sides changed ${merged.conflicts.join(', ')}.\n\n${merged.detail}`;
        return failedWith(parts, { reason: 'conflict', paths: merged.conflicts }, words);
      }
      const commit = await parts.workspaces.commit(repository, {
        tree: merged.tree,
        parents: [ours],
        message: commitMessage(run, task),
        at: run.startedAt,
      });
      await Promise.all([
        parts.workspaces.keep(repository, `${run.id}/head`, commit),
        parts.memory.gather(run), // the task is done: what it taught is known by now
      ]);
      return { type: 'done', kind: 'integrate', result: { commit, tree: merged.tree } };
    },
  };
}
