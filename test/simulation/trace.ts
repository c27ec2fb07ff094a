// What happened in one seed, line by line: a digest over all of it, the last lines for a person, and how often each
// fault struck which kind of effect.

import { createHash } from 'node:crypto';

/** Fault, then what it struck, then how often. */
export type Tally = Map<string, Map<string, number>>;

export function count(tally: Tally, fault: string, struck: string, times = 1): void {
  const row = tally.get(fault) ?? new Map<string, number>();
  row.set(struck, (row.get(struck) ?? 0) + times);
  tally.set(fault, row);
}

export interface Trace {
  readonly say: (line: string) => void;
  readonly last: () => readonly string[];
  readonly digest: () => string;
}

const lastLines = 30;
/** A call of the hash costs more than a line does. */
const hashedCharsMin = 16_384;

/** Every line is handed to `onLine`, where somebody wants to read along. */
export function newTrace(onLine: ((line: string) => void) | undefined): Trace {
  const hash = createHash('sha256');
  const lines: string[] = [];
  let unhashed = '';
  return {
    say: (line) => {
      unhashed += `${line}\n`;
      if (unhashed.length > hashedCharsMin) {
        hash.update(unhashed);
        unhashed = '';
      }
      lines.push(line);
      if (lines.length > 4 * lastLines) lines.splice(0, lines.length - lastLines);
      onLine?.(line);
    },
    last: () => lines.slice(-lastLines),
    digest: () => hash.copy().update(unhashed).digest('hex'),
  };
}

/** Something that must never be was. Ends the seed. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly invariant: string;

  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`);
    this.invariant = invariant;
  }
}

export function insist(holds: boolean, invariant: string, detail: string): void {
  if (!holds) throw new Violation(invariant, detail);
}
