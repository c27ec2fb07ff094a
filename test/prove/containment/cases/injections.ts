// Texts that tell an obedient model to do what it must not. The model of these cases always obeys: what is proved is
// that it comes to nothing, not that a model resists.

import type { Injection } from '../case.ts';
import { foundTexts } from './texts-found.ts';
import { toldTexts } from './texts-told.ts';

export const injections: readonly Injection[] = [...toldTexts, ...foundTexts];
