// Merges, made by git: a merge commit, one commit for all, or the commits made again on top of the base.

import type { Hub } from './hub.ts';
import { isBehind, unmet } from './policy.ts';
import { Refusal } from './refusal.ts';
import {
  type Method,
  type PullIssue,
  type Repository,
  branchSha,
  fullName,
  repositoryById,
  rulesFor,
} from './state.ts';

export interface MergeOrder {
  readonly method: Method;
  readonly title: string | undefined;
  readonly message: string | undefined;
  readonly by: string;
}

const words = {
  merge: 'Merge commits are',
  squash: 'Squash merges are',
  rebase: 'Rebase merges are',
} as const;

/** Throws what GitHub answers where it may not be merged this way now. */
export async function refuseMerge(
  hub: Hub,
  repository: Repository,
  issue: PullIssue,
  method: Method,
): Promise<void> {
  const { pull } = issue;
  if (issue.state === 'closed' || pull.draft) throw new Refusal(405, 'Pull Request is not mergeable');
  if (!repository.settings.methods.includes(method))
    throw new Refusal(405, `${words[method]} not allowed on this repository.`);
  const rules = rulesFor(repository, pull.baseRef);
  const forbidden = rules.some((rule) => rule.methods !== undefined && !rule.methods.includes(method));
  if (forbidden || (method === 'merge' && rules.some((rule) => rule.linear)))
    throw new Refusal(
      405,
      `Repository rule violations found\n\n${words[method]} not allowed on this branch.\n\n`,
    );
  if (rules.some((rule) => rule.queue !== undefined))
    throw new Refusal(
      405,
      'Repository rule violations found\n\nChanges must be made through the merge queue\n\n',
    );
  if ((await hub.mergeable(repository, issue, false)) !== true)
    throw new Refusal(405, 'Pull Request is not mergeable');
  const missing = await unmet(hub, hub.world, repository, issue);
  if (missing.length > 0) throw new Refusal(405, missing.join('\n'));
  if (rules.some((rule) => rule.strict) && (await isBehind(hub, repository, issue)))
    throw new Refusal(405, 'Head branch is out of date. Review and try the merge again.');
}

/** Answers the commit that the base is at then. */
export async function merge(
  hub: Hub,
  repository: Repository,
  issue: PullIssue,
  order: MergeOrder,
): Promise<string> {
  const { pull } = issue;
  const tip = branchSha(repository, pull.baseRef);
  if (tip === undefined) throw new Refusal(405, 'Pull Request is not mergeable');
  const sha = await mergeCommit(hub, repository, issue, tip, order);
  if (sha === undefined) throw new Refusal(405, 'Pull Request is not mergeable');
  await hub.git.run(repository.id, ['update-ref', `refs/heads/${pull.baseRef}`, sha, tip]);
  hub.merged(issue, sha, order.by);
  closeNamed(hub, repository, issue, order.by);
  const head = pull.headRepository === undefined ? undefined : repositoryById(hub.world, pull.headRepository);
  if (repository.settings.deleteBranchOnMerge && head !== undefined && head.id === repository.id)
    await hub.git.run(head.id, ['update-ref', '-d', `refs/heads/${pull.headRef}`]);
  await hub.noticeRefs(repository, order.by);
  return sha;
}

async function mergeCommit(
  hub: Hub,
  repository: Repository,
  issue: PullIssue,
  tip: string,
  order: MergeOrder,
): Promise<string | undefined> {
  const { pull } = issue;
  const as = hub.personOf(order.by);
  if (order.method === 'rebase') return hub.git.rebased(repository.id, tip, pull.headSha, as);
  const tree = await hub.git.mergedTree(repository.id, tip, pull.headSha);
  if (tree === undefined) return undefined;
  const squashed = order.method === 'squash';
  const usual = squashed
    ? `${issue.title} (#${issue.number})`
    : `Merge pull request #${issue.number} from ${pull.headOwner}/${pull.headRef}`;
  const message = [order.title ?? usual, order.message ?? (squashed ? '' : issue.title)]
    .filter((one) => one !== '')
    .join('\n\n');
  const parents = squashed ? ['-p', tip] : ['-p', tip, '-p', pull.headSha];
  return hub.git.run(repository.id, ['commit-tree', tree, ...parents, '-m', message], as);
}

const keyword = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:([\w.-]+\/[\w.-]+))?#(\d+)/gi;

/** Issues that the pull request says it closes. Only a merge into the default branch does. */
export function closingNumbers(repository: Repository, issue: PullIssue): readonly number[] {
  return [...issue.body.matchAll(keyword)]
    .filter(([, where]) => where === undefined || where.toLowerCase() === fullName(repository).toLowerCase())
    .map(([, , number]) => Number(number));
}

function closeNamed(hub: Hub, repository: Repository, issue: PullIssue, by: string): void {
  if (issue.pull.baseRef !== repository.defaultBranch) return;
  for (const number of closingNumbers(repository, issue)) {
    const named = repository.issues.find((one) => one.number === number && one.pull === undefined);
    if (named !== undefined) hub.close(named, by);
  }
}

/** The base taken into the head by a commit, as the button for that does. */
export async function updateBranch(
  hub: Hub,
  repository: Repository,
  issue: PullIssue,
  by: string,
): Promise<void> {
  const { pull } = issue;
  const tip = branchSha(repository, pull.baseRef);
  const head = pull.headRepository;
  if (tip === undefined || head === undefined)
    throw new Refusal(422, 'There are no new commits on the base branch.');
  if (await hub.git.isAncestor(repository.id, tip, pull.headSha))
    throw new Refusal(422, 'There are no new commits on the base branch.');
  const tree = await hub.git.mergedTree(repository.id, tip, pull.headSha);
  if (tree === undefined) throw new Refusal(422, 'merge conflict between base and head');
  const message = `Merge branch '${pull.baseRef}' into ${pull.headRef}`;
  const parents = ['-p', pull.headSha, '-p', tip];
  const sha = await hub.git.run(
    repository.id,
    ['commit-tree', tree, ...parents, '-m', message],
    hub.personOf(by),
  );
  if (head !== repository.id)
    await hub.git.run(head, ['fetch', '--quiet', '--no-tags', hub.git.dir(repository.id), sha]);
  await hub.git.run(head, ['update-ref', `refs/heads/${pull.headRef}`, sha, pull.headSha]);
  const repositoryOfHead = repositoryById(hub.world, head);
  if (repositoryOfHead !== undefined) await hub.noticeRefs(repositoryOfHead, by);
}
