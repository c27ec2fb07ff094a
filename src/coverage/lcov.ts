// lcov's text (`lcov.info`): SF names a file, DA a line with how often it was executed.

import type { ReportReader } from './hits.ts';
import { Hits, linesOf } from './hits.ts';

const data = /^DA:(\d{1,9}),(-?\d{1,20})(?:,|$)/;

export const readLcov: ReportReader = (text) => {
  const hits = new Hits();
  let file: string | undefined;
  let isReport = false;
  for (const line of linesOf(text)) {
    if (line.startsWith('SF:')) {
      file = line.slice('SF:'.length).trim();
      hits.open(file);
      isReport = true;
    } else if (line === 'end_of_record') file = undefined;
    else if (file !== undefined) {
      const [, number, count] = data.exec(line) ?? [];
      if (number !== undefined && count !== undefined) hits.add(file, Number(number), Number(count) > 0);
    }
    if (hits.isFull) break;
  }
  return isReport ? hits.report() : undefined;
};
