import { describe, expect, test } from 'vitest';
import type { Authors, ClaimedAuthor } from './authors.ts';
import { refusedAuthor } from './authors.ts';

const nobodyNamed: Authors = { allow: [], bots: false };
const some: Authors = { allow: ['@Ann', 'MEMBER', 'renovate[bot]'], bots: false };

describe('[I4] who may start a run', () => {
  test.each<[string, Authors, ClaimedAuthor | undefined, string | undefined]>([
    ['a person at the terminal (U1)', some, undefined, undefined],
    ['anybody where nobody is named', nobodyNamed, { name: 'eve', association: 'NONE' }, undefined],
    ['a bot by its name (U2)', nobodyNamed, { name: 'dependabot[bot]' }, 'bot'],
    ['a bot by its account (U2)', nobodyNamed, { name: 'ci', isBot: true }, 'bot'],
    ['a bot where bots are let in', { ...nobodyNamed, bots: true }, { name: 'ci', isBot: true }, undefined],
    ['a bot that is named', some, { name: 'Renovate[bot]' }, undefined],
    ['a bot that is a member', some, { name: 'x[bot]', association: 'MEMBER' }, 'bot'],
    ['somebody who is named', some, { name: 'ann' }, undefined],
    [
      'somebody by what their tracker knows them by',
      { ...some, allow: ['acc-7'] },
      { name: 'Ann', id: 'acc-7' },
      undefined,
    ],
    [
      'somebody who only bears the name',
      { ...some, allow: ['acc-7'] },
      { name: 'Ann', id: 'acc-8' },
      'not-allowed',
    ],
    ['somebody by what they are', some, { name: 'bo', association: 'member' }, undefined],
    ['somebody else (U3)', some, { name: 'eve', association: 'CONTRIBUTOR' }, 'not-allowed'],
    ['somebody of whom nothing is known (U3)', some, { name: 'eve' }, 'not-allowed'],
  ])('%s', (_, authors, author, refusal) => {
    expect(refusedAuthor(authors, author)).toBe(refusal);
  });
});
