// A screen that is open beside busy runs asks for what became old, and for nothing else: what takes long to find out is not asked for with
// every step of a run, and a run is not asked for because another one moved.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atMergeGate } from '../support/prepared.ts';
import { openBrowser, signedIn } from './browser.ts';
import type { Here } from './served.ts';
import { servedAt, Undo } from './served.ts';

const orders = 4;

let browser: Browser;
let here: Here;
let first: Page;
const undo = new Undo();

beforeAll(async () => {
  browser = await openBrowser();
  here = await servedAt(undo, atMergeGate);
  first = await signedIn(browser, here.at);
});

afterAll(async () => {
  await browser.close();
  await undo.all();
});

/** How often each verb was asked for since. */
function askedBy(page: Page): Map<string, number> {
  const asked = new Map<string, number>();
  page.on('request', (request) => {
    const verb = /\/api\/verbs\/(\w+)$/.exec(request.url())?.[1];
    if (verb !== undefined) asked.set(verb, (asked.get(verb) ?? 0) + 1);
  });
  return asked;
}

/** The run moves several times, and the page has heard of the last of it. */
async function busy(asked: ReadonlyMap<string, number>): Promise<void> {
  for (let count = 0; count < orders; count += 1) {
    const before = asked.get('inbox') ?? 0;
    await here.sample.slipway('tell', here.run, `Mind the tests, ${count}.`);
    await expect.poll(() => asked.get('inbox') ?? 0).toBeGreaterThan(before);
  }
}

describe('beside a busy run', () => {
  test('what takes long is asked for once, and the rest with every step', async () => {
    const page = await first.context().newPage();
    const asked = askedBy(page);
    await page.goto(`${here.at.url}/system`);
    await page.getByText('containment', { exact: true }).waitFor();
    await busy(asked);
    expect(asked.get('inbox')).toBeGreaterThan(orders);
    expect([asked.get('doctor'), asked.get('agents')]).toEqual([1, 1]);
    await page.close();
  });

  test('what is shown of a run is asked for when that run moves, and not when another does', async () => {
    const said = await here.sample.slipway('run', 'Change a, and wait', '--auto');
    expect(said.exit).toBe(7);
    const { runs } = await here.sample.json('list');
    const other = (Array.isArray(runs) ? runs : [])
      .map((one) => String(Reflect.get(Object(one), 'run')))
      .find((run) => run !== here.run);
    const page = await first.context().newPage();
    const asked = askedBy(page);
    await page.goto(`${here.at.url}/runs/${other}/changes`);
    await page.getByText('a.js').first().waitFor();
    const before = asked.get('changes') ?? 0;
    await busy(asked);
    expect(asked.get('changes')).toBe(before);
    await here.sample.slipway('tell', String(other), 'Mind this one.');
    await expect.poll(() => asked.get('changes') ?? 0, { timeout: 10_000 }).toBeGreaterThan(before);
    await page.close();
  });
});
