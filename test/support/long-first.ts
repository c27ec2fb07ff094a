// Vitest begins with the files that took longest the last time, so that nobody waits for a single one at the end. A fresh
// clone has no last time; then it goes by the size of the files, and some that are small take long.

import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

const long = [
  'test/simulation/simulation.test.ts',
  'test/agents/mutants.test.ts',
  'src/core/properties.test.ts',
  'test/e2e/memory.test.ts',
  'test/e2e/crash.test.ts',
  'test/e2e/plan-review.test.ts',
  'test/e2e/demo.test.ts',
  'test/e2e/examples.test.ts',
];

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, which changes nothing
    const sorted = await super.sort(files);
    // Files of one project stay together: they share what was loaded.
    const projects = [...new Set(sorted.map((file) => file.project.name))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project.name === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return long.some((name) => moduleId.endsWith(`/${name}`));
}
