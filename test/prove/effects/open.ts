// What is known to be wrong and not mended yet, with the reason: it is played and counted apart, so that nobody takes a gap for a proof.
// What is mended leaves this list.

import type { Case } from './case.ts';
import type { Finding } from './judge.ts';

interface Open {
  readonly reason: string;
  readonly covers: (one: Case, finding: Finding) => boolean;
}

const open: readonly Open[] = [];

export function reasonFor(one: Case, finding: Finding): string | undefined {
  return open.find(({ covers }) => covers(one, finding))?.reason;
}
