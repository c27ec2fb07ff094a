// The checks of a run: those that were found in the repository, and what a person wrote about them.
//   NAMED-CHECKS-1. Naming a check replaces that one and no other; switching one off leaves out that one and no other.
//   NAMED-CHECKS-2. Where a found check is a script in parts, the one that has the name of its kind stands for all of them.
//   NAMED-CHECKS-3. What is found keeps its place; setups come first, then builds.

import type { Policy } from '../policy.ts';
import type { CoverageSpec } from './coverage.ts';
import type { CheckKind, CheckSpec } from './evidence.ts';

export interface NamedChecks {
  readonly checks?: readonly CheckSpec[];
  /** The names of those that are switched off. */
  readonly checksOff?: readonly string[];
  /** How coverage is measured; false: it is not. */
  readonly coverage?: CoverageSpec | false;
}

export function withNamed(
  found: readonly CheckSpec[],
  { checks = [], checksOff = [] }: NamedChecks,
): readonly CheckSpec[] {
  const written = new Set([...checks.map(({ name }) => name), ...checksOff]);
  const replaced = found.filter(({ name, kind }) => written.has(name) && name === kind);
  const isReplaced = (check: CheckSpec): boolean =>
    written.has(check.name) || replaced.some((one) => isSameScript(one, check)); // NAMED-CHECKS-2
  const kept = found.flatMap((check) => {
    const instead = checks.filter(({ name }) => name === check.name);
    return isReplaced(check) ? instead : [check];
  });
  const added = checks.filter(({ name }) => !found.some((check) => check.name === name));
  return [...kept, ...added].toSorted((one, two) => placeOf(one.kind) - placeOf(two.kind));
}

function isSameScript({ script: one }: CheckSpec, { script: other }: CheckSpec): boolean {
  return one !== undefined && one.name === other?.name && one.folder === other.folder;
}

/** How coverage is measured, if it is: as a person wrote it, else as it was found. */
export function coverageNamed(
  found: CoverageSpec | undefined,
  { coverage }: NamedChecks,
  policy: Pick<Policy, 'coverage' | 'limits'>,
): CoverageSpec | undefined {
  if (coverage === false || policy.coverage?.enabled !== true) return undefined;
  if (coverage !== undefined) return coverage;
  return found === undefined ? undefined : { ...found, timeoutMs: policy.limits.checkMs };
}

/** NAMED-CHECKS-3. */
export function placeOf(kind: CheckKind): number {
  if (kind === 'setup') return 0;
  return kind === 'build' ? 1 : 2;
}
