// How long a check may take that says nothing of it itself, whether it was found or stands in a configuration.

import type { CheckSpec } from './evidence.ts';

/** Linting and unit tests that take longer hang. */
const shortMsMax = 300_000;

type Told = Pick<CheckSpec, 'name' | 'kind' | 'command' | 'script'>;

/** `limitMs` is what the policy gives to one check. */
export function checkMsOf(check: Told, limitMs: number): number {
  return check.kind === 'lint' || isUnit(check) ? Math.min(shortMsMax, limitMs) : limitMs;
}

/** What stands beside unit tests in one check makes it the whole suite. */
const larger: readonly string[] = ['all', 'integration', 'e2e', 'functional', 'acceptance', 'system', 'slow'];

/** A test that calls itself one of units, by its name, its script or its command (`test:unit`, `pytest tests/unit`), and nothing else beside it. */
function isUnit({ name, kind, command, script }: Told): boolean {
  if (kind !== 'test' && kind !== 'custom') return false;
  const words = `${name} ${command} ${script?.name ?? ''}`.toLowerCase().split(/[^a-z0-9]+/);
  const isSaid = words.includes('unit') || words.includes('units');
  return isSaid && !larger.some((word) => words.includes(word));
}
