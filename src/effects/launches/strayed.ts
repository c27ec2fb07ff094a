// What an attempt leaves that needs files its task has not: looked through, kept, and told to the core, which says what becomes of
// it (`core/stages/widening.ts`).
//   STRAYED-1. Work that weakens what it is checked with is not kept: whoever lets a file in does not let that in with it.
//   STRAYED-2. Only ordinary files can be asked for in words: one that is protected or kept, or a glob, is for a plan.

import type { Effect, Failed, HandedIn } from '../../core/effects.ts';
import { stopping } from '../../core/evidence/tamper.ts';
import { fenceVerdict } from '../../core/fence/fence.ts';
import { isInside } from '../../core/fence/paths.ts';
import type { Run } from '../../core/run.ts';
import { repositoryOf } from '../../core/run.ts';
import type { WorkAnswer } from '../../prompts/prompts.ts';
import { isCheckConfiguration } from '../../tamper/configs.ts';
import { isTestSupport, testPlace } from '../../tamper/test-files.ts';
import { weakenedBetween } from '../kinds/compare.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';
import { saveWork } from './saved-work.ts';

type Attempt = Effect<'attempt'>;

/** STRAYED-1. Nothing where there is more against it than the files it touches. */
export async function keptWork(
  parts: EffectParts,
  { input, ...effect }: Attempt,
  run: Run,
  { failed, strayed, why }: { readonly failed: Failed; readonly strayed?: HandedIn; readonly why: string },
): Promise<Pick<Failed, 'strayed'>> {
  if (strayed === undefined) return {};
  const { repository } = repositoryOf(run, effect);
  const change = { from: strayed.parent, to: strayed.commit, grants: input.grants };
  const weakened = await weakenedBetween(parts, repository, change);
  if (weakened !== undefined && stopping(weakened).length > 0) return {};
  return {
    strayed: { work: strayed, why: await keepText(parts, why), ...checkedWith(failed.paths ?? []) },
  };
}

/** STRAYED-2. What it has done so far is kept for whoever goes on. */
export async function askedFor(
  parts: EffectParts,
  effect: Attempt,
  run: Run,
  { needs = [], summary }: Pick<WorkAnswer, 'needs' | 'summary'>,
): Promise<Pick<Failed, 'paths' | 'strayed'>> {
  const { fence: files, grants, kept = [] } = effect.input;
  const { protectedPaths } = run.policy;
  const isPlain = (path: string): boolean =>
    isInside(path) && !path.endsWith('/') && parts.screener.redact(path).text === path;
  const verdict = fenceVerdict(
    [...new Set(needs)].map((path) => ({ path, mode: '100644' })),
    { files, grants, protectedPaths, kept },
  );
  if (!needs.every(isPlain) || verdict.inside || verdict.ordinary !== true) return {};
  const { paths } = verdict;
  const saved = await saveWork(parts, effect, run, 'milestone');
  return {
    paths,
    strayed: {
      ...(saved === undefined ? {} : { saved: saved.commit }),
      why: await keepText(parts, summary),
      ...checkedWith(paths),
    },
  };
}

function checkedWith(paths: readonly string[]): { readonly checking?: readonly string[] } {
  const checking = paths.filter(
    (path) => testPlace(path) === 'named' || isTestSupport(path) || isCheckConfiguration(path),
  );
  return checking.length === 0 ? {} : { checking };
}
