// What is done in a case: an effect by its handler, or one function of a port that no effect stands for. All of it is plain data.

import type { Effect, Outcome } from '../../../src/core/effects.ts';
import { effectsOf } from '../../../src/effects/effect.ts';
import type { EffectContext } from '../../../src/effects/effect.ts';
import { effectHandlers } from '../../../src/effects/handlers.ts';
import type { EffectParts } from '../../../src/effects/parts.ts';
import { failedAt } from '../../../src/effects/parts.ts';
import { untold } from '../../../src/effects/untold.ts';
import { startedIn } from '../../../src/core/run.ts';

export type Asked =
  | { readonly name: 'comment'; readonly number: number; readonly marker: string; readonly body: string }
  | { readonly name: 'marks'; readonly numbers: readonly number[] }
  | { readonly name: 'diff'; readonly number: number }
  | { readonly name: 'link'; readonly url: string; readonly title: string };

export interface Deed {
  /** Of a port: only its key and kind count. */
  readonly effect: Effect;
  readonly asked?: Asked;
}

/** As the engine sees the world, with what a port said in place of a result. */
export interface Doing {
  readonly probe: (context: EffectContext) => Promise<Outcome | undefined>;
  readonly act: (context: EffectContext) => Promise<Outcome>;
  /** What a port's function brought. */
  readonly brought: () => unknown;
}

export function doingOf(parts: EffectParts, { effect, asked }: Deed): Doing {
  const effects = effectsOf(effectHandlers(parts));
  if (asked === undefined) {
    return {
      probe: (context) => effects.probe(effect, context),
      act: (context) => effects.act(effect, context),
      brought: () => undefined,
    };
  }
  let brought: unknown;
  return {
    probe: () => Promise.resolve(undefined),
    act: async (context) => {
      const answer = await ask(parts, asked, context);
      if (answer.type === 'done') brought = answer.value;
      return answer.type === 'done' ? { type: 'done', kind: 'write-artifacts', result: {} } : answer.failed;
    },
    brought: () => brought,
  };
}

type Told =
  | { readonly type: 'done'; readonly value: unknown }
  | { readonly type: 'failed'; readonly failed: Outcome };

async function ask(parts: EffectParts, asked: Asked, { run }: EffectContext): Promise<Told> {
  const { repository } = startedIn(run);
  if (asked.name === 'link') {
    const told = await parts.trackerOf(run.source, run).link?.(run.source.ref, asked);
    if (told === undefined) throw new Error('This tracker has no place for a link.');
    return told.ok
      ? { type: 'done', value: told.value }
      : { type: 'failed', failed: await untold(parts, told) };
  }
  const forge = parts.forgeOf(run);
  const told =
    asked.name === 'comment'
      ? await forge.comment({ repository, ...asked })
      : asked.name === 'marks'
        ? await forge.marks(repository, asked.numbers)
        : await forge.diff(repository, asked.number);
  return told.ok
    ? { type: 'done', value: told.value }
    : { type: 'failed', failed: await failedAt(parts, told) };
}
