// The clients as Slipway puts them together, with times that are short: who we are and where the services are is plain data, so that
// another process can be told.

import type { JiraSettings } from '../../../src/config/tracker-settings.ts';
import type { EffectParts } from '../../../src/effects/parts.ts';
import { githubForge } from '../../../src/forges/github/github.ts';
import type { Remote } from '../../../src/github/address.ts';
import { slugText } from '../../../src/github/address.ts';
import type { Accounts } from '../../../src/github/account.ts';
import type { GitHubCalls } from '../../../src/github/calls.ts';
import { gitHubCalls } from '../../../src/github/calls.ts';
import { credentialsFor } from '../../../src/github/credentials.ts';
import type { Clock } from '../../../src/telemetry/clock.ts';
import { githubTracker } from '../../../src/trackers/github/github.ts';
import { jiraTracker } from '../../../src/trackers/jira/jira.ts';
import type { Git } from '../../../src/workspace/git.ts';
import { gitRunner } from '../../../src/workspace/git-runner.ts';

export interface Reach {
  readonly home: string;
  /** Who we are, and where. */
  readonly env: Readonly<Record<string, string>>;
  readonly jira?: JiraSettings;
  /** How long an answer is waited for. */
  readonly timeMs: number;
}

export const doing = 'doing';

/** With nothing remembered, as in a process that has just begun. */
export function reaching(
  parts: EffectParts,
  { home, env, jira, timeMs }: Reach,
  { clock, learn }: { readonly clock: Clock; readonly learn: (secrets: readonly string[]) => void },
): EffectParts {
  const accounts: Accounts = new Map();
  const pace = { timeMs, spacingMs: 0, againMs: [500, 2_000] };
  const forge = githubForge({
    home,
    git: hasty(gitRunner()),
    workspaces: parts.workspaces,
    env,
    clock,
    learn,
    pace,
    accounts,
  });
  const known = new Map<string, GitHubCalls>();
  const callsTo = ({ hub, slug }: Remote): GitHubCalls => {
    const key = slugText(slug);
    const found =
      known.get(key) ??
      gitHubCalls({
        hub,
        clock,
        pace,
        accounts,
        credentials: credentialsFor({ env, hub, slug, now: () => clock.now(), learn }),
      });
    known.set(key, found);
    return found;
  };
  const limits = { timeMs, bytesMax: 16_777_216, pausesMs: [250, 1_000] };
  return {
    ...parts,
    clock,
    forgeOf: () => forge,
    trackerOf: ({ tracker }) =>
      tracker === 'jira'
        ? jiraTracker({
            learn: () => undefined,
            settings: () => Promise.resolve(jira ?? {}),
            env,
            clock,
            limits,
          })
        : githubTracker({
            settings: () => Promise.resolve({ labels: { 'in-review': doing } }),
            env,
            callsTo,
          }),
  };
}

/** Where nothing comes for a second, this git gives up; ours has a quarter of an hour. */
function hasty(git: Git): Git {
  const short = ['http.lowSpeedLimit=1', 'http.lowSpeedTime=1'].flatMap((setting) => ['-c', setting]);
  return {
    ...git,
    run: (request) =>
      git.run(request.network === undefined ? request : { ...request, args: [...short, ...request.args] }),
  };
}
