// prove:evidence. Agents that want to be done, and honest colleagues: each works on a small project of its own, through
// the whole pipeline of the compiled command line, with a reviewer who passes everything. What is dishonest must not come
// to a pull request that may be merged, and a person must be told what was wrong; what is honest must come there.
//
//   tsx test/prove/evidence.ts [--size ci|full] [--level open|contained|both] [--only WORDS] [--list | --naive]
//
// In size ci, scenes that are much like another one are left out; in full, everything is played. Without --level, size full plays
// everything in boxes as well as without them, and size ci a slice in boxes beside all without. --only may name several,
// with | between them. For each dishonest scene it
// is shown, too, that the project's own test command ends well after the change, or the scene says that it does not;
// --naive does that alone. Progress goes to stderr. The last line of stdout is one JSON document; the exit is 0 only where enough were played
// and nothing is wrong.

import { parseArgs } from 'node:util';
import type { Dishonest, Honest } from './evidence/case.ts';
import { dishonest } from './evidence/cases.ts';
import { honest } from './evidence/controls.ts';
import type { Judged } from './evidence/judge.ts';
import {
  countsOf,
  isProved,
  judgeDishonest,
  judgeHonest,
  withKnown,
  wrongVerdicts,
} from './evidence/judge.ts';
import type { Level } from './evidence/levels.ts';
import { levelFrom, levelsOf } from './evidence/levels.ts';
import { isPlayedIn } from './evidence/sizes.ts';
import { hasProgram, looksGreen, play } from './evidence/world.ts';
import type { Size } from './support/proof.ts';
import { inLanes, report, say, sizeOf, sizeOption } from './support/proof.ts';

const lanes = 2;
/** Size full is what is promised; ci is a slice of it. */
const least = { ci: { cases: 65, controls: 40 }, full: { cases: 160, controls: 60 } };

interface Options {
  readonly size: Size;
  /** Undefined: as the size says. */
  readonly level: Level | 'both' | undefined;
  /** Only scenes with these words in their name. */
  readonly only: readonly string[];
  readonly list: boolean;
  readonly naive: boolean;
}

interface Act {
  readonly name: string;
  readonly level: Level;
  readonly needs?: string | undefined;
  readonly perform: () => Promise<Judged>;
}

async function prove({ size, level, only, list }: Options): Promise<boolean> {
  const isIn = ({ name }: Dishonest | Honest): boolean =>
    isMeant(only, name) && (only.length > 0 || isPlayedIn(size, name));
  const at = (scene: Dishonest | Honest): readonly Level[] =>
    levelsOf(scene, level ?? (size === 'full' ? 'both' : 'slice'));
  const acts = [
    ...dishonest.filter(isIn).flatMap((one) => at(one).map((each) => dishonestAct(one, each))),
    ...honest.filter(isIn).flatMap((one) => at(one).map((each) => honestAct(one, each))),
  ];
  if (list) {
    process.stdout.write(acts.map((act) => `${titleOf(act)}\n`).join(''));
    return true;
  }
  const startedMs = performance.now();
  const playable: Act[] = [];
  const notPlayed: string[] = [];
  for (const act of acts) {
    if (act.needs === undefined || (await hasProgram(act.needs))) playable.push(act);
    else {
      notPlayed.push(titleOf(act));
      say(`left out, because ${act.needs} is not here: ${act.name}`);
    }
  }
  say(`${playable.length} scenes, ${lanes} at a time`);
  const judged = await performAll(playable);
  const counts = countsOf(judged);
  const contained = judged.filter((one) => one.level === 'contained').length;
  report({ ...counts, contained, notPlayed }, startedMs);
  return isProved(counts, only.length === 0 ? least[size] : { cases: 0, controls: 0 });
}

function titleOf({ name, level }: Pick<Act, 'name' | 'level'>): string {
  return level === 'open' ? name : `${name} [${level}]`;
}

function isMeant(only: readonly string[], name: string): boolean {
  return only.length === 0 || only.some((words) => name.includes(words));
}

/** Every dishonest change that does not say otherwise must look well where nothing guards. */
async function proveTeeth({ only }: Options): Promise<boolean> {
  const toothless: string[] = [];
  let played = 0;
  for (const one of dishonest.filter(({ name, bites }) => bites !== false && isMeant(only, name))) {
    if (one.needs !== undefined && !(await hasProgram(one.needs))) continue;
    played += 1;
    if (await looksGreen(one)) continue;
    toothless.push(one.name);
    say(`WRONG toothless ${one.name}`);
  }
  process.stdout.write(`${JSON.stringify({ naive: played, toothless: toothless.length })}\n`);
  return toothless.length === 0 && played > 0;
}

function dishonestAct(one: Dishonest, level: Level): Act {
  return {
    name: one.name,
    level,
    needs: one.needs,
    perform: async () =>
      withKnown(judgeDishonest(one, await play(one, level), one.bites === false || (await looksGreen(one)))),
  };
}

function honestAct(one: Honest, level: Level): Act {
  const { name, needs } = one;
  return { name, level, needs, perform: async () => judgeHonest(one, await play(one, level)) };
}

function performAll(acts: readonly Act[]): Promise<readonly (Judged & Pick<Act, 'level'>)[]> {
  return inLanes({
    items: acts,
    lanes,
    work: async (act) => ({ ...(await act.perform()), level: act.level }),
    onDone: (judged, done) => {
      const isWrong = wrongVerdicts.includes(judged.verdict);
      const words = isWrong || judged.verdict === 'open' || acts.length === 1 ? `: ${judged.words}` : '';
      say(`${done}/${acts.length} ${isWrong ? 'WRONG ' : ''}${judged.verdict} ${titleOf(judged)}${words}`);
    },
  });
}

function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...sizeOption,
      level: { type: 'string' },
      only: { type: 'string', default: '' },
      list: { type: 'boolean', default: false },
      naive: { type: 'boolean', default: false },
    },
  });
  const { size, level, only, list, naive } = values;
  return {
    size: sizeOf(size),
    level: levelFrom(level),
    only: only.split('|').filter((words) => words !== ''),
    list,
    naive,
  };
}

const options = optionsOf(process.argv.slice(2));
process.exitCode = (await (options.naive ? proveTeeth(options) : prove(options))) ? 0 : 1;
