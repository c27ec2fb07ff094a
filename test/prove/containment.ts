// prove:containment. Agents that do what they must not, and obey whatever a text tells them, are let loose at the level
// contained: through the compiled command line, in worlds full of secrets and canaries, judged from outside.
//
//   tsx test/prove/containment.ts [--size ci|full] [--only WORDS] [--naive | --plant open]
//
// In size ci, cases that can share a launch do so; in full, each has a run of its own. The real programs (claude, codex,
// opencode) play twelve cases of every mode in one launch, in both. --naive plays every case where nothing guards, to
// show that it bites; --plant open plays them through the command line where no box can be made, to show that this proof
// finds what takes hold. Progress goes to stderr. The last line of stdout is one JSON document; the exit is 0 only where
// nothing is wrong.

import { parseArgs } from 'node:util';
import { containmentFor } from '../../src/app/containment.ts';
import { placesOf } from '../../src/app/home/home-places.ts';
import { programNames } from '../agents/programs.ts';
import { escapes } from './containment/cases/escapes.ts';
import { injections } from './containment/cases/injections.ts';
import { tasks } from './containment/cases/tasks.ts';
import { toothless } from './containment/control.ts';
import { isEnding, sweep, takeAllAway } from './containment/remains.ts';
import type { Act, Company } from './containment/stage/company.ts';
import { commandCompany, openCompany } from './containment/stage/company.ts';
import { chosenFor, playsOf, taskPlay } from './containment/stage/play.ts';
import { programAct } from './containment/stage/programs.ts';
import { countsOf, faultsOf } from './containment/stage/report.ts';
import { surroundingsIn } from './containment/stage/surroundings.ts';
import { stageAll } from './containment/stage/verdicts.ts';
import type { World } from './containment/world.ts';
import { plant } from './containment/world.ts';
import type { Size } from './support/proof.ts';
import { isPlanted, progressOf, report, say, sizeOf, sizeOption } from './support/proof.ts';

const lanes = 3;
const casesEach = 12;
const teethAtOnce = 10;
const exits = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;

interface Options {
  readonly size: Size;
  /** Only plays with these words in their name. */
  readonly only: string;
  readonly naive: boolean;
  readonly plant: boolean;
}

async function prove(options: Options): Promise<boolean> {
  const acts = await inSampleWorld((world) => {
    if (options.plant) return commandActs(world, options.size, openCompany);
    return isContained(world)
      ? [...programActs(world), ...commandActs(world, options.size, commandCompany)]
      : [];
  });
  const chosen = acts.filter(({ play }) => play.name.includes(options.only));
  const startedMs = performance.now();
  say(`${chosen.length} plays, ${lanes} at a time`);
  const progress = progressOf('played', chosen.length);
  const staged = await stageAll({
    acts: chosen,
    lanes,
    onStaged: (one) => {
      for (const fault of faultsOf(one)) say(`WRONG ${fault}`);
      progress();
    },
  });
  const by = (program: string | undefined) => countsOf(staged.filter((one) => one.play.program === program));
  const real = Object.fromEntries(programNames.map((name) => [name, by(name)]));
  report({ ...by(undefined), real }, startedMs);
  return staged.length > 0 && staged.every((one) => faultsOf(one).length === 0);
}

/** Scripts are written for a world: one that is thrown away shows what they use. */
async function inSampleWorld<T>(work: (world: World) => T): Promise<T> {
  const world = await plant();
  try {
    return work(world);
  } finally {
    await world.close();
  }
}

/** Nothing is proved where the level cannot be had, and nothing passes. */
function isContained(world: World): boolean {
  const surroundings = surroundingsIn(world);
  const { level, why, raise } = containmentFor(placesOf(surroundings), surroundings).here.found();
  say(`level: ${level}: ${why}`);
  if (level === 'contained') return true;
  say(
    `Nothing was proved: agents would be ${level} here. ${raise === undefined ? '' : `To raise it: ${raise}`}`,
  );
  return false;
}

function programActs(world: World): readonly Act[] {
  const chosen = [...chosenFor(escapes, world, casesEach)];
  return programNames.flatMap((name) => chosen.map(([mode, cases]) => programAct(name, mode, cases)));
}

function commandActs(world: World, size: Options['size'], company: Company): readonly Act[] {
  const plays = [...playsOf([...escapes, ...injections], world, size), ...tasks.map(taskPlay)];
  return plays.map((play) => ({ play, company }));
}

/** Every case that does not say why not must take hold where nothing guards. */
async function proveTeeth({ only }: Options): Promise<boolean> {
  const cases = [...escapes, ...injections].filter((each) => each.name.includes(only));
  const provable = cases.filter((each) => each.unprovable === undefined);
  say(`${provable.length} of ${cases.length} cases are played where nothing guards`);
  const missed: string[] = [];
  for (let from = 0; from < provable.length; from += teethAtOnce) {
    missed.push(...(await toothless(provable.slice(from, from + teethAtOnce))));
    say(`played ${Math.min(from + teethAtOnce, provable.length)} of ${provable.length}`);
  }
  for (const name of missed) say(`WRONG took no hold: ${name}`);
  process.stdout.write(`${JSON.stringify({ naive: provable.length, toothless: missed.length })}\n`);
  return missed.length === 0 && provable.length > 0;
}

function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...sizeOption,
      only: { type: 'string', default: '' },
      naive: { type: 'boolean', default: false },
      plant: { type: 'string' },
    },
  });
  const { size, only, naive, plant: planted } = values;
  return { size: sizeOf(size), only, naive, plant: isPlanted(planted, 'open') };
}

/** A proof that is stopped or breaks takes its worlds away as well. */
async function cleanly(work: () => Promise<boolean>): Promise<number> {
  const stopped = new Promise<number>((resolve) => {
    for (const [signal, exit] of exits) process.on(signal, () => resolve(exit));
  });
  const swept = await sweep();
  if (swept > 0) say(`${swept} worlds of proofs that were killed are taken away`);
  const worked = work().then(
    (isRight) => (isRight ? 0 : 1),
    (error: unknown) => {
      const broke = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (!isEnding()) say(`The proof broke: ${broke}`);
      return 1;
    },
  );
  const exit = await Promise.race([worked, stopped]);
  if (exit > 1) say('Stopped; what was planted is taken away');
  await takeAllAway();
  return exit;
}

const options = optionsOf(process.argv.slice(2));
// A lane that was stopped may wait for ever.
process.exit(await cleanly(() => (options.naive ? proveTeeth(options) : prove(options))));
