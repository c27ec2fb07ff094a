import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../core/effects.ts';
import type { Run } from '../core/run.ts';
import type { TestParts } from '../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../test/support/effect-parts.ts';
import type { EffectContext } from './effect.ts';
import { effectsOf } from './effect.ts';
import { effectHandlers } from './handlers.ts';
import type { EffectParts } from './parts.ts';

let world: TestParts;
let run: Run;
beforeAll(async () => {
  world = await startParts();
  run = await world.run();
});
afterAll(() => world.close());

const input = { usd: 1, launches: 1 };

/** What becomes of an effect whose part throws this. */
async function actWith(thrown: unknown, change: Partial<EffectContext> = {}): Promise<Outcome> {
  const home = {
    ...world.parts.home,
    hasReserved: () => Promise.resolve(false),
    record: () => Promise.reject(thrown),
  };
  const { act } = effectsOf(effectHandlers({ ...world.parts, home }));
  return act(effectOf('reserve', input), world.context(run, change));
}

function coded(code: string): Error {
  return Object.assign(new Error(`it ended with ${code}`), { code });
}

describe('an effect that throws', () => {
  test('has failed, with the words of what was thrown', async () => {
    const outcome = await actWith(new Error('the cable is out'));
    expect(outcome).toMatchObject({ type: 'failed', reason: 'io' });
    const detail = outcome.type === 'failed' ? outcome.detail : undefined;
    expect(await world.parts.blobs.get(detail ?? '')).toContain('the cable is out');
  });

  test('something that is no error has failed too', async () => {
    const outcome = await actWith('just a word');
    const detail = outcome.type === 'failed' ? outcome.detail : undefined;
    expect(await world.parts.blobs.get(detail ?? '')).toBe('just a word');
  });

  test.each(['ENOSPC', 'EDQUOT'])('%s has found the disk full', async (code) => {
    expect(await actWith(coded(code))).toMatchObject({ type: 'failed', reason: 'disk-full' });
  });

  test('after it was told to stop was stopped', async () => {
    const outcome = await actWith(new Error('cut off'), { signal: AbortSignal.abort() });
    expect(outcome).toEqual({ type: 'stopped' });
  });

  test('has failed also where not even the words can be kept', async () => {
    const parts: EffectParts = {
      ...world.parts,
      home: {
        ...world.parts.home,
        hasReserved: () => Promise.resolve(false),
        record: () => Promise.reject(coded('ENOSPC')),
      },
      blobs: { ...world.parts.blobs, put: () => Promise.reject(coded('ENOSPC')) },
    };
    const { act } = effectsOf(effectHandlers(parts));
    expect(await act(effectOf('reserve', input), world.context(run))).toEqual({
      type: 'failed',
      reason: 'disk-full',
    });
  });

  test('says nothing of a secret in the words', async () => {
    const token = ['ghp', 'Zx8kQ2mVw4tRb7NcYpL3sDf9GhJ1aE5uT6iO'].join('_');
    const outcome = await actWith(new Error(`no access with ${token}`));
    const detail = outcome.type === 'failed' ? outcome.detail : undefined;
    const words = await world.parts.blobs.get(detail ?? '');
    expect(words).toContain('no access with [REDACTED:');
    expect(words).not.toContain(token);
  });
});

describe('a probe that throws', () => {
  test.each([
    [
      'at once',
      () => {
        throw new Error('no journal');
      },
    ],
    ['later', undefined],
  ])('%s has found nothing', async (_when, hasReserved) => {
    const parts: EffectParts = {
      ...world.parts,
      ...(hasReserved === undefined
        ? {
            forgeOf: (of) => ({
              ...world.parts.forgeOf(of),
              branchHead: () => Promise.reject(new Error('no forge')),
            }),
          }
        : { home: { ...world.parts.home, hasReserved } }),
    };
    const { probe } = effectsOf(effectHandlers(parts));
    const effect =
      hasReserved === undefined
        ? effectOf('push', { branch: 'b', commit: world.base })
        : effectOf('reserve', input);
    expect(await probe(effect, world.context(run))).toBeUndefined();
  });
});

describe('a reservation', () => {
  test('that was recorded is found again', async () => {
    const { probe, act } = effectsOf(effectHandlers(world.parts));
    const effect = effectOf('reserve', input);
    const context = world.context({ ...run, id: 'r-reserved' });
    expect(await probe(effect, context)).toBeUndefined();
    const outcome = await act(effect, context);
    expect(await probe(effect, context)).toEqual(outcome);
  });
});
