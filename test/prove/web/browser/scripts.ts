// What of a hostile run is run in a browser: on every page that links lead to, and in the report. The browser is told to let a page do what
// it forbids itself, so that what is let in by mistake is seen, and not only kept from running.

import { createServer } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Judged } from '../case.ts';
import type { Control } from '../controls.ts';
import { newCode } from '../cases/entry.ts';
import { portOf, shut } from '../open-door.ts';
import type { Stage } from '../stage.ts';
import type { Browser, Page } from './chromium.ts';
import { ranName } from './chromium.ts';
import { payloads } from './payloads.ts';

const pagesMax = 60;
const settledMs = 400;
const settleMs = 5_000;
/** Of all payloads, so many at least are run by a page that writes them down as they are. */
const takingHoldMin = 40;

export interface Visited {
  readonly cases: readonly Judged[];
  readonly controls: readonly Control[];
  readonly scriptsRun: number;
}

interface Seen {
  readonly url: string;
  readonly ran: number;
  readonly injected: readonly string[];
  readonly showsThem: boolean;
  readonly links: readonly string[];
}

export async function visited(stage: Stage, browser: Browser): Promise<Visited> {
  const naive = await naively(browser);
  const seen = [await reportSeen(stage, browser), ...(await pagesSeen(stage, browser))];
  const pages = seen.slice(1);
  const shown = pages.filter(({ showsThem }) => showsThem).length;
  return {
    cases: seen.map(judged),
    controls: [
      {
        name: `payloads that a careless page runs: ${naive} of ${payloads.length}`,
        wrong: naive >= takingHoldMin ? undefined : 'too few to show anything',
      },
      {
        name: `pages that show text of the hostile run: ${shown} of ${pages.length}`,
        wrong: shown > 0 ? undefined : 'the page showed nothing of it, so nothing was proven of the page',
      },
      {
        name: 'the report shows text of the hostile run',
        wrong: seen[0]?.showsThem === true ? undefined : 'it does not',
      },
    ],
    scriptsRun: seen.reduce((sum, { ran }) => sum + ran, 0),
  };
}

function judged({ url, ran, injected }: Seen): Judged {
  const what = [
    ...(ran === 0 ? [] : [`${ran} scripts of a hostile run were run`]),
    ...(injected.length === 0 ? [] : [`its markup became part of the page: ${injected.join(', ')}`]),
  ];
  return {
    name: `scripts: ${url}`,
    findings: what.map((text) => ({ category: 'accepted', what: text })),
  };
}

/** A page that does what none may. */
async function naively(browser: Browser): Promise<number> {
  const server = createServer((asked, answer) => {
    const n = Number(new URL(asked.url ?? '/', 'http://x').searchParams.get('n'));
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    answer.end(`<!doctype html><body><p>${payloads[n] ?? ''}`);
  });
  const port = await portOf(server);
  const page = await browser.newPage();
  let count = 0;
  for (const [n] of payloads.entries()) {
    const before = page.ran.length;
    await page.open(`http://127.0.0.1:${port}/?n=${n}`);
    await page.ask('new Promise((resolve) => setTimeout(resolve, 30))');
    if (page.ran.length > before) count += 1;
  }
  await shut(server);
  return count;
}

async function reportSeen({ sample }: Stage, browser: Browser): Promise<Seen> {
  const file = path.join(sample.repository.root, 'report.html');
  const said = await sample.slipway('report', 'TEA-1', '--to', file);
  if (said.exit !== 0) throw new Error(`There is no report: ${said.err}`);
  const page = await browser.newPage();
  await page.withoutPolicy();
  return { ...(await seenAt(page, pathToFileURL(file).href)), url: 'the report' };
}

/** From the first page on, by the links that are there. */
async function pagesSeen(stage: Stage, browser: Browser): Promise<readonly Seen[]> {
  const { origin } = stage.server;
  const page = await browser.newPage();
  await page.withoutPolicy();
  const first = await seenAt(page, `${origin}/#code=${await newCode(stage)}`);
  const seen: Seen[] = [{ ...first, url: '/' }];
  const known = new Set(['/']);
  const waiting = [...first.links];
  for (let link = waiting.shift(); link !== undefined && seen.length < pagesMax; link = waiting.shift()) {
    if (known.has(link)) continue;
    known.add(link);
    const one = await seenAt(page, `${origin}${link}`);
    seen.push({ ...one, url: link });
    waiting.push(...one.links);
  }
  return seen;
}

const looked = z.object({
  injected: z.array(z.string()),
  showsThem: z.boolean(),
  links: z.array(z.string()),
});

async function seenAt(page: Page, url: string): Promise<Seen> {
  const before = page.ran.length;
  await page.open(url);
  await page.ask(settled);
  const { injected, showsThem, links } = looked.parse(await page.ask(look));
  return { url, ran: page.ran.length - before, injected, showsThem, links };
}

/** Until nothing changes in it for a while. */
const settled = `new Promise((resolve) => {
  let timer = setTimeout(resolve, ${settledMs});
  const again = () => { clearTimeout(timer); timer = setTimeout(resolve, ${settledMs}); };
  new MutationObserver(again).observe(document, { subtree: true, childList: true, characterData: true });
  setTimeout(resolve, ${settleMs});
})`;

/** Elements that only markup of a payload makes, and links that run something. */
const look = `(() => {
  const all = [...document.querySelectorAll('*')];
  const isInjected = (element) =>
    [...element.attributes].some(({ name, value }) =>
      name.startsWith('on') || (/^(?:href|src|data|action)$/.test(name) && /^\\s*(?:javascript|data:text)/i.test(value.replaceAll(/[\\s]/g, '')))) ||
    (element.localName === 'script' && element.textContent.includes('${ranName}'));
  return {
    injected: all.filter(isInjected).slice(0, 5).map((element) => element.outerHTML.slice(0, 120)),
    showsThem: (document.body?.innerText ?? '').includes('${ranName}'),
    links: [...document.querySelectorAll('a[href]')]
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname, search }) => pathname + search)
      .filter((link) => !link.startsWith('/api/')),
  };
})()`;
