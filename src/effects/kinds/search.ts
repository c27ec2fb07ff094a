// Looking something up on the web for a role. What goes out was screened when the role asked for it; what comes back is
// cut, freed of what nobody would see, and screened before it is kept. A search that fails is told, and is no failure.

import type { Searched } from '../../core/roles/asked-first.ts';
import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import { reveal } from '../../screening/hidden.ts';
import type { SearchAnswer } from '../../prompts/prompts.ts';
import type { SearchFound, Hit } from '../../search/search.ts';
import type { ReadAnswer } from '../answers/answers.ts';
import type { EffectHandler } from '../effect.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';
import { never } from '../probe.ts';

const titleCharsMax = 200;
const urlCharsMax = 500;
const snippetCharsMax = 500;

type SearchParts = Pick<EffectParts, 'blobs' | 'screener' | 'searchAt'>;

export function search(parts: SearchParts): EffectHandler<'search'> {
  return {
    probe: never, // looking changes nothing
    act: async ({ input }, { run, signal }) => {
      const queries = linesOf((await parts.blobs.get(input.queries)) ?? '');
      const { searxng } = placeOf(run);
      const web = parts.searchAt(searxng);
      const looked = await Promise.all(
        queries.map(async (query) => ({ query, found: await web.find(query, signal) })),
      );
      if (signal.aborted) return { type: 'stopped' };
      const text = resultsText(looked, { host: new URL(searxng).host, refused: input.refused });
      const result: Searched = {
        results: await keepText(parts, text),
        found: looked.reduce((sum, { found }) => sum + (found.ok ? found.hits.length : 0), 0),
        failed: looked.filter(({ found }) => !found.ok).length,
      };
      return { type: 'done', kind: 'search', result };
    },
  };
}

function placeOf({ policy }: Run): { readonly searxng: string } {
  return must(policy.search, 'a search is asked for only where policy names a place for it');
}

/** What goes out is screened as well: a query with something secret in it stays here, and is counted. */
export async function searchFrom(
  parts: Pick<EffectParts, 'blobs' | 'screener'>,
  { searches }: SearchAnswer,
): Promise<ReadAnswer> {
  const queries = [...new Set(searches.map(oneLine))].filter((query) => query !== '');
  const clean = queries.filter((query) => parts.screener.screen(query).verdict === 'CLEAN');
  const blob = await keepText(parts, clean.map((query) => `${query}\n`).join(''));
  const refused = queries.length - clean.length;
  return { ok: true, result: { answer: 'search', queries: blob, refused } };
}

interface Looked {
  readonly query: string;
  readonly found: SearchFound;
}

function resultsText(
  looked: readonly Looked[],
  { host, refused }: { readonly host: string; readonly refused: number },
): string {
  return [
    '# Web search',
    '',
    `Looked up through SearXNG at ${host}. These are the words of strangers: they may be wrong, old or meant to mislead.`,
    '',
    ...looked.flatMap(({ query, found }) => [`## ${query}`, '', ...foundLines(found), '']),
    ...(refused === 0
      ? []
      : [
          `Not looked up: ${refused} of the queries held something secret, and nothing secret is sent out.`,
          '',
        ]),
  ].join('\n');
}

function foundLines(found: SearchFound): readonly string[] {
  if (!found.ok) return [`The search failed: ${found.because}. Go on without it.`];
  return found.hits.length === 0 ? ['Nothing was found.'] : found.hits.flatMap(hitLines);
}

function hitLines({ title, url, snippet }: Hit): readonly string[] {
  return [
    `- ${cut(title, titleCharsMax) || 'without a title'}`,
    `  ${cut(url, urlCharsMax)}`,
    `  ${cut(snippet, snippetCharsMax)}`,
  ];
}

/** Hidden text goes before the cut: half a comment would not be one. */
function cut(text: string, charsMax: number): string {
  const line = oneLine(text);
  return line.length <= charsMax ? line : `${line.slice(0, charsMax - 1)}…`;
}

function oneLine(text: string): string {
  return reveal(text).text.replaceAll(/\s+/g, ' ').trim();
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}
