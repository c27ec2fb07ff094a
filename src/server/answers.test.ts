// What many pages ask for is worked out once, however long it takes, and nothing is kept that grows.

import { describe, expect, test } from 'vitest';
import type { Call, LastFrame } from '../engine/frames.ts';
import { counterClock } from '../telemetry/counter-clock.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import { Answers } from './answers.ts';
import { told } from './asked-by-all.ts';

const goodMs = 60_000;
const megaBytes = 1024 * 1024;

/** Something that takes as long as the test wants. */
function slow() {
  const open: (() => void)[] = [];
  let made = 0;
  const make = () =>
    new Promise<Uint8Array<ArrayBuffer>>((resolve) => {
      const answer = Uint8Array.of((made += 1));
      open.push(() => resolve(answer));
    });
  return { make, made: () => made, finish: () => open.splice(0).forEach((one) => one()) };
}

describe('an answer', () => {
  test('is worked out once for all who ask the same at the same stand, and again where that moved', async () => {
    const answers = new Answers(systemClock());
    let made = 0;
    const make = async () => Uint8Array.of((made += 1));
    const asked = (stand: string, question = 'inbox {}') => answers.of({ question, stand, goodMs }, make);
    expect(await Promise.all([asked('7'), asked('7'), asked('7')])).toEqual([
      Uint8Array.of(1),
      Uint8Array.of(1),
      Uint8Array.of(1),
    ]);
    expect(await asked('8')).toEqual(Uint8Array.of(2));
    expect(await asked('8', 'list {}')).toEqual(Uint8Array.of(3));
  });

  test('that takes longer than it is good for is still worked out by one at a time (KEPT-ANSWERS-1)', async () => {
    const answers = new Answers(counterClock(0, 1));
    const { make, made, finish } = slow();
    const asked = { question: 'doctor {}', stand: '', goodMs: 0 };
    const all = [answers.of(asked, make), answers.of(asked, make), answers.of(asked, make)];
    finish();
    expect(await Promise.all(all)).toEqual([Uint8Array.of(1), Uint8Array.of(1), Uint8Array.of(1)]);
    expect(made()).toBe(1);
    const later = answers.of(asked, make);
    finish();
    expect(await later).toEqual(Uint8Array.of(2));
  });

  test('is kept only as far as all of them fit, the newest longest (KEPT-ANSWERS-2)', async () => {
    const answers = new Answers(systemClock());
    let made = 0;
    const asked = (question: string) =>
      answers.of({ question, stand: '1', goodMs }, async () => {
        made += 1;
        return new Uint8Array(4 * megaBytes);
      });
    for (const question of ['a', 'b', 'c', 'd', 'e', 'f']) await asked(question);
    await asked('f');
    expect(made).toBe(6);
    await asked('a');
    expect(made).toBe(7);
  });

  test('that could not be made is kept for nobody', async () => {
    const answers = new Answers(systemClock());
    const asked = { question: 'inbox {}', stand: '1', goodMs };
    expect(await answers.of(asked, () => Promise.resolve(undefined))).toBeUndefined();
    await expect(answers.of(asked, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await answers.of(asked, () => Promise.resolve(Uint8Array.of(9)))).toEqual(Uint8Array.of(9));
  });
});

describe('what looks outside the journal', () => {
  test.each(['doctor', 'agents'])(
    '%s is asked of this machine once, whatever is appended while it looks (ASKED-BY-ALL-2)',
    async (verb) => {
      let position = 0;
      const shared = {
        owner: { engine: { driven: () => [] } },
        views: { caughtUp: async () => (position += 1) },
        answers: new Answers(systemClock()),
      };
      let looked = 0;
      const look = async (): Promise<LastFrame> => ({ output: { looked: (looked += 1) } });
      const call: Call = {
        id: 'look',
        by: { who: 'ada', channel: 'page', authenticated: 'session' },
        verb,
        input: {},
      };
      const said = await Promise.all([told(call, shared, look), told(call, shared, look)]);
      said.push(await told(call, shared, look));
      const words = said.map((one) =>
        one instanceof Uint8Array ? new TextDecoder().decode(one) : 'refused',
      );
      expect(words).toEqual(Array.from({ length: 3 }, () => '{"output":{"looked":1}}'));
      // Of the journal nobody is told what an append has changed (ASKED-BY-ALL-1).
      await told({ ...call, verb: 'inbox' }, shared, look);
      await told({ ...call, verb: 'inbox' }, shared, look);
      expect(looked).toBe(3);
    },
  );
});
