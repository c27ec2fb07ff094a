import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { branchOf, ticketTypeOf } from './ticket.ts';

/** Letters, and everything that means something to git, to a shell or to a file system. */
const anyText = fc.string({
  unit: fc.constantFrom(...Array.from('aZ09-_ ./~^:?*[\\@{}$`"|;&<>é日☂\0\n\u202e')),
});

test('the work type gives the type of the ticket', () => {
  expect(ticketTypeOf('fix')).toBe('bugfix');
  expect(ticketTypeOf('chore')).toBe('feature');
  expect(ticketTypeOf('feature')).toBe('feature');
});

describe('the branch of a ticket', () => {
  test('says work type, ticket and three words', () => {
    const ticket = { id: 'SHOP-12', title: 'Fix rounding in carts', workType: 'fix' as const };
    expect(branchOf(ticket)).toBe('fix/SHOP-12_fix_rounding_carts');
  });

  test('is a safe name for git and for file systems, whatever the ticket says', () => {
    fc.assert(
      fc.property(anyText, anyText, (id, title) => {
        expect(branchOf({ id, title, workType: 'feature' })).toMatch(
          /^feature\/[A-Za-z0-9-]{0,60}_[a-z0-9_]{1,40}$/,
        );
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
