// Attempts by an agent that takes no time: what comes before it and after it is all there is.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fenceVerdict } from '../../src/core/fence/fence.ts';
import { defaultPolicy } from '../../src/core/policy.ts';
import { gitRunner } from '../../src/workspace/git-runner.ts';
import type { Workspaces } from '../../src/workspace/workspace.ts';
import { createWorkspaces } from '../../src/workspace/workspaces.ts';
import type { Turn } from './compare.ts';
import { timed } from './compare.ts';
import { attemptFiles } from './large-repository.ts';

const at = Date.UTC(2026, 0, 1);

export interface Base {
  readonly workspaces: Workspaces;
  readonly repository: string;
  readonly commit: string;
}

/** The store is there before the first attempt of a run; it is not part of any. */
export async function baseOf(home: string, source: string): Promise<Base> {
  const workspaces = createWorkspaces({ home, git: gitRunner() });
  const seen = await workspaces.look(source);
  if ('problem' in seen) throw new Error(seen.problem);
  await workspaces.ensure(seen.repository, seen.commit);
  return { workspaces, repository: seen.repository, commit: seen.commit };
}

export interface AttemptTimes {
  /** What comes before the agent, what comes after it, and deleting the workspace, which nobody waits for. */
  readonly beforeMs: number;
  readonly afterMs: number;
  readonly discardMs: number;
}

/** `begin` makes the workspace of this name, ready for an agent, and says where it is. */
export function attempting(
  { workspaces, repository, commit }: Base,
  begin: (name: string) => Promise<string>,
  ended: (times: AttemptTimes) => void,
): Turn {
  return async (round) => {
    const name = `attempt-${round}`;
    let workspace = '';
    const beforeMs = await timed(async () => {
      workspace = await begin(name);
    });
    for (const file of attemptFiles) writeFileSync(path.join(workspace, file), `changed in ${round}\n`);
    const afterMs = await timed(async () => {
      const { tree, changes } = await workspaces.importTree(repository, workspace, commit);
      const { protectedPaths } = defaultPolicy;
      const verdict = fenceVerdict(changes, { files: attemptFiles, grants: [], protectedPaths });
      if (!verdict.inside || changes.length !== attemptFiles.length) {
        throw new Error(`The attempt changed ${changes.length} files instead of ${attemptFiles.length}.`);
      }
      await workspaces.commit(repository, { tree, parents: [commit], message: 'bench', at });
    });
    const discardMs = await timed(() => workspaces.discard(name));
    ended({ beforeMs, afterMs, discardMs });
    return beforeMs + afterMs;
  };
}
