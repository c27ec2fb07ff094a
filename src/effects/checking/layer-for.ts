// The layer that a commit of a run needs, by the setup among its checks.

import type { CheckSpec } from '../../core/evidence/evidence.ts';
import type { Repository } from '../../core/run.ts';
import type { Layer } from '../../workspace/layer.ts';
import type { EffectParts } from '../parts.ts';

/** Undefined where there is no setup, or it has to run each time. */
export function layerFor(
  { layers }: EffectParts,
  run: string,
  about: {
    readonly repository: Repository;
    readonly commit: string;
    readonly checks: readonly CheckSpec[];
    readonly tag: string;
    readonly signal: AbortSignal;
  },
): Promise<Layer | undefined> {
  const { commit, checks, tag, signal } = about;
  const { repository, base } = about.repository;
  const setup = checks.filter((check) => check.kind === 'setup');
  return layers.prepare({ repository, commit, base: base.commit, run, setup, tag, signal });
}
