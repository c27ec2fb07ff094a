// One home, one run, and several rounds in which processes meet over it: in each, two to five are there, something is done to
// one of them at a moment that the journal gives, and the next round takes the run up. Then it is brought to its end and judged.

import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Random } from '../../simulation/random.ts';
import type { Facts } from '../support/facts.ts';
import { say } from '../support/proof.ts';
import { placesIn } from '../support/world.ts';
import type { DeedName } from './deeds.ts';
import { deedNames, deeds } from './deeds.ts';
import type { Sight } from './eye.ts';
import type { Wrong } from './judge.ts';
import { factsThere, judge } from './judge.ts';
import type { Party } from './parties.ts';
import { commandsOf, ofHome, orphansOf, signal } from './parties.ts';
import type { Scene, Words } from './scene.ts';
import { join, sceneAt } from './scene.ts';

export interface Told {
  readonly deed: DeedName;
  /** Where the run was when it was done, and how many of us were at the home. */
  readonly stage: string;
  readonly processes: number;
}

export interface Sat {
  readonly n: number;
  readonly rounds: readonly Told[];
  readonly wrong: readonly Wrong[];
}

const roundsMax = 8;
const momentMs = 4_000;
const startMs = 20_000;
const endMs = 150_000;
const partiesMax = 1;

export async function sit(plan: {
  readonly root: string;
  readonly n: number;
  readonly seed: number;
  readonly control: Facts;
  readonly older: string;
}): Promise<Sat> {
  const { n, control, older } = plan;
  const scene = await sceneAt(path.join(plan.root, `home-${n}`), plan.seed * 10_007 + n, older);
  const rounds: Told[] = [];
  try {
    while (rounds.length < roundsMax) {
      const told = await round(scene);
      if (told === undefined) break;
      rounds.push(told);
    }
    const said = await finish(scene);
    const wrong = await verdict(scene, control, said);
    for (const line of heldIn(placesIn(scene.world).engineLog)) say(`home ${n}: ${line}`);
    if (wrong.length === 0) await rm(scene.world.root, { recursive: true, force: true });
    return { n, rounds, wrong };
  } finally {
    await scene.eye.rest();
    for (const pid of ofHome(scene.world)) signal(pid, 'SIGKILL');
  }
}

/** Undefined where the run has come to its end. */
async function round(scene: Scene): Promise<Told | undefined> {
  const { eye, random, parties } = scene;
  const before = await eye.look();
  if (before?.status === 'completed') return undefined;
  for (const words of companyOf(before, random)) join(scene, words);
  const after = (before?.events ?? 0) + random.between(1, 9);
  const at = await eye.until(
    (sight) => (sight?.events ?? 0) >= after || parties.every((party) => party.isOver()),
    before === undefined ? startMs : momentMs,
  );
  const deed = random.pick(deedNames);
  const processes = commandsOf(scene.world).length;
  await deeds[deed](scene);
  prune(scene);
  await eye.rest();
  return { deed, stage: at?.stage ?? 'before', processes };
}

/** Who comes: somebody who takes the run up, or decides where it waits, and one or two others. */
function companyOf(sight: Sight | undefined, random: Random): readonly Words[] {
  const seat = (): Party['at'] => random.pick(['terminal', 'foreground']);
  const engine: Words = [random.pick(['foreground', 'older']), 'engine', 'serve'];
  if (sight === undefined) return [[seat(), ...starting], engine];
  const { run, digest } = sight;
  const moving: Words =
    digest === undefined ? [seat(), 'resume', run] : ['foreground', 'land', run, '--seen', digest];
  const others = Array.from({ length: random.between(1, 2) }, (): Words =>
    random.pick<Words>([
      moving,
      ['terminal', 'watch', run],
      ['terminal', 'resume', run],
      ['foreground', 'resume', run],
      engine,
      ['foreground', 'status', run],
    ]),
  );
  return [moving, ...others];
}

const starting = ['run', '--file', 'ticket.md', '--auto', '--trust'];

/** Those who have gone are nobody any more, and of the others the oldest go when there are too many. */
function prune({ parties }: Scene): void {
  const here = parties.filter((party) => !party.isOver());
  for (const party of here.slice(0, Math.max(0, here.length - partiesMax))) party.close();
  parties.splice(0, parties.length, ...here);
}

/** Nobody disturbs it any more: whoever takes it up brings it to its end. Answers with what was said last. */
async function finish(scene: Scene): Promise<string> {
  const { eye, parties } = scene;
  const giveUpAt = performance.now() + endMs;
  let said = '';
  for (;;) {
    const sight = await eye.look();
    if (sight?.status === 'completed' || performance.now() > giveUpAt) break;
    const [, ...words] = companyOf(sight, scene.random)[0] ?? ['foreground', ...starting];
    const { exit, out, err } = await join(scene, ['foreground', ...words]).ended;
    said = `${words.join(' ')}: exit ${exit}\n${out}${err}`;
  }
  // What is owed after the end, a landing, is done by whoever is there. Where its last owner was killed nobody is, so somebody takes it
  // up as a person would; where nothing is owed, that is refused and changes nothing.
  const last = await eye.look();
  if (last?.status === 'completed') await join(scene, ['foreground', 'resume', last.run]).ended;
  // Terminals that only look are closed.
  for (const party of parties) if (party.at === 'terminal') party.close();
  return said;
}

async function verdict(scene: Scene, control: Facts, said: string): Promise<readonly Wrong[]> {
  const { world, eye } = scene;
  const orphans = await orphansOf(world);
  const sight = await eye.look();
  await eye.rest();
  const wrong = judge({
    control,
    facts: await factsThere(world),
    runs: sight?.runs ?? 0,
    seen: eye.seen,
    orphans,
  });
  // What the last command and the engines said tells why.
  const words: Readonly<Record<Wrong['category'], string>> = {
    doubled: '',
    lost: said,
    orphans: readTail(placesIn(world).engineLog),
  };
  return wrong.map((item) => ({ ...item, what: `${item.what}\n${words[item.category]}`.trim() }));
}

const tailCharsMax = 1_500;

/** An engine that had to let go of something before it could end is gone, and told all the same. */
function heldIn(file: string): readonly string[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter((line) => line.includes('was held by'));
}

function readTail(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-tailCharsMax) : '';
}
