// A world: the user's repository and a home beside it, which is everything a run can change. Owns how one is made,
// copied while its run is at a boundary, and found again at another path.

import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Places, Surroundings } from '../../../src/app/places.ts';
import { placesOf } from '../../../src/app/places.ts';
import { makeSample } from '../../../src/cli/demo/repository.ts';
import { sampleFiles, sampleName } from '../../../src/cli/demo/sample.ts';
import { sampleScript } from '../../../src/cli/demo/script.ts';
import { documents as documentNames } from '../../../src/core/docs.ts';

export interface World {
  readonly root: string;
  readonly repository: string;
  readonly home: string;
}

/** When the sample's commit was made and its run starts; fixed, so that every world gives the same commits. */
export const epochMs = Date.UTC(2026, 0, 2, 3, 4, 5);

/** All tests in one process: the same tests and the same counts as `node --test`, in a quarter of the time. */
const quickTests = `import { readdirSync } from 'node:fs';

for (const name of readdirSync(new URL('.', import.meta.url))) {
  if (name.endsWith('.test.js')) await import(\`./\${name}\`);
}
`;

/** What is done beside the stages is cut like everything else. */
const documents = documentNames.map((name) => ({ path: name, text: '# Teatime\n\nSee `src/teas.js`.\n' }));
const documenting = `- role: documenter\n  do:\n    - answer: ${JSON.stringify({ type: 'docs', documents })}\n`;

/** Says at once what a real program would say after seconds: a file is covered once its test says so. */
const coverageScript = `for name in clock cli; do
  hit=$(grep -c 'covers more' "test/$name.test.js")
  echo "SF:src/$name.js"
  for line in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "DA:$line,$hit"; done
  echo end_of_record
done > lcov.info
`;

/** Two testers side by side, in one coverage round. */
const testing = ['clock', 'cli']
  .map((name, at) => {
    const more = `test('covers more of the ${name}', () => assert.equal(1 + 1, 2));`;
    const steps = [
      { run: `printf '%s\\n' ${JSON.stringify(more)} >> test/${name}.test.js` },
      { answer: { type: 'work', status: 'done', summary: 'One more test.' } },
    ];
    return `- role: tester\n  task: coverage-1-${at + 1}\n  do: ${JSON.stringify(steps)}\n`;
  })
  .join('');

const copyTriesMax = 5;

export function worldAt(root: string): World {
  return { root, repository: path.join(root, sampleName), home: path.join(root, 'home') };
}

export async function makeWorld(root: string): Promise<World> {
  const world = worldAt(root);
  await mkdir(root, { recursive: true });
  const files = sampleFiles(`${sampleScript()}${documenting}${testing}`);
  const given = (files['slipway.yaml'] ?? '').replace(
    'test: node --test',
    'test: node test/all.js\n  coverage: { command: sh coverage.sh, report: lcov.info }',
  );
  const config = `${given}docs: { refresh: stale, deliver: commit }\n`;
  const quick = {
    ...files,
    'slipway.yaml': config,
    'test/all.js': quickTests,
    'coverage.sh': coverageScript,
  };
  await makeSample(world.repository, environment(), epochMs, quick);
  return world;
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
  const world = worldAt(to);
  for (let tries = 0; ; tries += 1) {
    try {
      execFileSync('cp', ['-a', from.root, to], { stdio: ['ignore', 'ignore', 'pipe'] });
      break;
    } catch (error) {
      rmSync(to, { recursive: true, force: true });
      if (tries >= copyTriesMax) throw error;
    }
  }
  for (const name of readdirSync(world.home)) {
    if (/^owner\.lock|-shm$/.test(name)) rmSync(path.join(world.home, name), { force: true });
  }
  relocate(world);
  return world;
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
