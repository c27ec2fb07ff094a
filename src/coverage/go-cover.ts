// Go's cover profile: a mode, then a block a line, `file:line.column,line.column statements count`. A line that several
// blocks share was executed if one of them was. Paths begin with the path of the module.

import type { ReportReader } from './hits.ts';
import { Hits, linesOf } from './hits.ts';

const header = /^mode: (?:set|count|atomic)$/;
const block = /^(.{1,4096}):(\d{1,9})\.\d{1,9},(\d{1,9})\.\d{1,9} (\d{1,9}) (\d{1,20})$/;
/** No function is as long. */
const blockLinesMax = 100_000;

export const readGoCover: ReportReader = (text) => {
  const hits = new Hits();
  let isReport = false;
  for (const line of linesOf(text)) {
    if (!isReport) {
      if (!header.test(line)) return undefined;
      isReport = true;
      continue;
    }
    const [, file, from, to, statements, count] = block.exec(line) ?? [];
    if (file === undefined) continue;
    hits.open(file);
    const [first, last] = [Number(from), Number(to)];
    if (Number(statements) === 0 || last - first > blockLinesMax) continue;
    for (let at = first; at <= last && !hits.isFull; at += 1) hits.add(file, at, Number(count) > 0);
    if (hits.isFull) break;
  }
  return isReport ? hits.report() : undefined;
};
