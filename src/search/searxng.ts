// SearXNG, asked for JSON. It is on the network, so nothing it does is believed: time, size and where it sends us are
// limited, and what it answers is read for three fields only.

import { z } from 'zod';
import { boundedText } from '../plain/bounded-text.ts';
import type { SearchFound, Hit, WebSearch } from './search.ts';
import { hitsMax } from './search.ts';

const bytesMax = 1_048_576;
const redirectsMax = 3;
const timeLimitMs = 10_000;
const hitsReadMax = 1_000;

export function searxng(
  address: string,
  limits: { readonly timeMs: number } = { timeMs: timeLimitMs },
): WebSearch {
  return {
    find: async (query, signal) => {
      const timeUp = AbortSignal.timeout(limits.timeMs);
      try {
        return await asked(urlFor(address, query), AbortSignal.any([signal, timeUp]));
      } catch (error) {
        if (timeUp.aborted) return failed(`no answer within ${limits.timeMs / 1_000} s`);
        return failed(`${new URL(address).host} cannot be reached (${codeOf(error)})`);
      }
    },
  };
}

function urlFor(address: string, query: string): URL {
  const url = new URL('search', address.endsWith('/') ? address : `${address}/`);
  url.search = new URLSearchParams({ q: query, format: 'json' }).toString();
  return url;
}

async function asked(start: URL, signal: AbortSignal): Promise<SearchFound> {
  let url = start;
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    const answer = await fetch(url.href, {
      signal,
      redirect: 'manual',
      headers: { accept: 'application/json' },
    });
    const next = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || next === null) return await read(answer);
    await answer.body?.cancel();
    const there = URL.canParse(next, url.href) ? new URL(next, url.href) : undefined;
    if (there?.host !== start.host || there.protocol !== start.protocol) {
      return failed('it sends on to another place, and only the configured one is asked');
    }
    url = there;
  }
  return failed(`it sends on more than ${redirectsMax} times`);
}

async function read(answer: Response): Promise<SearchFound> {
  if (answer.status !== 200) {
    await answer.body?.cancel();
    const hint = answer.status === 403 ? '; its settings may not allow the format json' : '';
    return failed(`it answered with status ${answer.status}${hint}`);
  }
  const text = await boundedText(answer, bytesMax);
  if (text === undefined) return failed(`its answer has more than ${bytesMax / 1_048_576} MB`);
  const hits = hitsIn(text);
  return hits === undefined ? failed('its answer is not JSON of SearXNG') : { ok: true, hits };
}

const text = z.string().nullish();
const body = z.object({
  results: z.array(z.object({ title: text, url: text, content: text })).max(hitsReadMax),
});

function hitsIn(json: string): readonly Hit[] | undefined {
  const parsed = body.safeParse(dataIn(json)).data;
  return parsed?.results
    .flatMap(({ title, url, content }) =>
      isWebAddress(url) ? [{ title: title ?? '', url, snippet: content ?? '' }] : [],
    )
    .slice(0, hitsMax);
}

function dataIn(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isWebAddress(url: string | null | undefined): url is string {
  return typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

function failed(because: string): SearchFound {
  return { ok: false, because };
}

/** What the network said, without the words around it. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.name : 'unknown';
}
