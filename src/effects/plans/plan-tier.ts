// How large a plan is: by its code. Tests and documents come with a change of any size, and a plan of one task that brings
// four of them needs no designer; only what is LARGE altogether is so whatever it is made of. Pure.

import type { Reach, Task, Tier } from '../../core/plan/plan.ts';
import { planSize, tierOf } from '../../core/plan/plan.ts';
import { isTestSupport, testPlace } from '../../tamper/test-files.ts';

type Touching = Pick<Task, 'files' | 'tests'>;

export function planTier(plan: { readonly tasks: readonly Touching[]; readonly reach?: Reach }): Tier {
  const whole = tierOf(planSize(plan));
  return whole === 'LARGE'
    ? whole
    : tierOf(plan.reach?.code ?? codeIn(plan.tasks.flatMap(({ files }) => files)));
}

/** How many of these are neither tests nor documents. */
export function codeIn(files: readonly string[]): number {
  return [...new Set(files)].filter((file) => !isTest(file) && !isDocument(file)).length;
}

/** In Rust tests stand beside the code: there only the folder tells. */
function isTest(file: string): boolean {
  return testPlace(file) === 'named' || isTestSupport(file);
}

function isDocument(file: string): boolean {
  return /\.(?:md|mdx|rst|adoc|txt)$/i.test(file) || /(?:^|\/)docs?\//i.test(file);
}
