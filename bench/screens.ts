// How long Inbox and Runs are waited for in a home with ten thousand runs, while fifty ask at once, and how much script the first screen is.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { z } from 'zod';
import { packageFile } from '../src/config/package-file.ts';
import type { Measurement } from './support/bench.ts';
import { quantile, rounded } from './support/compare.ts';
import { openJournal } from './support/open-journal.ts';
import { appendRuns } from './support/sample-run.ts';
import { servedHome } from './support/served-home.ts';

const runs = 10_000;
const atOnce = 50;
const p95MsMax = 50;
const scriptBytesMax = 200_000;
const interactiveMsMax = 1_000;
const browserRounds = 5;
const asked = [
  { name: 'inbox', input: {} },
  { name: 'list', input: { all: true, most: 200 } },
] as const;

const measured = z.object({ times: z.array(z.number()), bytes: z.int() });

export const screens: Measurement = async ({ size, dir, say }) => {
  const journal = await openJournal(path.join(dir, 'home'));
  await appendRuns(journal, runs);
  await journal.close();
  say(`a home with ${runs} runs is there`);
  const served = await servedHome(dir, say);
  try {
    const found: Record<string, unknown> = {};
    let ok = true;
    for (const { name, input } of asked) {
      // As a page finds it: somebody had asked before.
      await served.tell({ do: 'ask', verb: name, input, atOnce, rounds: 2 });
      const order = { do: 'ask', verb: name, input, atOnce, rounds: size.commandRounds * 4 };
      const { times, bytes } = measured.parse(await served.tell(order));
      const p95Ms = rounded(quantile(times, 0.95));
      found[name] = { p50Ms: rounded(quantile(times, 0.5)), p95Ms, requests: times.length, bytes };
      ok &&= p95Ms <= p95MsMax;
      say(`${name}: p95 ${p95Ms} ms`);
    }
    const scriptBytes = firstScript();
    const interactiveMs = rounded(await interactive(served.link));
    return {
      runs,
      atOnce,
      limitMs: p95MsMax,
      ...found,
      scriptBytes,
      scriptBytesMax,
      interactiveMs,
      interactiveMsMax,
      ok: ok && scriptBytes <= scriptBytesMax && interactiveMs <= interactiveMsMax,
    };
  } finally {
    await served.close();
  }
};

/** What the shell asks for by itself, as it goes over a wire. */
function firstScript(): number {
  const folder = packageFile('dist/web');
  const shell = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const scripts = [...shell.matchAll(/(?:src|href)="\/?([^"]+\.js)"/g)].map(([, name = '']) => name);
  if (scripts.length === 0) throw new Error('The shell of the page asks for no script.');
  return scripts.reduce((sum, name) => sum + gzipSync(readFileSync(path.join(folder, name))).length, 0);
}

/** From the address to an inbox that can be used, signed in before: the median of a few. */
async function interactive(link: () => string): Promise<number> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    const way = link();
    await page.goto(way);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    const times: number[] = [];
    for (let round = 0; round < browserRounds; round += 1) {
      const from = performance.now();
      await page.goto(new URL(way).origin);
      await page.getByRole('heading', { level: 1 }).waitFor();
      times.push(performance.now() - from);
    }
    return quantile(times, 0.5);
  } finally {
    await browser.close();
  }
}
