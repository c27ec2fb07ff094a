// A folder for what tests prepare once and copy, one for all processes of the suite.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The variable that names it. */
export const shelfName = 'SLIPWAY_SHELF';

export function setup(): () => void {
  const shelf = mkdtempSync(path.join(tmpdir(), 'slipway-shelf-'));
  process.env[shelfName] = shelf;
  return () => rmSync(shelf, { recursive: true, force: true });
}
