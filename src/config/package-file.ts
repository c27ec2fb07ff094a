// Where the files of this package are, from `src/` and from `dist/`: what is compiled lies as deep as this file, in
// whichever file it ends up.

import { fileURLToPath } from 'node:url';

/** `name` is a path from the root of the package. */
export function packageFile(name: string): string {
  return fileURLToPath(new URL(`../../${name}`, import.meta.url));
}
