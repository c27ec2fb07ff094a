// In which order checks run, and which side by side. Pure. What sets up and builds comes first; apart from that the order of the
// configuration stays: only neighbours share a turn, and whatever was written for one of them before is still there for the next turn.

import type { CheckSpec } from '../core/evidence/evidence.ts';

/** RUN-CHECKS-10. A test runs what the change wrote, so that nothing is made of what a test left. */
export function madeFirst(checks: readonly CheckSpec[]): readonly CheckSpec[] {
  return [...checks.filter(makes), ...checks.filter((check) => !makes(check))];
}

function makes({ kind }: CheckSpec): boolean {
  return kind === 'setup' || kind === 'build';
}

/** The turns that checks take, one after the other; those of one turn run side by side, at most `atOnce` at a time. */
export function turnsOf(
  checks: readonly CheckSpec[],
  atOnce: number,
): readonly (readonly [CheckSpec, ...CheckSpec[]])[] {
  const turns: [CheckSpec, ...CheckSpec[]][] = [];
  let open: CheckSpec[] | undefined;
  for (const check of checks) {
    const single = atOnce < 2 || isAlone(check);
    if (!single && open !== undefined) {
      open.push(check);
      continue;
    }
    const turn: [CheckSpec, ...CheckSpec[]] = [check];
    turns.push(turn);
    open = single ? undefined : turn;
  }
  return turns;
}

/**
 * Tests, lint and security judge what setup and build left. What a custom command needs and leaves is not known here,
 * so that it stays by itself unless its author says otherwise; a setup and a build make what the others stand on.
 */
function isAlone(check: CheckSpec): boolean {
  return makes(check) || (check.alone ?? check.kind === 'custom');
}

/** Does all of it, so much of it at a time. What one of them throws is thrown when all have ended. */
export async function atMost<In, Out>(
  atOnce: number,
  items: readonly In[],
  work: (item: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const done = new Map<number, Out>();
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of waiting) done.set(at, await work(item));
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return items.flatMap((_, at) => {
    const out = done.get(at);
    return out === undefined ? [] : [out];
  });
}
