// What the owner of the command line holds open when they call it, as a shell or an editor of theirs would: a file at several
// descriptors, low ones and high ones, and a folder.

import { closeSync, openSync } from 'node:fs';
import type { World } from './world.ts';

const fileAt = [3, 15, 16, 17, 40, 255, 900, 1023] as const;
const folderAt = 41;
const last = 1023;

export interface HeldOpen {
  /** For a child, from descriptor 3 on. */
  readonly stdio: readonly (number | 'ignore')[];
  readonly close: () => void;
}

export function heldOpen(world: World): HeldOpen {
  const [file, folder] = [openSync(world.inherited, 'r+'), openSync(world.outside, 'r')];
  return {
    stdio: Array.from({ length: last - 2 }, (_, index) => {
      if (fileAt.some((at) => at === index + 3)) return file;
      return index + 3 === folderAt ? folder : 'ignore';
    }),
    close: () => {
      closeSync(file);
      closeSync(folder);
    },
  };
}
