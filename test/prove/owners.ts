// prove:owners. Two to five processes meet at one home: engines of this version and of the one before, commands that own it,
// terminals that attach and are closed.
// Owners are killed, stopped, taken over from and let go on, at moments all over a run. Whatever happened, the run comes to
// its end, and nothing of it took hold twice, was lost, or is still there afterwards.
//
//   tsx test/prove/owners.ts [--size ci|full] [--rounds N] [--seed S] [--only HOME]
//
// Controls are owners that do what no owner may: the same judges have to see it. Progress goes to stderr. The last line of
// stdout is one JSON document; the exit is 0 only where nothing is wrong and enough was tried.

import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { olderBuild } from '../support/older-build.ts';
import type { Facts } from './support/facts.ts';
import type { Size } from './support/proof.ts';
import { report, say, sizeOf, sizeOption } from './support/proof.ts';
import { brokenOwners } from './owners/broken-build.ts';
import { controlsOf, undisturbed } from './owners/controls.ts';
import { deedNames } from './owners/deeds.ts';
import type { Wrong } from './owners/judge.ts';
import { categories } from './owners/judge.ts';
import type { Sat } from './owners/sitting.ts';
import { sit } from './owners/sitting.ts';

const lanes = 3;
const roundsOf: Readonly<Record<Size, number>> = { ci: 200, full: 1_000 };

interface Options {
  readonly rounds: number;
  readonly seed: number;
  /** The one home that is played, by its number. */
  readonly only: number | undefined;
}

async function prove(options: Options, root: string): Promise<boolean> {
  const startedMs = performance.now();
  const control = await undisturbed(root);
  say(`a run that nobody disturbs: ${control.facts.events.length} events`);
  const older = olderBuild(path.join(root, 'older'));
  const written = await controlsOf(root, control);
  const [met, sat] = await Promise.all([
    options.only === undefined ? metAtLast(root, control.facts) : [],
    sittings(options, (n) => sit({ root, n, seed: options.seed, control: control.facts, older })),
  ]);
  const controls =
    options.only === undefined
      ? [...written, { seen: met.some(({ category }) => category !== 'orphans') }]
      : written;
  const rounds = sat.flatMap((one) => one.rounds);
  const wrong = sat.flatMap((one) => one.wrong);
  const count = (category: string): number => wrong.filter((one) => one.category === category).length;
  const stages = new Set(rounds.map(({ stage }) => stage));
  const done = new Set(rounds.map(({ deed }) => deed));
  report(
    {
      rounds: rounds.length,
      ...Object.fromEntries(categories.map((category) => [category, count(category)])),
      controls: `${controls.filter(({ seen }) => seen).length} of ${controls.length}`,
      homes: sat.length,
      stages: [...stages].toSorted(),
      processesMax: Math.max(...rounds.map(({ processes }) => processes)),
    },
    startedMs,
  );
  const enough =
    options.only !== undefined || (rounds.length >= options.rounds && done.size === deedNames.length);
  return enough && wrong.length === 0 && controls.every(({ seen }) => seen);
}

const meetingsMax = 3;

/** Two owners without a lock do not always get in each other's way within the time they have: that they did is what is to be judged. */
async function metAtLast(root: string, control: Facts): Promise<readonly Wrong[]> {
  for (let n = 1; ; n += 1) {
    const place = path.join(root, `meeting-${n}`);
    await mkdir(place);
    const met = await brokenOwners(place, control);
    if (n === meetingsMax || met.some(({ category }) => category !== 'orphans')) return met;
    say(`two owners without a lock did not get in each other's way; meeting ${n + 1}`);
  }
}

/** A few at a time, until there were enough rounds. */
async function sittings(
  { rounds, seed, only }: Options,
  play: (n: number) => Promise<Sat>,
): Promise<readonly Sat[]> {
  const sat: Sat[] = [];
  let next = 1;
  let sum = 0;
  const lane = async (): Promise<void> => {
    while (sum < rounds) {
      const one = await play(next++);
      sat.push(one);
      sum += one.rounds.length;
      tell(one, seed);
      say(`${sum} of ${rounds} rounds`);
    }
  };
  if (only !== undefined) {
    const one = await play(only);
    tell(one, seed);
    return [one];
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return sat;
}

function tell({ n, wrong, rounds }: Sat, seed: number): void {
  if (wrong.length === 0) return;
  for (const { category, what } of wrong) say(`WRONG in home ${n}: ${category}: ${what}`);
  for (const [at, { deed, stage, processes }] of rounds.entries())
    say(`  round ${at + 1}: ${deed}, in ${stage}, ${processes} processes`);
  say(`  again: npm run prove:owners -- --seed ${seed} --only ${n}`);
}

function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...sizeOption,
      rounds: { type: 'string' },
      seed: { type: 'string', default: '15' },
      only: { type: 'string' },
    },
  });
  return {
    rounds: Number(values.rounds ?? roundsOf[sizeOf(values.size)]),
    seed: Number(values.seed),
    only: values.only === undefined ? undefined : Number(values.only),
  };
}

const root = await realpath(await mkdtemp(path.join(tmpdir(), 'slipway-owners-')));
const isRight = await prove(optionsOf(process.argv.slice(2)), root);
if (isRight) await rm(root, { recursive: true, force: true });
else say(`what is wrong can be looked at in ${root}`);
process.exitCode = isRight ? 0 : 1;
