// Builds the page where something it is made of changed since it was built: its own files, and the versions of what is in it. Types
// that it takes from `src` are not in it.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
const mark = path.join(here, '../dist/web/made-from.txt');

const files = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:tsx?|css|html|json)$/.test(name))
  .map((name) => path.join(here, name))
  .toSorted();
const hash = createHash('sha256');
for (const file of [...files, path.join(here, '../package-lock.json')])
  hash.update(readFileSync(file)).update('\0');
const made = hash.digest('hex');

if (!existsSync(mark) || readFileSync(mark, 'utf8') !== made) {
  const { build } = await import('vite');
  await build({ configFile: path.join(here, 'vite.config.ts') });
  writeFileSync(mark, made);
}
