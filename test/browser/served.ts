// What the files of this folder share: a sample that is served, a window that is signed in, and the search for what would keep somebody out.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { StartingPoint } from '../support/prepared.ts';
import { preparedSample } from '../support/prepared.ts';
import type { Sample } from '../support/sample.ts';
import type { Served } from './browser.ts';
import { serve } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Here {
  readonly sample: Sample;
  readonly at: Served;
  /** The one that waits. */
  readonly run: string;
}

/** Undone in the opposite order: what is served ends before its home goes. */
export class Undo {
  readonly #undo: (() => Promise<unknown>)[] = [];

  add(one: () => Promise<unknown>): void {
    this.#undo.push(one);
  }

  async all(): Promise<void> {
    for (const one of this.#undo.splice(0).toReversed()) await one();
  }
}

export async function servedAt(undo: Undo, point: StartingPoint): Promise<Here> {
  const sample = await preparedSample(point);
  undo.add(() => sample.remove());
  return { ...(await servedOf(undo, sample)), run: await waiting(sample) };
}

export async function servedOf(undo: Undo, sample: Sample): Promise<{ sample: Sample; at: Served }> {
  const at = await serve(sample);
  undo.add(() => {
    at.started.child.kill('SIGINT');
    return at.started.ended;
  });
  return { sample, at };
}

/** The newest run that waits for a person. */
async function waiting(sample: Sample): Promise<string> {
  const { gates } = await sample.json('gates');
  const last: unknown = Array.isArray(gates) ? gates.at(-1) : undefined;
  return String(Reflect.get(Object(last), 'run'));
}

export const main = (page: Page): Promise<string> => page.locator('main').innerText();

export async function drawn(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.getByText('Loading', { exact: true }).waitFor({ state: 'detached' });
}

/** By its own rules, and against our policy: nothing serious on any screen. */
export async function seriousOn(page: Page): Promise<readonly string[]> {
  // Laid into the page by the debugger, in a window that does not hold it to the page's own policy.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  return page.evaluate<
    readonly string[]
  >(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
}

/** How far it sticks out on a phone, and its form before that again. */
export async function tooWideOnPhone(page: Page): Promise<number> {
  await page.setViewportSize({ width: 400, height: 800 });
  const by = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  await page.setViewportSize({ width: 1280, height: 900 });
  return by;
}
