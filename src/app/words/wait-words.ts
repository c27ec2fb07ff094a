// A wait in words: for a time (who waits, for what, until when and how long that still is) or for a slot. Pure.

import { forTerminal } from '../../screening/terminal.ts';
import type { SlotWait } from '../../views/run/slot-wait.ts';
import type { TimeWait } from '../../views/run/waits.ts';
import { whoWaits } from '../../views/run/waits.ts';
import { pointInTime, timeLeft } from '../../views/words/words.ts';

/** "the planner waits for the quota of claude until 14:05, 12 min left" */
export function waitWords(wait: TimeWait, now: number): string {
  const who = forTerminal(whoWaits(wait.line));
  const until = wait.until === undefined ? '' : ` until ${pointInTime(wait.until, now)}`;
  const left = wait.until === undefined ? '' : `, ${leftWords(wait.until - now)}`;
  if (wait.reason === 'quota') {
    const whose = wait.agent === undefined ? '' : ` of ${forTerminal(wait.agent)}`;
    return `${who} waits for the quota${whose}${until}${left}`;
  }
  const again = wait.reason === undefined ? 'looked at' : 'tried';
  const why = wait.reason === undefined ? '' : ` (${wait.reason.replaceAll('-', ' ')})`;
  return `${who} waits${until} before it is ${again} again${why}${left}`;
}

function leftWords(ms: number): string {
  return ms <= 0 ? 'any moment now' : `${timeLeft(ms)} left`;
}

export function slotWords({ atWork, slots }: SlotWait): string {
  return `waits for a slot: ${atWork} of ${slots} are at work`;
}
