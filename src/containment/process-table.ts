// What the system shows of its processes, where it shows them as files (Linux). Elsewhere every list is empty.

import { readdir, readFile } from 'node:fs/promises';

/** All processes but our own. */
export async function processIds(): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => []);
  return names.map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid);
}

/** Undefined for a process that is gone or another user's. */
export function processFile(pid: number, file: 'environ' | 'stat'): Promise<string | undefined> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => undefined);
}

/** Whether a group has a member that can still do something: not one that has ended and waits to be reaped. */
export async function hasWorkingMember(group: number): Promise<boolean | undefined> {
  const pids = await processIds();
  if (pids.length === 0) return undefined;
  const stats = await Promise.all(pids.map((pid) => processFile(pid, 'stat')));
  return stats.some((stat) => stat !== undefined && isWorking(stat, group));
}

/** The name of a program stands in brackets and may hold anything; the fields after it are state, parent, group. */
function isWorking(stat: string, group: number): boolean {
  const [state, , member] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(member) === group && state !== 'Z' && state !== 'X';
}
