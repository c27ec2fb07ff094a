// A person takes a task into their own hands and gives it back. What they did is read, fenced and committed like any
// attempt; where it cannot be used, the workspace stays theirs.

import { repositoryOf } from '../../core/run.ts';
import { startingPoint } from './attempt.ts';
import type { EffectHandler } from '../effect.ts';
import { workspaceName } from '../launches/launch.ts';
import type { EffectParts } from '../parts.ts';
import { failedWith } from '../parts.ts';
import { never } from '../probe.ts';
import { takeIn } from '../launches/take-in.ts';

export function handOut(parts: EffectParts): EffectHandler<'hand-out'> {
  return {
    // A clone of this name was made by us for this; what the person may have done in it already is not to be lost.
    probe: async (effect, { run }) => {
      const name = workspaceName(run.id, effect);
      if ((await parts.workspaces.existing(name)) === undefined) return undefined;
      return { type: 'done', kind: 'hand-out', result: { workspace: name } };
    },
    act: async (effect, { run }) => {
      const name = workspaceName(run.id, effect);
      const { repository } = repositoryOf(run, effect);
      const commit = await startingPoint(parts, repository, effect.input);
      await parts.workspaces.clone(repository, commit, name);
      return { type: 'done', kind: 'hand-out', result: { workspace: name } };
    },
  };
}

export function handIn(parts: EffectParts): EffectHandler<'hand-in'> {
  return {
    probe: never, // the same files give the same commit
    act: async (effect, { run }) => {
      const name = effect.input.workspace;
      const workspace = await parts.workspaces.existing(name);
      if (workspace === undefined) {
        return failedWith(parts, { reason: 'outside-workspace' }, `The workspace ${name} is gone.`);
      }
      const taken = await takeIn(parts, effect, { workspace, run, whose: 'person' });
      if (!taken.ok) return taken.failed;
      await parts.workspaces.discard(name);
      return { type: 'done', kind: 'hand-in', result: taken.work };
    },
  };
}
