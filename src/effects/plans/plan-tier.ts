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

/** A text by its name, and what belongs to texts in their folder: a text that a program reads is code, and so is a program there. */
function isDocument(file: string): boolean {
  if (readByPrograms.test(file)) return false;
  return /\.(?:md|mdx|rst|adoc|txt)$/i.test(file) || (/(?:^|\/)docs?\//i.test(file) && !programs.test(file));
}

const readByPrograms =
  /(?:^|\/)(?:cmakelists|(?:[\w.-]*[._-])?(?:requirements|constraints)(?:[._-][\w.-]*)?|robots|runtime|meson_options)\.txt$|(?:^|\/)(?:requirements|constraints)\/[^/]+\.txt$/i;

/** What runs where documents are made. Pages come with a style and pictures, and those are none. */
const programs = /\.(?:py|[mc]?[jt]sx?|go|rs|rb|pl|php|lua|sh|bash|java|kts?|cs?|h|cc|cpp|hpp|sql)$/i;
