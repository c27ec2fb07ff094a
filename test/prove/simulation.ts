// `prove:simulation`: seeds without a violation, planted bugs found, every fault fired, the same again for the same
// seed. Talk goes to stderr; the last line on stdout is one JSON object.
//
//   --seeds N        how many seeds (500)
//   --seed N         replay one seed, with its whole trace
//   --bug NAME       the planted bug to replay it with
//   --skip-planted   leave the planted bugs out

import { parseArgs } from 'node:util';
import { findPlanted, missingPairs, pairsFromSeeds, plantedBugs, runBatch } from '../simulation/batch.ts';
import type { Batch, Found } from '../simulation/batch.ts';
import { type SeedResult, simulate } from '../simulation/simulate.ts';
import type { Tally } from '../simulation/trace.ts';
import { report, say } from './support/proof.ts';

const progressMs = 5_000;
/** Refusing everything must not pass: this share of the runs reaches its goal. */
const completedShareMin = 0.8;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '500' },
    seed: { type: 'string' },
    bug: { type: 'string' },
    'skip-planted': { type: 'boolean', default: false },
  },
});

process.exitCode =
  values.seed === undefined ? await prove(wholeNumber(values.seeds)) : await replay(values.seed);

async function prove(seeds: number): Promise<number> {
  const start = performance.now();
  const progress = progressEvery();
  const batch = await runBatch(seeds, (result) => {
    progress(`seed ${result.seed} of ${seeds}`);
    if (result.violation !== undefined) tell(result);
  });
  const planted: Found[] = [];
  for (const bug of values['skip-planted'] ? [] : plantedBugs) {
    planted.push(await findPlanted(bug, (seed) => progress(`planted ${bug}: seed ${seed}`)));
  }
  const missing = seeds >= pairsFromSeeds ? missingPairs(batch.faults) : [];
  for (const pair of missing) say(`never fired: ${pair}`);
  if (!batch.deterministic) say('the same seed gave two different traces');
  report(summary(batch, { planted, missing }), start);
  return isProven(batch, planted, missing) ? 0 : 1;
}

interface Rest {
  readonly planted: readonly Found[];
  readonly missing: readonly string[];
}

function summary(batch: Batch, { planted, missing }: Rest) {
  const { seeds, runs, completed, cancelled, steps, deterministic } = batch;
  return {
    seeds,
    violations: batch.violations.length,
    completed,
    runs,
    cancelled,
    steps,
    faults: rows(batch.faults),
    missing,
    planted,
    deterministic,
  };
}

function isProven(batch: Batch, planted: readonly Found[], missing: readonly string[]): boolean {
  return (
    batch.violations.length === 0 &&
    batch.completed >= completedShareMin * (batch.runs - batch.cancelled) &&
    batch.completed > 0 &&
    batch.deterministic &&
    missing.length === 0 &&
    planted.every((item) => item.found)
  );
}

function rows(faults: Tally): Readonly<Record<string, Readonly<Record<string, number>>>> {
  return Object.fromEntries(
    [...faults]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([fault, row]) => [fault, Object.fromEntries(row)] as const),
  );
}

function tell(result: SeedResult): void {
  say(`seed ${result.seed} broke an invariant: ${result.violation?.message}`);
  for (const line of result.last) say(`  | ${line}`);
  say(`replay it with: npx tsx test/prove/simulation.ts --seed ${result.seed}`);
}

async function replay(text: string): Promise<number> {
  const bug = plantedBugs.find((name) => name === values.bug);
  if (values.bug !== undefined && bug === undefined) {
    say(`There is no planted bug '${values.bug}'. Known are: ${plantedBugs.join(', ')}.`);
    return 2;
  }
  const seed = wholeNumber(text);
  const result = await simulate({ seed, ...(bug === undefined ? {} : { bug }), onLine: say });
  if (result.violation !== undefined) say(`broken: ${result.violation.message}`);
  const { runs, completed, cancelled, steps, digest, violation } = result;
  process.stdout.write(`${JSON.stringify({ seed, runs, completed, cancelled, steps, digest, violation })}\n`);
  return violation === undefined ? 0 : 1;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`'${text}' is not a number of seeds; give a whole number above zero.`);
}

function progressEvery(): (line: string) => void {
  let last = performance.now();
  return (line) => {
    const now = performance.now();
    if (now - last < progressMs) return;
    last = now;
    say(line);
  };
}
