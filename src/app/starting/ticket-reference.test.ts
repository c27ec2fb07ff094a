import { describe, expect, test } from 'vitest';

import { referenceIn } from './ticket-reference.ts';

const url = 'https://team.atlassian.net';
const config = { tracker: { jira: { url } } };
const from = {
  config,
  surroundings: { env: {} },
  remotes: () => Promise.resolve([{ name: 'origin', url: 'git@github.com:acme/shop.git' }]),
};

describe('what names a ticket of Jira', () => {
  test.each([
    ['APP-7', `${url}/browse/APP-7`],
    [' APP-7\n', `${url}/browse/APP-7`],
    [`${url}/browse/APP-7`, `${url}/browse/APP-7`],
    [`${url}/browse/app-7?focusedCommentId=1`, `${url}/browse/APP-7`],
    [`${url}/jira/software/c/projects/APP/boards/3?selectedIssue=APP-7`, `${url}/browse/APP-7`],
    [`${url}/jira/software/projects/APP/issues/APP-7`, `${url}/browse/APP-7`],
  ])('%j', async (text, ref) => {
    expect(await referenceIn({ text }, from)).toEqual({ tracker: 'jira', ref });
  });

  test.each([
    [{ text: 'APP-7: fix the login' }],
    [{ text: 'Change' }],
    [{ text: 'app-7' }],
    [{ text: 'https://example.com/a' }],
    [{ text: 'APP-7', name: 'ticket.md' }],
    [{ text: 'APP-7', isPiped: true }],
  ])('and what does not: %j', async (input) => {
    expect(await referenceIn(input, from)).toBeUndefined();
  });

  test('a key without a Jira, or an address of another one, is said', async () => {
    const none = { ...from, config: {} };
    await expect(referenceIn({ text: 'APP-7' }, none)).rejects.toThrow(/nobody says where Jira is/);
    await expect(referenceIn({ text: 'https://x.atlassian.net/browse/A1-7' }, from)).rejects.toThrow(
      /is at x\.atlassian\.net, and the Jira of this repository is https:\/\/team/,
    );
    const surroundings = { env: { JIRA_URL: 'https://jira.example.com/base/' } };
    const found = await referenceIn({ text: 'APP-7' }, { ...none, surroundings });
    expect(found?.ref).toBe('https://jira.example.com/base/browse/APP-7');
  });
});

describe('what names an issue of GitHub', () => {
  test.each([
    ['7', 'https://github.com/acme/shop/issues/7'],
    ['#7', 'https://github.com/acme/shop/issues/7'],
    ['https://github.com/other/place/issues/12#issuecomment-1', 'https://github.com/other/place/issues/12'],
  ])('%j', async (text, ref) => {
    expect(await referenceIn({ text }, from)).toEqual({ tracker: 'github', ref });
  });

  test('a number that leads nowhere, or to two places, is said with the addresses', async () => {
    const remotes = [
      { name: 'origin', url: 'https://github.com/ann/shop' },
      { name: 'upstream', url: 'git@github.com:acme/shop.git' },
      { name: 'again', url: 'https://github.com/Acme/Shop.git' },
    ];
    await expect(
      referenceIn({ text: '#7' }, { ...from, remotes: () => Promise.resolve([]) }),
    ).rejects.toThrow(/no remote of this repository is one there/);
    await expect(
      referenceIn({ text: '#7' }, { ...from, remotes: () => Promise.resolve(remotes) }),
    ).rejects.toThrow(/github\.com\/ann\/shop\/issues\/7 or https:\/\/github\.com\/acme\/shop\/issues\/7/);
  });
});
