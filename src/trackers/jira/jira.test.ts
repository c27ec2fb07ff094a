import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { JiraServer } from '../../../test/support/jira/server.ts';
import { paragraph, startJira } from '../../../test/support/jira/server.ts';
import { faultKinds } from '../../../test/support/web/fault.ts';
import { trackedOf } from '../../../test/contract/tracker.ts';
import type { Tracker, TrackerAnswer } from '../tracker.ts';
import { jiraTracker } from './jira.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import type { JiraSettings } from '../../config/tracker-settings.ts';

const now = Date.UTC(2026, 0, 2);
const limits = { timeMs: 1_000, bytesMax: 16_777_216, pausesMs: [0, 0] };

let jira: JiraServer;
let learned: string[];
let passedMs: number;
beforeEach(async () => {
  passedMs = 0;
  learned = [];
  jira = await startJira();
});
afterEach(async () => {
  expect(jira.problems).toEqual([]);
  await jira.close();
});

/** One for all, as in a process. */
const theClock = { ...systemClock(), now: () => now + passedMs };

function trackerOf(settings: JiraSettings = {}, env: Readonly<Record<string, string>> = jira.env): Tracker {
  return jiraTracker({
    settings: () => Promise.resolve({ url: jira.url, api: 'cloud', ...settings }),
    env,
    clock: theClock,
    learn: (secrets) => void learned.push(...secrets),
    limits,
  });
}

/** A limit is kept for the account, whichever handle met it. */
function limitOver(answer: TrackerAnswer<unknown>): void {
  if (!answer.ok && answer.resetsAt !== undefined) passedMs = answer.resetsAt - now;
}

function detailOf(answer: TrackerAnswer<unknown>): string {
  return answer.ok ? '' : answer.detail;
}

describe('a ticket of Jira', () => {
  test('is told with its type, labels, author, criteria of the configured field, and everything around it as context', async () => {
    jira.person({ accountId: 'ann-1', displayName: 'Ann' });
    jira.person({ accountId: 'robot', displayName: 'Robot', isApp: true });
    jira.field('customfield_10042', 'Acceptance Criteria');
    jira.issue({ key: 'APP-1', summary: 'Checkout', type: 'Epic' });
    jira.issue({ key: 'APP-8', summary: 'Another', status: 'Done' });
    const issue = jira.issue({
      key: 'APP-7',
      summary: 'The total is wrong',
      description: paragraph('It shows the wrong sum.', 'Every day.'),
      type: 'Bug',
      labels: ['cart'],
      creator: 'ann-1',
      parent: 'APP-1',
      links: [{ name: 'Blocks', inward: 'is blocked by', outward: 'blocks', to: 'APP-8' }],
      custom: {
        customfield_10042: {
          type: 'doc',
          content: [
            {
              type: 'bulletList',
              content: ['The sum is right', 'And stays so'].map((words) => ({
                type: 'listItem',
                content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
              })),
            },
          ],
        },
      },
    });
    issue.comments.push(
      {
        id: '1',
        author: 'ann-1',
        body: paragraph('Since Monday.'),
        created: '2026-01-01T10:00:00.000Z',
        properties: [],
      },
      {
        id: '2',
        author: 'robot',
        body: paragraph('Build 7 is red.'),
        created: '2026-01-01T11:00:00.000Z',
        properties: [],
      },
    );
    trackedOf(await trackerOf().comment('APP-7', 'r-1/pull-request', 'Pull request #3 is open.'));
    expect(trackedOf(await trackerOf({ criteria: 'acceptance criteria' }).fetch('APP-7'))).toEqual({
      id: 'APP-7',
      title: 'The total is wrong',
      body: 'It shows the wrong sum.\n\nEvery day.',
      type: 'bugfix',
      labels: ['cart'],
      author: { name: 'Ann', id: 'ann-1' },
      criteria: ['The sum is right', 'And stays so'],
      criteriaFrom: 'listed',
      context: [
        { kind: 'parent', title: 'Part of APP-1 (Epic): Checkout, To Do', text: '' },
        { kind: 'linked', title: 'This ticket blocks APP-8 (Task): Another, Done', text: '' },
        {
          kind: 'comment',
          title: 'Comment of Ann, 2026-01-01',
          text: 'Since Monday.',
          author: { name: 'Ann', id: 'ann-1' },
        },
        {
          kind: 'comment',
          title: 'Comment of Robot, 2026-01-01',
          text: 'Build 7 is red.',
          author: { name: 'Robot', id: 'robot', isBot: true },
        },
      ],
    });
  });

  test('of Data Center is read from its wiki text, with a token of its own', async () => {
    jira.issue({
      key: 'APP-7',
      summary: 'Say it',
      description: 'h2. Why\n* *loud*\n{code:ts}\nlet *a* = 1;\n{code}',
    });
    const { JIRA_URL, JIRA_PAT } = jira.env;
    const tracker = trackerOf({ api: 'data-center' }, { JIRA_URL: JIRA_URL ?? '', JIRA_PAT: JIRA_PAT ?? '' });
    expect(trackedOf(await tracker.fetch('APP-7')).body).toBe('## Why\n- **loud**\n```ts\nlet *a* = 1;\n```');
    trackedOf(await tracker.comment('APP-7', 'm', 'said'));
    expect(trackedOf(await tracker.comments('APP-7'))).toEqual([{ marker: 'm', body: 'said' }]);
    expect(jira.calls.every(({ path }) => path.startsWith('/rest/api/2/'))).toBe(true);
  });

  test('is read to the last of many comments', async () => {
    const issue = jira.issue({ key: 'APP-7', summary: 'Say it' });
    for (let n = 1; n <= 230; n += 1) {
      issue.comments.push({ id: `${n}`, author: 'x', body: paragraph(`c${n}`), created: '', properties: [] });
    }
    trackedOf(await trackerOf().comment('APP-7', 'm', 'ours'));
    trackedOf(await trackerOf().comment('APP-7', 'm', 'ours, later'));
    expect(issue.comments).toHaveLength(231);
    const { context = [] } = trackedOf(await trackerOf().fetch('APP-7'));
    expect(context[0]?.text).toBe('180 earlier comments are not told here. They are in the tracker.');
    expect(context.at(-1)?.text).toBe('c230');
    expect(context).toHaveLength(51);
  });

  test('is not written to where it has more comments than are read: ours may be among them', async () => {
    const issue = jira.issue({ key: 'APP-7', summary: 'Say it' });
    for (let n = 1; n <= 5_001; n += 1) {
      issue.comments.push({ id: `${n}`, author: 'x', body: paragraph(`c${n}`), created: '', properties: [] });
    }
    expect(await trackerOf().comment('APP-7', 'm', 'ours')).toMatchObject({
      ok: false,
      reason: 'preflight',
      detail: expect.stringContaining('more than 5000 entries'),
    });
    expect(issue.comments).toHaveLength(5_001);
    expect(trackedOf(await trackerOf().fetch('APP-7')).context?.at(-1)?.text).toBe('c5001');
  });
});

describe('a comment is there once', () => {
  for (const kind of faultKinds) {
    for (const after of [0, 1]) {
      test(`where the ${after === 0 ? 'first' : 'second'} call of it meets ${kind}`, async () => {
        const issue = jira.issue({ key: 'APP-7', summary: 'Say it' });
        const over = jira.fault({ kind, after, match: { path: /comment/ }, ms: 20 });
        const first = await trackerOf().comment('APP-7', 'r-1/pull-request', 'It is open.');
        if (!first.ok) {
          expect(['tracker-unavailable', 'tracker-limited']).toContain(first.reason);
          limitOver(first);
          trackedOf(await trackerOf().comment('APP-7', 'r-1/pull-request', 'It is open.'));
        }
        over();
        expect(issue.comments.map(({ author }) => author)).toEqual(['acc-slipway']);
        expect(trackedOf(await trackerOf().comments('APP-7'))).toEqual([
          { marker: 'r-1/pull-request', body: 'It is open.' },
        ]);
      });
    }
  }

  test('where the site does not tell properties: found by our account and the very same words, never by words alone', async () => {
    jira.hideProperties();
    jira.person({ accountId: 'mallory', displayName: 'Slipway' });
    const issue = jira.issue({ key: 'APP-7', summary: 'Say it' });
    issue.comments.push({
      id: '1',
      author: 'mallory',
      body: paragraph('It is open.'),
      created: '',
      properties: [],
    });
    for (const _ of [1, 2, 3]) trackedOf(await trackerOf().comment('APP-7', 'm', 'It is open.'));
    expect(issue.comments.map(({ author }) => author)).toEqual(['mallory', 'acc-slipway']);
  });

  test('where somebody else copies our property: theirs is not touched, and ours is written beside it', async () => {
    jira.person({ accountId: 'mallory', displayName: 'Slipway' });
    const issue = jira.issue({ key: 'APP-7', summary: 'Say it' });
    issue.comments.push({
      id: '1',
      author: 'mallory',
      body: paragraph('No.'),
      created: '',
      properties: [{ key: 'slipway', value: { marker: 'm' } }],
    });
    for (const _ of [1, 2]) trackedOf(await trackerOf().comment('APP-7', 'm', 'It is open.'));
    expect(issue.comments.map(({ author }) => author)).toEqual(['mallory', 'acc-slipway']);
    expect(trackedOf(await trackerOf().comments('APP-7'))).toEqual([{ marker: 'm', body: 'It is open.' }]);
    // And it hides nothing they said.
    const { context = [] } = trackedOf(await trackerOf().fetch('APP-7'));
    expect(context.map(({ text }) => text)).toEqual(['No.']);
  });

  test('and a write is sent once, however it fails', async () => {
    jira.issue({ key: 'APP-7', summary: 'Say it' });
    jira.fault({ kind: 'reset-before', times: 'for ever', match: { write: true } });
    expect(await trackerOf().comment('APP-7', 'm', 'b')).toMatchObject({
      ok: false,
      reason: 'tracker-unavailable',
    });
    expect(jira.calls.filter(({ write }) => write)).toHaveLength(1);
  });
});

describe('a ticket is moved', () => {
  for (const kind of faultKinds) {
    test(`once, where the move meets ${kind}`, async () => {
      const issue = jira.issue({ key: 'APP-7', summary: 'Say it' });
      jira.fault({ kind, match: { path: /transitions$/, method: 'POST' }, ms: 20 });
      const first = await trackerOf().transition('APP-7', 'in-review');
      limitOver(first);
      if (!first.ok) trackedOf(await trackerOf().transition('APP-7', 'in-review'));
      expect(issue).toMatchObject({ status: 'In Review', moves: 1 });
    });
  }

  test('by the names its workflow has: configured ones first, never to an end that says it was not done', async () => {
    jira.workflow({
      statuses: [
        { name: 'Backlog', category: 'new' },
        { name: 'Werkstatt', category: 'indeterminate' },
        { name: 'Prüfung', category: 'indeterminate' },
        { name: 'Cancelled', category: 'done' },
        { name: 'Shipped', category: 'done' },
      ],
      transitions: [
        { id: '1', name: 'Drop', to: 'Cancelled' },
        { id: '2', name: 'Look', to: 'Prüfung' },
        { id: '3', name: 'Work', to: 'Werkstatt' },
        { id: '4', name: 'Ship', to: 'Shipped' },
      ],
    });
    const issue = jira.issue({ key: 'APP-7', summary: 'Say it', status: 'Backlog' });
    const tracker = trackerOf({ statuses: { 'in-review': 'prüfung' } });
    expect(trackedOf(await tracker.status('APP-7'))).toBe('open');
    for (const [to, name] of [
      ['in-progress', 'Werkstatt'],
      ['in-review', 'Prüfung'],
      ['done', 'Shipped'],
    ] as const) {
      trackedOf(await tracker.transition('APP-7', to));
      expect(issue.status).toBe(name);
      expect(trackedOf(await tracker.status('APP-7'))).toBe(to);
    }
  });

  test('or stays, with a sentence, where the workflow has no such state, wants a field, or somebody closed it', async () => {
    const issue = jira.issue({ key: 'APP-7', summary: 'Say it' });
    jira.workflow({
      statuses: [
        { name: 'To Do', category: 'new' },
        { name: 'Done', category: 'done' },
      ],
      transitions: [{ id: '4', name: 'Done', to: 'Done', required: ['Root cause'] }],
    });
    const review = await trackerOf().transition('APP-7', 'in-review');
    expect(review).toMatchObject({ ok: false, reason: 'preflight' });
    expect(detailOf(review)).toContain("it leads to 'Done'");
    expect(detailOf(review)).toContain('tracker.jira.statuses.in-review');
    const done = await trackerOf().transition('APP-7', 'done');
    expect(detailOf(done)).toContain("Jira wants 'Root cause' to be filled in");
    expect(jira.calls.filter(({ write }) => write)).toEqual([]);
    issue.status = 'Done';
    expect(detailOf(await trackerOf().transition('APP-7', 'in-review'))).toContain('closed in Jira already');
  });
});

describe('what goes wrong with Jira is a sentence and a class', () => {
  test('a limit is a wait with its time', async () => {
    jira.issue({ key: 'APP-7', summary: 'Say it' });
    jira.fault({ kind: 'rate-limit', retryAfter: 90 });
    expect(await trackerOf().fetch('APP-7')).toMatchObject({
      reason: 'tracker-limited',
      resetsAt: now + 90_000,
    });
  });

  test('while a limit holds nothing is sent for its account, and others go on', async () => {
    jira.issue({ key: 'APP-7', summary: 'Say it' });
    jira.fault({ kind: 'rate-limit', retryAfter: 90 });
    const limited = await trackerOf().fetch('APP-7');
    const sent = jira.calls.length;
    passedMs = 60_000;
    expect(await trackerOf().status('APP-7')).toMatchObject({
      reason: 'tracker-limited',
      resetsAt: now + 90_000,
    });
    expect(jira.calls).toHaveLength(sent);
    expect(await trackerOf({}, { ...jira.env, JIRA_API_TOKEN: 'of another' }).status('APP-7')).toMatchObject({
      reason: 'preflight',
    });
    limitOver(limited);
    expect(trackedOf(await trackerOf().status('APP-7'))).toBe('open');
  });

  test('an outage is tried again, and reads get over a short one by themselves', async () => {
    jira.issue({ key: 'APP-7', summary: 'Say it' });
    jira.fault({ kind: 'server-error', times: 2 });
    expect(trackedOf(await trackerOf().status('APP-7'))).toBe('open');
    await jira.down();
    expect(await trackerOf().status('APP-7')).toMatchObject({ ok: false, reason: 'tracker-unavailable' });
    await jira.up();
  });

  test.each([
    ['html', 'not JSON'],
    ['wrong-type', 'something else than what it was asked for'],
    ['truncated', 'cannot be reached'],
    ['timeout-after', 'gave no answer within'],
  ] as const)('%s for ever is no ticket and no crash', async (kind, words) => {
    jira.issue({ key: 'APP-7', summary: 'Say it' });
    jira.fault({ kind, times: 'for ever' });
    const answer = await trackerOf().status('APP-7');
    expect(answer).toMatchObject({ ok: false, reason: 'tracker-unavailable' });
    expect(detailOf(answer)).toContain(words);
  });

  test('no access, a wrong token and no token are for a person, and no token is ever quoted', async () => {
    const missing = await trackerOf().fetch('APP-9');
    expect(missing).toMatchObject({ ok: false, reason: 'preflight' });
    expect(detailOf(missing)).toContain('may not see it');
    const wrong = await trackerOf({}, { ...jira.env, JIRA_API_TOKEN: 'another-token' }).fetch('APP-7');
    expect(detailOf(wrong)).toContain('does not accept the login');
    expect(detailOf(wrong)).not.toContain('another-token');
    const nobody = await trackerOf({}, { JIRA_URL: jira.url }).fetch('APP-7');
    expect(detailOf(nobody)).toContain('set JIRA_EMAIL and JIRA_API_TOKEN');
  });

  test('a token that is only named is read when it is needed, and known before it is used', async () => {
    jira.issue({ key: 'APP-7', summary: 'Checkout' });
    const { JIRA_API_TOKEN: token = '', ...env } = jira.env;
    const named = (program: string): Tracker =>
      trackerOf({}, { ...env, JIRA_API_TOKEN: `cmd:${program}`, PATH: '/usr/bin:/bin' });
    expect(await named(`echo ${token}`).fetch('APP-7')).toMatchObject({ ok: true });
    expect(learned).toContain(token);
    expect(detailOf(await named('false').fetch('APP-7'))).toContain('that JIRA_API_TOKEN names');
  });

  test('a ticket of another site or project is not asked for', async () => {
    const tracker = trackerOf({ projects: ['APP'] });
    expect(detailOf(await tracker.fetch('OPS-1'))).toContain('another project');
    expect(detailOf(await tracker.fetch('https://other.atlassian.net/browse/APP-7'))).toContain(
      'other.atlassian.net',
    );
    expect(jira.calls).toEqual([]);
  });

  test('a token is not sent to a place that only the repository names', async () => {
    const { JIRA_URL: _, ...env } = jira.env;
    const answer = await trackerOf({}, env).fetch('APP-7');
    expect(detailOf(answer)).toContain('a repository does not decide where a token goes');
    expect(jira.calls).toEqual([]);
  });

  test('a ticket of 2 MB is refused with its size, before anybody looks for criteria in it', async () => {
    jira.issue({ key: 'APP-7', summary: 'Say it', description: paragraph('x'.repeat(2_000_000)) });
    const answer = await trackerOf().fetch('APP-7');
    expect(answer).toMatchObject({ ok: false, reason: 'preflight' });
    expect(detailOf(answer)).toContain('2,000,000 bytes');
  });
});

test('a pull request is linked beside a ticket once, however often that is asked', async () => {
  const issue = jira.issue({ key: 'APP-7', summary: 'Say it' });
  const { link } = trackerOf();
  const to = { url: 'https://github.com/o/r/pull/3', title: 'Pull request #3' };
  jira.fault({ kind: 'reset-after', match: { write: true } });
  await link?.('APP-7', to);
  trackedOf(
    (await link?.('APP-7', { ...to, title: 'Pull request #3: Say it' })) ?? { ok: true, value: undefined },
  );
  expect(issue.remoteLinks.map(({ object }) => object)).toEqual([
    { url: to.url, title: 'Pull request #3: Say it' },
  ]);
});
