// Pull requests, their reviews and what is said on their lines, in the words of GitHub's REST answers.

import { associationOf } from '../access.ts';
import {
  type PullIssue,
  type Repository,
  type Review,
  type ReviewComment,
  type Thread,
  branchSha,
  repositoryById,
} from '../state.ts';
import {
  type Json,
  type View,
  instant,
  instantOrNull,
  labelsJson,
  loginJson,
  repositoryJson,
  repositoryUrl,
  teamJson,
  webUrl,
} from './render.ts';

function sideJson(
  view: View,
  repository: Repository | undefined,
  owner: string,
  ref: string,
  sha: string,
): Json {
  return {
    label: `${owner}:${ref}`,
    ref,
    sha,
    user: loginJson(view, owner),
    repo: repository === undefined ? null : repositoryJson(view, repository),
  };
}

export function pullJson(view: View, repository: Repository, issue: PullIssue): Json {
  const at = repositoryUrl(view, repository);
  const here = `${at}/pulls/${issue.number}`;
  const web = `${webUrl(view, repository)}/pull/${issue.number}`;
  const asIssue = `${at}/issues/${issue.number}`;
  const { pull } = issue;
  const statuses = `${at}/statuses/${pull.headSha}`;
  const head =
    pull.headRepository === undefined ? undefined : repositoryById(view.world, pull.headRepository);
  return {
    id: issue.id,
    node_id: `PR_${issue.id}`,
    url: here,
    html_url: web,
    diff_url: `${web}.diff`,
    patch_url: `${web}.patch`,
    issue_url: asIssue,
    commits_url: `${here}/commits`,
    review_comments_url: `${here}/comments`,
    review_comment_url: `${at}/pulls/comments{/number}`,
    comments_url: `${asIssue}/comments`,
    statuses_url: statuses,
    number: issue.number,
    state: issue.state,
    locked: false,
    active_lock_reason: null,
    title: issue.title,
    user: loginJson(view, issue.by),
    body: issue.body === '' ? null : issue.body,
    labels: labelsJson(view, repository, issue),
    milestone: null,
    created_at: instant(issue.at),
    updated_at: instant(issue.updatedAt),
    closed_at: instantOrNull(issue.closedAt),
    merged_at: instantOrNull(pull.merged?.at),
    merge_commit_sha: pull.merged?.sha ?? null,
    assignee: loginJson(view, issue.assignees[0]),
    assignees: issue.assignees.map((login) => loginJson(view, login)),
    requested_reviewers: pull.requested.map((login) => loginJson(view, login)),
    requested_teams: pull.requestedTeams.map((slug) => teamJson(view, slug, repository.owner)),
    head: sideJson(view, head, pull.headOwner, pull.headRef, pull.headSha),
    base: sideJson(view, repository, repository.owner, pull.baseRef, pull.baseSha),
    _links: {
      self: { href: here },
      html: { href: web },
      issue: { href: asIssue },
      comments: { href: `${asIssue}/comments` },
      review_comments: { href: `${here}/comments` },
      review_comment: { href: `${at}/pulls/comments{/number}` },
      commits: { href: `${here}/commits` },
      statuses: { href: statuses },
    },
    author_association: associationOf(view.world, repository, issue.by),
    auto_merge: null,
    draft: pull.draft,
  };
}

export interface PullDetail {
  readonly mergeable: boolean | undefined;
  readonly mergeState: string;
  readonly commits: number;
  readonly additions: number;
  readonly deletions: number;
  readonly files: number;
}

/** As asked for by its own number: with what has to be worked out. */
export function fullPullJson(view: View, repository: Repository, issue: PullIssue, detail: PullDetail): Json {
  const { pull } = issue;
  return {
    ...pullJson(view, repository, issue),
    merged: pull.merged !== undefined,
    mergeable: detail.mergeable ?? null,
    rebaseable: detail.mergeable ?? null,
    mergeable_state: detail.mergeState.toLowerCase(),
    merged_by: loginJson(view, pull.merged?.by),
    comments: issue.comments.length,
    review_comments: pull.threads.flatMap((thread) => thread.comments).length,
    maintainer_can_modify: pull.maintainerCanModify,
    commits: detail.commits,
    additions: detail.additions,
    deletions: detail.deletions,
    changed_files: detail.files,
  };
}

export function reviewJson(view: View, repository: Repository, issue: PullIssue, review: Review): Json {
  const web = `${webUrl(view, repository)}/pull/${issue.number}#pullrequestreview-${review.id}`;
  const at = `${repositoryUrl(view, repository)}/pulls/${issue.number}`;
  return {
    id: review.id,
    node_id: `PRR_${review.id}`,
    user: loginJson(view, review.by),
    body: review.body,
    state: review.state,
    html_url: web,
    pull_request_url: at,
    author_association: associationOf(view.world, repository, review.by),
    _links: { html: { href: web }, pull_request: { href: at } },
    ...(review.state === 'PENDING' ? {} : { submitted_at: instant(review.at) }),
    commit_id: review.commit,
  };
}

export function reviewCommentJson(
  view: View,
  repository: Repository,
  issue: PullIssue,
  thread: Thread,
  comment: ReviewComment,
): Json {
  const at = repositoryUrl(view, repository);
  const web = `${webUrl(view, repository)}/pull/${issue.number}#discussion_r${comment.id}`;
  const here = `${at}/pulls/comments/${comment.id}`;
  const pull = `${at}/pulls/${issue.number}`;
  return {
    id: comment.id,
    node_id: `PRRC_${comment.id}`,
    url: here,
    pull_request_review_id: comment.review,
    diff_hunk: '@@ -1 +1 @@',
    path: thread.path,
    original_position: 1,
    ...(thread.outdated ? {} : { position: 1 }),
    commit_id: thread.outdated ? comment.commit : issue.pull.headSha,
    original_commit_id: comment.commit,
    user: loginJson(view, comment.by),
    body: comment.body,
    created_at: instant(comment.at),
    updated_at: instant(comment.updatedAt),
    html_url: web,
    pull_request_url: pull,
    author_association: associationOf(view.world, repository, comment.by),
    _links: { self: { href: here }, html: { href: web }, pull_request: { href: pull } },
    start_line: null,
    original_start_line: null,
    start_side: null,
    ...(thread.line === undefined || thread.outdated ? {} : { line: thread.line }),
    ...(thread.line === undefined ? {} : { original_line: thread.line }),
    side: thread.side,
    subject_type: thread.line === undefined ? 'file' : 'line',
    ...(comment.replyTo === undefined ? {} : { in_reply_to_id: comment.replyTo }),
  };
}

export function pullMinimalJson(view: View, repository: Repository, issue: PullIssue): Json {
  const { pull } = issue;
  const repo = (one: Repository): Json => ({ id: one.id, url: repositoryUrl(view, one), name: one.name });
  const head =
    pull.headRepository === undefined ? undefined : repositoryById(view.world, pull.headRepository);
  return {
    id: issue.id,
    number: issue.number,
    url: `${repositoryUrl(view, repository)}/pulls/${issue.number}`,
    head: { ref: pull.headRef, sha: pull.headSha, repo: repo(head ?? repository) },
    base: {
      ref: pull.baseRef,
      sha: branchSha(repository, pull.baseRef) ?? pull.baseSha,
      repo: repo(repository),
    },
  };
}
