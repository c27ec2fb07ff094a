import { describe, expect, test } from 'vitest';
import type { Home } from './home.ts';
import {
  claimKey,
  emptyHome,
  evolveHome,
  isConsented,
  isHomeEvent,
  isKnown,
  startKnownAs,
  trustKey,
} from './home.ts';

const by = { who: 'ada', authenticated: 'os-user', channel: 'terminal' };

const sentClaim = (n: number): Parameters<typeof evolveHome>[1] => ({
  type: 'ticket.claimed',
  repository: 'shop',
  ticket: `T-${n}`,
  run: `r-${n}`,
  sent: { id: `s-${n}`, content: `c-${n}` },
});

describe('the home stream', () => {
  test('remembers which run last claimed a ticket of a repository (HOME-1)', () => {
    const claim = { type: 'ticket.claimed', repository: 'shop', ticket: 'T-1' } as const;
    const once = evolveHome(emptyHome, { ...claim, run: 'r-1' });
    const twice = evolveHome(once, { ...claim, run: 'r-2' });
    expect(twice.claims.get(claimKey('shop', 'T-1'))).toBe('r-2');
    expect(twice.claims.get(claimKey('other', 'T-1'))).toBeUndefined();
    expect([...twice.repeats]).toEqual(['r-2']);
  });

  test('knows the last starts by the ids they were sent under, and refuses an id that meant another start (HOME-4)', () => {
    const home = evolveHome(emptyHome, sentClaim(1));
    expect(startKnownAs(home, { id: 's-1', content: 'c-1' })).toMatchObject({ run: 'r-1' });
    expect(startKnownAs(home, { id: 's-1', content: 'other' })).toEqual({ refused: 'id-reused', id: 's-1' });
    expect(startKnownAs(home, { id: 's-2', content: 'c-2' })).toBeUndefined();
    let many: Home = home;
    for (let n = 2; n <= 1_001; n += 1) many = evolveHome(many, sentClaim(n));
    expect(many.starts.size).toBe(1_000);
    expect(startKnownAs(many, { id: 's-1', content: 'c-1' })).toBeUndefined();
    expect(startKnownAs(many, { id: 's-2', content: 'c-2' })).toMatchObject({ run: 'r-2' });
  });

  test('knows what it was told before, so that nothing is said twice', () => {
    const reserved = { type: 'budget.reserved', run: 'r-1', usd: 1, launches: 1 } as const;
    const trusted = { type: 'commands.trusted', repository: 'shop', hash: 'h1', by } as const;
    const consented = { type: 'level.consented', repository: 'shop', level: 'fenced', by } as const;
    for (const event of [reserved, trusted, consented]) {
      expect(isKnown(emptyHome, event)).toBe(false);
      expect(isKnown(evolveHome(emptyHome, event), event)).toBe(true);
    }
    const halted = { type: 'agent.halted', agent: 'claude', run: 'r-1' } as const;
    const resumed = { type: 'agent.resumed', agent: 'claude', by } as const;
    const claimed = { type: 'ticket.claimed', repository: 'shop', ticket: 'T-1', run: 'r-1' } as const;
    for (const event of [halted, resumed, claimed]) {
      expect(isKnown(evolveHome(emptyHome, event), event)).toBe(false);
    }
  });

  test('trusts exactly the commands a person saw (HOME-2)', () => {
    const home = evolveHome(emptyHome, { type: 'commands.trusted', repository: 'shop', hash: 'h1', by });
    expect(home.trusted.has(trustKey('shop', 'h1'))).toBe(true);
    expect(home.trusted.has(trustKey('shop', 'h2'))).toBe(false);
  });

  test('lets agents work below contained only where a person consented to it or to less (HOME-3)', () => {
    const consent = { type: 'level.consented', repository: 'shop', by } as const;
    const open = evolveHome(emptyHome, { ...consent, level: 'open' });
    const fenced = evolveHome(emptyHome, { ...consent, level: 'fenced' });
    const levels = ['contained', 'fenced', 'open'] as const;
    const allowed = (home: typeof open): readonly boolean[] =>
      levels.map((level) => isConsented(home, 'shop', level));
    expect(allowed(emptyHome)).toEqual([true, false, false]);
    expect(allowed(fenced)).toEqual([true, true, false]);
    expect(allowed(open)).toEqual([true, true, true]);
    expect(isConsented(open, 'other', 'open')).toBe(false);
    // A later consent to a stronger level does not take an earlier one back.
    expect(allowed(evolveHome(open, { ...consent, level: 'fenced' }))).toEqual([true, true, true]);
  });

  test('halts an agent until a person says that its login is mended, and again when it is not (HOME-5)', () => {
    const halt = { type: 'agent.halted', agent: 'claude', run: 'r-1' } as const;
    const halted = evolveHome(emptyHome, halt);
    expect([...halted.halts]).toEqual([['claude', 'r-1']]);
    const other = evolveHome(halted, { type: 'agent.halted', agent: 'codex', run: 'r-2' });
    const mended = evolveHome(other, { type: 'agent.resumed', agent: 'claude', by });
    expect([[...mended.halts.keys()], [...mended.mended]]).toEqual([['codex'], [['claude', by]]]);
    expect([...evolveHome(mended, halt).mended]).toEqual([]);
  });

  test('is no other for an order that it took, which the journal knows by its id', () => {
    const taken = { type: 'command.taken', id: 'o-1', content: 'gc', by, came: {} } as const;
    expect(evolveHome(emptyHome, taken)).toBe(emptyHome);
  });

  test('knows its own events from others', () => {
    expect(isHomeEvent({ type: 'agent.halted' })).toBe(true);
    expect(isHomeEvent({ type: 'run.started' })).toBe(false);
  });

  test('knows for which runs budget is reserved', () => {
    const home = evolveHome(emptyHome, { type: 'budget.reserved', run: 'r-1', usd: 10, launches: 40 });
    expect(home.reserved.has('r-1')).toBe(true);
    expect(emptyHome.reserved.size).toBe(0);
  });
});
