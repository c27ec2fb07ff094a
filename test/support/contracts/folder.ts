// Where the published descriptions of services lie. They are not part of this repository: whoever has them says where.

import { existsSync } from 'node:fs';
import path from 'node:path';

/** The file of that name, or undefined where nobody said where it is or it is not there. */
export function contractFile(name: string, folder = process.env['SLIPWAY_CONTRACTS']): string | undefined {
  if (folder === undefined || folder === '') return undefined;
  const file = path.resolve(folder, name);
  return existsSync(file) ? file : undefined;
}
