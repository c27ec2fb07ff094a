// Searching the web for a role: the role says what to look for, code looks, and the role is asked again.
//   WEB-SEARCH-1. Only where policy names a place to search at, only some roles, and once a line.
//   WEB-SEARCH-2. A search that did not work is told to who asked for it; nothing waits for it.

import type { Effect, Want } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import type { Role } from './modes.ts';
import type { Run } from '../run.ts';
import { failure } from '../failures/failed-effect.ts';
import { named } from '../stages/lines.ts';
import { changed } from '../evolve/within.ts';

/** One round of searching that a role asked for. */
export interface Search {
  /** The line of the search itself, which is not that of the role. */
  readonly line: string;
  readonly role: Role;
  /** What is looked for, one query a line: a blob. */
  readonly queries: string;
  /** How many more were left out, because something secret stood in them. */
  readonly refused: number;
  /** What was found, in words: a blob. */
  readonly results?: string;
}

const searchers: ReadonlySet<Role> = new Set<Role>(['interpreter', 'investigator', 'planner']);

/** What is really wanted where a role is: leave to search, the search it asked for, or the role with what was found. */
export function searching(run: Run, want: Want): Want {
  const { policy, searches, visit, feedback } = run;
  if (want.kind !== 'ask' || policy.search === undefined || !searchers.has(want.input.role)) return want;
  const line = `${want.line}/search`;
  const search = searches.find((item) => item.line === line);
  if (search === undefined) return { ...want, input: { ...want.input, search: true } };
  if (search.results === undefined && !visit.warned.includes(line)) {
    const { queries, refused } = search;
    return { kind: 'search', subject: want.subject, line, input: { queries, refused } };
  }
  const found = named('web search', search.results ?? feedback[line]); // WEB-SEARCH-2
  return { ...want, input: { ...want.input, inputs: [...want.input.inputs, ...found] } };
}

/** WEB-SEARCH-1: a search that was not offered is no answer. */
export function searchAsked(
  run: Run,
  effect: Effect,
  asked: { readonly queries: string; readonly refused: number },
): readonly RunEvent[] {
  if (effect.kind !== 'ask' || effect.input.search !== true) {
    return failure(run, effect, { reason: 'malformed-answer' });
  }
  const { queries, refused } = asked;
  const { role } = effect.input;
  return [{ type: 'search.asked', line: `${effect.line}/search`, role, queries, refused }];
}

export function withResults(run: Run, line: string, results: string): Run {
  return changed(run, {
    searches: run.searches.map((item) => (item.line === line ? { ...item, results } : item)),
  });
}
