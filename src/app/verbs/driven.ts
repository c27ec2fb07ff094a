// The runs that the process which owns a home works on: what it is asked by everybody who says how a run stands.

import type { Look } from './verb.ts';

export interface Driven {
  readonly runs: readonly string[];
}

export const driven: Look<Readonly<Record<string, never>>, Driven> = {
  look: ({ driven: own }) => Promise.resolve({ runs: own?.() ?? [] }),
  words: ({ runs }) => ({ data: runs.map((run) => `${run}\n`).join('') }),
};
