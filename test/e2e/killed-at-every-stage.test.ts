// From a ticket in Jira, and from an issue on GitHub, to a merged pull request over HTTP, while the process that moves the run is killed
// in every stage and at each thing that others see: another process takes it up, and nothing is there twice.

import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RepositoryHandle } from '../support/github/repository.ts';
import type { GitHubServer } from '../support/github/server.ts';
import { startGitHub } from '../support/github/server.ts';
import { pullsOf } from '../support/github/state.ts';
import type { JiraServer } from '../support/jira/server.ts';
import { startJira } from '../support/jira/server.ts';
import type { Sample, Started } from '../support/sample.ts';
import { makeSample, wholeScript } from '../support/sample.ts';

let github: GitHubServer;
let jira: JiraServer;
let shop: RepositoryHandle;
let sample: Sample;

beforeEach(async () => {
  [github, jira] = await Promise.all([startGitHub(), startJira()]);
});
afterEach(async () => {
  await sample.remove();
  await Promise.all([github.close(), jira.close()]);
  expect([github.problems, github.violations, jira.problems]).toEqual([[], [], []]);
});

async function begin(): Promise<void> {
  const files = {
    'a.js': 'export const a = 1;\n',
    'a.test.js': "import test from 'node:test';\ntest('a', () => {});\n",
    'package.json': JSON.stringify({ name: 'sample', type: 'module', scripts: { test: 'node --test' } }),
    'slipway.yaml': `checks: { test: node a.test.js }\nforge: github\ntracker:\n  jira: {url: '${jira.url}', api: cloud, project: APP}\nagents:\n  s: { type: scripted, script: script.yaml }\n`,
    'script.yaml': wholeScript,
  };
  shop = await github.repository('acme/shop', { files, collaborators: { ann: 'write' } });
  const login = { GITHUB_SERVER_URL: github.url, GH_TOKEN: github.token('ann') };
  sample = await makeSample({ env: { ...login, ...jira.env } });
  await sample.repository.git('remote', 'add', 'origin', shop.cloneUrl);
  await sample.repository.git('fetch', '--quiet', await shop.git('rev-parse', '--absolute-git-dir'), 'main');
  await sample.repository.git('reset', '--quiet', '--hard', 'FETCH_HEAD');
}

type Moment = (one: Started) => boolean;

const lookMs = 5;

/** It is killed the moment this holds; one that ends before was killed nowhere. */
async function killed(args: readonly string[], moment: Moment): Promise<void> {
  const one = sample.start(...args);
  while (one.child.exitCode === null && !moment(one)) await setTimeout(lookMs);
  one.child.kill('SIGKILL');
  const { signal, out, err } = await one.ended;
  expect([signal, `${out}${err}`]).toEqual(['SIGKILL', expect.any(String)]);
}

const stage =
  (name: string): Moment =>
  (one) =>
    one.err().includes(`${name} begins`);
const executed = (method: string, path: RegExp): number =>
  github.calls.filter((call) => call.executed && call.method === method && path.test(call.path)).length;
const opens: Moment = () => executed('POST', /\/pulls$/) > 0;
const merges: Moment = () => pullsOf(shop.state()).some(({ pull }) => pull.merged !== undefined);

async function untilTheGate(moments: readonly Moment[]): Promise<void> {
  for (const moment of moments) await killed(['resume'], moment);
  const rests = await sample.slipway('resume');
  expect([rests.exit, rests.out]).toEqual([7, expect.stringContaining('the merge gate')]);
}

async function mergedOnce(): Promise<void> {
  const { gates } = await sample.json('gates');
  const [gate] = Array.isArray(gates) ? gates : [];
  await killed(['approve', '--seen', gate.digest], merges);
  const ends = await sample.slipway('resume');
  expect([ends.exit, ends.err]).toEqual([0, expect.any(String)]);
  const [pull, ...others] = pullsOf(shop.state());
  expect(others).toEqual([]);
  expect(await shop.git('show', 'main:a.js')).toBe('export const a = 2;');
  expect(await shop.git('rev-list', '--count', 'main')).toBe('2'); // the base, and one merge
  expect([executed('POST', /\/pulls$/), executed('PUT', /\/merge$/)]).toEqual([1, 1]);
  const said = pull?.comments.map(({ body }) => body.split('<!--')[1]) ?? [];
  expect(new Set(said).size).toBe(said.length);
}

const start = ['--auto', '--trust', '--level', 'open'];
const begun: Moment = (one) => /r-\w{8}/.test(one.err());

describe('a run that is killed again and again', () => {
  test('brings a ticket of Jira to one merge, one comment and one move to each state', async () => {
    await begin();
    const issue = jira.issue({ key: 'APP-7', summary: 'Change a' });
    await killed(['run', 'APP-7', ...start], begun);
    const commented: Moment = () => issue.comments.length > 0;
    const moments = ['planning', 'implementation', 'review', 'coverage'].map(stage);
    await untilTheGate([...moments.slice(0, 3), commented, ...moments.slice(3)]);
    expect(issue).toMatchObject({ status: 'In Review', moves: 1 });
    await mergedOnce();
    expect(issue).toMatchObject({ status: 'Done', moves: 2 });
    expect(issue.comments).toHaveLength(1);
  });

  test('brings an issue of GitHub to one merge, and tells it once', async () => {
    await begin();
    const number = shop.issue('ann', 'Change a', 'It is one today.');
    await killed(['run', `#${number}`, ...start], stage('analysis'));
    const moments = ['plan-review', 'evaluation', 'completion', 'triage', 'merge'].map(stage);
    await untilTheGate([...moments.slice(0, 3), opens, ...moments.slice(3)]);
    await mergedOnce();
    expect(shop.issueOf(number)).toMatchObject({ state: 'closed' });
    expect(shop.issueOf(number).comments).toHaveLength(1);
  });
});
