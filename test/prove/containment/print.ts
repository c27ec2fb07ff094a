// What a file is, as far as a change of it matters: its kind, mode and content.

import { createHash } from 'node:crypto';
import { lstat, readFile, readlink } from 'node:fs/promises';

export type Print = string;

/** A file that is not there has a print as well. */
export async function printOf(file: string): Promise<Print> {
  try {
    const stats = await lstat(file);
    const mode = stats.mode.toString(8);
    if (stats.isSymbolicLink()) return `${mode} -> ${await readlink(file)}`;
    if (!stats.isFile()) return mode;
    const digest = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return `${mode} ${digest}`;
  } catch {
    return 'gone';
  }
}
