// The compiled command line with a few of its lines changed: for what is to happen inside it, and for controls in which a defence
// is missing. Only the build is touched.

import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** What stands there, and what is to stand there instead. */
export type Patch = readonly [before: string, after: string];

const here = fileURLToPath(new URL('../../../', import.meta.url));

/** Its command line. Each line has to be found once, or nothing would be shown. */
export function patchedBuild(folder: string, patches: readonly Patch[]): string {
  mkdirSync(folder);
  for (const part of ['dist', 'package.json', 'prompts', 'schema'])
    cpSync(path.join(here, part), path.join(folder, part), { recursive: true });
  symlinkSync(path.join(here, 'node_modules'), path.join(folder, 'node_modules'));
  const chunks = path.join(folder, 'dist', 'chunks');
  const files = readdirSync(chunks).filter((name) => name.endsWith('.js'));
  for (const [before, after] of patches) {
    const holding = files.filter((name) => readFileSync(path.join(chunks, name), 'utf8').includes(before));
    const [name = ''] = holding;
    if (holding.length !== 1) throw new Error(`'${before}' is not found once in the build: mend the proof`);
    const file = path.join(chunks, name);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(before, () => after),
    );
  }
  return path.join(folder, 'dist', 'cli', 'main.js');
}
