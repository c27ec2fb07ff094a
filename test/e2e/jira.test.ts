// A ticket that lives in Jira, from its key to the comment under it, by the compiled program and over HTTP.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JiraServer } from '../support/jira/server.ts';
import { paragraph, startJira } from '../support/jira/server.ts';
import type { Sample } from '../support/sample.ts';
import { makeSample } from '../support/sample.ts';

let jira: JiraServer;
const samples: Sample[] = [];

beforeEach(async () => {
  jira = await startJira();
});
afterEach(async () => {
  for (const sample of samples.splice(0)) await sample.remove();
  await jira.close();
  expect(jira.problems).toEqual([]);
});

async function sampleWith(env: Readonly<Record<string, string>>): Promise<Sample> {
  const config = `tracker:\n  jira: {url: '${jira.url}', api: cloud, project: APP}\n`;
  const sample = await makeSample({ config, env });
  samples.push(sample);
  return sample;
}

describe('slipway run with the key of a Jira ticket', () => {
  test('stops at the plan by itself, tells the ticket of its pull request once, and moves it by its workflow', async () => {
    jira.person({ accountId: 'ann', displayName: 'Ann' });
    const issue = jira.issue({ key: 'APP-7', summary: 'Change a', creator: 'ann' });
    issue.comments.push({
      id: '1',
      author: 'ann',
      body: paragraph('It is about a.js.'),
      created: '',
      properties: [],
    });
    const sample = await sampleWith(jira.env);
    const planned = await sample.slipway('run', 'APP-7', '--trust');
    expect(planned.err).toContain('APP-7: Change a');
    expect(planned.out).toContain('waiting: the plan gate');
    expect(planned.exit).toBe(7);
    const again = await sample.slipway('run', `${jira.url}/browse/APP-7`, '--trust');
    expect(again.err + again.out).toContain('APP-7');
    const built = await sample.decides('approve');
    expect(built.out).toContain('waiting: the merge gate');
    expect(issue.status).toBe('In Review');
    expect(issue.comments.map(({ author }) => author)).toEqual(['ann', 'acc-slipway']);
    const merged = await sample.decides('approve');
    expect(merged.exit).toBe(0);
    expect(issue).toMatchObject({ status: 'Done', moves: 2 });
    expect(issue.comments).toHaveLength(2);
    expect(sample.filesWith(jira.env['JIRA_API_TOKEN'] ?? '-')).toEqual([]);
  });

  test('goes on without an In Review that the workflow has not, and says so', async () => {
    jira.workflow({
      statuses: [
        { name: 'To Do', category: 'new' },
        { name: 'Done', category: 'done' },
      ],
      transitions: [{ id: '4', name: 'Done', to: 'Done' }],
    });
    const issue = jira.issue({ key: 'APP-7', summary: 'Change a' });
    const sample = await sampleWith(jira.env);
    const said = await sample.slipway('run', 'APP-7', '--trust', '--auto');
    expect(said.out).toContain('waiting: the merge gate');
    expect(issue.status).toBe('To Do');
    expect(sample.filesWith('leads to no state that stands for in-review')).not.toEqual([]);
  });

  test.each([
    ['APP-8', {}, 'has no ticket APP-8, or the account'],
    ['OPS-1', {}, 'another project'],
    ['APP-7', { JIRA_API_TOKEN: 'wrong' }, 'does not accept the login'],
    ['APP-7', { JIRA_API_TOKEN: '' }, 'set JIRA_EMAIL and JIRA_API_TOKEN'],
    ['APP-7', { JIRA_URL: '' }, 'a repository does not decide where a token goes'],
    ['https://other.atlassian.net/browse/APP-7', {}, 'That ticket is at other.atlassian.net'],
  ])('%s with %j starts nothing, and says why', async (ref, env, words) => {
    jira.issue({ key: 'APP-7', summary: 'Change a' });
    const sample = await sampleWith({ ...jira.env, ...env });
    const said = await sample.slipway('run', ref, '--trust');
    expect(said.err).toContain(words);
    expect(said.exit).not.toBe(0);
    expect((await sample.slipway('list')).out).not.toContain('APP-7');
  });
});
