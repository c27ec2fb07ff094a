// The GitHub forge over a GitHub that stands in for the real one: a user's clone with its remote there, and a home with its store.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Forge } from '../../src/forges/forge.ts';
import { githubForge } from '../../src/forges/github/github.ts';
import { systemClock } from '../../src/telemetry/system-clock.ts';
import { gitRunner } from '../../src/workspace/git-runner.ts';
import type { GitHubServer } from './github/server.ts';
import { startGitHub } from './github/server.ts';
import type { RepositoryHandle } from './github/repository.ts';
import type { TestRepository, TestWorkspaces } from './repository.ts';
import { makeRepository, startWorkspaces } from './repository.ts';

export interface ForgeOnGitHub {
  readonly github: GitHubServer;
  readonly shop: RepositoryHandle;
  readonly forge: Forge;
  /** What the forge calls the repository. */
  readonly id: string;
  readonly base: string;
  readonly user: TestRepository;
  readonly workspaces: TestWorkspaces['workspaces'];
  /** Everything that must not be kept, as the forge told it. */
  readonly secrets: readonly string[];
  /** A commit on the base, in the store. */
  readonly commit: (files: Readonly<Record<string, string>>) => Promise<string>;
  /** Writes that GitHub executed, as method and path. */
  readonly written: () => readonly string[];
  /** Waits for what limits there are. */
  readonly limitsOver: () => Promise<void>;
  readonly another: (env: Readonly<Record<string, string>>) => Forge;
  readonly close: () => Promise<void>;
}

interface Options {
  /** An App, or the token of somebody who works on it. */
  readonly as?: 'token' | 'app';
  readonly timeMs?: number;
}

export async function forgeOnGitHub({ as = 'token', timeMs = 2_000 }: Options = {}): Promise<ForgeOnGitHub> {
  const github = await startGitHub();
  const shop = await github.repository('acme/shop', {
    files: { 'a.txt': 'one\n', 'b.txt': 'one\n' },
    collaborators: { ann: 'write', ben: 'write' },
  });
  const user = await makeRepository();
  await user.git('remote', 'add', 'origin', shop.cloneUrl);
  await user.git('pull', '--quiet', '--ff-only', await shop.git('rev-parse', '--absolute-git-dir'), 'main');
  const { workspaces, id, base, home } = await startWorkspaces(user);
  const secrets: string[] = [];
  let clockAhead = 0;
  const system = systemClock();
  const until = (at: number, signal: AbortSignal): Promise<void> => system.until(at - clockAhead, signal);
  const settings = {
    home,
    git: gitRunner(),
    workspaces,
    clock: { ...system, now: () => system.now() + clockAhead, until },
    looksMs: [0, 0, 0],
  };
  const pace = { timeMs, spacingMs: 0, againMs: [0, 0] };
  const another = (env: Readonly<Record<string, string>>): Forge =>
    githubForge({
      ...settings,
      pace,
      learn: (values) => void secrets.push(...values),
      env: { GITHUB_SERVER_URL: github.url, PATH: '/usr/bin:/bin', ...env },
    });
  let made = 0;
  return {
    github,
    shop,
    id,
    base,
    user,
    workspaces,
    secrets,
    forge: another(as === 'app' ? await appIn(github, user.root) : { GH_TOKEN: github.token('ann') }),
    another,
    limitsOver: async () => {
      clockAhead += 61 * 60_000;
      await Promise.resolve();
    },
    commit: async (files) => {
      made += 1;
      await user.git('checkout', '--quiet', '--detach', base);
      for (const [file, text] of Object.entries(files)) await user.write(file, text);
      const commit = await user.commit(`change ${made}`);
      await user.git('checkout', '--quiet', 'main');
      await workspaces.ensure(id, commit);
      return commit;
    },
    written: () =>
      github.calls
        .filter((call) => call.write && call.executed)
        .map(({ method, path: where }) => `${method} ${where}`),
    close: async () => {
      await github.close();
      await user.remove();
    },
  };
}

async function appIn(github: GitHubServer, dir: string): Promise<Readonly<Record<string, string>>> {
  const app = github.app('slipway', {
    permissions: { contents: 'write', pull_requests: 'write', checks: 'write', issues: 'write' },
    installedFor: { acme: undefined },
  });
  const key = path.join(dir, 'app.pem');
  await writeFile(key, app.privateKey);
  return { SLIPWAY_GITHUB_APP_ID: String(app.id), SLIPWAY_GITHUB_APP_KEY: `file:${key}` };
}
