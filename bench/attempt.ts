// The fixed cost of one attempt, with an agent that takes no time: clone, import, fence and commit in a repository
// of 20,000 files, against git's own clone of that repository.

import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fenceVerdict } from '../src/core/fence.ts';
import { defaultPolicy } from '../src/core/policy.ts';
import { gitRunner } from '../src/workspace/git-runner.ts';
import type { Workspaces } from '../src/workspace/workspace.ts';
import { createWorkspaces } from '../src/workspace/workspaces.ts';
import type { Measurement } from './support/bench.ts';
import type { Turn } from './support/compare.ts';
import { compare, median, rounded, timed } from './support/compare.ts';
import { folderInMemory, newFolder } from './support/folder.ts';
import { attemptFiles, largeRepository } from './support/large-repository.ts';
import { ownersGit } from './support/owners-git.ts';

const limit = 2;
/** A store, an attempt and a clone at a time. */
const roomBytesMin = 1024 * 1024 * 1024;
const at = Date.UTC(2026, 0, 1);

interface Base {
  readonly workspaces: Workspaces;
  readonly repository: string;
  readonly commit: string;
}

export const attempt: Measurement = async ({ size, say }) => {
  const source = await largeRepository(say);
  const dir = newFolder(folderInMemory(roomBytesMin));
  try {
    const base = await baseOf(path.join(dir, 'home'), source);
    const cloneMs: number[] = [];
    const ratio = await compare(
      {
        ours: attempting(base, cloneMs),
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

/** The store is there before the first attempt of a run; it is not part of any. */
async function baseOf(home: string, source: string): Promise<Base> {
  const workspaces = createWorkspaces({ home, git: gitRunner() });
  const seen = await workspaces.look(source);
  if ('problem' in seen) throw new Error(seen.problem);
  await workspaces.ensure(seen.repository, seen.commit);
  return { workspaces, repository: seen.repository, commit: seen.commit };
}

function attempting({ workspaces, repository, commit }: Base, cloneMs: number[]): Turn {
  return async (round) => {
    const name = `attempt-${round}`;
    let workspace = '';
    const clonedMs = await timed(async () => {
      workspace = await workspaces.clone(repository, commit, name);
    });
    for (const file of attemptFiles) writeFileSync(path.join(workspace, file), `changed in ${round}\n`);
    const deliveredMs = await timed(async () => {
      const { tree, changes } = await workspaces.importTree(repository, workspace, commit);
      const { protectedPaths } = defaultPolicy;
      const verdict = fenceVerdict(changes, { files: attemptFiles, grants: [], protectedPaths });
      if (!verdict.inside || changes.length !== attemptFiles.length) {
        throw new Error(`The attempt changed ${changes.length} files instead of ${attemptFiles.length}.`);
      }
      await workspaces.commit(repository, { tree, parents: [commit], message: 'bench', at });
    });
    await workspaces.discard(name);
    cloneMs.push(clonedMs);
    return clonedMs + deliveredMs;
  };
}

function cloning(source: string, to: string): Turn {
  return async () => {
    const ms = await timed(() => ownersGit('/', ['clone', '--quiet', '--no-hardlinks', source, to]));
    rmSync(to, { recursive: true });
    return ms;
  };
}
