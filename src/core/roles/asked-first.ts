// What a role may ask for before it answers, as data: a search on the web, probes of the repository. When they are offered and
// what follows belongs to `web-search.ts` and `probing.ts`.

import type { CheckSpec, Evidence } from '../evidence/evidence.ts';

export interface SearchInput {
  /** One query a line: a blob. */
  readonly queries: string;
  /** How many were left out, because something secret stood in them. */
  readonly refused: number;
}

export interface Searched {
  /** What was found, and what did not work, in words: a blob. */
  readonly results: string;
  readonly found: number;
  /** Queries that brought no answer at all. */
  readonly failed: number;
}

/** A small script that shows what reading does not settle. */
export interface Probe {
  readonly name: string;
  /** A new file, from the root of the repository, and its content: a blob. */
  readonly path: string;
  readonly blob: string;
  /** What runs it, in a shell at the root of the repository. */
  readonly command: string;
}

/** What a role answers with instead, and what a person is shown before it runs below contained. */
export interface ProbesGiven {
  readonly probes: readonly Probe[];
  /** All of them in words, scripts included: a blob. */
  readonly blob: string;
}

export interface ProbesInput {
  readonly commit: string;
  readonly probes: readonly Probe[];
  /** What makes a checkout ready for them: setup and builds. */
  readonly checks: readonly CheckSpec[];
  /** Time of each. */
  readonly timeMs: number;
  /** What a person said who was asked; nobody is where they are contained. */
  readonly leave?: 'given' | 'refused';
  /** And their words with it: a blob. */
  readonly comment?: string;
}

export interface Probed {
  /** What each printed, or why it did not run, in words: a blob. */
  readonly told: string;
  readonly ran: readonly RanProbe[];
}

export interface RanProbe extends Pick<Evidence, 'because' | 'ms' | 'exit'> {
  readonly name: string;
}

/** At a time. */
export const probesMax = 3;
