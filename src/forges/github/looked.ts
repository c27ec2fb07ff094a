// What a pull request is, from what GitHub says of it. Pure.
//
// Invariants
//   LOOKED-1. An approval counts for the commit it was given for: after a push GitHub may still call the pull request approved.
//   LOOKED-2. Slipway's own checks never count, whatever a rule says of them.
//   LOOKED-4. Checks of one name may come from several sources: of each the newest counts, and of all of them the worst.
//   LOOKED-5. Where a rule says from which App a check has to come, one of that name from another App is none.
//   LOOKED-3. What GitHub has not made up its mind about is pending, never a conflict and never a success.

import type { Approval } from '../../core/remarks/seen.ts';
import type { Looked, Remark, RemarkAuthor } from '../forge.ts';
import { markerIn } from './marker.ts';
import type { BranchRules, RequiredCheck } from './rules.ts';
import type { CheckNode, CommentNode, LookNode, ReviewNode, ThreadNode } from './shapes.ts';

export interface PullSeen {
  readonly pull: LookNode;
  readonly reviews: readonly ReviewNode[];
  readonly comments: readonly CommentNode[];
  readonly threads: readonly ThreadNode[];
  readonly checks: readonly CheckNode[];
}

const ours = /^slipway(?: \/ |\/)/;
const approvers = ['OWNER', 'MEMBER', 'COLLABORATOR'];

export function isOurs(check: string): boolean {
  return ours.test(check);
}

export function lookedFrom(seen: PullSeen, rules: BranchRules): Looked {
  const { pull } = seen;
  const verdicts = verdictsOf(seen.checks);
  const required = rules.checks.filter(({ name }) => !isOurs(name));
  const counted =
    required.length === 0
      ? verdicts
      : verdicts.filter((item) => required.some((check) => isMeant(check, item)));
  const red = named(counted.filter(({ verdict }) => verdict === 'failure'));
  const missing = named(required.filter((check) => !verdicts.some((item) => isMeant(check, item))));
  const lacking = lackingOf(seen, rules);
  const mergeCommit = pull.mergeCommit?.oid;
  return {
    state: ({ OPEN: 'open', CLOSED: 'closed', MERGED: 'merged' } as const)[pull.state],
    head: pull.headRefOid,
    target: pull.baseRefName,
    mergeable: pull.state === 'OPEN' && pull.mergeable !== 'CONFLICTING',
    checks: together(counted, missing, pull),
    red,
    missing,
    approval: approvalOf(pull, seen.reviews, rules.approvals),
    demanding: latestOpinions(seen.reviews)
      .filter(({ state }) => state === 'CHANGES_REQUESTED')
      .flatMap(({ author }) => (author === null || author === undefined ? [] : [author.login])),
    remarks: remarksOf(seen),
    ...(mergeCommit === undefined || pull.state !== 'MERGED' ? {} : { mergeCommit }),
    ...(pull.isInMergeQueue ? { isQueued: true } : {}),
    // A queue puts everything onto the newest commit itself.
    ...((rules.strict && !rules.queue) || pull.mergeStateStatus === 'BEHIND' ? { isStrict: true } : {}),
    ...(lacking.length === 0 ? {} : { lacking }),
  };
}

function named(checks: readonly { readonly name: string }[]): readonly string[] {
  return [...new Set(checks.map(({ name }) => name))];
}

/** LOOKED-5. Whoever wrote a status is not told; GitHub itself refuses the merge where that was somebody else. */
function isMeant(required: RequiredCheck, { name, app }: Verdict): boolean {
  return name === required.name && (required.app === undefined || app === undefined || app === required.app);
}

interface Verdict {
  readonly name: string;
  /** The App it came from; a status has none. */
  readonly app?: number;
  readonly verdict: 'success' | 'pending' | 'failure';
}

/** LOOKED-2, LOOKED-4. */
function verdictsOf(checks: readonly CheckNode[]): readonly Verdict[] {
  const bySource = new Map<string, Verdict & { readonly at: string }>();
  for (const check of checks) {
    const isRun = check.__typename === 'CheckRun';
    const name = isRun ? check.name : check.context;
    const at = isRun ? (check.startedAt ?? '') : '';
    const key = JSON.stringify([name, sourceOf(check)]);
    const before = bySource.get(key);
    if (isOurs(name) || (before !== undefined && before.at > at)) continue;
    const verdict = isRun ? ofRun(check.status, check.conclusion ?? undefined) : ofStatus(check.state);
    const app = isRun ? (check.checkSuite?.app?.databaseId ?? undefined) : undefined;
    bySource.set(key, { name, verdict, at, ...(app === undefined ? {} : { app }) });
  }
  return [...bySource.values()];
}

/** Who said it: a status, or an App with the workflow and what set it off. A further run of the same takes its place. */
function sourceOf(check: CheckNode): string {
  if (check.__typename === 'StatusContext') return 'status';
  const { app, workflowRun } = check.checkSuite ?? {};
  return JSON.stringify([app?.databaseId, workflowRun?.workflow.databaseId, workflowRun?.event]);
}

function ofRun(status: string, conclusion: string | undefined): Verdict['verdict'] {
  if (status !== 'COMPLETED') return 'pending';
  if (['SUCCESS', 'NEUTRAL', 'SKIPPED'].includes(conclusion ?? '')) return 'success';
  return conclusion === undefined || conclusion === 'STALE' ? 'pending' : 'failure';
}

function ofStatus(state: string): Verdict['verdict'] {
  if (state === 'SUCCESS') return 'success';
  return state === 'FAILURE' || state === 'ERROR' ? 'failure' : 'pending';
}

/** No check at all is not pending for ever: a repository without any has nothing to wait for. */
function together(
  counted: readonly Verdict[],
  missing: readonly string[],
  { mergeable, state }: LookNode,
): Looked['checks'] {
  const verdicts = counted.map(({ verdict }) => verdict);
  if (verdicts.includes('failure')) return 'failure';
  const isUndecided = mergeable === 'UNKNOWN' && state === 'OPEN'; // LOOKED-3
  return missing.length > 0 || isUndecided || verdicts.includes('pending') ? 'pending' : 'success';
}

/** LOOKED-1. */
function approvalOf(pull: LookNode, reviews: readonly ReviewNode[], wanted: number): Approval {
  const opinions = latestOpinions(reviews);
  const against = opinions.some(({ state }) => state === 'CHANGES_REQUESTED');
  if (pull.reviewDecision === 'CHANGES_REQUESTED' || against) return 'changes-requested';
  const here = opinions.filter(
    ({ state, commit }) => state === 'APPROVED' && commit?.oid === pull.headRefOid,
  );
  const isAsked = pull.reviewDecision !== null && pull.reviewDecision !== undefined;
  if (!isAsked && wanted === 0) return here.length > 0 ? 'approved' : 'not-asked';
  const isEnough = here.length >= Math.max(1, wanted);
  return isEnough && (pull.reviewDecision === 'APPROVED' || !isAsked) ? 'approved' : 'missing';
}

/** Of everybody whose word counts, the last that was a word for or against: a comment takes nothing back. */
function latestOpinions(reviews: readonly ReviewNode[]): readonly ReviewNode[] {
  const byAuthor = new Map<string, ReviewNode>();
  for (const review of reviews) {
    const isOpinion = ['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED'].includes(review.state);
    const counts = approvers.includes(review.authorAssociation) && review.author?.__typename !== 'Bot';
    if (isOpinion && counts) byAuthor.set(review.author?.login ?? review.id, review);
  }
  return [...byAuthor.values()];
}

/** What its rules want beside checks and reviews, which are told by themselves. */
function lackingOf({ pull, threads }: PullSeen, rules: BranchRules): readonly string[] {
  if (pull.state !== 'OPEN') return [];
  const open = threads.filter(({ isResolved }) => !isResolved).length;
  // Nobody tells whether these are met; where GitHub stops nothing, they are.
  const isStopped = pull.mergeStateStatus === 'BLOCKED';
  return [
    ...(pull.isDraft ? ['it is a draft'] : []),
    ...(rules.conversations && open > 0 ? [`${open} of its conversations are not resolved`] : []),
    ...(pull.mergeStateStatus === 'BEHIND'
      ? ['its branch has to be brought up to date with the target']
      : []),
    ...(isStopped && rules.signatures ? ['the target takes signed commits only'] : []),
    ...(isStopped && rules.deployments.length > 0
      ? [`it has to be deployed to ${rules.deployments.join(', ')} first`]
      : []),
  ];
}

function remarksOf({ threads, reviews, comments }: PullSeen): readonly Remark[] {
  const said = [
    ...threads.flatMap(threadRemark),
    ...reviews.filter(({ state, body }) => state !== 'PENDING' && body.trim() !== '').map(reviewRemark),
    ...comments.map((node): Remark => ({ ...words(node), kind: 'comment' })),
  ];
  return said.toSorted((one, other) => one.at - other.at);
}

function placedAt(head: string | undefined): { readonly head?: string } {
  return head === undefined ? {} : { head };
}

function threadRemark(thread: ThreadNode): readonly Remark[] {
  const { id, isResolved, path, line, comments } = thread;
  const [first, ...rest] = comments.nodes;
  if (first === undefined) return [];
  return [
    {
      ...words(first),
      id,
      kind: 'thread',
      path,
      isResolved,
      ...(isResolved && isResolvedByUs(thread) ? { isResolvedByUs: true } : {}),
      ...(line === null || line === undefined ? {} : { line }),
      ...placedAt(first.originalCommit?.oid),
      ...(rest.length === 0 ? {} : { replies: rest.map((node) => words(node)) }),
    },
  ];
}

/** Who settled it is told of people alone; where it was no person, whoever speaks there for an App is meant. */
function isResolvedByUs({ resolvedBy, comments }: ThreadNode): boolean {
  const own = comments.nodes
    .filter(({ viewerDidAuthor }) => viewerDidAuthor)
    .map(({ author }) => author?.login);
  return (
    own.length > 0 && (resolvedBy === null || resolvedBy === undefined || own.includes(resolvedBy.login))
  );
}

const verdicts: Readonly<Record<string, NonNullable<Remark['verdict']>>> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes-requested',
  COMMENTED: 'commented',
  DISMISSED: 'dismissed',
};

function reviewRemark(node: ReviewNode): Remark {
  const verdict = verdicts[node.state];
  return {
    ...words(node),
    kind: 'review',
    at: Date.parse(node.submittedAt ?? node.createdAt),
    ...(verdict === undefined ? {} : { verdict }),
    ...placedAt(node.commit?.oid),
  };
}

type Spoken = Pick<
  CommentNode,
  'id' | 'body' | 'createdAt' | 'lastEditedAt' | 'authorAssociation' | 'viewerDidAuthor' | 'author'
>;

function words(node: Spoken): Omit<Remark, 'kind' | 'replies'> {
  const marker = markerIn(node.body);
  return {
    id: node.id,
    author: authorOf(node),
    body: node.body,
    at: Date.parse(node.createdAt),
    ...(node.lastEditedAt === null || node.lastEditedAt === undefined ? {} : { isEdited: true }),
    ...(marker === undefined ? {} : { marker }),
  };
}

/** An account that was deleted is nobody's. */
function authorOf({ author, authorAssociation, viewerDidAuthor }: Spoken): RemarkAuthor {
  return {
    name: author?.login ?? 'ghost',
    association: authorAssociation,
    ...(author?.__typename === 'Bot' ? { isBot: true } : {}),
    ...(viewerDidAuthor ? { isOurAccount: true } : {}),
  };
}
