// What the system shows of its processes, where it shows them as files (Linux). Elsewhere every list is empty.
// Read in one go: between two turns of the event loop a process can hop from one id to the next unseen.

import { readdirSync, readFileSync } from 'node:fs';

/** All processes but our own. */
export function processIds(): readonly number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && pid !== process.pid);
  } catch {
    return [];
  }
}

/** Undefined for a process that is gone or another user's. */
export function processFile(
  pid: number,
  file: 'cmdline' | 'environ' | 'stat' | 'smaps_rollup',
): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Whether a group has a member that can still do something, which one that has ended and waits to be reaped
 * cannot. Undefined where the system does not tell.
 */
export function hasWorkingMember(group: number): boolean | undefined {
  const pids = processIds();
  if (pids.length === 0) return undefined;
  return pids.some((pid) => isWorking(pid, group));
}

function isWorking(pid: number, group: number): boolean {
  const [state, , member] = statFields(pid);
  return Number(member) === group && state !== 'Z' && state !== 'X';
}

/**
 * State, parent, group and so on, empty for a process that is gone. They come after the program's name, which stands
 * in brackets and may hold anything.
 */
export function statFields(pid: number): readonly string[] {
  const stat = processFile(pid, 'stat');
  return stat === undefined ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

export type ProcessRow = readonly [pid: number, fields: readonly string[]];

export function processRows(): readonly ProcessRow[] {
  return processIds().map((pid): ProcessRow => [pid, statFields(pid)]);
}

/**
 * A leader, its group and its descendants. Children may be listed before their parents, hence again and again until nobody is
 * new; each turn adds somebody.
 */
export function familyOf(leader: number, rows: readonly ProcessRow[]): ReadonlySet<number> {
  const family = new Set([leader]);
  for (let before = 0; before < family.size;) {
    before = family.size;
    for (const [pid, [, parent, group]] of rows) {
      if (family.has(Number(parent)) || Number(group) === leader) family.add(pid);
    }
  }
  return family;
}
