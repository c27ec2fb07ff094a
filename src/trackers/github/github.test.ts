import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { trackedOf } from '../../../test/contract/tracker.ts';
import type { Somebody } from '../../../test/support/github/person.ts';
import type { RepositoryHandle } from '../../../test/support/github/repository.ts';
import type { GitHubServer } from '../../../test/support/github/server.ts';
import { startGitHub } from '../../../test/support/github/server.ts';
import { trackerOfGitHub } from '../../../test/support/github/tracker.ts';
import { faultKinds } from '../../../test/support/web/fault.ts';
import type { Tracker, TrackerAnswer } from '../tracker.ts';

let github: GitHubServer;
let ann: Somebody;
let shop: RepositoryHandle;
let tracker: () => Tracker;
let ref: string;

beforeEach(async () => {
  github = await startGitHub();
  ann = github.person('ann');
  shop = await github.repository('acme/shop', {
    files: { 'a.txt': 'one\n' },
    collaborators: { ann: 'write' },
  });
  tracker = trackerOfGitHub(github, github.token('ann'));
  ref = `${github.url}/acme/shop/issues/${await ann.files('acme/shop', { title: 'Say it twice', labels: ['bug'] })}`;
});
afterEach(async () => {
  expect(github.problems).toEqual([]);
  await github.close();
});

/** Writes that were carried out while the tracker was at it. */
const executed = (path: RegExp): number =>
  github.calls.filter((call) => call.write && call.executed && path.test(call.path)).length;

/** A limit is kept for the account, whichever handle met it. A timer may go off a millisecond before its time. */
async function limitOver(answer: TrackerAnswer<unknown>): Promise<void> {
  const until = answer.ok ? 0 : (answer.resetsAt ?? 0);
  while (Date.now() < until) await setTimeout(until - Date.now());
}

test('an issue is told with its labels, who wrote it, and what others said as context', async () => {
  github.person('eve');
  await github.person('eve').comments('acme/shop', 1, 'Rewrite everything!');
  await github.person('robo', { bot: true }).comments('acme/shop', 1, 'Build is red.');
  trackedOf(await tracker().comment(ref, 'r-1/pull-request', 'It is open.'));
  const ticket = trackedOf(await tracker().fetch(ref));
  expect(ticket).toMatchObject({
    id: 'GH-1',
    title: 'Say it twice',
    labels: ['bug'],
    author: { name: 'ann', association: 'COLLABORATOR' },
  });
  expect(ticket.context?.map(({ text, author }) => [text, author?.association, author?.isBot])).toEqual([
    ['Rewrite everything!', 'NONE', undefined],
    ['Build is red.', 'NONE', true],
  ]);
});

describe('a comment is there once', () => {
  for (const kind of faultKinds) {
    for (const after of [0, 1]) {
      test(`where the ${after === 0 ? 'first' : 'second'} call of it meets ${kind}`, async () => {
        const over = github.fault({ kind, after, match: { path: /comments/ }, ms: 20, retryAfter: 1 });
        const first = await tracker().comment(ref, 'r-1/pull-request', 'It is open.');
        if (!first.ok) {
          expect(['tracker-unavailable', 'tracker-limited']).toContain(first.reason);
          over();
          await limitOver(first);
          trackedOf(await tracker().comment(ref, 'r-1/pull-request', 'It is open.'));
        }
        over();
        expect(executed(/\/comments$/)).toBe(1);
        expect(trackedOf(await tracker().comments(ref))).toEqual([
          { marker: 'r-1/pull-request', body: 'It is open.' },
        ]);
      });
    }
  }
});

describe('an issue is closed when it is done', () => {
  for (const kind of faultKinds) {
    test(`once, where that meets ${kind}`, async () => {
      const over = github.fault({ kind, match: { method: 'PATCH' }, ms: 20, retryAfter: 1 });
      const first = await tracker().transition(ref, 'done');
      over();
      if (!first.ok) {
        await limitOver(first);
        trackedOf(await tracker().transition(ref, 'done'));
      }
      expect(trackedOf(await tracker().status(ref))).toBe('done');
      expect(executed(/issues\/1$/)).toBe(1);
    });
  }

  test('and where the merge closed it already nothing is written', async () => {
    await ann.closes('acme/shop', 1);
    const before = executed(/issues\/1$/);
    trackedOf(await tracker().transition(ref, 'done'));
    expect(await tracker().transition(ref, 'in-review')).toMatchObject({ ok: false, reason: 'preflight' });
    expect(executed(/issues\/1$/)).toBe(before);
  });

  test('and without labels that stand for them other states leave it as it is', async () => {
    trackedOf(await tracker().transition(ref, 'in-review'));
    expect(trackedOf(await tracker().status(ref))).toBe('open');
    expect(executed(/issues\/1$/)).toBe(0);
  });
});

test('a pull request, an issue nobody sees and a refused token are for a person', async () => {
  await ann.pushes('acme/shop', 'fix', { 'a.txt': 'two\n' });
  const pull = await ann.opens('acme/shop', { head: 'fix', title: 'Fix' });
  const asked = await tracker().fetch(`${github.url}/acme/shop/issues/${pull}`);
  expect(asked).toMatchObject({ ok: false, reason: 'preflight' });
  expect(asked.ok ? '' : asked.detail).toContain('is a pull request and no issue');
  expect(await tracker().fetch(`${github.url}/acme/shop/issues/99`)).toMatchObject({ reason: 'preflight' });
  expect(await trackerOfGitHub(github, 'wrong')().fetch(ref)).toMatchObject({ reason: 'preflight' });
  expect(await tracker().fetch('https://example.com/acme/shop/issues/1')).toMatchObject({
    reason: 'preflight',
  });
});

test('a comment with our marker that somebody else wrote is theirs: ours is written beside it, and theirs is not touched', async () => {
  await github.person('ben').comments('acme/shop', 1, 'No.\n\n<!-- slipway m -->');
  for (const _ of [1, 2]) trackedOf(await tracker().comment(ref, 'm', 'It is open.'));
  expect(trackedOf(await tracker().comments(ref))).toEqual([{ marker: 'm', body: 'It is open.' }]);
  expect(executed(/comments/)).toBe(1);
});

test('what somebody else said with our marker in it is told like all they say, and how much was said before it', async () => {
  const [issue] = shop.state().issues;
  const at = Date.now();
  for (let id = 1; id <= 230; id += 1) {
    issue?.comments.push({ id, by: 'ben', body: `c${id}`, at, updatedAt: at });
  }
  github.person('ben');
  await github.person('ben').comments('acme/shop', 1, 'Not like this.\n\n<!-- slipway m -->');
  trackedOf(await tracker().comment(ref, 'm', 'It is open.'));
  const { context = [] } = trackedOf(await tracker().fetch(ref));
  const texts = context.map(({ text }) => text);
  expect(texts[0]).toBe('181 earlier comments are not told here. They are in the tracker.');
  expect([texts[1], texts.at(-2), texts.length]).toEqual(['c182', 'c230', 51]);
  expect(texts.at(-1)).toContain('Not like this.');
});

test('an issue with more text than is screened is refused with what to do', async () => {
  const [issue] = shop.state().issues;
  if (issue !== undefined) issue.body = 'x'.repeat(2_000_000);
  expect(await tracker().fetch(ref)).toMatchObject({
    reason: 'preflight',
    detail: expect.stringContaining('Shorten it'),
  });
});

test('only labels that stand for states are changed, also where somebody sets others at the same time', async () => {
  const labels = { 'in-progress': 'doing', 'in-review': 'looking' };
  const moving = trackerOfGitHub(github, github.token('ann'), { labels });
  trackedOf(await moving().transition(ref, 'in-progress'));
  trackedOf(await moving().transition(ref, 'in-review'));
  expect(trackedOf(await moving().status(ref))).toBe('in-review');
  trackedOf(await moving().transition(ref, 'done'));
  const ticket = trackedOf(await moving().fetch(ref));
  expect(ticket.labels).toEqual(['bug']);
  const sent = github.calls.filter(({ write, path }) => write && path.endsWith('issues/1'));
  expect(sent).toHaveLength(1);
});
