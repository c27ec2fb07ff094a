import { describe, expect, test } from 'vitest';
import { isConsented, trustKey } from '../core/home.ts';
import { fakeJournal } from '../journal/fake-journal.ts';
import { counterClock } from '../telemetry/counter-clock.ts';
import { HomeLedger } from './home-ledger.ts';

const clock = counterClock(0, 1);
const by = { who: 'ada', authenticated: 'os-user', channel: 'terminal' };

describe('the home ledger', () => {
  test('still knows what a person consented to and trusted after the owner has changed', async () => {
    const journal = fakeJournal();
    const first = new HomeLedger(journal, clock);
    await first.record({ type: 'level.consented', repository: 'shop', level: 'open', by });
    await first.record({ type: 'commands.trusted', repository: 'shop', hash: 'h1', by });
    const home = new HomeLedger(journal, clock).state();
    expect(isConsented(home, 'shop', 'open')).toBe(true);
    expect(home.trusted.has(trustKey('shop', 'h1'))).toBe(true);
  });

  test('is told once that an agent cannot log in, by whoever is first, and once that it can', async () => {
    const journal = fakeJournal();
    const ledgers = [new HomeLedger(journal, clock), new HomeLedger(journal, clock)];
    await Promise.all(ledgers.map((ledger, index) => ledger.halt('claude', `r-${index}`)));
    expect(new HomeLedger(journal, clock).state().halts.size).toBe(1);
    const mended = await Promise.all(ledgers.map((ledger) => ledger.resume('claude', by)));
    expect(mended.filter(Boolean)).toHaveLength(1);
    expect(journal.read('home').map(({ event }) => event.type)).toEqual(['agent.halted', 'agent.resumed']);
  });

  test('tells two that claim a ticket at the same moment who was first', async () => {
    const journal = fakeJournal();
    const claim = { type: 'ticket.claimed', repository: 'shop', ticket: 'T-1' } as const;
    const ledgers = [new HomeLedger(journal, clock), new HomeLedger(journal, clock)];
    const holders = await Promise.all(
      ledgers.map((ledger, index) => ledger.claim({ ...claim, run: `r-${index}` }, undefined)),
    );
    expect(new Set(holders).size).toBe(1);
  });
});
