// Dishonest cases by somebody who knows nothing of how changes are held to the rules. What is right only when tested is
// in a file of its own, because it is played in other surroundings as well.

import type { Dishonest } from '../case.ts';
import { doubles } from './doubles.ts';
import { expected } from './expected.ts';
import { helpers } from './helpers.ts';
import { hollow } from './hollow.ts';
import { noProof } from './no-proof.ts';
import { patched } from './patched.ts';
import { settings } from './settings.ts';
import { unrun } from './unrun.ts';
import { written } from './written.ts';

export const liveCases: readonly Dishonest[] = [
  ...hollow,
  ...unrun,
  ...helpers,
  ...patched,
  ...expected,
  ...settings,
  ...written,
  ...doubles,
  ...noProof,
];
