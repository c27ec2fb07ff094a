// Each screen answers five questions without a click; here those of the home as a whole, in one where there is everything: two hundred
// runs, one that failed, one that is large, text that means harm. And each of them fits a phone, in light and dark, for everybody.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TimelineShown } from '../../src/app/verbs/timeline.ts';
import { openBrowser, signedIn } from './browser.ts';
import { drawn, main, seriousOn, servedOf, tooWideOnPhone, Undo } from './served.ts';
import type { Served } from './browser.ts';
import type { States } from './states.ts';
import { longTitle, madeStates } from './states.ts';

let browser: Browser;
let states: States;
let at: Served;
let page: Page;
const undo = new Undo();

beforeAll(async () => {
  [browser, states] = await Promise.all([openBrowser(), madeStates()]);
  undo.add(() => states.sample.remove());
  ({ at } = await servedOf(undo, states.sample));
  page = await signedIn(browser, at, { bypassCSP: true });
});

afterAll(async () => {
  await browser.close();
  await undo.all();
});

async function on(path: string): Promise<string> {
  await page.goto(`${at.url}${path}`);
  await drawn(page);
  return main(page);
}

describe('the five questions', () => {
  test('of runs: what runs, at which stage, how far, what of its budget is spent, and which does not move', async () => {
    const text = await on('/runs');
    expect(text).toMatch(/Runs 204/);
    expect(text).toMatch(/blocked\s+Change a, and fail/);
    expect(text).toMatch(
      /implementation, 0 of 1 task done, \$0\.00 of \$10\.00 spent, 4 of 40 launches \(4 of unknown cost\), project: a task used up/,
    );
    expect(text).toMatch(/interrupted[^]*not moving: \d+ d ago/);
    expect(text).toContain('The 200 newest of 204');
  });

  test('of costs: how much and on what, who is near a budget, what a merged change costs, where failures burn, and today', async () => {
    const text = await on('/costs');
    expect(text).toMatch(/14 launches of unknown cost, spent in 14 days/);
    expect(text).toMatch(/A merged pull request\s+none was merged/);
    expect(text).toMatch(/Burnt by failures\s+2 of 14 launches failed/);
    expect(text).toMatch(/Today\s+14 launches of unknown cost; no day to compare it with/);
    expect(text).toMatch(/Near their budget\s+no run/);
    expect(text).toMatch(/By day[^]*By repository\s+project[^]*By stage[^]*By agent[^]*By role/);
  });

  test('of memory: what is remembered, of which repository, from where, whether agents are told, and how to judge it', async () => {
    const text = await on('/memory');
    expect(text).toMatch(
      /The check test is run with node a\.test\.js\.\s+promoted\s+reference, check\/test\s+project\s+2 runs, changed/,
    );
    expect(text).toContain('slipway memory add');
    const judged = page.getByRole('button', { name: 'withdraw' });
    expect(await judged.getAttribute('title')).toMatch(/^slipway memory withdraw f-\w+$/);
  });

  test('of the system: what is broken, who works on what, whether agents can, when a trigger is next, and what came', async () => {
    await on('/system');
    await page.getByText('containment', { exact: true }).waitFor();
    const text = await main(page);
    expect(text).toMatch(/Nothing is broken[^]*Who works on runs\s+process \d+, since/);
    expect(text).toMatch(/Agents\s+usable\s+s\s+scripted, plays default/);
    expect(text).toMatch(/Triggers\s+none is on[^]*slipway\.yaml/);
    expect(text).toMatch(/Repositories\s+project\s+4 runs, 4 open/);
    expect(text).not.toContain('..');
  });

  test('of the inbox: how much of each there is stands before any of it', async () => {
    const text = await on('/');
    expect(text).toMatch(/104 things wait for you\s+Decide 51\s+Unblock 51\s+Ready to merge 2/);
    expect(text).toMatch(/and \d+ more\s+Unblock 51/);
    const rows = page.getByRole('region', { name: 'Decide' }).getByRole('listitem');
    const few = await rows.count();
    await page
      .getByRole('button', { name: /^and \d+ more$/ })
      .first()
      .click();
    await page.waitForURL(/all=decide/);
    expect(await rows.count()).toBeGreaterThan(few);
  });

  test('of a run that failed twice: where, why, what can be done, and what was otherwise the second time', async () => {
    const text = await on(`/runs/${states.failed}`);
    expect(text).toMatch(/blocked[^]*What comes next\s+nothing, before somebody retries or cancels it/);
    expect(text).toMatch(/What went wrong\s+The agent ended with an error \(transient, 2 times\)/);
    const task = await on(`/runs/${states.failed}/tasks/one`);
    expect(task).toMatch(/Attempt 1\s+failed[^]*Attempt 2\s+failed[^]*New to it: last failure\./);
  });

  test('of what is not there: that, and where to go on', async () => {
    const text = await on(`/runs/${states.long}/tasks/none`);
    expect(text).toMatch(/This cannot be shown\s+Run \S+ has no task 'none'[^]*The inbox says what waits/);
  });
});

describe('the report and the page', () => {
  test.each(['failed', 'big'] as const)('say the same of a run: %s', async (which) => {
    const run = states[which];
    const { file } = await states.sample.json('report', run);
    const report = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await report.goto(`file://${String(file)}`);
    const told = words(await report.locator('body').innerText());
    const text = words(`${await on(`/runs/${run}`)} ${await on(`/runs/${run}/checks`)}`);
    const { summary, standing, strip, bars } = await look(run);
    const said = [
      summary.status,
      summary.title,
      run,
      ...strip.filter(({ at: where }) => where === 'done' || where === 'now').map(({ heading }) => heading),
      ...standing.failures.map((one) => one.words),
      ...bars.flatMap(({ reason }) => (reason === undefined ? [] : [reason])),
    ].map(words);
    expect(said.length).toBeGreaterThan(6);
    expect(said.filter((one) => !text.includes(one))).toEqual([]);
    expect(said.filter((one) => !told.includes(one))).toEqual([]);
  });
});

/** However they are spaced and begun. */
function words(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ');
}

/** What both are made of, as the page asks for it. */
async function look(run: string): Promise<TimelineShown> {
  const { token } = await states.sample.json('people', 'add', `reader-${run}`, '--access', 'view');
  const response = await fetch(`${at.url}/api/verbs/timeline`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input: { run } }),
  });
  const { output }: { readonly output: TimelineShown } = JSON.parse(await response.text());
  return output;
}

describe('in every state', () => {
  const paths: readonly string[] = [
    '/',
    '/runs',
    '/runs?view=board',
    '/costs',
    '/runs/LONG',
    '/runs/LONG/gates/g1',
    '/runs/LONG/changes',
    '/runs/FAILED',
    '/runs/FAILED/tasks/one',
    '/runs/BIG/gates/g1',
    '/runs/BIG/changes',
    '/runs/HOSTILE',
    '/runs/HOSTILE/changes',
    '/runs/HOSTILE/checks',
    '/runs/HOSTILE/tasks/one',
  ];

  test.each(paths)('%s has nothing serious and fits a phone', async (path) => {
    const { long, failed, big, hostile } = states;
    await on(
      path.replace('LONG', long).replace('FAILED', failed).replace('BIG', big).replace('HOSTILE', hostile),
    );
    expect(await seriousOn(page)).toEqual([]);
    expect(await tooWideOnPhone(page)).toBeLessThanOrEqual(0);
  });

  test('a title of three hundred characters is cut where it would fill the screen, and whole words are kept', async () => {
    const text = await on(`/runs/${states.long}`);
    const shown = text.split('\n').find((line) => line.startsWith('Say in capitals')) ?? '';
    expect(longTitle.startsWith(shown.replace('…', ''))).toBe(true);
  });

  test('a change of five thousand lines is drawn as far as it is seen', async () => {
    await on(`/runs/${states.big}/changes`);
    await page.getByText('export const line1 = 1;').waitFor();
    const elements = await page.evaluate<number>('document.querySelectorAll("main *").length');
    expect(elements).toBeLessThan(3_000);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByText('export const line5000 = 1;').waitFor();
  });

  test('text that means harm is shown as what it is: no mark up, no colours of a terminal, nothing that turns it around', async () => {
    await on(`/runs/${states.hostile}/tasks/one`);
    const log = page.getByRole('log');
    await log.getByText("<script>slipwayRan('0')</script>").waitFor();
    const text = await log.innerText();
    expect(text).toMatch(/U\+202E|u\{202e\}/);
    // oxlint-disable-next-line no-control-regex -- what is not to be there
    expect(text).not.toMatch(/\u001B|\u202E/);
  });
});
