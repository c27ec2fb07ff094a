// prove:mutants. Small faults are put into src/core and src/tamper, one at a time, and the tests of these folders have to
// notice. A share of 0.85 must be killed; who survives is listed, with the reason that was written down for it.
//
//   tsx test/prove/mutants.ts [--size ci|full] [--seed N] [--lanes N] [--only WORDS]
//
// In size ci, the first few hundred of the sample are tried; in full, 1,500. --only tries every mutant of the files with
// these words in their name, and judges nothing. First the tests have to pass without a mutant, and the planted controls
// have to meet their fate. Progress goes to stderr. The last line of stdout is one JSON document.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { plantedIn } from './mutants/controls.ts';
import type { Plan } from './mutants/plan.ts';
import { plansFor } from './mutants/plan.ts';
import { controls, leftOut, subjects, tests, without } from './mutants/planted.ts';
import { sampleOf } from './mutants/sample.ts';
import type { Result } from './mutants/score.ts';
import { endsOf, isKilled, orphansOf, reasonFor, scoreOf } from './mutants/score.ts';
import { known } from './mutants/survivors.ts';
import type { Mutant, Tree } from './mutants/tree.ts';
import { compiled, mutantsOf, treeOf } from './mutants/tree.ts';
import { Worker } from './mutants/workers.ts';
import type { Size } from './support/proof.ts';
import { inLanes, report, say, sizeOf, sizeOption } from './support/proof.ts';

const scoreMin = 0.85;
const sizes: Readonly<Record<Size, number>> = { ci: 600, full: 1_500 };
/** Of its full sample every survivor has been looked at. The others are there to say whether that helped elsewhere too. */
const explainedSeed = 1;
/** A mutant may make its tests slower, but not without end. */
const slack = { ms: 5_000, times: 10 };
const progressEvery = 50;

interface Options {
  readonly size: Size;
  readonly seed: number;
  readonly lanes: number;
  readonly only: string;
}

async function prove(options: Options): Promise<boolean> {
  const startedMs = performance.now();
  const tree = await treeOf({ root, subjects, tests, without, leftOut });
  const all = mutantsOf(tree);
  const chosen =
    options.only === ''
      ? sampleOf(all, sizes[options.size], options.seed)
      : all.filter(({ file }) => file.includes(options.only));
  say(`${chosen.length} of ${all.length} mutants in ${tree.subjects.length} files, seed ${options.seed}`);
  const orphans = orphansOf(all, known);
  for (const one of orphans) say(`ORPHAN ${one.file} in ${one.within}: ${one.was} → ${one.now}`);
  const results = await triedOn(tree, chosen, options.lanes);
  if (results === undefined) return false;
  const score = scoreOf(results, known);
  report({ ...score, ...endsOf(results), orphans: orphans.length, seed: options.seed }, startedMs);
  if (options.only !== '') return true;
  const isExplained = options.size !== 'full' || options.seed !== explainedSeed || score.unexplained === 0;
  return score.score >= scoreMin && isExplained && orphans.length === 0;
}

/** Undefined where nothing can be said of mutants, because the tests or the controls do not do what they have to. */
async function triedOn(
  tree: Tree,
  chosen: readonly Mutant[],
  lanes: number,
): Promise<readonly Result[] | undefined> {
  const planted = controls.map((control) => plantedIn(tree, control));
  const mutants = [...planted, ...chosen];
  const script = compiled(tree, mutants);
  const workers = Array.from({ length: lanes }, () => new Worker(script));
  try {
    const [first] = workers;
    if (first === undefined) throw new Error('--lanes is a number above zero');
    const baseline = await first.baseline();
    say(`${baseline.tests.length} tests without a mutant, ${baseline.failed.length} of them failed`);
    for (const words of baseline.failed) say(`FAILED ${words}`);
    if (baseline.failed.length > 0 || baseline.tests.length === 0) return undefined;
    const plans = plansFor(mutants, baseline);
    const work = (items: readonly number[], onDone?: (result: Result, done: number) => void) =>
      inLanes({
        items,
        lanes,
        work: (number, lane) => tried(workers[lane] ?? first, number, mutants[number], plans[number]),
        ...(onDone === undefined ? {} : { onDone }),
      });
    const fates = await work([...planted.keys()]);
    if (!areMet(fates)) return undefined;
    say(`${fates.length} controls met their fate`);
    return await work(
      chosen.map((_, at) => planted.length + at),
      (result, done) => {
        if (!isKilled(result)) tell(result);
        if (done % progressEvery === 0 || done === chosen.length) say(`tried ${done} of ${chosen.length}`);
      },
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.end()));
  }
}

async function tried(worker: Worker, number: number, mutant?: Mutant, plan?: Plan): Promise<Result> {
  if (mutant === undefined || plan === undefined) throw new Error(`there is no mutant ${number}`);
  const { site: _, ...said } = mutant;
  if (plan.tests.length === 0) return { ...said, outcome: 'idle' };
  return { ...said, ...(await worker.try(number, plan.tests, slack.ms + slack.times * plan.ms)) };
}

function areMet(fates: readonly Result[]): boolean {
  const wrong = controls.filter(({ file, was, now, fate }) => {
    const met = fates.find((one) => one.file === file && one.was === was && one.now === now);
    return met?.outcome !== fate;
  });
  for (const { file, was, now, fate } of wrong) say(`CONTROL ${file}: ${was} → ${now} was not ${fate}`);
  return wrong.length === 0;
}

function tell(one: Result): void {
  const reason = reasonFor(known, one) ?? 'UNEXPLAINED';
  say(
    `survived: ${one.file}:${one.line} in ${one.within} (${one.operator}): ${one.was} → ${one.now}\n  ${reason}`,
  );
}

function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...sizeOption,
      seed: { type: 'string', default: '1' },
      lanes: { type: 'string', default: '2' },
      only: { type: 'string', default: '' },
    },
  });
  const { size, seed, lanes, only } = values;
  return { size: sizeOf(size), seed: wholeNumber('seed', seed), lanes: wholeNumber('lanes', lanes), only };
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`--${option} is a whole number above zero, not '${text}'`);
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
process.exitCode = (await prove(optionsOf(process.argv.slice(2)))) ? 0 : 1;
