// Every forge there is, and how it is made. Whoever needs one asks for the name the run was started with.

import { byName } from '../plain/by-name.ts';
import type { Git } from '../workspace/git.ts';
import type { Workspaces } from '../workspace/workspace.ts';
import { absentForge } from './absent.ts';
import type { Forge } from './forge.ts';
import { localForge } from './local/local.ts';
import type { ForgeName } from './names.ts';

/** What forges are made of. */
export interface ForgeNeeds {
  readonly home: string;
  readonly git: Git;
  readonly workspaces: Pick<Workspaces, 'userBranch' | 'ensure'>;
}

const forges: Readonly<Record<ForgeName, (needs: ForgeNeeds) => Forge>> = { local: localForge };

/** Never fails: a forge that is not there answers every question by saying so. */
export function forgesByName(needs: ForgeNeeds): (name: string) => Forge {
  const makers = Object.entries(forges).map(([name, make]) => [name, () => make(needs)] as const);
  return byName(Object.fromEntries(makers), absentForge);
}
