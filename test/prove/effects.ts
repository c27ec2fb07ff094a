// prove:effects. Every call that Slipway makes to a forge or a tracker goes wrong in every way there is, once, twice and for ever, and the
// process that makes it is killed around it. The effect is performed as the engine does, against servers with a state; whatever happened,
// nothing is there twice, nothing is lost, and it comes to an end that is defined.
//
//   tsx test/prove/effects.ts [--size ci|full] [--seed S] [--only WORDS] [--plant BUG] [--list]
//
// Calls are those that each effect is seen to make where nothing goes wrong. In size ci a sample is played that has every call and every
// fault in it; in full, everything. Controls are all effects without a fault, and planted bugs that have to be seen. What services or our
// own decisions leave open is counted apart (`exceptions`), and so is what is known to be wrong (`open`). Progress goes to stderr. The last
// line of stdout is one JSON document; the exit is 0 only where enough was played and nothing is wrong.

import { parseArgs } from 'node:util';
import type { Case } from './effects/case.ts';
import { casesOf } from './effects/case.ts';
import { exceptionFor } from './effects/exceptions.ts';
import type { Finding } from './effects/judge.ts';
import { findingsIn, findingsWithout } from './effects/judge.ts';
import { endSpare } from './effects/kill.ts';
import { reasonFor } from './effects/open.ts';
import type { Played } from './effects/play.ts';
import { callsOf, played } from './effects/play.ts';
import type { Plant } from './effects/plants.ts';
import { performerOf, plantFrom, plantsSeen, wireOf } from './effects/plants.ts';
import { sampleOf, wholeOf } from './effects/sample.ts';
import type { Scene } from './effects/scene.ts';
import { scenes } from './effects/scenes.ts';
import type { Stage } from './effects/stage.ts';
import { openStage } from './effects/stage.ts';
import type { Wire } from './effects/wire.ts';
import type { Size } from './support/proof.ts';
import { inLanes, progressOf, report, say, sizeOf, sizeOption } from './support/proof.ts';

const lanes = 2;
const least: Readonly<Record<Size, number>> = { ci: 150, full: 1_000 };

interface Options {
  readonly size: Size;
  readonly seed: string;
  /** Only cases with all of these words in their name. */
  readonly only: readonly string[];
  readonly plant: Plant | undefined;
  readonly list: boolean;
}

interface Judged {
  readonly name: string;
  readonly findings: readonly Finding[];
  readonly exceptions: readonly string[];
  readonly open: readonly string[];
}

/** A scene as it is where nothing goes wrong. */
interface Control {
  readonly scene: Scene;
  readonly played: Played;
}

let next = 0;
const number = (): number => (next += 1);

async function prove(options: Options, stages: readonly Stage[]): Promise<boolean> {
  const startedMs = performance.now();
  const [stage] = stages;
  if (stage === undefined) throw new Error('There is no lane.');
  const { controls, failed } = await withoutFaults(stage);
  const seen = options.list ? [] : await plantsSeen(stage, controls, number);
  for (const { plant } of seen.filter((one) => !one.seen)) say(`WRONG nobody saw the planted ${plant}`);
  const cases = chosen(options, controls);
  if (options.list) {
    process.stdout.write(cases.map(({ name }) => `${name}\n`).join(''));
    return true;
  }
  say(
    `${cases.length} cases, ${lanes} at a time; ${scenes.length} effects make ${callNames(controls)} calls`,
  );
  const judged = await playAll(cases, { stages, controls, plant: options.plant });
  const counts = countsOf(judged);
  const right = scenes.length - failed + seen.filter((one) => one.seen).length;
  report(
    {
      cases: judged.length,
      ...counts,
      controls: `${right} of ${scenes.length + seen.length}`,
      calls: callNames(controls),
      kills: cases.filter(({ what }) => 'kill' in what).length,
      seed: options.seed,
    },
    startedMs,
  );
  const isEnough = options.only.length > 0 || judged.length >= least[options.size];
  const isWell = counts.duplicates + counts.lost + counts.wrong === 0;
  return isEnough && isWell && right === scenes.length + seen.length;
}

async function withoutFaults(
  stage: Stage,
): Promise<{ readonly controls: readonly Control[]; readonly failed: number }> {
  const wire = wireOf(undefined);
  const controls: Control[] = [];
  let failed = 0;
  for (const scene of scenes) {
    const one = await played({ scene }, { stage, n: number(), wire });
    const findings = findingsWithout(scene, one);
    for (const { what } of findings) say(`WRONG without any fault: ${scene.name}: ${what}`);
    if (findings.length > 0) failed += 1;
    controls.push({ scene, played: one });
  }
  wire.remove();
  return { controls, failed };
}

function callNames(controls: readonly Control[]): number {
  return new Set(controls.flatMap((control) => control.played.calls.map(({ name }) => name))).size;
}

function chosen({ size, seed, only }: Options, controls: readonly Control[]): readonly Case[] {
  const all = controls.flatMap((control) => casesOf(control.scene, callsOf(control.played)));
  if (only.length > 0) return all.filter(({ name }) => only.every((words) => name.includes(words)));
  return size === 'full' ? wholeOf(all, seed) : sampleOf(all, seed);
}

async function playAll(
  cases: readonly Case[],
  {
    stages,
    controls,
    plant,
  }: { stages: readonly Stage[]; controls: readonly Control[]; plant: Plant | undefined },
): Promise<readonly Judged[]> {
  const wire = wireOf(plant);
  const progress = progressOf('played', cases.length);
  return inLanes({
    items: cases,
    lanes: stages.length,
    work: async (one, lane) => {
      const stage = stages[lane];
      if (stage === undefined) throw new Error(`There is no lane ${lane}.`);
      const usual = controls.find(({ scene }) => scene === one.scene)?.played.written ?? {};
      return judgedCase(one, await findingsOf(one, stage, { wire, plant, usual }));
    },
    onDone: (judged) => {
      tell(judged);
      progress();
    },
  });
}

/** What is thrown is a finding, too: nothing expected is. */
async function findingsOf(
  one: Case,
  stage: Stage,
  { wire, plant, usual }: { wire: Wire; plant: Plant | undefined; usual: Played['written'] },
): Promise<readonly Finding[]> {
  try {
    const result = await played(one, { stage, n: number(), wire, plant: performerOf(plant) });
    return findingsIn(one, result, usual);
  } catch (error) {
    return [
      { category: 'wrong', what: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    ];
  }
}

function judgedCase(one: Case, found: readonly Finding[]): Judged {
  const exceptions = found.flatMap((finding) => exceptionFor(one, finding) ?? []);
  const others = found.filter((finding) => exceptionFor(one, finding) === undefined);
  const open = others.flatMap((finding) => reasonFor(one, finding) ?? []);
  const findings = others.filter((finding) => reasonFor(one, finding) === undefined);
  return { name: one.name, findings, exceptions, open };
}

function tell({ name, findings }: Judged): void {
  for (const { category, what } of findings) say(`WRONG ${category}: ${name}: ${what}`);
}

/** Cases, not findings: one that is wrong in two ways counts for each of them once. */
function countsOf(judged: readonly Judged[]) {
  const of = (category: Finding['category']): number =>
    judged.filter(({ findings }) => findings.some((one) => one.category === category)).length;
  const told = (key: 'exceptions' | 'open'): Readonly<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const one of judged)
      for (const reason of new Set(one[key])) counts[reason] = (counts[reason] ?? 0) + 1;
    return counts;
  };
  return {
    duplicates: of('duplicates'),
    lost: of('lost'),
    wrong: of('wrong'),
    open: told('open'),
    exceptions: told('exceptions'),
  };
}

function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...sizeOption,
      seed: { type: 'string', default: '16' },
      only: { type: 'string', default: '' },
      plant: { type: 'string' },
      list: { type: 'boolean', default: false },
    },
  });
  const { size, seed, only, plant, list } = values;
  return {
    size: sizeOf(size),
    seed,
    only: only
      .split('+')
      .map((words) => words.trim())
      .filter((words) => words !== ''),
    plant: plantFrom(plant),
    list,
  };
}

const stages = await Promise.all(Array.from({ length: lanes }, openStage));
const isRight = await prove(optionsOf(process.argv.slice(2)), stages);
endSpare();
await Promise.all(stages.map((stage) => stage.close()));
process.exitCode = isRight ? 0 : 1;
