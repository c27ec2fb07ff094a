// What came of the mutants: how many were killed, how sure that share is, and who has an excuse.

import type { Outcome } from './workers.ts';

/** How a survivor is known again: by what it is, not by the line it stands on. */
export interface Identity {
  readonly file: string;
  readonly within: string;
  readonly was: string;
  readonly now: string;
}

export interface Known extends Identity {
  readonly reason: string;
}

export interface Result extends Identity {
  readonly line: number;
  readonly operator: string;
  /** 'idle': there is no test in which it makes a difference. */
  readonly outcome: Outcome | 'idle';
  readonly by?: string;
}

export interface Score {
  readonly mutants: number;
  readonly killed: number;
  readonly score: number;
  readonly low: number;
  readonly high: number;
  readonly unexplained: number;
}

export function isKilled({ outcome }: Pick<Result, 'outcome'>): boolean {
  return outcome !== 'survived' && outcome !== 'idle';
}

export function reasonFor(known: readonly Known[], one: Identity): string | undefined {
  return known.find((other) => keyOf(other) === keyOf(one))?.reason;
}

/** Reasons for what is no mutant of the tree any more: the code was changed, and what was said of it is about nothing. */
export function orphansOf(all: readonly Identity[], known: readonly Known[]): readonly Known[] {
  const keys = new Set(all.map(keyOf));
  return known.filter((one) => !keys.has(keyOf(one)));
}

function keyOf({ file, within, was, now }: Identity): string {
  return JSON.stringify([file, within, was, now]);
}

export function scoreOf(results: readonly Result[], known: readonly Known[]): Score {
  const killed = results.filter(isKilled).length;
  const unexplained = results.filter((one) => !isKilled(one) && reasonFor(known, one) === undefined);
  const { low, high } = wilson(killed, results.length);
  return {
    mutants: results.length,
    killed,
    score: rounded(results.length === 0 ? 0 : killed / results.length),
    low: rounded(low),
    high: rounded(high),
    unexplained: unexplained.length,
  };
}

/** Of those killed, who never came to an end; of those who survived, who made no difference in any test. */
export function endsOf(results: readonly Result[]): { readonly endless: number; readonly idle: number } {
  const endless = results.filter((one) => isKilled(one) && one.outcome !== 'killed');
  return { endless: endless.length, idle: results.filter(({ outcome }) => outcome === 'idle').length };
}

/** Of how many standard deviations 95 % are. */
const z = 1.96;

/** Wilson's interval: where the share of all mutants lies, in 95 of 100 such samples. */
export function wilson(hits: number, of: number): { readonly low: number; readonly high: number } {
  if (of === 0) return { low: 0, high: 1 };
  const share = hits / of;
  const centre = share + z ** 2 / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  const scale = 1 + z ** 2 / of;
  return { low: Math.max(0, (centre - half) / scale), high: Math.min(1, (centre + half) / scale) };
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
