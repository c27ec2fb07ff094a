// Mutants that survive and may, each with its reason: nobody could tell it from the code, or nobody needs to.

import type { Known } from './score.ts';

export const known: readonly Known[] = [];
