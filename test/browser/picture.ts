// `npm run picture`: the picture of the README, taken by a real browser of the page that `slipway demo --serve` shows.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser } from './browser.ts';
import { demoServed } from './demo-served.ts';

const file = fileURLToPath(new URL('../../docs/images/inbox.png', import.meta.url));
const waitMsMax = 240_000;
const size = { width: 1120, height: 560 };

const browser = await openBrowser();
const demo = await demoServed();
try {
  const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
  await page.goto(demo.link);
  // All there is to see at once: one to decide, one to merge, one that is done.
  for (const name of ['Decide', 'Ready to merge', 'Done today'])
    await page.getByRole('region', { name }).waitFor({ timeout: waitMsMax });
  // Without the line at its end, which says who is signed in.
  const clip = { x: 0, y: 0, width: size.width, height: size.height - 35 };
  await page.screenshot({ path: file, clip, animations: 'disabled' });
  process.stdout.write(`${path.relative(process.cwd(), file)}\n`);
} finally {
  await demo.end();
  await browser.close();
}
