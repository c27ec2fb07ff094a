import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aPolicy, aStart, happy } from '../../test/support/core.ts';
import { journals } from '../../test/support/journals.ts';
import { isLaunch } from '../core/effects.ts';
import { openGates } from '../core/run.ts';
import { counterClock } from '../telemetry/counter-clock.ts';
import { localEngine } from './engines/local.ts';
import { Runs } from './runs.ts';
import { Slots } from './slots.ts';

const ages: Readonly<Record<string, number>> = { old: 1, middle: 2, young: 3 };
const names = Object.keys(ages);
const slotsOf = (count: number) =>
  new Slots(
    () => count,
    (run) => ages[run] ?? 0,
  );

describe('slots', () => {
  test('are given out as long as there are some (SLOTS-1)', () => {
    const slots = slotsOf(2);
    expect([slots.takes('old'), slots.takes('old'), slots.takes('old')]).toEqual([true, true, false]);
    slots.gives('old');
    expect(slots.takes('old')).toBe(true);
  });

  test('go to the same run however often the others look, though both began together (SLOTS-3)', () => {
    const slots = new Slots(
      () => 1,
      () => 0,
    );
    slots.holds('third');
    for (const run of ['b', 'a']) expect(slots.takes(run)).toBe(false);
    slots.gives('third');
    slots.looks('b'); // it was called, or something else happened to it
    expect([slots.takes('b'), slots.next()]).toEqual([false, 'a']);
    slots.looks('a');
    expect(slots.takes('a')).toBe(true);
  });

  test('go to the oldest first, then to whoever was served longest ago (SLOTS-2)', () => {
    const slots = slotsOf(1);
    slots.holds('middle');
    for (const run of ['young', 'old', 'middle']) expect(slots.takes(run)).toBe(false);
    const order = [1, 2, 3, 4].map(() => {
      slots.gives('middle');
      const next = slots.next() ?? '';
      expect(slots.takes(next)).toBe(true);
      slots.gives(next);
      slots.holds('middle'); // somebody is always at work, and everybody wants more
      slots.takes(next);
      return next;
    });
    expect(order).toEqual(['old', 'young', 'old', 'young']);
  });

  test('count what was at work before anybody asked', () => {
    const slots = slotsOf(1);
    slots.holds('old');
    slots.holds('old');
    slots.gives('old');
    expect(slots.takes('young')).toBe(false);
    slots.gives('old');
    expect(slots.next()).toBe('young');
  });

  test('wait for nobody who looked again and wants none, or is gone', () => {
    const slots = slotsOf(1);
    slots.holds('old');
    for (const run of ['middle', 'young']) slots.takes(run);
    slots.looks('middle');
    slots.gives('old');
    expect(slots.next()).toBe('young');
    slots.forgets('young');
    expect(slots.next()).toBeUndefined();
  });

  test('leave none free while somebody waits, are never more than there are, and starve nobody', () => {
    const acts = fc.array(fc.record({ run: fc.constantFrom(...names), ends: fc.boolean() }), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), acts, (count, steps) => {
        const slots = slotsOf(count);
        const atWork: string[] = [];
        const passedOver = new Map<string, number>();
        const serve = () => {
          for (let next = slots.next(); next !== undefined; next = slots.next()) {
            expect(slots.takes(next)).toBe(true);
            atWork.push(next);
            passedOver.delete(next);
            for (const run of waiting) if (run !== next) passedOver.set(run, (passedOver.get(run) ?? 0) + 1);
            waiting.delete(next);
          }
          expect(atWork.length).toBeLessThanOrEqual(count);
          expect(waiting.size === 0 || atWork.length === count).toBe(true);
        };
        const waiting = new Set<string>();
        for (const { run, ends } of steps) {
          const at = atWork.indexOf(run);
          if (ends && at >= 0) {
            atWork.splice(at, 1);
            slots.gives(run);
          } else {
            waiting.add(run);
            if (slots.takes(run)) {
              atWork.push(run);
              waiting.delete(run);
            }
          }
          serve();
          for (const times of passedOver.values())
            expect(times).toBeLessThanOrEqual(2 * names.length * count);
        }
      }),
      { seed: 42, numRuns: 200 },
    );
  });
});

describe.each(journals)('an engine with several runs, %s', (_name, journalOn) => {
  test('launches no more agents together than the home has slots, and every run gets on', async () => {
    const journal = journalOn();
    await journal.takeOver();
    const runs = new Runs(journal, counterClock(1_000, 1));
    const launched: string[] = [];
    let [now, most] = [0, 0];
    const engine = localEngine({
      runs,
      effects: {
        probe: () => Promise.resolve(undefined),
        act: async (effect, { run }) => {
          if (!isLaunch(effect.kind)) return happy(run, effect);
          launched.push(run.id);
          now += 1;
          most = Math.max(most, now);
          for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          now -= 1;
          return happy(run, effect);
        },
      },
      openRuns: async () => (await journal.summaries({ open: true })).map(({ run }) => run),
      onTrouble: (error) => {
        throw error;
      },
    });
    const ids = ['r1', 'r2', 'r3', 'r4'];
    const { type: _type, ...start } = aStart(aPolicy({ slots: 2 }));
    await Promise.all(ids.map((run) => engine.submit(run, { type: 'run.start', start: { ...start, run } })));
    await engine.idle();
    expect(most).toBe(2);
    const gates = ids.map((run) => openGates(runs.state(run) ?? neverStarted(run)).map((gate) => gate.kind));
    expect(gates).toEqual(ids.map(() => ['plan']));
    // Nobody is launched a second time before everybody was launched once.
    expect(new Set(launched.slice(0, ids.length)).size).toBe(ids.length);
  });
});

function neverStarted(run: string): never {
  throw new Error(`run ${run} did not start`);
}
