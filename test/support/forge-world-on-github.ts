// The world that every forge is tried in, with the GitHub forge over a server that stands in for GitHub.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { githubForge } from '../../src/forges/github/github.ts';
import { systemClock } from '../../src/telemetry/system-clock.ts';
import { InTurn } from '../../src/telemetry/in-turn.ts';
import { gitRunner } from '../../src/workspace/git-runner.ts';
import type { ForgeWorld } from '../contract/forge.ts';
import { startGitHub } from './github/server.ts';
import { makeRepository, startWorkspaces } from './repository.ts';

const run = promisify(execFile);
type Files = Readonly<Record<string, string>>;

export async function worldOnGitHub(): Promise<ForgeWorld> {
  const github = await startGitHub({ unknownReads: 0 });
  // Its own branch is another one: the contract pushes `main` itself.
  const shop = await github.repository('acme/shop', {
    files: { 'a.txt': 'one\n' },
    branch: 'trunk',
    collaborators: { ann: 'write', ben: 'write' },
  });
  const bare = await shop.git('rev-parse', '--absolute-git-dir');
  const user = await makeRepository();
  const elsewhere = await makeRepository();
  await user.git('remote', 'add', 'origin', shop.cloneUrl);
  await user.git('pull', '--quiet', '--ff-only', bare, 'trunk');
  const { workspaces, id, home } = await startWorkspaces(user);
  const env = { GITHUB_SERVER_URL: github.url, PATH: '/usr/bin:/bin', GH_TOKEN: github.token('ann') };
  const theirs = shop.cloneUrl.replace('//', `//x-access-token:${github.token('ben')}@`);
  const made = new Set<string>();
  const line = new InTurn();
  return {
    repository: id,
    handle: () =>
      githubForge({
        home,
        git: gitRunner(),
        workspaces,
        clock: systemClock(),
        looksMs: [0, 0, 0],
        pace: { timeMs: 5_000, spacingMs: 0, againMs: [0, 0] },
        learn: () => undefined,
        env,
      }),
    commit: (files, parent) =>
      line.take(async () => {
        const commit = await commitIn(user, files, parent);
        await workspaces.ensure(id, commit);
        return commit;
      }),
    isShared: true,
    moveTarget: async (branch, commit) => {
      const from = made.has(commit ?? '') ? elsewhere : user;
      const way = ['push', '--quiet', '--force', theirs, `${commit ?? ''}:refs/heads/${branch}`];
      await run('git', ['-C', from.dir, ...way]);
    },
    commitElsewhere: async (files, parent) => {
      await elsewhere.git('fetch', '--quiet', user.dir, parent);
      const commit = await commitIn(elsewhere, files, parent);
      made.add(commit);
      return commit;
    },
    has: (commit) => workspaces.has(id, commit),
    fileOn: (branch, name) => forGit(bare, ['show', `${branch}:${name}`]).catch(() => undefined),
    commitsOn: async (branch) => Number(await forGit(bare, ['rev-list', '--count', branch])),
    dispose: async () => {
      await github.close();
      await user.remove();
      await elsewhere.remove();
    },
  };
}

async function forGit(gitDir: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', ['--git-dir', gitDir, ...args]);
  return stdout;
}

interface Checkout {
  readonly git: (...args: readonly string[]) => Promise<string>;
  readonly write: (file: string, content: string) => Promise<void>;
}

/** A commit with exactly these files, whatever else is in the checkout. */
async function commitIn({ git, write }: Checkout, files: Files, parent: string | undefined): Promise<string> {
  await git('read-tree', '--empty');
  for (const [name, text] of Object.entries(files)) {
    await write(name, text);
    await git('update-index', '--add', name);
  }
  const tree = await git('write-tree');
  return git('commit-tree', tree, '-m', 'made', ...(parent === undefined ? [] : ['-p', parent]));
}
