// What is overdue, in a sentence. Pure.

import { list, pointInTime } from '../../views/words/words.ts';
import type { Overdue } from '../home/overdue.ts';

/** Nothing, where nothing is. */
export function overdueWords(overdue: readonly Overdue[], now: number): string {
  const [first] = overdue.toSorted((a, b) => a.since - b.since);
  if (first === undefined) return '';
  const since = pointInTime(first.since, now);
  const runs = overdue.map(({ run }) => run);
  return runs.length === 1
    ? `${first.run} could go on since ${since}, and no process looks after it: \`slipway resume ${first.run}\`\n`
    : `${list(runs)} could go on, the first since ${since}, and no process looks after them: \`slipway resume RUN\`\n`;
}
