// All escapes, in the order of their groups.

import type { Escape } from '../case.ts';
import { daemonEscapes } from './daemons.ts';
import { gitEscapes } from './git.ts';
import { kernelEscapes } from './kernel.ts';
import { networkEscapes } from './network.ts';
import { secretEscapes } from './secrets.ts';
import { trapEscapes } from './traps.ts';
import { writeEscapes } from './writes.ts';

export const escapes: readonly Escape[] = [
  ...writeEscapes,
  ...secretEscapes,
  ...gitEscapes,
  ...trapEscapes,
  ...daemonEscapes,
  ...networkEscapes,
  ...kernelEscapes,
];
