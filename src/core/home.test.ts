import { describe, expect, test } from 'vitest';
import { claimKey, emptyHome, evolveHome, trustKey } from './home.ts';

const by = { who: 'ada', authenticated: 'os-user', channel: 'terminal' };

describe('the home stream', () => {
  test('remembers which run last claimed a ticket of a repository (H1)', () => {
    const claim = { type: 'ticket.claimed', repository: 'shop', ticket: 'T-1' } as const;
    const once = evolveHome(emptyHome, { ...claim, run: 'r-1' });
    const twice = evolveHome(once, { ...claim, run: 'r-2' });
    expect(twice.claims.get(claimKey('shop', 'T-1'))).toBe('r-2');
    expect(twice.claims.get(claimKey('other', 'T-1'))).toBeUndefined();
  });

  test('trusts exactly the commands a person saw (H2)', () => {
    const home = evolveHome(emptyHome, { type: 'commands.trusted', repository: 'shop', hash: 'h1', by });
    expect(home.trusted.has(trustKey('shop', 'h1'))).toBe(true);
    expect(home.trusted.has(trustKey('shop', 'h2'))).toBe(false);
  });

  test('knows for which runs budget is reserved', () => {
    const home = evolveHome(emptyHome, { type: 'budget.reserved', run: 'r-1', usd: 10, launches: 40 });
    expect(home.reserved.has('r-1')).toBe(true);
    expect(emptyHome.reserved.size).toBe(0);
  });
});
