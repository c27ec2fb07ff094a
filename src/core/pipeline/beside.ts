// What is done beside the stages: it belongs to no visit, so nothing waits for it and a move does not end it. Today that is
// the writing of documents about the repository (`docs.ts`).

import type { Effect } from '../effects.ts';

export const passes = ['before', 'after'] as const;
/** Before the change, for what cannot be believed; after it, for what it touched. */
export type Pass = (typeof passes)[number];

export function docsLine(pass: Pass): string {
  return `docs/${pass}`;
}

/** The pass a line of work is for, if it is for one. */
export function passOf(line: string): Pass | undefined {
  return passes.find((pass) => line === docsLine(pass));
}

export function isBeside({ kind, line }: Pick<Effect, 'kind' | 'line'>): boolean {
  return kind === 'ask' && passOf(line) !== undefined;
}
