// The second net: processes that left their group (setsid, double fork) or outlived the engine carry
// the tag of the attempt they belong to in their environment, which they cannot take back. It finds them
// where the system shows environments (/proc); a process started with an emptied environment escapes it,
// which only the level `contained` prevents.

import { setTimeout as wait } from 'node:timers/promises';
import { processFile, processIds } from './process-table.ts';
import { tagVariable } from './process.ts';

/** A process can fork between being seen and being killed: look again until nobody is left, or so often. */
const sweepsMax = 50;
const pollMs = 10;

/** Kills every process whose tag is `tag` or continues it (`a/1` covers `a/1/x`, not `a/12`). */
export async function endSurvivors(tag: string): Promise<number> {
  if (tag === '') return 0;
  const ended = new Set<number>();
  for (let sweep = 0; sweep < sweepsMax; sweep += 1) {
    const found = await taggedProcesses(tag);
    if (found.length === 0) break;
    for (const pid of found) if (kill(pid)) ended.add(pid);
    await wait(pollMs);
  }
  return ended.size;
}

async function taggedProcesses(tag: string): Promise<readonly number[]> {
  const pids = await processIds();
  const tagged = await Promise.all(pids.map((pid) => isTagged(pid, tag)));
  return pids.filter((_, index) => tagged[index] === true);
}

async function isTagged(pid: number, tag: string): Promise<boolean> {
  const environment = (await processFile(pid, 'environ')) ?? '';
  const start = `${tagVariable}=`;
  const entry = environment.split('\0').find((line) => line.startsWith(start));
  return entry !== undefined && covers(tag, entry.slice(start.length));
}

function covers(tag: string, value: string): boolean {
  if (!value.startsWith(tag)) return false;
  return !/[A-Za-z0-9]$/.test(tag) || !/^[A-Za-z0-9]/.test(value.slice(tag.length));
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
