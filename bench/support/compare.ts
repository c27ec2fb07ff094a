// Two contestants, turn by turn in one process, and what the turns say. The machine is shared and its speed
// drifts, so nothing is read from one side alone: only ratios of turns that lie side by side, and their spread.

import { systemClock } from '../../src/telemetry/system-clock.ts';

const clock = systemClock();

/** Does its work once and answers how many milliseconds of it count. */
export type Turn = (round: number) => Promise<number>;

export interface Comparison {
  readonly ours: Turn;
  readonly against: Turn;
  readonly rounds: number;
  readonly warmUps: number;
  readonly say: (line: string) => void;
}

export interface Ratio {
  /** Median of ours over median of the other's. */
  readonly ratio: number;
  readonly limit: number;
  readonly ok: boolean;
  /** The ratios of single rounds: their median and quartiles. Far from `ratio`, the machine was not at rest. */
  readonly paired: number;
  readonly low: number;
  readonly high: number;
  readonly rounds: number;
  readonly oursMs: number;
  readonly againstMs: number;
}

/** What is said of many short rounds: a line for each tenth of them. */
const linesMax = 10;

export async function compare(comparison: Comparison, limit: number): Promise<Ratio> {
  const { rounds, warmUps, say } = comparison;
  for (let round = 0; round < warmUps; round += 1) await playRound(comparison, round);
  const every = Math.max(1, Math.floor(rounds / linesMax));
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const pair = await playRound(comparison, warmUps + round);
    pairs.push(pair);
    if ((round + 1) % every === 0) {
      say(`${round + 1} of ${rounds}: ${rounded(pair.oursMs)} ms against ${rounded(pair.againstMs)} ms`);
    }
  }
  return judged(pairs, limit);
}

interface Pair {
  readonly oursMs: number;
  readonly againstMs: number;
}

/** The one that goes second finds warmer caches and a busier disk; so they take turns at that, too. */
async function playRound({ ours, against }: Comparison, round: number): Promise<Pair> {
  if (round % 2 === 0) {
    const oursMs = await ours(round);
    return { oursMs, againstMs: await against(round) };
  }
  const againstMs = await against(round);
  return { oursMs: await ours(round), againstMs };
}

function judged(pairs: readonly Pair[], limit: number): Ratio {
  const oursMs = median(pairs.map((pair) => pair.oursMs));
  const againstMs = median(pairs.map((pair) => pair.againstMs));
  const singles = pairs.map((pair) => pair.oursMs / pair.againstMs);
  return {
    ratio: rounded(oursMs / againstMs),
    limit,
    ok: oursMs / againstMs <= limit,
    paired: rounded(median(singles)),
    low: rounded(quantile(singles, 0.25)),
    high: rounded(quantile(singles, 0.75)),
    rounds: pairs.length,
    oursMs: rounded(oursMs),
    againstMs: rounded(againstMs),
  };
}

/** How long the work took, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = clock.monotonic();
  await work();
  return clock.monotonic() - start;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  if (below === undefined || above === undefined) throw new Error('invariant: a quantile of no values');
  return below + (above - below) * (at - Math.floor(at));
}

/** Three digits after the point: more would only look exact. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
