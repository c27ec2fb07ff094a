import { describe, expect, test } from 'vitest';

import { aRemark } from '../../../test/support/core.ts';
import type { Heard, Sorted } from './remark.ts';
import { actOn, heardFirst, maySteer, remarkClasses, unheard } from './remark.ts';

const anybody = { allow: [], bots: false };
const sortedAs = (change: Partial<Sorted>): Sorted => ({
  remark: 'c-1',
  class: 'bug_fix',
  severity: 'high',
  ...change,
});

describe('who may steer by what they say on a pull request (REMARKS-1)', () => {
  test.each([
    ['somebody who may write to the repository', { name: 'ann', association: 'MEMBER' }, true],
    ['its owner', { name: 'ann', association: 'OWNER' }, true],
    ['a stranger', { name: 'eve', association: 'NONE' }, false],
    ['somebody who contributed once', { name: 'eve', association: 'CONTRIBUTOR' }, false],
    ['a bot that may write', { name: 'tidy[bot]', association: 'MEMBER' }, false],
    ['somebody on a forge that does not say what they are', { name: 'ann' }, true],
    ['a person who shares our account', { name: 'ann', association: 'NONE', isOurAccount: true }, true],
  ] as const)('%s', (_who, author, may) => {
    expect(maySteer(anybody, author)).toBe(may);
  });

  test('where policy names people, those and nobody else', () => {
    const authors = { allow: ['eve'], bots: false };
    expect(maySteer(authors, { name: 'eve', association: 'NONE' })).toBe(true);
    expect(maySteer(authors, { name: 'ann', association: 'OWNER' })).toBe(false);
  });
});

describe('what is heard', () => {
  test('is heard once (REMARKS-2)', () => {
    expect(unheard([aRemark('c-1')], [aRemark('c-1'), aRemark('c-2')])).toEqual([aRemark('c-2')]);
  });
});

describe('what becomes of a remark', () => {
  const followed: readonly Heard[] = [aRemark('c-0', { print: 'shorter' })];

  test.each(remarkClasses.map((name) => [name] as const))('of class %s, by code alone', (name) => {
    const acts = { question: 'answer', architecture: 'ask', nit: 'answer' };
    expect(actOn(aRemark('c-1'), sortedAs({ class: name }), [])).toBe(
      new Map(Object.entries(acts)).get(name) ?? 'fix',
    );
  });

  test('that a reviewer insists on is done, however small', () => {
    expect(actOn(aRemark('c-1', { isDemand: true }), sortedAs({ class: 'nit' }), [])).toBe('fix');
  });

  test('that the ticket is not about is a proposal (REMARKS-4)', () => {
    expect(actOn(aRemark('c-1'), sortedAs({ isOutside: true }), [])).toBe('propose');
  });

  test('that contradicts what was followed goes to a person (REMARKS-3)', () => {
    expect(actOn(aRemark('c-1'), sortedAs({ opposes: 'c-0' }), followed)).toBe('ask');
    expect(actOn(aRemark('c-1'), sortedAs({ opposes: 'c-9' }), followed)).toBe('fix');
  });

  test('that comes back after it was followed goes to a person (REMARKS-3)', () => {
    expect(actOn(aRemark('c-1', { print: 'shorter' }), sortedAs({}), followed)).toBe('ask');
  });
});

const by = (name: string, association: string) => ({ author: { name, association } });

test('people who may steer are heard before everybody else, in their order', () => {
  const said = [
    by('one', 'NONE'),
    by('two', 'NONE'),
    by('ann', 'MEMBER'),
    by('three', 'NONE'),
    by('ben', 'OWNER'),
  ];
  const names = (most: number): readonly string[] =>
    heardFirst(anybody, said, most).map(({ author }) => author.name);
  expect(names(2)).toEqual(['ann', 'ben']);
  expect(names(9)).toEqual(['ann', 'ben', 'one', 'two', 'three']);
});
