// Languages that are compiled, where they are installed.

import type { Honest } from '../case.ts';
import { go, rust } from '../projects/compiled.ts';

export const compiled: readonly Honest[] = [
  {
    name: 'honest: mended with a new test (rust)',
    project: rust,
    needs: 'cargo',
    work: { change: rust.fixed },
  },
  { name: 'honest: mended with a new test (go)', project: go, needs: 'go', work: { change: go.fixed } },
];
