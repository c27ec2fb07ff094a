// Installs the pinned programs before the first test, one after the other: they are large.

import { installProgram } from '../install.ts';
import { programNames } from '../programs.ts';

export async function setup(): Promise<void> {
  for (const name of programNames) await installProgram(name);
}
