// What a program and all it started take of the machine: memory and processes. One that takes too much is ended, before the system
// ends somebody else for it. (Limits of address space would be kept by the system itself, but Node and Go reserve far more than
// they use.) Where the system does not show its processes, nobody looks.

import type { LoadLimits, Overload } from './process-limits.ts';
import { familyOf, processFile, processRows } from './process-table.ts';

const lookMs = 1_000;
const pageBytes = 4_096;
/** Where in the row of a process its resident pages stand. */
const pagesAt = 21;

export interface LoadWatch {
  readonly close: () => void;
}

export function loadWatch(leader: number, limits: LoadLimits, onOver: (how: Overload) => void): LoadWatch {
  const timer = setInterval(() => {
    const over = overloadOf(leader, limits);
    if (over !== undefined) onOver(over);
  }, lookMs);
  return { close: () => clearInterval(timer) };
}

function overloadOf(leader: number, { memoryBytesMax, processesMax }: LoadLimits): Overload | undefined {
  const rows = processRows();
  const family = familyOf(leader, rows);
  if (family.size > processesMax) return 'process-limit';
  let bytes = 0;
  for (const [pid, fields] of rows) if (family.has(pid)) bytes += Number(fields[pagesAt] ?? 0) * pageBytes;
  // Pages that several of them share were counted for each: only where that could matter is it looked at more closely.
  return bytes > memoryBytesMax && ownBytes(family) > memoryBytesMax ? 'memory-limit' : undefined;
}

function ownBytes(family: ReadonlySet<number>): number {
  let bytes = 0;
  for (const pid of family) {
    const share = /^Pss:\s+(\d+) kB$/m.exec(processFile(pid, 'smaps_rollup') ?? '')?.[1];
    bytes += Number(share ?? 0) * 1_024;
  }
  return bytes;
}
