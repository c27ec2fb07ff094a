// prove:screening. Secrets of more than a hundred kinds are sent through every surface of the compiled command line, and
// every byte that it left is searched for them. Then the same engine reads all the text of the installed packages, which
// is full of things that only look like secrets.
//
//   tsx test/prove/screening.ts [--size ci|full] [--only WORDS] [--plant RULE|everything]
//
// In size ci, many kinds share a run; in full, each is played with three sets of values. --plant RULE takes a rule out of
// a copy of the compiled program and of the engine here, to show that this proof finds what is missed; --plant everything
// gives the engine a rule that alarms on every word, to show that false alarms fail it, too. Progress goes to stderr. The
// last line of stdout is one JSON document; the exit is 0 only where nothing was missed, nothing leaked, and alarms are few.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { secretKinds } from '../support/secrets.ts';
import { benign } from './screening/benign.ts';
import { dressed } from './screening/clothes.ts';
import { known } from './screening/known.ts';
import { engineOf, programOf } from './screening/plant.ts';
import type { Numbered } from './screening/planted.ts';
import type { Play, Result } from './screening/plays.ts';
import { placeholders } from './screening/placeholders.ts';
import { change, refusal, runsOf, wholeRun } from './screening/plays.ts';
import type { Size } from './support/proof.ts';
import { inLanes, report, say, sizeOf, sizeOption } from './support/proof.ts';

const lanes = 2;
const alarmsPerMBMax = 0.2;
const benignMBMin = 50;

interface Options {
  readonly size: Size;
  /** Only plays with these words in their name; the corpus is `packages`. */
  readonly only: string;
  readonly plant?: string;
}

async function prove(options: Options): Promise<boolean> {
  const startedMs = performance.now();
  const program = await programOf(root, options.plant);
  try {
    const plays = playsOf(options.size).filter(({ name }) => name.includes(options.only));
    say(`${secretKinds.length} kinds in ${plays.length} plays, ${lanes} at a time`);
    const results = await playAll(plays, program.main);
    const corpus = 'packages'.includes(options.only) ? benign(root, engineOf(options.plant), say) : undefined;
    const inClothes = 'clothes'.includes(options.only) ? dressed(engineOf(options.plant), 'one') : undefined;
    for (const words of inClothes?.missed ?? []) say(`MISSED ${words}`);
    for (const text of inClothes?.alarms ?? []) say(`ALARM ${JSON.stringify(text)}`);
    const missed = [
      ...results.flatMap((result) => result.missed),
      ...(corpus?.missed ?? []),
      ...(inClothes?.missed ?? []),
    ];
    const leaks = results.flatMap((result) => result.leaks);
    const caught =
      results.reduce((sum, result) => sum + result.caught, 0) +
      (corpus?.caught ?? 0) +
      (inClothes?.caught ?? 0);
    const counts = {
      secrets: caught + missed.length,
      missed: missed.length,
      benignMB: corpus?.benignMB ?? 0,
      alarmsPerMB: corpus?.alarmsPerMB ?? 0,
      leaks: leaks.length,
      dressed: (inClothes?.caught ?? 0) + (inClothes?.missed.length ?? 0),
      placeholders: placeholders.length,
      alarmsOfPlaceholders: inClothes?.alarms.length ?? 0,
      kinds: secretKinds.length,
    };
    report(counts, startedMs);
    const isQuiet =
      corpus === undefined || (corpus.alarmsPerMB < alarmsPerMBMax && corpus.benignMB >= benignMBMin);
    const areLeft = (inClothes?.alarms.length ?? 0) === 0;
    return missed.length === 0 && leaks.length === 0 && caught > 0 && isQuiet && areLeft;
  } finally {
    await program.remove();
  }
}

function playsOf(size: Options['size']): readonly Play[] {
  const kinds = secretKinds.map((kind, number): Numbered => ({ kind, number }));
  const blocking = kinds.filter(({ kind }) => kind.action === 'block');
  const seeds = size === 'ci' ? ['one'] : ['one', 'two', 'three'];
  return seeds.flatMap((seed) => [
    ...runsOf(kinds).map((some) => wholeRun(some, seed)),
    ...blocking.map((kind) => refusal(kind, seed)),
    change(kinds, seed),
    known(seed),
  ]);
}

function playAll(plays: readonly Play[], main: string): Promise<readonly Result[]> {
  return inLanes({
    items: plays,
    lanes,
    work: async (play) => ({ name: play.name, ...(await play.perform(main)) }),
    onDone: (result, done) => {
      for (const words of result.missed) say(`MISSED ${words}`);
      for (const words of result.leaks) say(`LEAKED ${words}`);
      say(`${result.name}: ${result.caught} caught (${done} of ${plays.length} plays)`);
    },
  });
}

function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...sizeOption,
      only: { type: 'string', default: '' },
      plant: { type: 'string' },
    },
  });
  const { size, only, plant } = values;
  return { size: sizeOf(size), only, ...(plant === undefined ? {} : { plant }) };
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
process.exitCode = (await prove(optionsOf(process.argv.slice(2)))) ? 0 : 1;
