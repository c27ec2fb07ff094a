// Cobertura's XML: classes with their file and lines. The file's name may start from one of the named sources.

import type { ReportReader } from './hits.ts';
import { Hits } from './hits.ts';
import { tagsIn } from './xml-tags.ts';

const sourcesMax = 100;

export const readCobertura: ReportReader = (text) => {
  if (!text.trimStart().startsWith('<')) return undefined;
  const hits = new Hits();
  const sources: string[] = [];
  let isReport = false;
  let file: string | undefined;
  for (const tag of tagsIn(text)) {
    if (tag.name === 'coverage') isReport = true;
    else if (!isReport) continue;
    else if (tag.name === 'source' && sources.length < sourcesMax) sources.push(tag.text.trim());
    else if (tag.name === 'class') {
      file = tag.attribute('filename');
      if (file !== undefined) hits.open(file);
    } else if (tag.name === 'line' && file !== undefined) {
      const [line, count] = [digits(tag.attribute('number')), digits(tag.attribute('hits'))];
      if (line !== undefined && count !== undefined) hits.add(file, line, count > 0);
    }
    if (hits.isFull) break;
  }
  return isReport ? hits.report(sources) : undefined;
};

function digits(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,20}$/.test(text) ? Number(text) : undefined;
}
