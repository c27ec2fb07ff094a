// Everything honest.

import type { Honest } from './case.ts';
import { compiled } from './controls/compiled.ts';
import { granted } from './controls/granted.ts';
import { grown } from './controls/grown.ts';
import { liveControls } from './controls/live.ts';
import { moved } from './controls/moved.ts';
import { plain } from './controls/plain.ts';
import { uneven } from './controls/uneven.ts';

export const honest: readonly Honest[] = [
  ...plain,
  ...moved,
  ...grown,
  ...granted,
  ...uneven,
  ...compiled,
  ...liveControls,
];
