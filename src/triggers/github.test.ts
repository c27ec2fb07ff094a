import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readGitHub } from './github.ts';

const examples = z
  .array(z.object({ name: z.string(), examples: z.array(z.looseObject({})) }))
  .parse(createRequire(import.meta.url)('@octokit/webhooks-examples/api.github.com/index.json'));
const payloads = examples.flatMap(({ name, examples: each }) => each.map((payload) => ({ name, payload })));

const at = '2026-11-18T12:00:00Z';
const html = 'https://github.com/acme/app';
const repository = { full_name: 'acme/app', html_url: html };
const ann = { login: 'ann', type: 'User' };
const issue = {
  number: 7,
  html_url: `${html}/issues/7`,
  user: { login: 'eve', type: 'User' },
  author_association: 'NONE',
  updated_at: at,
  labels: [{ name: 'slipway' }],
};
const comment = {
  id: 9,
  body: '/slipway run',
  user: ann,
  author_association: 'MEMBER',
  created_at: at,
  updated_at: at,
};
const touched = (payload: object) => readGitHub({ repository, ...payload }, []).touched;
const wantedOf = (payload: object) => readGitHub({ repository, ...payload }, ['slipway']).wanted;

describe('a delivery of GitHub', () => {
  test('of a comment on an issue says who asks for what, and is known by what was signed', () => {
    expect(wantedOf({ action: 'created', issue, comment })).toEqual({
      id: `github/comment/9/${at}`,
      happenedAt: Date.parse(at),
      author: { name: 'ann', id: 'ann', association: 'MEMBER' },
      subject: '#7',
      asks: { do: 'start', ref: `${html}/issues/7`, again: false },
    });
  });

  test('of a comment on a pull request is about that, in the talk and in the code alike', () => {
    const pull = { number: 7 };
    const stop = { ...comment, body: '/slipway stop' };
    const wanted = { asks: { do: 'stop', on: { pullRequest: 7 } } };
    expect(
      wantedOf({ action: 'created', issue: { ...issue, pull_request: {} }, comment: stop }),
    ).toMatchObject(wanted);
    expect(wantedOf({ action: 'created', pull_request: pull, comment: stop })).toMatchObject(wanted);
    expect(wantedOf({ action: 'created', pull_request: pull, comment })).toMatchObject({
      nothing: 'not-understood',
    });
    expect(
      readGitHub({ repository, action: 'created', pull_request: pull, comment: stop }, []).touched,
    ).toEqual([7]);
  });

  test.each([
    ['edited', { action: 'edited', issue, comment }, 'edited'],
    [
      'changed since',
      { action: 'created', issue, comment: { ...comment, updated_at: '2026-11-18T12:00:01Z' } },
      'edited',
    ],
    ['deleted', { action: 'deleted', issue, comment }, 'nothing-asked'],
    ['of nobody', { action: 'created', issue, comment: { ...comment, user: null } }, 'not-understood'],
    [
      'of Slipway',
      { action: 'created', issue, comment: { ...comment, body: '/slipway run\n<!-- slipway:x -->' } },
      'ours',
    ],
    ['on a commit', { action: 'created', comment }, 'nothing-asked'],
    ['that only talks', { action: 'created', issue, comment: { ...comment, body: 'Nice' } }, 'nothing-asked'],
  ])('of a comment that was %s asks for nothing', (_what, payload, reason) => {
    expect(wantedOf(payload)).toMatchObject({ nothing: reason });
  });

  test('of a label starts a run for whoever gave it, and of an opened issue for its author', () => {
    const labeled = { action: 'labeled', issue, sender: ann };
    expect(wantedOf({ ...labeled, label: { name: 'slipway' } })).toMatchObject({
      id: `github/issue/${html}/issues/7/labeled/slipway/${at}`,
      author: { name: 'ann' },
      asks: { do: 'start' },
    });
    expect(wantedOf({ ...labeled, label: { name: 'bug' } })).toMatchObject({ nothing: 'nothing-asked' });
    expect(wantedOf({ action: 'opened', issue, sender: ann })).toMatchObject({
      author: { name: 'eve', association: 'NONE' },
    });
    // A template gives its label in the name of whoever opens the issue.
    expect(wantedOf({ ...labeled, sender: issue.user, label: { name: 'slipway' } })).toMatchObject({
      author: { name: 'eve', association: 'NONE' },
    });
    expect(wantedOf({ action: 'closed', issue, sender: ann })).toMatchObject({ nothing: 'nothing-asked' });
  });

  test('of checks names the pull requests to look at, and of a status all of them', () => {
    expect(
      touched({ action: 'completed', check_run: { pull_requests: [{ number: 3 }, { number: 4 }] } }),
    ).toEqual([3, 4]);
    expect(touched({ action: 'completed', check_suite: {} })).toEqual([]);
    expect(touched({ sha: 'c0ffee', state: 'success' })).toBe('all');
    expect(touched({ ref: 'refs/heads/main' })).toEqual([]);
  });

  test.each([undefined, null, 7, 'x', [], { issue: 7 }, { comment: { id: 'x' } }, { repository: 'x' }])(
    'that has another shape is said not to be understood: %j',
    (payload) => {
      expect(readGitHub(payload, []).wanted).toMatchObject({ nothing: 'not-understood' });
    },
  );
});

describe('every example that GitHub publishes', () => {
  test('is read, and only what begins with /slipway or is labelled asks for something', () => {
    expect(payloads.length).toBeGreaterThan(300);
    const read = payloads.map(({ payload }) => readGitHub(payload, ['slipway']).wanted);
    expect(read.filter((wanted) => 'asks' in wanted)).toEqual([]);
  });

  test('is read with any of its parts taken out, emptied or made something else', () => {
    const others = [null, undefined, 7, '', [], {}, 'x'.repeat(1_001), Number.NaN];
    let reads = 0;
    for (const { payload } of payloads) {
      for (const key of Object.keys(payload)) {
        const other = others[reads % others.length];
        const { wanted } = readGitHub({ ...payload, [key]: other }, ['slipway']);
        expect('asks' in wanted || wanted.about !== '').toBe(true);
        reads += 1;
      }
    }
    expect(reads).toBeGreaterThan(1_500);
  });
});
