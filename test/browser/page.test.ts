// The page as a person meets it: a real browser, a real server, real runs with scripted agents. Every screen answers its questions
// without a click, and what can be decided is decided from it.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atMergeGate, atPlanGate } from '../support/prepared.ts';
import { openBrowser, signedIn } from './browser.ts';
import type { Here } from './served.ts';
import { drawn, main, seriousOn, servedAt, tooWideOnPhone, Undo } from './served.ts';

/** More than there are things to reach on the screen of a gate. */
const tabsMax = 60;

let browser: Browser;
const undo = new Undo();

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await undo.all();
});

describe('at a plan gate', () => {
  let here: Here;
  let page: Page;

  beforeAll(async () => {
    here = await servedAt(undo, atPlanGate);
    page = await signedIn(browser, here.at, { bypassCSP: true });
  });

  test('the code is gone from the address, and the title carries how much waits', async () => {
    await page.getByRole('heading', { name: '1 thing waits for you' }).waitFor();
    expect(page.url()).not.toContain('code');
    expect(await page.title()).toBe('(1) Slipway');
  });

  test('the inbox says what waits, since when, what is asked, what it holds up, and where to answer', async () => {
    await page.goto(here.at.url);
    await page.getByRole('link', { name: 'Read and decide' }).waitFor();
    expect(await main(page)).toMatch(/Decide 1[^]*plan gate[^]*since[^]*holds up[^]*spent so far/);
  });

  test('the run says where it is, why, what comes next, what went wrong and what may be done', async () => {
    await page.goto(`${here.at.url}/runs/${here.run}`);
    await page.getByText('What comes next').waitFor();
    const text = await main(page);
    expect(text).toMatch(
      /waiting[^]*Why it is there[^]*What comes next[^]*a person decides[^]*nothing so far/,
    );
    await page.getByRole('button', { name: 'Cancel run' }).waitFor();
  });

  test.each([
    '/',
    '/runs',
    '/runs?view=board',
    '/chat',
    '/chat/of-nobody',
    '/costs',
    '/memory',
    '/system',
    '/start',
    '/runs/RUN',
    '/runs/RUN/plan',
    '/runs/RUN/journal',
    '/runs/RUN/gates/g1',
  ])('nothing serious is found on %s, and it fits a phone', async (path) => {
    await page.goto(`${here.at.url}${path.replace('RUN', here.run)}`);
    await drawn(page);
    expect(await seriousOn(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await seriousOn(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await tooWideOnPhone(page)).toBeLessThanOrEqual(0);
  });

  test('the search for serious findings finds one that is planted', async () => {
    await page.goto(`${here.at.url}/runs`);
    await page.locator('h1').first().waitFor();
    await page.evaluate('document.querySelector("main").append(document.createElement("button"))');
    expect(await seriousOn(page)).toEqual([expect.stringContaining('button-name')]);
  });

  test('the gate says what is judged, its digest, what changed, and what happens after each answer', async () => {
    await page.goto(`${here.at.url}/runs/${here.run}/gates/g1`);
    await page.getByRole('form', { name: 'Your answer' }).waitFor();
    const text = await main(page);
    expect(text).toMatch(/Digest[^]*Since you last looked[^]*What reviewers say/);
    expect(text).toMatch(/the work begins[^]*the planner plans again with your words[^]*the run is blocked/);
    expect(text).toContain('slipway approve');
  });

  test('a program gets a code for what is shown, and none before somebody asks for it', async () => {
    expect(await main(page)).not.toContain('Make a code');
    await page.getByText('A program answers this').click();
    await page.getByRole('button', { name: 'Make a code' }).click();
    await page.getByText(/^Code [0-9A-Z]{5}-[0-9A-Z]{5}$/).waitFor();
    expect(await seriousOn(page)).toEqual([]);
  });

  test('a plan is shown in the shape it was given, without its marks, and as it is written when asked', async () => {
    await page.goto(`${here.at.url}/runs/${here.run}/plan`);
    await page.getByRole('heading', { name: 'Plan', exact: true }).waitFor();
    expect(await main(page)).not.toMatch(/^#|`/m);
    await page.getByRole('button', { name: 'as it is written' }).click();
    expect(await main(page)).toContain('# Plan');
  });

  test('the head of a run is a sentence, without a command in it and with a time that goes on', async () => {
    await page.goto(`${here.at.url}/runs/${here.run}`);
    await page.getByText(/Waiting at the plan gate, for \d+ (?:s|min)\./i).waitFor();
  });

  test('from the inbox to a decided plan by keys alone, and the terminal sees it', async () => {
    await page.goto(here.at.url);
    await page.getByRole('link', { name: 'Read and decide' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: 'Your answer' }).waitFor();
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Send: approve' }).waitFor();
    for (let steps = 0; steps < tabsMax; steps += 1) {
      const at = await page.evaluate<string>('document.activeElement.textContent');
      if (at === 'Send: approve') break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(`${here.at.url}/runs/${here.run}`);
    await page.getByRole('link', { name: 'Decide: merge gate' }).waitFor();
    expect(await page.getByRole('link', { name: 'Decide: plan gate' }).count()).toBe(0);
    expect((await here.sample.slipway('status', here.run)).out).toContain('merge');
  });
});

describe('at a merge gate', () => {
  let here: Here;
  let page: Page;

  beforeAll(async () => {
    here = await servedAt(undo, atMergeGate);
    page = await signedIn(browser, here.at);
  });

  test('a merge is decided where the change is seen, with what was checked', async () => {
    await page.goto(`${here.at.url}/runs/${here.run}`);
    await page.getByRole('link', { name: 'Decide: merge gate' }).click();
    await page.getByRole('region', { name: 'Lines of a.js' }).waitFor();
    expect(await main(page)).toMatch(
      /The change is at \w+, in pull request #1[^]*Checks of exactly this: test PASS/,
    );
  });

  test('changes say what changed and by which task, and words at a line are gathered for a revision', async () => {
    await page.goto(`${here.at.url}/runs/${here.run}/changes`);
    await page.getByText('a.js').first().waitFor();
    expect(await main(page)).toMatch(/1 file[^]*\+1[^]*none of it seen before[^]*by one/);
    await page.getByRole('button', { name: 'Say something about line 1' }).last().click();
    await page.getByLabel('What should be otherwise at line 1').fill('Make it three.');
    await page.getByRole('button', { name: 'Keep this remark' }).click();
    await page.getByRole('button', { name: 'Ask for this revision' }).waitFor();
    expect(await main(page)).toContain('a.js:1: Make it three.');
  });

  test('what somebody is writing at a line stays when the change moves on under it, and is told that', async () => {
    const head = 'f'.repeat(40);
    await page.route('**/api/verbs/changes', async (route) => {
      const answer = await route.fetch();
      const { output } = JSON.parse(await answer.text());
      await route.fulfill({ response: answer, json: { output: { ...output, to: head } } });
    });
    await page.getByRole('button', { name: 'Say something about line 1' }).first().click();
    await page.getByLabel('What should be otherwise at line 1').fill('Half a sen');
    await here.sample.slipway('tell', here.run, 'Mind the tests.');
    await page.getByText(/The change moved on to ffffffffff while you write/).waitFor({ timeout: 15_000 });
    expect(await page.getByLabel('What should be otherwise at line 1').inputValue()).toBe('Half a sen');
    expect(await main(page)).toContain('a.js:1: Make it three.');
    await page.getByRole('button', { name: 'Show it as it is now' }).click();
    await page.getByText(/The change moved on/).waitFor({ state: 'detached' });
    expect(await page.getByLabel('What should be otherwise at line 1').inputValue()).toBe('Half a sen');
    expect(await main(page)).toContain('..ffffffffff');
    await page.unroute('**/api/verbs/changes');
  });

  test('what was seen of a task is not what was seen of the whole change', async () => {
    await page.goto(`${here.at.url}/runs/${here.run}/changes?task=one`);
    await page.getByRole('button', { name: 'I have seen this' }).click();
    await page.getByText(/0 of it new since you last looked/).waitFor();
    await page.getByLabel('Which changes').selectOption('');
    await page.getByText(/none of it seen before/).waitFor();
  });

  test('a task says what was asked, how attempts ended and what was printed from the beginning', async () => {
    await page.goto(`${here.at.url}/runs/${here.run}/tasks/one`);
    await page.getByText('Attempt 1').waitFor();
    await page.getByRole('log').getByText('Changed it.').waitFor();
    expect(await main(page)).toMatch(/What was asked[^]*a\.js[^]*It ended with an answer/);
  });

  test('what a terminal does shows here without a reload', async () => {
    await page.goto(here.at.url);
    await page.getByRole('region', { name: 'Ready to merge' }).waitFor();
    await here.sample.slipway('cancel', here.run);
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    expect(await main(page)).toContain('cancelled');
  });

  test('a revision that is asked for at a line answers the gate, and the run has its words', async () => {
    const other = await servedAt(undo, atMergeGate);
    const there = await signedIn(browser, other.at);
    await there.goto(`${other.at.url}/runs/${other.run}/changes`);
    await there.getByRole('button', { name: 'Say something about line 1' }).last().click();
    await there.getByLabel('What should be otherwise at line 1').fill('Make it three, from a line.');
    await there.getByRole('button', { name: 'Keep this remark' }).click();
    await there.getByRole('button', { name: 'Ask for this revision' }).click();
    await there.getByRole('region', { name: 'Your remarks' }).waitFor({ state: 'detached' });
    await there.goto(`${other.at.url}/runs/${other.run}/journal`);
    await there.getByText('answered revise to the merge gate').waitFor();
    expect(other.sample.filesWith('a.js:1: Make it three, from a line.')).not.toEqual([]);
  });

  test('the command beside remarks at lines does at a terminal what the button does', async () => {
    const other = await servedAt(undo, atMergeGate);
    const there = await signedIn(browser, other.at);
    await there.goto(`${other.at.url}/runs/${other.run}/changes`);
    await there.getByRole('button', { name: 'Say something about line 1' }).last().click();
    await there.getByLabel('What should be otherwise at line 1').fill('Make it three, from a line.');
    await there.getByRole('button', { name: 'Keep this remark' }).click();
    const remarks = there.getByRole('region', { name: 'Your remarks' });
    const line =
      /slipway (revise \S+ --seen \S+ --comment) "\.\.\."/.exec(await remarks.innerText())?.[1] ?? '';
    const said = await other.sample.slipway(...line.split(' '), 'Make it three, from a terminal.');
    expect(said.err).not.toContain('Nothing was decided');
    expect(other.sample.filesWith('Make it three, from a terminal.')).not.toEqual([]);
  });

  test('a link that was used says so, and how to get another', async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(here.at.link);
    await other.getByRole('heading', { name: 'This link was used before' }).waitFor();
    expect(await main(other)).toContain('slipway open --page');
    await context.close();
  });
});
