// Istanbul's JSON (`coverage-final.json`): for every file its statements, where each begins, and how often it was
// executed. A line counts by the statements that begin on it.

import type { ReportReader } from './hits.ts';
import { Hits } from './hits.ts';
import { isRecord, parseJson } from '../plain/json.ts';

export const readIstanbul: ReportReader = (text) => {
  const files = tableIn(parsed(text));
  if (files === undefined) return undefined;
  const hits = new Hits();
  let isReport = false;
  for (const [name, entry] of Object.entries(files)) {
    const file = tableIn(entry);
    const [places, counts] = [tableIn(file?.['statementMap']), tableIn(file?.['s'])];
    if (file === undefined || places === undefined || counts === undefined) continue;
    const path = typeof file['path'] === 'string' ? file['path'] : name;
    isReport = true;
    hits.open(path);
    for (const [id, place] of Object.entries(places)) {
      const line = tableIn(tableIn(place)?.['start'])?.['line'];
      const count = Object.hasOwn(counts, id) ? counts[id] : undefined;
      if (typeof line === 'number' && typeof count === 'number') hits.add(path, line, count > 0);
    }
    if (hits.isFull) break;
  }
  return isReport ? hits.report() : undefined;
};

function parsed(text: string): unknown {
  return text.trimStart().startsWith('{') ? parseJson(text) : undefined;
}

function tableIn(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isRecord(value) ? value : undefined;
}
