// Of which build this program is.

import { readFileSync } from 'node:fs';
import { packageFile } from '../../config/package-file.ts';

export function buildHere(): string {
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(packageFile('package.json'), 'utf8'),
  );
  return version;
}
