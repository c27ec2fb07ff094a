// Installed dependencies as a tree of files: many packages of small files, about as many and as large as those of a web
// project. What is in them does not matter, only that no two are alike.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const packages = 400;
const foldersEach = 5;
const filesEach = 6;
const bytesEach = 21_000;

export const dependencies = {
  files: packages * foldersEach * filesEach,
  bytes: packages * foldersEach * filesEach * bytesEach,
} as const;

/** One of them, by its path inside. */
export const someFile = 'package-7/lib/part-2/file-3.js';

export function writeDependencies(dir: string): void {
  for (let n = 0; n < packages * foldersEach; n += 1) {
    const folder = path.join(dir, `package-${n % packages}`, 'lib', `part-${Math.floor(n / packages)}`);
    mkdirSync(folder, { recursive: true });
    for (let file = 0; file < filesEach; file += 1) {
      const text = `// File ${file} of part ${n}.\n`;
      writeFileSync(path.join(folder, `file-${file}.js`), text.padEnd(bytesEach, `${n} ${file} `));
    }
  }
}
