// A world: the user's repository and a home beside it, which is everything a run can change. Owns how one is made,
// copied while its run is at a boundary, and found again at another path.

import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Places, Surroundings } from '../../../src/app/home/home-places.ts';
import { placesOf } from '../../../src/app/home/home-places.ts';
import { makeSample } from '../../../src/cli/demo/repository.ts';
import { sampleName } from '../../../src/cli/demo/sample.ts';
import { demoFiles } from './demo.ts';
import { commitOfStranger, roundsFiles } from './rounds.ts';
import { tinyFiles } from './tiny.ts';

/** What happens in a world: the demo's run, or one that goes round. */
export const storyNames = ['demo', 'rounds'] as const;
/** The short one is the suite's; the tiny one has a single task, for proofs that disturb it in real processes. */
export type StoryName = (typeof storyNames)[number] | 'short' | 'tiny';

export interface World {
  readonly story: StoryName;
  readonly root: string;
  readonly repository: string;
  readonly home: string;
}

/** When the sample's commit was made and its run starts; fixed, so that every world gives the same commits. */
export const epochMs = Date.UTC(2026, 0, 2, 3, 4, 5);

const copyTriesMax = 5;

export function worldAt(root: string, story: StoryName): World {
  return { story, root, repository: path.join(root, sampleName), home: path.join(root, 'home') };
}

export async function makeWorld(root: string, story: StoryName = 'demo'): Promise<World> {
  const world = worldAt(root, story);
  await mkdir(root, { recursive: true });
  await makeSample(world.repository, environment(), epochMs, filesOf(story));
  if (story === 'rounds') commitOfStranger(world.repository, epochMs);
  return world;
}

function filesOf(story: StoryName): Readonly<Record<string, string>> {
  if (story === 'rounds') return roundsFiles();
  return story === 'tiny' ? tinyFiles() : demoFiles({ short: story === 'short' });
}

export function surroundingsOf(world: World): Surroundings {
  return {
    // In the open, so that a crash can leave processes behind.
    env: { ...environment(), SLIPWAY_HOME: world.home, SLIPWAY_LEVEL: 'open' },
    homedir: world.root,
    tmp: tmpdir(),
    uid: process.getuid?.() ?? 0,
    cores: 2,
  };
}

export function placesIn(world: World): Places {
  return placesOf(surroundingsOf(world));
}

/** Enough for git, a shell and node, and nothing of the person who runs the proof. */
function environment(): Readonly<Record<string, string>> {
  return { PATH: `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin` };
}

/**
 * Copies a world as a crash would leave it. Synchronous, so that nothing of this process moves meanwhile; the caller
 * has stopped the others. What only the living hold (the lock, shared memory) stays behind. A file that went away
 * under the copy is the last call of a thread that could not be stopped: then the copy is made again.
 */
export function copyWorld(from: World, to: string): World {
  const world = worldAt(to, from.story);
  for (let tries = 0; ; tries += 1) {
    try {
      execFileSync('cp', ['-a', from.root, to], { stdio: ['ignore', 'ignore', 'pipe'] });
      break;
    } catch (error) {
      rmSync(to, { recursive: true, force: true });
      if (tries >= copyTriesMax) throw error;
    }
  }
  asLeft(world);
  return world;
}

/** Without what only the living hold, and found at its own place. */
export function asLeft(world: World): void {
  for (const name of readdirSync(world.home)) {
    if (/^owner\.lock|-shm$/.test(name)) rmSync(path.join(world.home, name), { force: true });
  }
  relocate(world);
}

/** `location.json` is the only file of a home with a path of the user's in it. */
function relocate(world: World): void {
  const location = { path: world.repository, gitDir: path.join(world.repository, '.git') };
  for (const id of names(path.join(world.home, 'repos'))) {
    writeFileSync(path.join(world.home, 'repos', id, 'location.json'), `${JSON.stringify(location)}\n`);
  }
}

export function names(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
