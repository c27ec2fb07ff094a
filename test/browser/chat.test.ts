// The nine steps of a conversation, by somebody with a browser only: from a ticket in words to a change that is merged.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atPlanGate, preparedSample } from '../support/prepared.ts';
import type { Sample } from '../support/sample.ts';
import type { Served } from './browser.ts';
import { openBrowser, serve, signedIn } from './browser.ts';

describe('a conversation on the page', () => {
  let sample: Sample;
  let browser: Browser;
  let served: Served;
  let page: Page;

  beforeAll(async () => {
    sample = await preparedSample(atPlanGate);
    [browser, served] = await Promise.all([openBrowser(), serve(sample)]);
    page = await signedIn(browser, served);
  });

  afterAll(async () => {
    await browser.close();
    served.started.child.kill('SIGTERM');
    await served.started.ended;
    await sample.slipway('engine', 'stop');
    await sample.remove();
  });

  const said = (text: string | RegExp) => page.getByRole('list', { name: 'Messages' }).getByText(text).last();
  const type = async (text: string): Promise<void> => {
    await page.getByLabel('Your message').fill(text);
    await page.keyboard.press('Enter');
  };

  const runs = async (): Promise<number> => {
    const listed: unknown = JSON.parse((await sample.slipway('list', '--json')).out);
    return JSON.stringify(listed).split('"run":').length;
  };

  test('goes from a ticket to a merge: findings and plan, go, changes and checks, deliver, pull request, coverage, triage, ready', async () => {
    const before = await runs();
    await page.getByRole('link', { name: 'Chat' }).click();
    await type('The number in a.js should be two');
    await said('This will start a run: it investigates and changes nothing').waitFor();
    expect(await runs()).toBe(before);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await said('Here are the findings and the plan.').waitFor(); // 1, 2
    await said('The constant lives in a.js').waitFor();
    await said(/^This will approve plan [0-9a-f]{10}: the work begins\.$/).waitFor();
    await type('yes'); // 3
    await said('Shall I deliver it as a pull request?').waitFor(); // 4
    await said(/The changes are done: Change a\./).waitFor();
    await page.getByRole('button', { name: 'Deliver' }).click(); // 5, 6
    await said(/Pull request #\d+ is open/).waitFor(); // 7
    await said(/Coverage/).waitFor(); // 8
    await said(/^Ready: /).waitFor(); // 9
    await page.getByRole('button', { name: 'Merge' }).click();
    await said(/^Done\. Spent: /).waitFor();
    expect(await page.getByRole('list', { name: 'Messages' }).getByRole('button').count()).toBe(0);
    await said(/^approved by .* through page$/).waitFor();
  });

  test('what the terminal says in it shows here without a reload, and a secret is told and kept nowhere', async () => {
    const id = page.url().split('/').at(-1) ?? '';
    const token = ['ghp', 'x7Kq2mVb9TzLwR4nYc8DfH1sJ6pA3gE5uQ0o'].join('_');
    await sample.slipway('chat', id, '--say', `also use ${token} for it`);
    await said(/looks like a secret/).waitFor();
    expect(sample.filesWith(token)).toEqual([]);
  });
});
