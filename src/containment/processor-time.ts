// How much of the processor an attempt has used, where the system tells (Linux). Elsewhere it is always 0.

import { familyOf, processFile, processRows } from './process-table.ts';
import { isTagged } from './tag.ts';

/** Linux tells these times in hundredths of a second, whatever its own clock does. */
const tickMs = 10;
/** Where they stand: user and system time, of the process itself and of the children it has seen end. */
const firstTime = 11;
const times = 4;

/** That of a leader, its group and its descendants, and of whoever else carries the tag: tools may get sessions of their own. */
export function processorMs(leader: number, tag: string | undefined): number {
  const rows = processRows();
  const family = familyOf(leader, rows);
  let ticks = 0;
  for (const [pid, fields] of rows) {
    if (!family.has(pid) && (tag === undefined || !isTagged(processFile(pid, 'environ') ?? '', tag)))
      continue;
    for (const time of fields.slice(firstTime, firstTime + times)) ticks += Number(time);
  }
  return ticks * tickMs;
}
