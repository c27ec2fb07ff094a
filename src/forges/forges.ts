// Every forge there is, and how it is made. Whoever needs one asks for the name the run was started with.

import { byName } from '../plain/by-name.ts';
import type { Clock } from '../telemetry/clock.ts';
import type { Git } from '../workspace/git.ts';
import type { Workspaces } from '../workspace/workspace.ts';
import { absentForge } from './absent.ts';
import type { Forge } from './forge.ts';
import { lazyForge } from './lazy.ts';
import { localForge } from './local/local.ts';
import type { ForgeName } from './names.ts';

/** What forges are made of. */
export interface ForgeNeeds {
  readonly home: string;
  readonly git: Git;
  readonly workspaces: Pick<Workspaces, 'userBranch' | 'ensure' | 'remotes'>;
  readonly clock: Clock;
  /** Of whoever started the run: it says who they are elsewhere. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Takes values that must not turn up in anything that is kept. */
  readonly learn: (secrets: readonly string[]) => void;
}

const forges: Readonly<Record<ForgeName, (needs: ForgeNeeds) => Forge>> = {
  local: localForge,
  github: (needs) => lazyForge('github', async () => (await import('./github/github.ts')).githubForge(needs)),
};

/** Never fails: a forge that is not there answers every question by saying so. */
export function forgesByName(needs: ForgeNeeds): (name: string) => Forge {
  const makers = Object.entries(forges).map(([name, make]) => [name, () => make(needs)] as const);
  return byName(Object.fromEntries(makers), absentForge);
}
