// What the cases of a lane are played on: a GitHub, a Jira, a user's repository with its remote there, and a home.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Run } from '../../../src/core/run.ts';
import type { TestParts } from '../../support/effect-parts.ts';
import { startParts } from '../../support/effect-parts.ts';
import type { Somebody } from '../../support/github/person.ts';
import type { RepositoryHandle } from '../../support/github/repository.ts';
import type { GitHubServer } from '../../support/github/server.ts';
import { startGitHub } from '../../support/github/server.ts';
import type { JiraServer } from '../../support/jira/server.ts';
import { startJira } from '../../support/jira/server.ts';

export const shop = 'acme/shop';

export interface Stage {
  readonly github: GitHubServer;
  readonly jira: JiraServer;
  readonly shop: RepositoryHandle;
  readonly world: TestParts;
  readonly ann: Somebody;
  readonly ben: Somebody;
  /** As whom we come: ann's token, an App, and carl, who may not push and has a fork. */
  readonly as: Readonly<Record<'ann' | 'app' | 'carl', Readonly<Record<string, string>>>>;
  readonly run: (change: Partial<Run>) => Promise<Run>;
  /** A commit in the store alone, on the base. */
  readonly commit: (n: number) => Promise<string>;
  readonly close: () => Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const github = await startGitHub();
  const jira = await startJira();
  const world = await startParts();
  const [ann, ben] = [github.person('ann'), github.person('ben')];
  const handle = await github.repository(shop, {
    collaborators: { ann: 'write', ben: 'write', carl: 'read' },
  });
  const bare = await handle.git('rev-parse', '--absolute-git-dir');
  const { repository, base } = world;
  await repository.git('push', '--quiet', bare, `${base}:refs/heads/main`);
  await repository.git('remote', 'add', 'origin', handle.cloneUrl);
  // The server notices refs when somebody does something.
  await ann.pushes(shop, 'notice', { 'c.txt': 'one\ntwo\n' }, { onto: base });
  await github.person('carl').forks(shop);
  const store = path.join(world.home, 'repos', world.id, 'store.git');
  const who = (login: string): Readonly<Record<string, string>> => ({
    GITHUB_SERVER_URL: github.url,
    PATH: '/usr/bin:/bin',
    GH_TOKEN: github.token(login),
  });
  return {
    github,
    jira,
    shop: handle,
    world,
    ann,
    ben,
    as: { ann: who('ann'), carl: who('carl'), app: await appIn(github, repository.root) },
    run: (change) => world.run(change),
    commit: async (n) => {
      const tree = await repository.gitIn(store, 'rev-parse', `${base}^{tree}`);
      return repository.gitIn(store, 'commit-tree', tree, '-p', base, '-m', `change ${n}`);
    },
    close: async () => {
      await Promise.all([github.close(), jira.close()]);
      await world.close();
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
  return {
    GITHUB_SERVER_URL: github.url,
    PATH: '/usr/bin:/bin',
    SLIPWAY_GITHUB_APP_ID: String(app.id),
    SLIPWAY_GITHUB_APP_KEY: `file:${key}`,
  };
}
