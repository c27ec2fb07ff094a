// How long a check may take that says nothing of it itself, whether it was found or stands in a configuration.

import type { CheckKind } from './evidence.ts';

/** Linting that takes longer hangs. */
const lintMsMax = 300_000;

/** `limitMs` is what the policy gives to one check. */
export function checkMsOf(kind: CheckKind, limitMs: number): number {
  return kind === 'lint' ? Math.min(lintMsMax, limitMs) : limitMs;
}
