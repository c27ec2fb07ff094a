// Port: looking something up on the web. Nothing is thrown: a search that did not work says why.
// What comes back are the words of strangers; whoever shows them to a role screens and fences them first.

export interface WebSearch {
  /** At most `hitsMax` hits, the best first. */
  readonly find: (query: string, signal: AbortSignal) => Promise<SearchFound>;
}

export type SearchFound =
  | { readonly ok: true; readonly hits: readonly Hit[] }
  /** The end of a sentence that begins with "the search failed: ". */
  | { readonly ok: false; readonly because: string };

export interface Hit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

export const hitsMax = 5;
