// Honest work by somebody who knows nothing of how changes are held to the rules.

import type { Honest } from '../case.ts';
import { announced } from './announced.ts';
import { newcomers } from './newcomers.ts';
import { rearranged } from './rearranged.ts';
import { surroundings } from './surroundings.ts';

export const liveControls: readonly Honest[] = [...rearranged, ...announced, ...surroundings, ...newcomers];
