// The second net: processes that left their group (setsid, double fork) or outlived the engine carry
// the tag of the attempt they belong to in their environment, which they cannot take back. It finds them
// where the system shows environments (/proc); a process started with an emptied environment escapes it,
// which only the level `contained` prevents.

import { setTimeout as wait } from 'node:timers/promises';
import { processFile, processIds, statFields } from './process-table.ts';
import { isTagged } from './tag.ts';

/**
 * A process that keeps forking can be missed by one look, but not without a trace: somebody on the list is gone, or
 * has ended, when its turn comes. Where nobody was, one look is enough; else several in a row must find nobody.
 */
const quietSweeps = 3;
const sweepsMax = 100;
const pauseMs = 1;

/** Kills every process whose tag is `tag` or continues it (`a/1` covers `a/1/x`, not `a/12`); who asks is none of them. */
export async function endSurvivors(tag: string): Promise<number> {
  if (tag === '') return 0;
  const ended = new Set<number>();
  let quiet = 0;
  for (let sweep = 0; sweep < sweepsMax; sweep += 1) {
    const { found, restless } = sweepOnce(tag);
    for (const pid of found) ended.add(pid);
    quiet = found.length === 0 ? quiet + 1 : 0;
    if (quiet === quietSweeps || (sweep === 0 && quiet === 1 && !restless)) break;
    await wait(pauseMs);
  }
  return ended.size;
}

/** Kills on sight: a list of who was there a moment ago is already wrong. */
function sweepOnce(tag: string): { readonly found: readonly number[]; readonly restless: boolean } {
  const found: number[] = [];
  let restless = false;
  for (const pid of processIds()) {
    const environment = processFile(pid, 'environ') ?? '';
    if (environment === '') restless ||= hasEnded(pid);
    else if (pid !== process.pid && isTagged(environment, tag) && kill(pid)) found.push(pid);
  }
  return { found, restless };
}

/** Gone since it was listed, or only waiting to be reaped; a kernel thread or another user's process is neither. */
function hasEnded(pid: number): boolean {
  const [state] = statFields(pid);
  return state === undefined || state === 'Z' || state === 'X';
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
