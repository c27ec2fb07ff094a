// The fixed cost of one attempt, with an agent that takes no time: clone, import, fence and commit in a repository
// of 20,000 files, against git's own clone of that repository.

import { rmSync } from 'node:fs';
import path from 'node:path';
import { attempting, baseOf } from './support/attempts.ts';
import type { Measurement } from './support/bench.ts';
import type { Turn } from './support/compare.ts';
import { compare, median, rounded, timed } from './support/compare.ts';
import { folderInMemory, newFolder } from './support/folder.ts';
import { largeRepository } from './support/large-repository.ts';
import { ownersGit } from './support/owners-git.ts';

const limit = 2;
/** A store, an attempt and a clone at a time. */
const roomBytesMin = 1024 * 1024 * 1024;

export const attempt: Measurement = async ({ size, say }) => {
  const source = await largeRepository(say);
  const dir = newFolder(folderInMemory(roomBytesMin));
  try {
    const base = await baseOf(path.join(dir, 'home'), source);
    const cloneMs: number[] = [];
    const ratio = await compare(
      {
        ours: attempting(
          base,
          (name) => base.workspaces.clone(base.repository, base.commit, name),
          ({ beforeMs }) => cloneMs.push(beforeMs),
        ),
        against: cloning(source, path.join(dir, 'plain')),
        rounds: size.attemptRounds,
        warmUps: 1,
        say,
      },
      limit,
    );
    return { ...ratio, cloneMs: rounded(median(cloneMs)) };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};

function cloning(source: string, to: string): Turn {
  return async () => {
    const ms = await timed(() => ownersGit('/', ['clone', '--quiet', '--no-hardlinks', source, to]));
    rmSync(to, { recursive: true });
    return ms;
  };
}
