// The tracker of GitHub issues, as a client of the server that stands in for GitHub.

import type { GitHubTrackerSettings } from '../../../src/config/tracker-settings.ts';
import { gitHubCalls } from '../../../src/github/calls.ts';
import { credentialsFor } from '../../../src/github/credentials.ts';
import { systemClock } from '../../../src/telemetry/system-clock.ts';
import { githubTracker } from '../../../src/trackers/github/github.ts';
import type { Tracker } from '../../../src/trackers/tracker.ts';
import type { GitHubServer } from './server.ts';

const keepsNothing = (): void => undefined;

/** Makes one handle after the other, each with nothing remembered. */
export function trackerOfGitHub(
  { url }: GitHubServer,
  token: string,
  settings: GitHubTrackerSettings = {},
): () => Tracker {
  const env = { GITHUB_SERVER_URL: url, GITHUB_API_URL: url, GH_TOKEN: token };
  const clock = systemClock();
  const pace = { timeMs: 1_000, spacingMs: 0, againMs: [0, 0] };
  return () =>
    githubTracker({
      settings: () => Promise.resolve(settings),
      env,
      callsTo: ({ hub, slug }) => {
        const credentials = credentialsFor({ env, hub, slug, now: () => clock.now(), learn: keepsNothing });
        return gitHubCalls({ hub, credentials, clock, pace });
      },
    });
}
