// Ending a process group. A group is named by the process that led it and lives until its last member is gone.

import { setTimeout as wait } from 'node:timers/promises';
import { hasWorkingMember } from './process-table.ts';

const pollMsMin = 1;
const pollMsMax = 80;
/** How long the kernel gets to take down what was killed. */
const killedMsMax = 1_000;

/** SIGTERM, up to `graceMs` for the whole group to be gone, then SIGKILL. Returns at once for an empty group. */
export async function endGroup(leader: number, graceMs: number): Promise<void> {
  if (!signalGroup(leader, 'SIGTERM')) return;
  if (await isGone(leader, graceMs)) return;
  if (!signalGroup(leader, 'SIGKILL')) return;
  await isGone(leader, killedMsMax);
}

/** Looks before it waits: a leader that ended by itself mostly leaves nobody. */
async function isGone(leader: number, msMax: number): Promise<boolean> {
  let waitedMs = 0;
  for (let pollMs = pollMsMin; isWorking(leader); pollMs = Math.min(pollMs * 2, pollMsMax)) {
    if (waitedMs >= msMax) return false;
    const waitMs = Math.min(pollMs, msMax - waitedMs);
    await wait(waitMs);
    waitedMs += waitMs;
  }
  return true;
}

/** A group can be signalled until its last member is reaped, which some init processes take their time for. */
function isWorking(leader: number): boolean {
  return signalGroup(leader, 0) && hasWorkingMember(leader) !== false;
}

/** False where there is nothing left that could be signalled. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}
