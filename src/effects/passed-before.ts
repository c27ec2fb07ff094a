// Checks that passed on this very tree in this run already, on a clean checkout and by the same commands: running them
// again would tell nothing. A failure is never taken over, and neither is a pass that came with a reservation.

import type { CheckInput } from '../core/effects.ts';
import type { Evidence } from '../core/evidence.ts';
import type { Run } from '../core/run.ts';

/** All of them, or nothing: what is left over would need the setup of the others. */
export function passedBefore(run: Run, { tree, checks }: CheckInput): readonly Evidence[] | undefined {
  const passed = new Map(
    evidenceOf(run)
      .filter((item) => item.tree === tree && item.verdict === 'PASS')
      .map((item) => [item.check, item]),
  );
  const found = checks.flatMap(({ name }) => passed.get(name) ?? []);
  if (checks.length === 0 || found.length < checks.length) return undefined;
  return found.map((item) => ({ ...item, ms: 0, reused: true }));
}

/** The commands of a run do not change while it goes on, so a name says which. */
function evidenceOf({ tasks, queue = [] }: Run): readonly Evidence[] {
  return [...tasks.flatMap((state) => state.evidence), ...queue.flatMap(({ evidence = [] }) => evidence)];
}
