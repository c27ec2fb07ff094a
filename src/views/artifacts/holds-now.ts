// Whether evidence is about a change as it is now: made on the tree of a head of the run, and so not history yet.

import type { Evidence } from '../../core/evidence/evidence.ts';
import { validFor } from '../../core/evidence/evidence.ts';
import type { Run } from '../../core/run.ts';

export function holdsNow({ repositories }: Run, evidence: readonly Evidence[]): boolean {
  return repositories.some(({ head }) => head.tree !== undefined && validFor(head.tree, evidence));
}
