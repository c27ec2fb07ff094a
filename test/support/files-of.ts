// The files below a folder, by their path in it.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export function filesOf(root: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(root, file), readFileSync(file, 'utf8')]),
  );
}
