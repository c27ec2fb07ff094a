// Compiles once before the suite: the tests that start the command line start the compiled one.
// Types are checked by `npm run check`; here only the files are needed.

import { build } from 'rolldown';
import config from '../../rolldown.config.ts';

export default async function buildOnce(): Promise<void> {
  await build([...config]);
}
