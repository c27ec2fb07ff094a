// Slipway as it was before, built from a commit of this repository: how two versions meet is shown with both of them.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The newest one that speaks the protocol before this one's (`src/engine/frames.ts`). */
const commitBefore = '291340b';

const here = fileURLToPath(new URL('../../', import.meta.url));

/** Its compiled command line, made in this folder. */
export function olderBuild(folder: string): string {
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    execFileSync('sh', ['-c', `git -C "$1" archive "$2" | tar -x -C "$3"`, 'sh', here, commitBefore, folder]);
    if (!existsSync(path.join(folder, 'package.json')))
      throw new Error(
        `Commit ${commitBefore} is not in this clone: it has to be one with the whole history.`,
      );
    symlinkSync(path.join(here, 'node_modules'), path.join(folder, 'node_modules'));
    const rolldown = path.join(here, 'node_modules', '.bin', 'rolldown');
    execFileSync(rolldown, ['--config', '--logLevel', 'warn'], { cwd: folder, stdio: 'ignore' });
  }
  return path.join(folder, 'dist', 'cli', 'main.js');
}
