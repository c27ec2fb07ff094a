import { describe, expect, test } from 'vitest';
import { aPlan, aTask, drive } from '../../../test/support/core.ts';
import type { Effect, Outcome } from '../effects.ts';
import { effectsDue } from '../effects-due.ts';
import { evolve } from '../evolve/evolve.ts';
import type { Run } from '../run.ts';

const plans = [aPlan([aTask('a'), aTask('b')])];

const stopped = (id: string): Outcome => ({
  type: 'stopped',
  provenance: { agent: 'claude', transcript: 't', session: { id, tokens: 7 } },
});

/** The same stage once more, after a loop. */
const again = (run: Run): Run =>
  evolve(
    run,
    {
      type: 'stage.entered',
      visit: run.visit.n + 1,
      stage: run.visit.stage,
      from: 'review',
      because: 'once more',
      carry: [],
    },
    0,
  );

function sessionOf(run: Run, subject: string): unknown {
  const due = effectsDue(run).find(
    (effect): effect is Effect<'ask'> | Effect<'attempt'> =>
      (effect.kind === 'ask' || effect.kind === 'attempt') && effect.subject === subject,
  );
  if (due === undefined) throw new Error(`nothing of ${subject} is due`);
  return due.input.cast?.session;
}

describe('a session of an earlier visit of the stage', () => {
  test('is gone on with as a copy by whoever makes something (SESSIONS-2)', () => {
    const driver = drive({ plans }).to('implementation');
    driver.perform('attempt', 'a', stopped('s1'));
    expect(sessionOf(again(driver.run()), 'a')).toEqual({ agent: 'claude', id: 's1', tokens: 7, fork: true });
  });

  test('is the copy itself once that has begun', () => {
    const driver = drive({ plans }).to('implementation');
    driver.perform('attempt', 'a', stopped('s1'));
    driver.perform('attempt', 'a', stopped('s2'));
    const third = again(again(driver.run()));
    expect(sessionOf(third, 'a')).toMatchObject({ id: 's2', fork: true });
  });

  test('is not taken up by a judge (SESSIONS-3)', () => {
    const driver = drive({ plans }).to('review');
    driver.perform('ask', 'reviewer', stopped('s1'));
    expect(sessionOf(driver.run(), 'reviewer')).toMatchObject({ id: 's1' });
    expect(sessionOf(again(driver.run()), 'reviewer')).toBeUndefined();
  });
});

test('a session that grew too long for its model is forgotten, now and before; those of others are kept (SESSIONS-5)', () => {
  const driver = drive({ plans }).to('implementation');
  driver.perform('attempt', 'a', stopped('s1'));
  driver.perform('attempt', 'b', stopped('s2'));
  const second = again(driver.run());
  const failure = {
    type: 'failure.recorded',
    line: 'task/a',
    reason: 'prompt-too-long',
    class: 'fixable',
    remedy: { type: 'retry', waitMs: 0 },
  } as const;
  const now = evolve(driver.run(), { ...failure, key: `main/${driver.run().visit.n}/attempt/a/0` }, 0);
  expect(Object.keys(now.sessions)).toEqual(['attempt/b']);
  const later = evolve(second, { ...failure, key: `main/${second.visit.n}/attempt/a/0` }, 0);
  expect(Object.keys(later.past)).toEqual(['implementation/attempt/b']);
});
