// prove:crash. A run is cut at the boundaries of its effects and by real SIGKILLs, taken up again, and must come to
// the same end as one nobody disturbed: nothing twice, nothing lost, nothing stuck. Three stories are told: the demo's
// run, one that goes round, and one of an engine of its own, which is killed at the boundaries of its effects while terminals
// attach, detach and are closed.
//
//   tsx test/prove/crash.ts [--size ci|full] [--story demo|rounds|engine] [--kills 20] [--points N] [--seed S]
//     [--plant no-probe]
//
// Progress goes to stderr. The last line of stdout is one JSON document; the exit is 0 only where nothing is wrong.

import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Category } from './support/compare.ts';
import type { EngineStory } from './crash/engine-story.ts';
import { proveEngine } from './crash/engine-story.ts';
import type { Size } from './support/proof.ts';
import { isPlanted, report, say, sizeOf, sizeOption } from './support/proof.ts';
import type { Point } from './support/points.ts';
import { chosenPoints, halfDone, pointsOfRounds, thinned, uncoveredPairs } from './support/points.ts';
import type { ToldStory } from './support/story.ts';
import { proveStory } from './support/story.ts';
import type { StoryName } from './support/world.ts';
import { storyNames } from './support/world.ts';

/** For a story that is told beside the demo's at the size of CI. */
const pointsBesideMax = 36;
/** At which an engine is killed at the size of CI. */
const engineCutsMax = 24;

interface Options {
  readonly size: Size;
  readonly stories: readonly StoryName[];
  readonly isEngineTold: boolean;
  readonly kills: number;
  readonly pointsMax: number;
  readonly seed: string;
  readonly plant: boolean;
}

interface Proof {
  readonly right: boolean;
  /** Something is wrong in a world that was kept. */
  readonly evidence: boolean;
}

async function prove(options: Options, root: string): Promise<Proof> {
  const startedMs = performance.now();
  const told: ToldStory[] = [];
  for (const [index, story] of options.stories.entries()) {
    const place = path.join(root, story);
    await mkdir(place);
    told.push(
      await proveStory({
        story,
        root: place,
        choose: (all) => thinned(chosen(all, story, options), options.pointsMax),
        kills: shareOf(options.kills, index, options.stories.length),
        seed: options.seed,
        plant: options.plant,
      }),
    );
  }
  return summed(
    told,
    options.isEngineTold ? await engineStory(options, root) : undefined,
    options,
    startedMs,
  );
}

function engineStory({ size, pointsMax }: Options, root: string): Promise<EngineStory> {
  const max = Math.min(pointsMax, size === 'ci' ? engineCutsMax : Number.POSITIVE_INFINITY);
  return proveEngine({ root, choose: (all) => halfDone(all, max) });
}

function chosen(all: readonly Point[], story: StoryName, { size, stories, plant }: Options) {
  if (plant) return all.filter((point) => point.kind === 'comment-ticket');
  const isBeside = story !== 'demo' && stories.length > 1;
  return isBeside && size === 'ci' ? pointsOfRounds(all, pointsBesideMax) : chosenPoints(all, size);
}

/** Of a number that is split as evenly as it can be. */
function shareOf(total: number, index: number, count: number): number {
  return Math.floor((total + index) / count);
}

function summed(
  told: readonly ToldStory[],
  engine: EngineStory | undefined,
  options: Options,
  startedMs: number,
): Proof {
  const wrong = told.flatMap((story) => story.wrong);
  const covered = told.flatMap((story) => story.covered);
  const points = told.flatMap((story) => story.points);
  const kills = told.reduce((sum, story) => sum + story.kills, 0);
  const count = (category: Category): number =>
    wrong.filter((findings) => findings.some((finding) => finding.category === category)).length;
  const counts = {
    stories: told.length + (engine === undefined ? 0 : 1),
    points: covered.length,
    uncovered: options.plant ? [] : uncoveredPairs(points, covered),
    duplicated: count('duplicated'),
    lost: count('lost'),
    stuck: count('stuck'),
    different: count('different'),
    kills,
    ...(engine === undefined ? {} : { engine: { cuts: engine.cuts, wrong: engine.wrong.length } }),
    control: told.every((story) => story.control.length === 0) && engine?.control !== false ? 'ok' : 'bad',
  };
  report(counts, startedMs);
  const evidence = counts.control !== 'ok' || [...wrong, ...(engine?.wrong ?? [])].flat().length > 0;
  const enough =
    (covered.length > 0 || told.length === 0) &&
    (engine === undefined || engine.cuts > 0) &&
    counts.uncovered.length === 0 &&
    kills === (told.length === 0 ? 0 : options.kills);
  return { right: !evidence && enough, evidence };
}

function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...sizeOption,
      story: { type: 'string' },
      kills: { type: 'string', default: '20' },
      points: { type: 'string', default: '100000' },
      seed: { type: 'string', default: 'slipway' },
      plant: { type: 'string' },
    },
  });
  const plant = isPlanted(values.plant, 'no-probe');
  return {
    size: sizeOf(values.size),
    ...storiesOf(values.story ?? (plant ? 'demo' : undefined)),
    kills: plant ? 0 : Number(values.kills),
    pointsMax: Number(values.points),
    seed: values.seed,
    plant,
  };
}

function storiesOf(only: string | undefined): Pick<Options, 'stories' | 'isEngineTold'> {
  const stories = storyNames.filter((name) => only === undefined || name === only);
  const isEngineTold = only === undefined || only === 'engine';
  if (stories.length === 0 && !isEngineTold) throw new Error(`--story is ${storyNames.join(', ')} or engine`);
  return { stories, isEngineTold };
}

const options = optionsOf(process.argv.slice(2));
const root = await realpath(await mkdtemp(path.join(tmpdir(), 'slipway-crash-')));
const proof = await prove(options, root);
if (proof.evidence && !options.plant) say(`what is wrong can be looked at in ${root}`);
else await rm(root, { recursive: true, force: true });
process.exitCode = proof.right ? 0 : 1;
