// Takes back what a cancelled run has published: its pull request is closed, its branch deleted. Doing it twice is
// doing it once.

import { repositoryOf } from '../../core/run.ts';
import type { EffectHandler } from '../effect.ts';
import type { EffectParts } from '../parts.ts';
import { failedAt } from '../parts.ts';
import { never } from '../probe.ts';

export function discard(parts: EffectParts): EffectHandler<'discard'> {
  return {
    probe: never, // closing what is closed and deleting what is gone changes nothing
    act: async (effect, { run }) => {
      const { repository } = repositoryOf(run, effect);
      const { branch, number } = effect.input;
      const closed = number === undefined ? undefined : await parts.forgeOf(run).close(repository, number);
      if (closed?.ok === false) return failedAt(parts, closed);
      const deleted = await parts.forgeOf(run).deleteBranch(repository, branch);
      if (!deleted.ok) return failedAt(parts, deleted);
      return { type: 'done', kind: 'discard', result: {} };
    },
  };
}
