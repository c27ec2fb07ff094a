// The pull request of a run under the keys that programs of this kind use; of a run of several repositories, each of them.

import type { PullRequest, Run } from '../../core/run.ts';
import { orNull } from './say.ts';
import type { Data } from './yaml.ts';

type Keys = { readonly [key: string]: Data };

export function pullRequestKeys({ repositories }: Run): Keys {
  const all = repositories.map(({ alias, pullRequest }) => ({ alias, ...keysOf(pullRequest) }));
  if (all.length > 1) return { pull_requests: all };
  return repositories.reduce<Keys>((_, { pullRequest }) => keysOf(pullRequest), {});
}

function keysOf(pullRequest: PullRequest | undefined): Keys {
  return { pull_request: orNull(pullRequest?.number), merge_commit: orNull(pullRequest?.merged) };
}
