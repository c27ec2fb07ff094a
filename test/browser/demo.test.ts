// Somebody new, with a browser only: from the link that the demo prints to a gate that is decided.

import { expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { demoServed } from './demo-served.ts';

const minuteMs = 60_000;

test('from the link of the demo to a decided gate it is less than a minute, and Ctrl-C ends it', async () => {
  const browser = await openBrowser();
  const from = performance.now();
  const demo = await demoServed();
  try {
    const page = await browser.newPage();
    await page.goto(demo.link);
    await page.getByRole('link', { name: 'Read and decide' }).click();
    await page.getByRole('radio', { name: /approve/i }).check();
    await page.getByRole('button', { name: 'Send: approve' }).click();
    await page
      .getByText(/answered approve to the plan gate/)
      .first()
      .waitFor();
    expect(performance.now() - from).toBeLessThan(minuteMs);
  } finally {
    expect(await demo.end()).toBe(0);
    await browser.close();
  }
});
