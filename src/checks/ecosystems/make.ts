// Make: the targets that people agree on. Where another ecosystem has a check of that kind, a target usually calls it,
// so that it would only run twice.

import type { Ecosystem } from './ecosystem.ts';

const names = ['GNUmakefile', 'makefile', 'Makefile'];
const targets = [
  { kind: 'build', wanted: ['build', 'all'] },
  { kind: 'test', wanted: ['test', 'tests', 'check'] },
  { kind: 'lint', wanted: ['lint'] },
] as const;

export const make: Ecosystem = {
  name: 'make',
  fillsGaps: true,
  find: async (tree) => {
    const texts = await Promise.all(names.map((name) => tree.read(name)));
    const text = texts.find((one) => one !== undefined);
    if (text === undefined) return [];
    return targets.flatMap(({ kind, wanted }) => {
      const target = wanted.find((name) => hasTarget(text, name));
      return target === undefined ? [] : [{ kind, command: `make ${target}` }];
    });
  },
};

/** A rule, not an assignment, and not a line of `.PHONY` that only names it. */
function hasTarget(text: string, name: string): boolean {
  return new RegExp(`^(?:[\\w./-]+ )*${name}(?: [\\w./-]+)*\\s*::?(?!=)`, 'm').test(text);
}
