// What the rules of a branch say of a pull request: which of its demands are not met, what its reviews amount to, what its state is called.

import { hasRole } from './access.ts';
import type { Hub } from './hub.ts';
import {
  type CheckRun,
  type Conclusion,
  type PullIssue,
  type Repository,
  type Review,
  type Status,
  type World,
  branchSha,
  rulesFor,
} from './state.ts';

export type Verdict = 'SUCCESS' | 'PENDING' | 'FAILURE' | 'ERROR';

export type Context =
  | {
      readonly kind: 'check';
      readonly name: string;
      readonly app: number;
      readonly verdict: Verdict;
      readonly run: CheckRun;
    }
  | { readonly kind: 'status'; readonly name: string; readonly verdict: Verdict; readonly status: Status };

const good: readonly (Conclusion | undefined)[] = ['success', 'neutral', 'skipped'];

/** The newest word of everybody who spoke about a commit. */
export function contextsOf(repository: Repository, sha: string): readonly Context[] {
  const runs = new Map<string, CheckRun>();
  for (const run of repository.checkRuns) if (run.sha === sha) runs.set(`${run.app} ${run.name}`, run);
  const statuses = new Map<string, Status>();
  for (const status of repository.statuses) if (status.sha === sha) statuses.set(status.context, status);
  return [
    ...[...runs.values()].map((run): Context => ({
      kind: 'check',
      name: run.name,
      app: run.app,
      verdict: verdictOf(run),
      run,
    })),
    ...[...statuses.values()].map((status): Context => ({
      kind: 'status',
      name: status.context,
      verdict: statusVerdict(status),
      status,
    })),
  ];
}

function verdictOf(run: CheckRun): Verdict {
  if (run.status !== 'completed') return 'PENDING';
  return good.includes(run.conclusion) ? 'SUCCESS' : 'FAILURE';
}

function statusVerdict({ state }: Status): Verdict {
  switch (state) {
    case 'success':
      return 'SUCCESS';
    case 'pending':
      return 'PENDING';
    case 'failure':
      return 'FAILURE';
    case 'error':
      return 'ERROR';
  }
}

export function rollup(contexts: readonly Context[]): Verdict | undefined {
  if (contexts.length === 0) return undefined;
  for (const verdict of ['ERROR', 'FAILURE', 'PENDING'] as const)
    if (contexts.some((one) => one.verdict === verdict)) return verdict;
  return 'SUCCESS';
}

/** The last word of each who decided; a mere comment takes no decision back. */
export function decidingReviews(issue: PullIssue): readonly Review[] {
  const last = new Map<string, Review>();
  for (const review of issue.pull.reviews)
    if (review.state === 'APPROVED' || review.state === 'CHANGES_REQUESTED' || review.state === 'DISMISSED')
      last.set(review.by, review);
  return [...last.values()].filter((review) => review.state !== 'DISMISSED');
}

export type Decision = 'APPROVED' | 'CHANGES_REQUESTED' | 'REVIEW_REQUIRED';

/** Nothing where no rule asks for reviews, whatever was reviewed. An approval of an older head counts until it is dismissed. */
export function reviewDecision(world: World, repository: Repository, issue: PullIssue): Decision | undefined {
  const wanted = Math.max(0, ...rulesFor(repository, issue.pull.baseRef).map((rule) => rule.approvals));
  if (wanted === 0) return undefined;
  const counting = decidingReviews(issue).filter((review) => hasRole(world, repository, review.by, 'write'));
  if (counting.some((review) => review.state === 'CHANGES_REQUESTED')) return 'CHANGES_REQUESTED';
  const approvals = counting.filter((review) => review.state === 'APPROVED').length;
  return approvals >= wanted ? 'APPROVED' : 'REVIEW_REQUIRED';
}

/** Every demand that is not met, in GitHub's words. */
export async function unmet(
  hub: Hub,
  world: World,
  repository: Repository,
  issue: PullIssue,
): Promise<readonly string[]> {
  const { pull } = issue;
  const rules = rulesFor(repository, pull.baseRef);
  const contexts = contextsOf(repository, pull.headSha);
  const found: string[] = [];
  const decision = reviewDecision(world, repository, issue);
  const approvals = Math.max(0, ...rules.map((rule) => rule.approvals));
  if (decision === 'REVIEW_REQUIRED')
    found.push(
      `At least ${approvals} approving review${approvals === 1 ? ' is' : 's are'} required by reviewers with write access.`,
    );
  if (decision === 'CHANGES_REQUESTED') found.push('Changes were requested by a reviewer with write access.');
  for (const rule of rules) {
    for (const { context, app } of rule.checks) {
      const said = contexts.find(
        (one) => one.name === context && (app === undefined || (one.kind === 'check' && one.app === app)),
      );
      if (said === undefined) found.push(`Required status check "${context}" is expected.`);
      else if (said.verdict === 'PENDING') found.push(`Required status check "${context}" is in progress.`);
      else if (said.verdict !== 'SUCCESS') found.push(`Required status check "${context}" is failing.`);
    }
    if (rule.resolvedThreads && pull.threads.some((thread) => thread.resolvedBy === undefined))
      found.push('A conversation must be resolved before this pull request can be merged.');
    if (
      rule.lastPushApproval &&
      !decidingReviews(issue).some((one) => one.state === 'APPROVED' && one.commit === pull.headSha)
    )
      found.push('New changes require approval from someone other than the last pusher.');
    if (rule.signatures && !(await allSigned(hub, repository, issue)))
      found.push('Commits must have verified signatures.');
  }
  return found;
}

async function allSigned(hub: Hub, repository: Repository, issue: PullIssue): Promise<boolean> {
  const tip = branchSha(repository, issue.pull.baseRef) ?? issue.pull.baseSha;
  const commits = await hub.git.commits(repository.id, [`${tip}..${issue.pull.headSha}`]);
  return commits.every((commit) => commit.signed);
}

export async function isBehind(hub: Hub, repository: Repository, issue: PullIssue): Promise<boolean> {
  const tip = branchSha(repository, issue.pull.baseRef);
  return tip !== undefined && !(await hub.git.isAncestor(repository.id, tip, issue.pull.headSha));
}

export type MergeState = 'BEHIND' | 'BLOCKED' | 'CLEAN' | 'DIRTY' | 'DRAFT' | 'UNKNOWN' | 'UNSTABLE';

export async function mergeState(
  hub: Hub,
  world: World,
  repository: Repository,
  issue: PullIssue,
  mergeable: boolean | undefined,
): Promise<MergeState> {
  if (mergeable === undefined) return 'UNKNOWN';
  if (!mergeable) return 'DIRTY';
  if (issue.pull.draft) return 'DRAFT';
  if ((await unmet(hub, world, repository, issue)).length > 0) return 'BLOCKED';
  const rules = rulesFor(repository, issue.pull.baseRef);
  if (rules.some((rule) => rule.strict) && (await isBehind(hub, repository, issue))) return 'BEHIND';
  const verdict = rollup(contextsOf(repository, issue.pull.headSha));
  return verdict === undefined || verdict === 'SUCCESS' ? 'CLEAN' : 'UNSTABLE';
}
