// prove:mutants. Small faults are put into src/core and src/tamper, one at a time, and the tests of these folders have to
// notice. A share of 0.85 must be killed; who survives is listed, with the reason that was written down for it.
//
//   tsx test/prove/mutants.ts [--size ci|full] [--seed N] [--lanes N] [--only WORDS]
//   tsx test/prove/mutants.ts --rules [--only WORDS]
//
// In size ci, the first few hundred of the sample are tried; in full, 1,500. --only tries every mutant of the files with
// these words in their name, and judges nothing. First the tests have to pass without a mutant, and the planted controls
// have to meet their fate. --rules tries no sample: what enforces a rule of docs/reference/rules.md is taken away, and the test named
// beside it has to fail. Progress goes to stderr. The last line of stdout is one JSON document.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { plantedIn } from './mutants/controls.ts';
import { must } from '../../src/core/run.ts';
import { rules } from '../generated/rules.ts';
import type { Planned } from './mutants/bench.ts';
import {
  askedOf as rulesAsked,
  casesOf,
  isEmptied,
  isInBench,
  mutantsFor,
  stranger,
} from './mutants/rules-held.ts';
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
  readonly rules: boolean;
}

/** More faults in one function than this are not tried for the sake of one test. */
const faultsMax = 60;

async function proveRules({ only }: Options): Promise<boolean> {
  const startedMs = performance.now();
  const tree = await treeOf({ root, subjects, tests, without, leftOut });
  const every = rules().flatMap((rule) => ('later' in rule ? [] : [rule]));
  const wanted = every.filter(({ by }) => by.file.includes(only));
  const here = wanted.filter((rule) => isInBench(rule, tree.tests, tree.subjects));
  const mutants = mutantsFor([...here, stranger], mutantsOf(tree));
  const worker = new Worker(compiled(tree, mutants));
  try {
    const baseline = await worker.baseline();
    for (const words of baseline.failed) say(`FAILED ${words}`);
    if (baseline.failed.length > 0) return false;
    const [control] = rulesAsked([stranger], mutants);
    const strange = casesOf(stranger, baseline);
    if (strange.length === 0 || (await noticed(worker, strange, control?.mutants ?? [])) !== undefined) {
      say('CONTROL a test that has nothing to do with it is red, or is gone');
      return false;
    }
    const unheld: string[] = [];
    let emptied = 0;
    for (const { rule, mutants: those } of rulesAsked(here, mutants)) {
      const by = await noticed(worker, casesOf(rule, baseline), those);
      if (by === undefined)
        unheld.push(
          `[${rule.id}] ${rule.rule}\n  ${rule.by.file} ${rule.by.name}\n  ${rule.test.file} | ${rule.test.name}`,
        );
      else if (isEmptied(must(mutants[by], 'it was tried'), rule)) emptied += 1;
    }
    for (const words of unheld) say(`UNHELD ${words}`);
    report(
      {
        rules: wanted.length,
        tried: here.length,
        held: here.length - unheld.length,
        emptied,
        elsewhere: wanted.length - here.length,
      },
      startedMs,
    );
    return unheld.length === 0;
  } finally {
    await worker.end();
  }
}

/** The first fault that these tests notice. */
async function noticed(
  worker: Worker,
  cases: readonly Planned[],
  those: readonly number[],
): Promise<number | undefined> {
  if (cases.length === 0) return undefined;
  for (const number of those.slice(0, faultsMax)) {
    const { outcome } = await worker.try(number, cases, slack.ms * slack.times);
    if (outcome !== 'survived') return number;
  }
  return undefined;
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
      rules: { type: 'boolean', default: false },
    },
  });
  const { size, seed, lanes, only, rules: ofRules } = values;
  return {
    size: sizeOf(size),
    seed: wholeNumber('seed', seed),
    lanes: wholeNumber('lanes', lanes),
    only,
    rules: ofRules,
  };
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`--${option} is a whole number above zero, not '${text}'`);
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const options = optionsOf(process.argv.slice(2));
process.exitCode = (await (options.rules ? proveRules(options) : prove(options))) ? 0 : 1;
