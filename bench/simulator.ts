// How many seeds of the simulation a second, here and in another checkout beside it: the same seeds, without planted bugs,
// each with its own core, engine and simulator. Each checkout has a process that lives through all turns, so that both
// are warm; they take turns a few seeds at a time. Talk goes to stderr; the last line on stdout is one JSON object.
//
//   --seeds N      how many seeds (100)
//   --beside DIR   the other checkout, with its dependencies
//
// Exit 0 where this one is as much faster as the limit says, or where there is nothing beside it.

import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { median, quantile, rounded } from './support/compare.ts';
import type { SeedsDone, SeedsWanted } from './support/seeds.ts';
import { isSeedsDone } from './support/seeds.ts';

/** Seeds per second here over seeds per second beside. */
const limit = 3.5;
const seedsPerTurn = 5;
const warmUpSeeds = 10;

interface Contestant {
  readonly run: (wanted: SeedsWanted) => Promise<SeedsDone>;
  readonly stop: () => void;
}

function contestant(dir: string): Contestant {
  const script = path.join(import.meta.dirname, 'support', 'seeds.ts');
  const child: ChildProcess = fork(script, [path.resolve(dir)], { execArgv: ['--import', 'tsx'] });
  return {
    run: async (wanted) => {
      child.send(wanted);
      const [answer] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
      if (isSeedsDone(answer)) return answer;
      throw new Error(`The simulation in ${dir} ended before it answered.`);
    },
    stop: () => void child.kill(),
  };
}

interface Turn {
  readonly here: SeedsDone;
  readonly beside?: SeedsDone;
}

async function turnsOf(
  seeds: number,
  here: Contestant,
  beside: Contestant | undefined,
): Promise<readonly Turn[]> {
  const warm = { from: 1, to: warmUpSeeds };
  await here.run(warm);
  await beside?.run(warm);
  const turns: Turn[] = [];
  for (let from = 1; from <= seeds; from += seedsPerTurn) {
    const wanted = { from, to: Math.min(seeds, from + seedsPerTurn - 1) };
    const mine = await here.run(wanted);
    const theirs = await beside?.run(wanted);
    turns.push({ here: mine, ...(theirs === undefined ? {} : { beside: theirs }) });
    process.stderr.write(
      `seeds ${wanted.from} to ${wanted.to}: ${rounded(mine.ms)} ms, ${theirs?.ms ?? 'nobody'} beside\n`,
    );
  }
  return turns;
}

function perSecond(all: readonly SeedsDone[]): number {
  const seeds = all.reduce((sum, { digests }) => sum + digests.length, 0);
  return rounded((seeds / all.reduce((sum, { ms }) => sum + ms, 0)) * 1000);
}

function judged(turns: readonly Turn[]): Readonly<Record<string, unknown>> & { readonly ok: boolean } {
  const mine = turns.map(({ here }) => here);
  const seedsPerSecond = perSecond(mine);
  const pairs = turns.flatMap(({ here, beside }) => (beside === undefined ? [] : [{ here, beside }]));
  const steps = mine.reduce((sum, done) => sum + done.steps, 0);
  if (pairs.length === 0) return { seedsPerSecond, steps, ok: true };
  const besidePerSecond = perSecond(pairs.map(({ beside }) => beside));
  const singles = pairs.map(({ here, beside }) => beside.ms / here.ms);
  const same = pairs.flatMap(({ here, beside }) =>
    here.digests.filter((digest, at) => digest === beside.digests[at]),
  );
  return {
    seedsPerSecond,
    besidePerSecond,
    ratio: rounded(seedsPerSecond / besidePerSecond),
    paired: rounded(median(singles)),
    low: rounded(quantile(singles, 0.25)),
    high: rounded(quantile(singles, 0.75)),
    limit,
    steps,
    stepsBeside: pairs.reduce((sum, { beside }) => sum + beside.steps, 0),
    // Seeds that tell the same story in both, byte for byte; a rule that changed since makes it another.
    sameTraces: same.length,
    ok: seedsPerSecond / besidePerSecond >= limit,
  };
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { seeds: { type: 'string', default: '100' }, beside: { type: 'string' } },
  });
  const seeds = Number(values.seeds);
  if (!Number.isSafeInteger(seeds) || seeds < 1) {
    process.stderr.write(`'${values.seeds}' is not a number of seeds; give a whole number above zero.\n`);
    return 2;
  }
  const here = contestant(path.join(import.meta.dirname, '..'));
  const beside = values.beside === undefined ? undefined : contestant(values.beside);
  try {
    const result = judged(await turnsOf(seeds, here, beside));
    process.stdout.write(`${JSON.stringify({ seeds, ...result })}\n`);
    return result.ok ? 0 : 1;
  } finally {
    here.stop();
    beside?.stop();
  }
}

process.exitCode = await main();
