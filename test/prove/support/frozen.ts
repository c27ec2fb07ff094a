// Holds every process this one started, and theirs, while something is copied: a crash stops them all at one moment,
// and a copy takes longer than a moment.

import { processFile, processIds } from '../../../src/containment/process-table.ts';

const looksMax = 400;
const lookAgainMs = 1;

interface Entry {
  readonly pid: number;
  readonly parent: number;
  readonly state: string;
}

export function frozen<T>(work: () => T): T {
  const held = hold();
  try {
    return work();
  } finally {
    for (const pid of held) signal(pid, 'SIGCONT');
  }
}

/** Looks again until everybody found is at rest: who is stopped can start nobody. */
function hold(): ReadonlySet<number> {
  const held = new Set<number>();
  for (let look = 0; look < looksMax; look += 1) {
    const family = descendants(process.pid);
    for (const { pid } of family) {
      if (!held.has(pid)) signal(pid, 'SIGSTOP');
      held.add(pid);
    }
    if (family.every(({ state }) => 'TtZX'.includes(state))) return held;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookAgainMs);
  }
  throw new Error('the processes of a run could not be held for a copy');
}

function descendants(root: number): readonly Entry[] {
  const all = processIds().flatMap(entryOf);
  const family = new Set([root]);
  for (let grown = -1; grown !== family.size;) {
    grown = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.filter(({ pid }) => family.has(pid) && pid !== root);
}

function entryOf(pid: number): readonly Entry[] {
  const stat = processFile(pid, 'stat');
  if (stat === undefined) return [];
  const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [{ pid, parent: Number(parent), state }];
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in between, which is as good as being held.
  }
}
