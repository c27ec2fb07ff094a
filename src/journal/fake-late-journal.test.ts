import { describe, expect, test } from 'vitest';
import { at, batch } from '../../test/contract/journal.ts';
import { fakeJournal } from './fake-journal.ts';
import { fakeLateJournal } from './fake-late-journal.ts';

/** The numbers of twenty questions asked at once, in the order of their answers. */
async function answersOf(seed: number): Promise<readonly number[]> {
  const journal = fakeLateJournal(fakeJournal(), seed);
  const answered: number[] = [];
  const asked = Array.from({ length: 20 }, (_, n) => journal.read(`run/${n}`).then(() => answered.push(n)));
  await Promise.all(asked);
  return answered;
}

describe('a journal that answers late', () => {
  test('answers in another order than it was asked in, the same for the same seed and another for another', async () => {
    const answered = await answersOf(1);
    expect(answered.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
    expect(answered).not.toEqual(answered.toSorted((a, b) => a - b));
    expect(await answersOf(1)).toEqual(answered);
    expect(await answersOf(2)).not.toEqual(answered);
  });

  test('shows a question that did not wait for an append sometimes the event and sometimes not', async () => {
    const seen = new Set<number>();
    for (let seed = 1; seed <= 20; seed += 1) {
      const journal = fakeLateJournal(fakeJournal(), seed);
      const [, events] = await Promise.all([journal.append(batch('run/a', 0)), journal.read('run/a')]);
      seen.add(events.length);
    }
    expect(seen).toEqual(new Set([0, 1]));
  });

  test('is late with a refusal too', async () => {
    const journal = fakeLateJournal(fakeJournal(), 4);
    const told: string[] = [];
    const event = { type: 'x', n: Number.NaN };
    const refused = journal.append({ stream: 'run/a', after: 0, at, events: [event] });
    const heard = refused.catch(() => told.push('refused'));
    for (let steps = 0; steps < 20; steps += 1) await Promise.resolve();
    told.push('a while later');
    await heard;
    expect(told).toEqual(['a while later', 'refused']);
  });

  test('answers what was asked before it was closed', async () => {
    const inner = fakeJournal();
    const journal = fakeLateJournal(inner, 3);
    const read = journal.read('run/a');
    const appended = journal.append(batch('run/a', 0));
    let isAnswered = false;
    void Promise.all([read, appended]).then(() => (isAnswered = true));
    await journal.close();
    expect(isAnswered).toBe(true);
  });
});
