import { describe, expect, test } from 'vitest';
import { claimKey, emptyHome, evolveHome, isConsented, trustKey } from './home.ts';

const by = { who: 'ada', authenticated: 'os-user', channel: 'terminal' };

describe('the home stream', () => {
  test('remembers which run last claimed a ticket of a repository (H1)', () => {
    const claim = { type: 'ticket.claimed', repository: 'shop', ticket: 'T-1' } as const;
    const once = evolveHome(emptyHome, { ...claim, run: 'r-1' });
    const twice = evolveHome(once, { ...claim, run: 'r-2' });
    expect(twice.claims.get(claimKey('shop', 'T-1'))).toBe('r-2');
    expect(twice.claims.get(claimKey('other', 'T-1'))).toBeUndefined();
    expect([...twice.repeats]).toEqual(['r-2']);
  });

  test('trusts exactly the commands a person saw (H2)', () => {
    const home = evolveHome(emptyHome, { type: 'commands.trusted', repository: 'shop', hash: 'h1', by });
    expect(home.trusted.has(trustKey('shop', 'h1'))).toBe(true);
    expect(home.trusted.has(trustKey('shop', 'h2'))).toBe(false);
  });

  test('lets agents work below contained only where a person consented to it or to less (H3)', () => {
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

  test('halts an agent until a person says that its login is mended, and again when it is not (H4)', () => {
    const halt = { type: 'agent.halted', agent: 'claude', run: 'r-1' } as const;
    const halted = evolveHome(emptyHome, halt);
    expect([...halted.halts]).toEqual([['claude', 'r-1']]);
    const other = evolveHome(halted, { type: 'agent.halted', agent: 'codex', run: 'r-2' });
    const mended = evolveHome(other, { type: 'agent.resumed', agent: 'claude', by });
    expect([[...mended.halts.keys()], [...mended.mended]]).toEqual([['codex'], [['claude', by]]]);
    expect([...evolveHome(mended, halt).mended]).toEqual([]);
  });

  test('knows for which runs budget is reserved', () => {
    const home = evolveHome(emptyHome, { type: 'budget.reserved', run: 'r-1', usd: 10, launches: 40 });
    expect(home.reserved.has('r-1')).toBe(true);
    expect(emptyHome.reserved.size).toBe(0);
  });
});
