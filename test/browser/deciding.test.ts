// What a person can do is done from the page: a gate is revised and rejected, a question answered, a run started, told, cancelled and let go
// on. And what goes wrong between page and server has an end that the person is told.

import { EventEmitter, once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atPlanGate } from '../support/prepared.ts';
import { openBrowser, signedIn } from './browser.ts';
import type { Here } from './served.ts';
import { main, servedAt, Undo } from './served.ts';

let browser: Browser;
const undo = new Undo();

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await undo.all();
});

describe('from the page', () => {
  let here: Here;
  let page: Page;

  beforeAll(async () => {
    here = await servedAt(undo, atPlanGate);
    page = await signedIn(browser, here.at);
  });

  const gate = async (name = 'g1'): Promise<void> => {
    await page.goto(`${here.at.url}/runs/${here.run}/gates/${name}`);
    await page.getByRole('form', { name: 'Your answer' }).waitFor();
  };

  test('a plan is revised, with the words that say what should be otherwise', async () => {
    await gate();
    await page.keyboard.press('r');
    await page.getByLabel('What should be otherwise').fill('Don\'t run "$(rm a.js)".');
    // As it could be typed: a shell reads nothing of it but text.
    expect(await main(page)).toMatch(
      /slipway revise r-\w+ --seen \w+ --comment 'Don'\\''t run "\$\(rm a\.js\)"\.'/,
    );
    await page.getByLabel('What should be otherwise').fill('Make it three.');
    await page.getByRole('button', { name: 'Send: revise' }).click();
    await page.getByText('answered revise to the plan gate').first().waitFor();
    await page.getByRole('link', { name: 'Decide: plan gate' }).waitFor();
  });

  test('a plan is rejected, the run is blocked, and it is let go on with a hint', async () => {
    await page.getByRole('link', { name: 'Decide: plan gate' }).click();
    await page.getByRole('form', { name: 'Your answer' }).waitFor();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Send: reject' }).click();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByLabel('A hint for the next try').fill('Two is enough.');
    await page.getByRole('button', { name: 'Let it go on' }).click();
    await page
      .getByText(/Two is enough|retr/i)
      .first()
      .waitFor();
  });

  test('a run is shown before it starts, starts, is told something, and is cancelled', async () => {
    await page.getByRole('link', { name: 'Start a run' }).click();
    await page.getByRole('textbox', { name: 'What you want' }).fill('Change a, from the page');
    await page.getByRole('button', { name: 'See what it will do' }).click();
    const before = page.getByRole('region', { name: 'Before it starts' });
    await before.getByRole('button', { name: 'Start this run' }).waitFor();
    expect(await before.innerText()).toMatch(/This is what would happen[^]*checks[^]*cost[^]*launch/);
    expect((await here.sample.json('list', '--all'))['runs']).toHaveLength(1);
    await before.getByRole('button', { name: 'Start this run' }).click();
    await page.waitForURL(/\/runs\/r-/);
    await page.getByRole('button', { name: 'Tell' }).click();
    await page.getByLabel('What the agents are told').fill('Mind the tests.');
    await page.getByRole('button', { name: 'Tell them' }).click();
    await expect.poll(() => here.sample.filesWith('Mind the tests.').length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await page.getByRole('button', { name: 'End this run' }).click();
    await page.getByText('cancelled', { exact: true }).first().waitFor();
  });
});

describe('when things are wrong', () => {
  test('of two who decide at the same instant one decides, and the other is told so where they stand', async () => {
    const here = await servedAt(undo, atPlanGate);
    const page = await signedIn(browser, here.at);
    await page.goto(`${here.at.url}/runs/${here.run}/gates/g1`);
    await page.getByRole('form', { name: 'Your answer' }).waitFor();
    await page.keyboard.press('x');
    // What the page sends waits on the way until the terminal was answered.
    const terminal = new EventEmitter();
    const decided = once(terminal, 'decided');
    await page.route('**/api/verbs/decide', async (route) => {
      await decided;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Send: reject' }).click();
    const said = await here.sample.decides('approve', here.run);
    terminal.emit('decided');
    await page
      .getByText(/decided already/)
      .first()
      .waitFor();
    expect(said.exit).toBe(0);
  });

  test('a tab of another version says so, and a screen that is gone does, too', async () => {
    const here = await servedAt(undo, atPlanGate);
    const page = await signedIn(browser, here.at);
    // As the page of yesterday: it was loaded from a server of another version, whose files are not there any more.
    await page.route('**/api/session', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), version: '0.0.0-yesterday' },
      });
    });
    await page.route('**/assets/costs*.js', (route) =>
      route.fulfill({ status: 404, json: { error: { message: 'This is of another version of the page.' } } }),
    );
    await page.goto(here.at.url);
    await page.getByText(/This page is older than the server/).waitFor();
    await page.getByRole('link', { name: 'Costs' }).click();
    await page.getByRole('heading', { name: 'This page is of another version of Slipway' }).waitFor();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByRole('heading', { name: /^Runs/ }).waitFor();
  });

  test('an engine that is restarted under an open gate is found again, and the gate is decided', async () => {
    const here = await servedAt(undo, atPlanGate);
    undo.add(() => here.sample.slipway('engine', 'stop'));
    const page = await signedIn(browser, here.at);
    await page.goto(`${here.at.url}/runs/${here.run}/gates/g1`);
    await page.getByRole('form', { name: 'Your answer' }).waitFor();
    expect((await here.sample.slipway('engine', 'restart')).exit).toBe(0);
    await page.getByText(/not live/).waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Send: approve' }).click();
    await page.getByText('answered approve to the plan gate').first().waitFor();
  });

  test('whose access is taken back is told so on the open page, which shows nothing any more', async () => {
    const here = await servedAt(undo, atPlanGate);
    const { token } = await here.sample.json('people', 'add', 'vi', '--access', 'view');
    const page = await (await browser.newContext()).newPage();
    await page.goto(here.at.url);
    await page.getByLabel('Or with the token that you were given').fill(String(token));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Read and decide' }).click();
    await page.getByText('You may look, and not decide').waitFor();
    await here.sample.slipway('people', 'remove', 'vi');
    await page.getByRole('heading', { name: 'Your access has ended' }).waitFor();
    expect(await main(page)).not.toContain(here.run);
  });

  test('tabs of one browser share one stream, and another takes it up when the first is closed', async () => {
    const here = await servedAt(undo, atPlanGate);
    const first = await signedIn(browser, here.at);
    const others = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const tab = await first.context().newPage();
        await tab.goto(here.at.url);
        await tab.getByRole('heading', { name: '1 thing waits for you' }).waitFor();
        return tab;
      }),
    );
    const { token } = await here.sample.json('people', 'add', 'metrics', '--access', 'view');
    const headers = { authorization: `Bearer ${String(token)}` };
    const metrics = await (await fetch(`${here.at.url}/metrics`, { headers })).text();
    expect(metrics).toMatch(/^slipway_\w*streams\w* 1$/m);
    await first.close();
    await here.sample.slipway('cancel', here.run);
    for (const tab of others) await tab.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
  });

  test('a proxy that holds back what is sent is named, and the page shows what happens all the same', async () => {
    const here = await servedAt(undo, atPlanGate);
    const page = await (await browser.newContext()).newPage();
    await page.clock.install();
    // As behind one that collects an answer to its end before it hands on any of it: a stream has no end.
    let asked = 0;
    await page.route('**/api/feed*', () => {
      asked += 1;
    });
    const link = (await here.sample.slipway('open', '--page')).out.trim();
    await page.goto(link);
    await page.getByRole('heading', { name: '1 thing waits for you' }).waitFor();
    await page.clock.fastForward(6_000);
    await page.getByText(/something on the way holds back/).waitFor();
    await here.sample.slipway('cancel', here.run);
    await page.clock.fastForward(11_000);
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    // A connection that was asleep for longer than two signs of life is given up, and another is tried.
    const before = asked;
    await page.clock.fastForward(45_000);
    await page.clock.fastForward(2_000);
    await expect.poll(() => asked).toBeGreaterThan(before);
  });
});
