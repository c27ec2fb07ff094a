import { describe, expect, test } from 'vitest';

import type { Remark } from '../../forges/forge.ts';
import { openIn } from './open-remarks.ts';

const ben = { name: 'ben', association: 'MEMBER' };
const slipway = { name: 'ann', isOurAccount: true };
const hearing = { authors: { allow: [], bots: false }, demanding: [] };
const settled: Remark = {
  id: 't',
  kind: 'thread',
  author: ben,
  body: 'Shorter.',
  at: 1,
  isResolved: true,
  replies: [{ id: 'o', author: slipway, body: 'Done in c0ffee.', at: 2, marker: 'r/reply' }],
};
const withLast = (last: object, change: Partial<Remark> = {}): Remark => ({
  ...settled,
  ...change,
  replies: [...(settled.replies ?? []), { id: 'n', author: ben, body: 'It is not.', at: 3, ...last }],
});
const idsIn = (remark: Remark): readonly string[] => openIn(remark, hearing).map(({ remark: { id } }) => id);

describe('a thread that is settled', () => {
  test('is open again by what somebody says after Slipway settled it (LOOK-3)', () => {
    expect(idsIn({ ...settled, isResolvedByUs: true })).toEqual([]);
    expect(idsIn(withLast({}, { isResolvedByUs: true }))).toEqual(['n']);
  });

  test('stays so where a person settled it', () => {
    expect(idsIn(withLast({}))).toEqual([]);
  });
});

test('words of our own account without our marker are those of a person who shares it (LOOK-1)', () => {
  expect(idsIn(withLast({ author: slipway }, { isResolved: false }))).toEqual(['n']);
  expect(idsIn(withLast({ author: slipway, marker: 'r/other' }, { isResolved: false }))).toEqual([]);
});
