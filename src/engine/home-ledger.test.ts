import { describe, expect, test } from 'vitest';
import { journals } from '../../test/support/journals.ts';
import { isConsented, trustKey } from '../core/home.ts';
import { counterClock } from '../telemetry/counter-clock.ts';
import { HomeLedger } from './home-ledger.ts';
import { identityOf } from './identify.ts';

const clock = counterClock(0, 1);
const by = { who: 'ada', authenticated: 'os-user', channel: 'terminal' };

describe.each(journals)('the home ledger, %s', (_name, journalOn) => {
  test('still knows what a person consented to and trusted after the owner has changed', async () => {
    const journal = journalOn();
    const first = new HomeLedger(journal, clock);
    await first.record({ type: 'level.consented', repository: 'shop', level: 'open', by });
    await first.record({ type: 'commands.trusted', repository: 'shop', hash: 'h1', by });
    const home = await new HomeLedger(journal, clock).state();
    expect(isConsented(home, 'shop', 'open')).toBe(true);
    expect(home.trusted.has(trustKey('shop', 'h1'))).toBe(true);
  });

  test('is told once that an agent cannot log in, by whoever is first, and once that it can', async () => {
    const journal = journalOn();
    const ledgers = [new HomeLedger(journal, clock), new HomeLedger(journal, clock)];
    await Promise.all(ledgers.map((ledger, index) => ledger.halt('claude', `r-${index}`)));
    expect((await new HomeLedger(journal, clock).state()).halts.size).toBe(1);
    const mended = await Promise.all(ledgers.map((ledger) => ledger.resume('claude', by)));
    expect(mended.filter(Boolean)).toHaveLength(1);
    expect((await journal.read('home')).map(({ event }) => event.type)).toEqual([
      'agent.halted',
      'agent.resumed',
    ]);
  });

  test('tells two that claim a ticket at the same moment who was first', async () => {
    const journal = journalOn();
    const claim = { type: 'ticket.claimed', repository: 'shop', ticket: 'T-1' } as const;
    const ledgers = [new HomeLedger(journal, clock), new HomeLedger(journal, clock)];
    const holders = await Promise.all(
      ledgers.map((ledger, index) => ledger.claim({ ...claim, run: `r-${index}` }, undefined)),
    );
    expect(new Set(holders).size).toBe(1);
  });

  test('answers a start that is sent again with the run of the first, and refuses its id for another (HOME-4)', async () => {
    const ledger = new HomeLedger(journalOn(), clock);
    const claim = { type: 'ticket.claimed', repository: 'shop', ticket: 'T-1' } as const;
    const sent = identityOf('s-1', { ticket: 'T-1' });
    expect(await ledger.claim({ ...claim, run: 'r-1', sent }, undefined)).toBe('r-1');
    expect(await ledger.claim({ ...claim, run: 'r-2', sent }, undefined)).toBe('r-1');
    const other = identityOf('s-1', { ticket: 'T-2' });
    expect(await ledger.claim({ ...claim, ticket: 'T-2', run: 'r-3', sent: other }, undefined)).toEqual({
      refused: 'id-reused',
      id: 's-1',
    });
    // Its owner died before the run began, and the caller has seen that it never came.
    expect(await ledger.claim({ ...claim, run: 'r-4', sent }, 'r-1')).toBe('r-4');
    expect(await ledger.claim({ ...claim, run: 'r-5', sent }, undefined)).toBe('r-4');
  });

  test('writes down once what it is told twice', async () => {
    const journal = journalOn();
    const ledger = new HomeLedger(journal, clock);
    const trusted = { type: 'commands.trusted', repository: 'shop', hash: 'h1', by } as const;
    await ledger.record(trusted);
    await ledger.record(trusted);
    expect(await journal.read('home')).toHaveLength(1);
  });

  test('takes what many tell it at the same moment one after the other, and looks beside it see each once', async () => {
    const journal = journalOn();
    const home = new HomeLedger(journal, clock);
    const runs = Array.from({ length: 20 }, (_, index) => `r-${index}`);
    const looks = await Promise.all(
      runs.flatMap((run) => [
        home.record({ type: 'budget.reserved', run, usd: 1, launches: 1 }),
        home.claim({ type: 'ticket.claimed', repository: 'shop', ticket: 'T-1', run }, undefined),
        home.state(),
      ]),
    );
    expect(looks.filter((look) => typeof look === 'string')).toEqual(runs.map(() => 'r-0'));
    expect([...(await home.state()).reserved.keys()].toSorted()).toEqual(runs.toSorted());
    const events = (await journal.read('home')).map(({ event }) => event.type);
    expect(events.filter((type) => type === 'budget.reserved')).toHaveLength(20);
    expect(events.filter((type) => type === 'ticket.claimed')).toHaveLength(1);
  });
});
