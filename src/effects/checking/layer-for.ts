// The layer that a commit of a run needs, by the setup among its checks.

import type { CheckSpec } from '../../core/evidence/evidence.ts';
import type { Repository } from '../../core/run.ts';
import type { Layer, LayerRequest, SetupFailed } from '../../workspace/layer.ts';
import type { EffectParts } from '../parts.ts';

interface About {
  readonly repository: Repository;
  readonly commit: string;
  readonly checks: readonly CheckSpec[];
  readonly tag: string;
  readonly signal: AbortSignal;
}

/** Undefined where there is no setup, it has to run each time, or it is known to fail: nobody waits for that again. */
export function layerFor({ layers }: EffectParts, run: string, about: About): Promise<Layer | undefined> {
  return failedAtBase(about) ? Promise.resolve(undefined) : layers.prepare(requestOf(run, about));
}

/** Whoever waived that goes on without, in whatever process. */
function failedAtBase({ repository: { base, baseline } }: About): boolean {
  const setups =
    baseline?.tree === base.tree ? baseline?.evidence.filter(({ kind }) => kind === 'setup') : [];
  return setups?.some(({ verdict }) => verdict === 'FAIL') ?? false;
}

/** The same for checks of a commit: on the base itself a setup that fails is heard of, so that it is not run again to fail again. */
export function layerOrFailure(
  parts: EffectParts,
  run: string,
  about: About,
): Promise<Layer | SetupFailed | undefined> {
  const isBase = about.commit === about.repository.base.commit;
  return isBase ? parts.layers.setUp(requestOf(run, about)) : layerFor(parts, run, about);
}

function requestOf(run: string, { repository, commit, checks, tag, signal }: About): LayerRequest {
  const setup = checks.filter((check) => check.kind === 'setup');
  return {
    repository: repository.repository,
    commit,
    base: repository.base.commit,
    run,
    setup,
    tag,
    signal,
  };
}
