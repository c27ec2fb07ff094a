// `npm run bench`: what Slipway costs, as ratios from one run. Talk goes to stderr; the last line on stdout is the
// result, one JSON object. Exit 0 only where every limit holds.

import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { appendOf } from './append.ts';
import { attemptLayers } from './attempt-layers.ts';
import { attempt } from './attempt.ts';
import { engine } from './engine.ts';
import { integrate50 } from './integrate.ts';
import { liveFire } from './live-fire.ts';
import { longRun } from './long-run.ts';
import { makespan } from './makespan.ts';
import { output } from './output.ts';
import { ownShare } from './own-share.ts';
import { readingOf } from './reading.ts';
import { alone, runs200 } from './runs.ts';
import { screening } from './screening.ts';
import { screens } from './screens.ts';
import { eventStreams } from './streams.ts';
import { surveyRecall } from './survey-recall.ts';
import { surveyOf } from './survey.ts';
import { tamper } from './tamper.ts';
import { watchers } from './watchers.ts';
import { asAnEngine } from './support/as-an-engine.ts';
import type { Measured, Measurement, Size } from './support/bench.ts';
import { sizes } from './support/bench.ts';
import { folderOnDisk, newFolder } from './support/folder.ts';

/** In the order in which they run and are printed. */
const measurements: Readonly<Record<string, Measurement>> = {
  append1: appendOf(1),
  append20: appendOf(20),
  runs200,
  alone,
  longRun,
  ownShare,
  list: readingOf(['list'], (stdout) => stdout.split('\n').length > 100),
  status: readingOf(['status', 'r-00000999'], (stdout) => stdout.includes('r-00000999')),
  engine,
  watchers,
  screens,
  eventStreams,
  attempt,
  attemptLayers,
  makespan,
  integrate50,
  survey10k: surveyOf(10_000, 1_000),
  survey100k: surveyOf(100_000, 6_000),
  surveyRecall,
  screening,
  tamper5k: tamper,
  liveFire,
  output,
};

const usage = `Usage: npm run bench -- [--size ${Object.keys(sizes).join('|')}] [--only NAME]... [--repositories FOLDER]
Names: ${Object.keys(measurements).join(', ')}.
`;

interface Asked {
  readonly size: Size;
  readonly names: readonly string[];
  readonly repositories?: string;
}

/** What the command line asks for, or why it cannot be done, in words. */
function asked(argv: readonly string[]): Asked | string {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        size: { type: 'string', default: 'ci' },
        only: { type: 'string', multiple: true },
        repositories: { type: 'string' },
      },
    });
    const size = Object.entries(sizes).find(([name]) => name === values.size)?.[1];
    if (size === undefined) return `There is no size '${values.size}'.`;
    const names = values.only ?? Object.keys(measurements);
    const unknown = names.find((name) => !Object.hasOwn(measurements, name));
    if (unknown !== undefined) return `There is no measurement '${unknown}'.`;
    return {
      size,
      names,
      ...(values.repositories === undefined ? {} : { repositories: path.resolve(values.repositories) }),
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function measure(name: string, { size, repositories }: Asked, root: string): Promise<Measured> {
  const measurement = measurements[name];
  if (measurement === undefined) throw new Error(`invariant: ${name} was looked up before`);
  const dir = path.join(root, name);
  const say = (line: string): void => void process.stderr.write(`${name}: ${line}\n`);
  try {
    const measured = await measurement({
      size,
      dir,
      say,
      ...(repositories === undefined ? {} : { repositories }),
    });
    say(JSON.stringify(measured));
    return measured;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    say(`not measured: ${problem}`);
    return { ok: false, problem };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function main(argv: readonly string[]): Promise<number> {
  const wanted = asked(argv);
  if (typeof wanted === 'string') {
    process.stderr.write(`${wanted}\n${usage}`);
    return 2;
  }
  const root = newFolder(folderOnDisk());
  const results: Record<string, Measured> = {};
  try {
    for (const name of wanted.names) results[name] = await measure(name, wanted, root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  const ok = Object.values(results).every((result) => result.ok !== false);
  process.stdout.write(`${JSON.stringify({ ...results, ok })}\n`);
  return ok ? 0 : 1;
}

process.exitCode = await asAnEngine(() => main(process.argv.slice(2)));
