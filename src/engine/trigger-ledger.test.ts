// What is remembered of deliveries, over a day of faked time and processes that come after one another.

import { expect, test } from 'vitest';
import type { Delivery } from '../core/triggers/delivery.ts';
import { fakeJournal, fakeStore } from '../journal/fake-journal.ts';
import type { Journal } from '../journal/journal.ts';
import { isRecord } from '../plain/json.ts';
import type { Clock } from '../telemetry/clock.ts';
import { counterClock } from '../telemetry/counter-clock.ts';
import { TriggerLedger, triggerStream } from './trigger-ledger.ts';

const start = 1_800_000_000_000;
const minuteMs = 60_000;
const limits = { perAuthorHour: 1_000, perTriggerHour: 1_000 };

function delivery(id: string, happenedAt: number): Delivery {
  return {
    id,
    folder: '/home/ann/app',
    trigger: 'github',
    happenedAt,
    who: 'ann',
    known: 'github',
    subject: `#${id}`,
    asks: { do: 'stop', on: { ticket: id } },
  };
}

/** Time passes when a test says so. */
function world(): { readonly journal: Journal; readonly clock: Clock; readonly pass: (ms: number) => void } {
  let now = start;
  const clock: Clock = { ...counterClock(start, 1), now: () => now };
  const journal = fakeJournal(fakeStore());
  return { journal, clock, pass: (ms) => (now += ms) };
}

/** Each that was taken, as often as it was. */
async function received(journal: Journal): Promise<readonly string[]> {
  const events = await journal.read(triggerStream);
  return events.flatMap(({ event }) => {
    if (event.type !== 'delivery.received' || !('delivery' in event)) return [];
    return isRecord(event.delivery) ? [String(event.delivery['id'])] : [];
  });
}

/** It is carried out at once. */
async function brought(ledger: TriggerLedger, one: Delivery): Promise<string> {
  const taken = await ledger.receive(one, limits);
  if (!taken.taken) return taken.reason;
  await ledger.settle(one.id, { outcome: 'done', because: 'It was told.' });
  return 'taken';
}

test('the same delivery every ten minutes for 24 hours, and longer, is taken once, whoever listens by then', async () => {
  const { journal, clock, pass } = world();
  await journal.takeOver();
  let ledger = new TriggerLedger(journal, clock);
  const reasons = new Map<string, number>();
  for (let minutes = 0; minutes < 72 * 60; minutes += 10) {
    if (minutes % 360 === 0) ledger = new TriggerLedger(journal, clock); // the next process
    // Others come meanwhile, more than are remembered by number.
    for (let n = 0; n < 5; n += 1) await brought(ledger, delivery(`other ${minutes} ${n}`, clock.now()));
    const word = await brought(ledger, delivery('the same', start));
    reasons.set(word, (reasons.get(word) ?? 0) + 1);
    pass(10 * minuteMs);
  }
  // It is known for two days, and by then it is older than anything that is taken.
  expect([...reasons.keys()]).toEqual(['taken', 'repeated', 'old']);
  expect(reasons.get('taken')).toBe(1);
  expect(reasons.get('repeated')).toBeGreaterThan(24 * 6);
  expect((await ledger.inbox()).came.size).toBeLessThan(2_000);
  expect((await received(journal)).filter((id) => id === 'the same')).toHaveLength(1);
});

test('deliveries out of order, the newest first and each three times, are taken once each', async () => {
  const { journal, clock } = world();
  await journal.takeOver();
  const ledger = new TriggerLedger(journal, clock);
  const all = Array.from({ length: 50 }, (_, n) => delivery(`c${n}`, start - n * 20 * minuteMs));
  for (const one of [...all, ...all.toReversed(), ...all]) await brought(ledger, one);
  expect((await received(journal)).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
});
