import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EffectContext } from '../effect.ts';
import { aRun } from '../../../test/support/core.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import { counterClock } from '../../telemetry/counter-clock.ts';
import { waitUntil } from './wait-until.ts';

let world: TestParts;
beforeAll(async () => {
  world = await startParts();
});
afterAll(() => world.close());

const done = { type: 'done', kind: 'wait-until', result: {} };

/** A clock that stands at 5000, and how long an effect begun at `begunAt` waits by it. */
async function waited(
  input: { readonly waitMs?: number; readonly untilMs?: number },
  context: Partial<EffectContext> = {},
): Promise<{ readonly outcome: unknown; readonly ms: number }> {
  const clock = counterClock(5_000, 0);
  const effect = effectOf('wait-until', input);
  const outcome = await waitUntil({ ...world.parts, clock }).act(effect, world.context(aRun(), context));
  return { outcome, ms: clock.monotonic() };
}

test('a wait counts from when it was begun, so that a crash in between does not start it over', async () => {
  expect(await waited({ waitMs: 3_000 }, { begunAt: 5_000 })).toEqual({ outcome: done, ms: 3_000 });
  expect(await waited({ waitMs: 3_000 }, { begunAt: 4_000 })).toEqual({ outcome: done, ms: 2_000 });
  expect(await waited({ waitMs: 3_000 }, { begunAt: 1_000 })).toEqual({ outcome: done, ms: 0 });
});

test('a wait for a time is over at that time, whenever it was begun', async () => {
  expect(await waited({ untilMs: 9_000 }, { begunAt: 1_000 })).toEqual({ outcome: done, ms: 4_000 });
});

test('a wait that is cut short was stopped', async () => {
  const cut = await waited({ waitMs: 3_000 }, { begunAt: 5_000, signal: AbortSignal.abort() });
  expect(cut).toEqual({ outcome: { type: 'stopped' }, ms: 0 });
});
