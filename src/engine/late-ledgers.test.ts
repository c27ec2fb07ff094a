// The ledgers of streams beside runs, on a journal that answers every question late and in any order: what is asked of them at the same
// moment is taken once, and is all there for whoever reads after them.

import { describe, expect, test } from 'vitest';
import type { Delivery } from '../core/triggers/delivery.ts';
import { fakeJournal, fakeStore } from '../journal/fake-journal.ts';
import { fakeLateJournal } from '../journal/fake-late-journal.ts';
import type { Journal } from '../journal/journal.ts';
import { counterClock } from '../telemetry/counter-clock.ts';
import { HomeLedger } from './home-ledger.ts';
import { TriggerLedger } from './trigger-ledger.ts';

const start = 1_800_000_000_000;
const seeds = [1, 2, 3, 4, 5];

function late(seed: number): Journal {
  return fakeLateJournal(fakeJournal(fakeStore()), seed);
}

describe.each(seeds)('with answers as late as seed %i has them', (seed) => {
  test('a delivery that comes many times at once is taken once, and settled once', async () => {
    const journal = late(seed);
    const clock = counterClock(start, 1);
    const ledger = new TriggerLedger(journal, clock);
    const delivery: Delivery = {
      id: 'd-1',
      folder: '/home/ann/app',
      trigger: 'github',
      happenedAt: start,
      who: 'ann',
      known: 'github',
      subject: '#1',
      asks: { do: 'stop', on: { ticket: 'T-1' } },
    };
    const limits = { perAuthorHour: 1_000, perTriggerHour: 1_000 };
    const taken = await Promise.all(Array.from({ length: 8 }, () => ledger.receive(delivery, limits)));
    expect(taken.filter((one) => one.taken)).toHaveLength(1);
    const settled = { outcome: 'done', because: 'It was stopped.' } as const;
    await Promise.all([ledger.settle('d-1', settled), ledger.settle('d-1', settled)]);
    const types = (await journal.read('triggers')).map(({ event }) => event.type);
    expect(types.filter((type) => type === 'delivery.received')).toHaveLength(1);
    expect(types.filter((type) => type === 'delivery.settled')).toHaveLength(1);
    expect([...(await new TriggerLedger(journal, clock).inbox()).settled.keys()]).toEqual(['d-1']);
  });

  test('a ticket that many claim at once is one run’s, and all of them learn whose', async () => {
    const ledger = new HomeLedger(late(seed), counterClock(start, 1));
    const holders = await Promise.all(
      ['r-1', 'r-2', 'r-3'].map((run) =>
        ledger.claim({ type: 'ticket.claimed', repository: 'app', ticket: 'T-1', run }, undefined),
      ),
    );
    expect(new Set(holders)).toEqual(new Set(['r-1']));
  });
});
