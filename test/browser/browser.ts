// A real browser, Debian's Chromium, signed in to a real server of a sample.

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { isRecord, parseJson } from '../../src/plain/json.ts';
import type { Sample, Started } from '../support/sample.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    headless: true,
    args: flags,
  });
}

export interface Served {
  readonly url: string;
  readonly link: string;
  readonly started: Started;
}

/** What is served ends with the command; the engine goes with its sample. */
export async function serve(sample: Pick<Sample, 'start'>, port = '0'): Promise<Served> {
  const started = sample.start('serve', '--port', port, '--json');
  const said = parseJson(await firstLine(started));
  if (!isRecord(said) || typeof said['url'] !== 'string' || typeof said['link'] !== 'string') {
    throw new Error(`serve said ${JSON.stringify(said)}`);
  }
  return { url: said['url'], link: said['link'], started };
}

function firstLine({ child, ended }: Started): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (piece: Buffer) => {
      text += piece.toString('utf8');
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    void ended.then(({ err }) => reject(new Error(`it ended: ${err}`)));
  });
}

/** A window that knows nothing, gone through the link. */
export async function signedIn(
  browser: Browser,
  { link }: Served,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  return page;
}
