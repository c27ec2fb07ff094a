// Names of tests, as a runner printed them. Output is text from outside: names are bounded in number and length, and a
// list that had to be cut is shorter than the count of failures, so that nobody takes it for the whole.

import type { TestNames } from '../../core/evidence/tests-text.ts';

const failedMax = 2_000;
const othersMax = 20_000;
const nameCharsMax = 300;

export function joined(parts: readonly TestNames[]): TestNames {
  return {
    failed: bounded(
      parts.flatMap((part) => part.failed),
      failedMax,
    ),
    passed: bounded(
      parts.flatMap((part) => part.passed),
      othersMax,
    ),
    skipped: bounded(
      parts.flatMap((part) => part.skipped),
      othersMax,
    ),
  };
}

function bounded(names: readonly string[], max: number): readonly string[] {
  return names
    .slice(0, max)
    .map((name) => name.replaceAll(/\s+/g, ' ').trim().slice(0, nameCharsMax))
    .filter((name) => name !== '');
}

/** Collects names while lines are walked through. */
export class Listed {
  private readonly lists: Record<keyof TestNames, string[]> = { failed: [], passed: [], skipped: [] };

  add(how: keyof TestNames, name: string): void {
    this.lists[how].push(name);
  }

  names(): TestNames {
    return this.lists;
  }
}
