// While an agent is at work in the open, the dependencies of the next one are copied. What is not done when it has ended is given
// up: an answer that was paid for waits for no copy.

import type { Repository, Run } from '../../core/run.ts';
import type { Layer } from '../../workspace/layer.ts';
import { layerFor } from '../checking/layer-for.ts';
import type { EffectParts } from '../parts.ts';
import type { LaunchRequest } from './launch.ts';

interface About {
  readonly run: Run;
  readonly repository: Repository;
  readonly request: Pick<LaunchRequest, 'mode' | 'commit'>;
  /** What this agent was shown. */
  readonly layer: Layer | undefined;
  readonly tag: string;
  readonly signal: AbortSignal;
}

interface Ahead {
  /** When the copy is there, or it is known that there will be none. */
  readonly done: Promise<void>;
  readonly end: () => Promise<void>;
}

export function copyingAhead(parts: EffectParts, about: About): Ahead {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, about.signal]);
  const copying = copy(parts, { ...about, signal }).catch(() => undefined);
  return {
    done: copying,
    end: async () => {
      stop.abort();
      await copying;
    },
  };
}

/** The same work, however it ends, and no copying after it. */
export async function untilEnded<T>(work: Promise<T>, ahead: Ahead | undefined): Promise<T> {
  try {
    return await work;
  } finally {
    await ahead?.end();
  }
}

async function copy(parts: EffectParts, about: About): Promise<void> {
  const { run, repository, request, tag, signal } = about;
  // Nobody follows a reviewer who needs it for sure; and before the base was checked nothing is installed yet.
  if (request.mode === 'review' || repository.baseline === undefined) return;
  const { commit } = request;
  const layer =
    about.layer ?? (await layerFor(parts, run.id, { repository, commit, checks: run.checks, tag, signal }));
  if (layer !== undefined) await parts.layers.copyAhead({ layer, run: run.id, tag, signal });
}
