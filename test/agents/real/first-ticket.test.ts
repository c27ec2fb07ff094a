// The first five minutes of a stranger, as the guide tells them, are what really happens.

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { replayed } from './first-ticket.ts';

const file = fileURLToPath(new URL('../../../docs/guides/first-ticket.md', import.meta.url));

test('the guide for the first ticket prints what the commands print', async () => {
  const guide = await readFile(file, 'utf8');
  const now = await replayed(guide);
  // With GUIDE=write the guide is written anew, to be read before it is committed.
  if (process.env['GUIDE'] === 'write') await writeFile(file, now);
  expect(guide.match(/^\$ /gm)?.length).toBeGreaterThan(8);
  expect(now).toBe(guide);
});
