// The effects of intake beside the ticket's: the repository is looked at, the budget reserved.

import type { CheckSpec } from '../core/evidence.ts';
import type { Run } from '../core/run.ts';
import { only } from '../core/run.ts';
import type { EffectHandler } from './effect.ts';
import type { EffectParts } from './parts.ts';
import { preflight } from './preflight.ts';
import { never } from './probe.ts';

export function survey(parts: EffectParts): EffectHandler<'survey'> {
  return {
    probe: never, // looking changes nothing, and the store is filled once whoever fills it
    act: async (effect, { run }) => {
      const { repository } = only(run);
      const { commit } = effect.input;
      await parts.workspaces.ensure(repository, commit);
      const [tree, checks, dirty, found] = await Promise.all([
        parts.workspaces.treeOf(repository, commit),
        checksOf(parts, run, commit),
        parts.workspaces.dirtiness(repository),
        preflight(parts, run),
      ]);
      const { problems, warnings } = found;
      const warned = warnings.length === 0 ? {} : { warnings };
      return { type: 'done', kind: 'survey', result: { tree, checks, dirty, problems, ...warned } };
    },
  };
}

async function checksOf(parts: EffectParts, run: Run, commit: string): Promise<readonly CheckSpec[]> {
  const config = await parts.configOf(run);
  if (config.checks !== undefined) return config.checks;
  const { repository } = only(run);
  const files = await parts.workspaces.listFiles(repository, commit);
  return parts.checks.detect((path) => parts.workspaces.readFile(repository, commit, path), files);
}

export function reserve(parts: EffectParts): EffectHandler<'reserve'> {
  const done = { type: 'done', kind: 'reserve', result: {} } as const;
  return {
    probe: (_effect, { run }) => Promise.resolve(parts.home.hasReserved(run.id) ? done : undefined),
    act: async (effect, { run }) => {
      await parts.home.record({ type: 'budget.reserved', run: run.id, ...effect.input });
      return done;
    },
  };
}
