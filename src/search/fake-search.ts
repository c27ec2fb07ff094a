// A web that is a list: for tests and for trying things out where there is no network.

import type { Hit, WebSearch } from './search.ts';
import { hitsMax } from './search.ts';

/** Finds the pages that hold every word of the query, whatever the case. */
export function fakeSearch(pages: readonly Hit[]): WebSearch {
  return {
    find: (query) => {
      const wanted = words(query);
      const hits = pages.filter(({ title, snippet }) => {
        const said = words(`${title} ${snippet}`);
        return [...wanted].every((word) => said.has(word));
      });
      return Promise.resolve({ ok: true, hits: hits.slice(0, hitsMax) });
    },
  };
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
