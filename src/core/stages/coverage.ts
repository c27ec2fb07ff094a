// Coverage: measured by Slipway for the changed lines, where policy asks for it. Nothing asks for it
// yet: the stage is passed through and that is recorded as skipped.

import type { Stage } from '../stage.ts';

export const coverage: Stage = { wanted: () => [], interpret: () => [], gates: () => [] };
