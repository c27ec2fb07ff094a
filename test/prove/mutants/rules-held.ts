// Whether the table of rules is true where it says which test fails without what: what enforces a rule is taken away, and the named
// test has to be red. Rows whose code or test is not in the bench are counted, and looked at by nobody here.

import type { Rule } from '../../generated/rules.ts';
import type { Baseline, Planned, TestRun } from './bench.ts';
import type { Mutant } from './tree.ts';

export type HeldRule = Extract<Rule, { readonly by: object }>;

/** A rule with what takes it away: the function emptied first, then each fault in it. */
export interface Asked {
  readonly rule: HeldRule;
  readonly mutants: readonly number[];
}

export function isInBench(
  { by, test }: HeldRule,
  tests: readonly string[],
  subjects: readonly string[],
): boolean {
  return subjects.includes(by.file) && tests.includes(test.file);
}

/** Of all mutants those of functions that enforce something. */
export function mutantsFor(rules: readonly HeldRule[], all: readonly Mutant[]): readonly Mutant[] {
  return all.filter((mutant) => rules.some((rule) => isWithin(mutant, rule)));
}

export function askedOf(rules: readonly HeldRule[], mutants: readonly Mutant[]): readonly Asked[] {
  return rules.map((rule) => {
    const those = [...mutants.entries()].filter(([, mutant]) => isWithin(mutant, rule));
    const emptied = those.filter(([, mutant]) => isEmptied(mutant, rule));
    const others = those.filter(([, mutant]) => !isEmptied(mutant, rule));
    return { rule, mutants: [...emptied, ...others].map(([number]) => number) };
  });
}

/** The whole of it, not of a function inside. */
export function isEmptied({ operator, within }: Mutant, { by }: HeldRule): boolean {
  return operator === 'body emptied' && within === by.name;
}

function isWithin({ file, within }: Mutant, { by }: HeldRule): boolean {
  return file === by.file && (within === by.name || within.startsWith(`${by.name}.`));
}

/** The cases that a row means: a test by its name, those of a `describe`, or a row of data by one of its texts. */
export function casesOf({ test }: HeldRule, { tests }: Pick<Baseline, 'tests'>): readonly Planned[] {
  return tests
    .filter((one) => one.file === test.file && isMeant(one, test.name))
    .map(({ file, at }) => ({ file, at }));
}

function isMeant({ name, texts }: Pick<TestRun, 'name' | 'texts'>, wanted: string): boolean {
  return (
    name.split(' > ').includes(wanted) ||
    name === wanted ||
    name.endsWith(` > ${wanted}`) ||
    texts.includes(wanted)
  );
}

/** The control: a test that has nothing to do with what is taken away. Were it red, the tests would be red for another reason. */
export const stranger: HeldRule = {
  id: 'control',
  rule: 'what a task may touch is nothing to a bot',
  by: { file: 'src/core/fence/fence.ts', name: 'plannedAndActual' },
  test: {
    file: 'src/core/telegram/button.test.ts',
    name: 'an event of a bot is known by its type, and none of a run is one',
  },
};
