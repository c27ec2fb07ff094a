// The state as GraphQL sees it: each thing is an object with the fields that are simulated. A field that is asked for and not here is
// refused loudly by who executes, so that no client is told an invention.

import { associationOf, hasRole, roleOf, sees } from '../access.ts';
import type { Hub } from '../hub.ts';
import { closingNumbers } from '../merging.ts';
import { contextsOf, decidingReviews, mergeState, reviewDecision, rollup } from '../policy.ts';
import { accountByEmail } from '../render/commits.ts';
import { type Json, accountNode, instant, instantOrNull, webUrl } from '../render/render.ts';
import {
  type Comment,
  type Issue,
  type PullIssue,
  type Repository,
  type Review,
  type ReviewComment,
  type Thread,
  branchSha,
  findAccount,
  fullName,
  isPull,
  pullsOf,
  repositoryById,
  rulesFor,
} from '../state.ts';
import { type Around, checkNode, statusNode } from './checks.ts';
import { connection } from './connection.ts';
import type { Graph } from './graph.ts';

export function actorNode(graph: Graph, login: string | undefined): Json | null {
  const account = login === undefined ? undefined : findAccount(graph.world, login);
  if (account === undefined) return null;
  return {
    __typename: account.type,
    id: accountNode(account),
    databaseId: account.id,
    // Bots are named here without what REST hangs on their names.
    login: account.type === 'Bot' ? account.login.replace('[bot]', '') : account.login,
    name: account.name,
    url: `${graph.url}/${account.login}`,
    resourcePath: `/${account.login}`,
    avatarUrl: `${graph.url}/avatars/${account.id}`,
  };
}

export function repositoryNode(graph: Graph, repository: Repository): Json {
  const { settings } = repository;
  const has = (number: unknown): Issue | undefined => repository.issues.find((one) => one.number === number);
  return {
    __typename: 'Repository',
    id: `R_${repository.id}`,
    databaseId: repository.id,
    name: repository.name,
    nameWithOwner: fullName(repository),
    owner: () => actorNode(graph, repository.owner),
    url: webUrl(graph, repository),
    isPrivate: settings.private,
    isArchived: settings.archived,
    isFork: repository.parent !== undefined,
    isEmpty: Object.keys(repository.refs).length === 0,
    hasIssuesEnabled: settings.issues,
    parent: () => {
      const parent =
        repository.parent === undefined ? undefined : repositoryById(graph.world, repository.parent);
      return parent === undefined ? null : repositoryNode(graph, parent);
    },
    visibility: settings.private ? 'PRIVATE' : 'PUBLIC',
    mergeCommitAllowed: settings.methods.includes('merge'),
    squashMergeAllowed: settings.methods.includes('squash'),
    rebaseMergeAllowed: settings.methods.includes('rebase'),
    autoMergeAllowed: false,
    deleteBranchOnMerge: settings.deleteBranchOnMerge,
    webCommitSignoffRequired: settings.signOff,
    viewerPermission: () => permissionOf(graph, repository),
    viewerDefaultMergeMethod: settings.methods[0]?.toUpperCase() ?? 'MERGE',
    pushedAt: instant(repository.pushedAt),
    createdAt: instant(repository.at),
    updatedAt: instant(repository.pushedAt),
    defaultBranchRef: () => refNode(graph, repository, repository.defaultBranch),
    ref: ({ qualifiedName }: Json) =>
      refNode(graph, repository, String(qualifiedName).replace(/^refs\/heads\//, '')),
    pullRequest: ({ number }: Json) => {
      const found = has(number);
      return found !== undefined && isPull(found) ? pullNode(graph, repository, found) : undefined;
    },
    issue: ({ number }: Json) => {
      const found = has(number);
      return found !== undefined && !isPull(found) ? issueNode(graph, repository, found) : undefined;
    },
    issueOrPullRequest: ({ number }: Json) => {
      const found = has(number);
      if (found === undefined) return undefined;
      return isPull(found) ? pullNode(graph, repository, found) : issueNode(graph, repository, found);
    },
    pullRequests: (args: Json) =>
      connection('pullRequests', pullsLike(repository, args), args, (one) =>
        pullNode(graph, repository, one),
      ),
    issues: (args: Json) =>
      connection('issues', issuesLike(repository, args), args, (one) => issueNode(graph, repository, one)),
    labels: (args: Json) =>
      connection('labels', repository.labels, args, (label) => ({ ...label, id: `LA_${label.id}` })),
    mergeQueue: ({ branch }: Json) =>
      queueNode(graph, repository, typeof branch === 'string' ? branch : repository.defaultBranch),
  };
}

function permissionOf({ world, actor }: Graph, repository: Repository): string | null {
  if (actor.kind !== 'account') return null;
  if (actor.token.kind === 'installation')
    return actor.token.permissions.contents === 'write' ? 'WRITE' : 'READ';
  return roleOf(world, repository, actor.account.login)?.toUpperCase() ?? null;
}

function listed(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function ordered<T extends Issue>(found: readonly T[], args: Json): readonly T[] {
  const order = args['orderBy'];
  if (typeof order !== 'object' || order === null) return found;
  const key = 'field' in order && order.field === 'UPDATED_AT' ? 'updatedAt' : 'at';
  const sign = 'direction' in order && order.direction === 'DESC' ? -1 : 1;
  return found.toSorted((one, other) => sign * (one[key] - other[key] || one.number - other.number));
}

function pullsLike(repository: Repository, args: Json): readonly PullIssue[] {
  const states = listed(args['states']);
  const labels = listed(args['labels']);
  const { headRefName, baseRefName } = args;
  const found = pullsOf(repository)
    .filter((one) => states === undefined || states.includes(stateOf(one)))
    .filter((one) => typeof headRefName !== 'string' || one.pull.headRef === headRefName)
    .filter((one) => typeof baseRefName !== 'string' || one.pull.baseRef === baseRefName)
    .filter((one) => labels === undefined || one.labels.some((label) => labels.includes(label)));
  return ordered(found, args);
}

function issuesLike(repository: Repository, args: Json): readonly Issue[] {
  const states = listed(args['states']);
  const labels = listed(args['labels']);
  const found = repository.issues
    .filter((one) => !isPull(one))
    .filter((one) => states === undefined || states.includes(one.state.toUpperCase()))
    .filter((one) => labels === undefined || one.labels.some((label) => labels.includes(label)));
  return ordered(found, args);
}

function stateOf(issue: PullIssue): 'OPEN' | 'CLOSED' | 'MERGED' {
  if (issue.pull.merged !== undefined) return 'MERGED';
  return issue.state === 'open' ? 'OPEN' : 'CLOSED';
}

function refNode(graph: Graph, repository: Repository, branch: string): Json | null {
  const sha = branchSha(repository, branch);
  if (sha === undefined) return null;
  return {
    __typename: 'Ref',
    id: `REF_${repository.id}_${Buffer.from(branch).toString('hex')}`,
    name: branch,
    prefix: 'refs/heads/',
    repository: () => repositoryNode(graph, repository),
    target: () => commitNode(graph, repository, sha),
    associatedPullRequests: (args: Json) =>
      connection(
        'associatedPullRequests',
        pullsLike(repository, args).filter(
          (one) => one.pull.headRef === branch && one.pull.headRepository === repository.id,
        ),
        args,
        (one) => pullNode(graph, repository, one),
      ),
  };
}

function commitNode(graph: Graph, repository: Repository, sha: string): Json {
  const read = (): ReturnType<Hub['git']['commit']> => graph.hub.git.commit(repository.id, sha);
  return {
    __typename: 'Commit',
    id: `C_${sha}`,
    oid: sha,
    abbreviatedOid: sha.slice(0, 7),
    url: `${webUrl(graph, repository)}/commit/${sha}`,
    commitUrl: `${webUrl(graph, repository)}/commit/${sha}`,
    repository: () => repositoryNode(graph, repository),
    message: async () => (await read())?.message ?? '',
    messageHeadline: async () => (await read())?.message.split('\n')[0] ?? '',
    messageBody: async () => (await read())?.message.split('\n').slice(2).join('\n') ?? '',
    committedDate: async () => (await read())?.committer.at,
    authoredDate: async () => (await read())?.author.at,
    author: async () => {
      const author = (await read())?.author;
      if (author === undefined) return null;
      const user = actorNode(graph, accountByEmail(graph, author.email)?.login);
      return {
        name: author.name,
        email: author.email,
        date: author.at,
        user: user?.['__typename'] === 'User' ? user : null,
      };
    },
    parents: async (args: Json) =>
      connection('parents', (await read())?.parents ?? [], args, (parent) =>
        commitNode(graph, repository, parent),
      ),
    statusCheckRollup: () => rollupNode(graph, repository, sha),
  };
}

function around(graph: Graph, repository: Repository): Around {
  return {
    actor: (login) => actorNode(graph, login),
    commit: (sha) => commitNode(graph, repository, sha),
    repository: () => repositoryNode(graph, repository),
  };
}

function rollupNode(graph: Graph, repository: Repository, sha: string): Json | null {
  const contexts = contextsOf(repository, sha);
  const state = rollup(contexts);
  if (state === undefined) return null;
  return {
    __typename: 'StatusCheckRollup',
    id: `SCR_${sha}`,
    state,
    commit: () => commitNode(graph, repository, sha),
    contexts: (args: Json) => ({
      ...connection('contexts', contexts, args, (one) =>
        one.kind === 'check'
          ? checkNode(graph, repository, one.run, around(graph, repository))
          : statusNode(repository, one.status, around(graph, repository)),
      ),
      ...countsOf(contexts),
    }),
  };
}

/** How many there are of each kind and state. */
function countsOf(contexts: ReturnType<typeof contextsOf>): Json {
  const runs = contexts.flatMap((one) =>
    one.kind === 'check' ? [(one.run.conclusion ?? one.run.status).toUpperCase()] : [],
  );
  const statuses = contexts.flatMap((one) => (one.kind === 'check' ? [] : [one.status.state.toUpperCase()]));
  return {
    checkRunCount: runs.length,
    statusContextCount: statuses.length,
    checkRunCountsByState: () => counted(runs),
    statusContextCountsByState: () => counted(statuses),
  };
}

function counted(states: readonly string[]): readonly Json[] {
  return [...new Set(states)].map((state) => ({
    state,
    count: states.filter((one) => one === state).length,
  }));
}

/** What issues and pull requests have in common. */
function sharedFields(graph: Graph, repository: Repository, issue: Issue, page: string): Json {
  const url = `${webUrl(graph, repository)}/${page}/${issue.number}`;
  return {
    databaseId: issue.id,
    fullDatabaseId: String(issue.id),
    number: issue.number,
    title: issue.title,
    body: issue.body,
    bodyText: issue.body,
    url,
    permalink: url,
    locked: false,
    author: () => actorNode(graph, issue.by),
    authorAssociation: associationOf(graph.world, repository, issue.by),
    closed: issue.state === 'closed',
    closedAt: instantOrNull(issue.closedAt),
    createdAt: instant(issue.at),
    updatedAt: instant(issue.updatedAt),
    publishedAt: instant(issue.at),
    repository: () => repositoryNode(graph, repository),
    labels: (args: Json) =>
      connection('labels', issue.labels, args, (name) => {
        const label = repository.labels.find((one) => one.name === name);
        return {
          id: `LA_${label?.id ?? 0}`,
          name,
          color: label?.color ?? 'ededed',
          description: label?.description ?? null,
        };
      }),
    assignees: (args: Json) =>
      connection('assignees', issue.assignees, args, (login) => actorNode(graph, login)),
    comments: (args: Json) =>
      connection('comments', issue.comments, args, (comment) =>
        commentNode(graph, repository, issue, comment),
      ),
  };
}

function issueNode(graph: Graph, repository: Repository, issue: Issue): Json {
  return {
    ...sharedFields(graph, repository, issue, 'issues'),
    __typename: 'Issue',
    id: `I_${issue.id}`,
    state: issue.state.toUpperCase(),
    stateReason: issue.reason?.toUpperCase() ?? null,
  };
}

export function commentNode(graph: Graph, repository: Repository, issue: Issue, comment: Comment): Json {
  const page = isPull(issue) ? 'pull' : 'issues';
  return {
    __typename: 'IssueComment',
    id: `IC_${comment.id}`,
    ...saidFields(graph, repository, comment),
    url: `${webUrl(graph, repository)}/${page}/${issue.number}#issuecomment-${comment.id}`,
    issue: () => issueNode(graph, repository, issue),
    pullRequest: () => (isPull(issue) ? pullNode(graph, repository, issue) : null),
  };
}

function saidFields(graph: Graph, repository: Repository, comment: Comment): Json {
  const edited = comment.updatedAt > comment.at;
  return {
    databaseId: comment.id,
    fullDatabaseId: String(comment.id),
    author: () => actorNode(graph, comment.by),
    authorAssociation: associationOf(graph.world, repository, comment.by),
    body: comment.body,
    bodyText: comment.body,
    createdAt: instant(comment.at),
    publishedAt: instant(comment.at),
    updatedAt: instant(comment.updatedAt),
    lastEditedAt: edited ? instant(comment.updatedAt) : null,
    includesCreatedEdit: edited,
    isMinimized: false,
    minimizedReason: null,
    viewerDidAuthor: graph.actor.kind === 'account' && graph.actor.account.login === comment.by,
    repository: () => repositoryNode(graph, repository),
  };
}

function mergeableOf(graph: Graph, repository: Repository, issue: PullIssue): Promise<boolean | undefined> {
  const known = graph.memo.get(issue.id) ?? graph.hub.mergeable(repository, issue, true);
  graph.memo.set(issue.id, known);
  return known;
}

export function pullNode(graph: Graph, repository: Repository, issue: PullIssue): Json {
  const { pull } = issue;
  const { world, hub } = graph;
  const head = pull.headRepository === undefined ? undefined : repositoryById(world, pull.headRepository);
  const tip = branchSha(repository, pull.baseRef) ?? pull.baseSha;
  const changed = (): ReturnType<Hub['git']['files']> => filesOf(graph, repository, issue);
  const queue = rulesFor(repository, pull.baseRef).some((rule) => rule.queue !== undefined);
  return {
    ...sharedFields(graph, repository, issue, 'pull'),
    ...talkFields(graph, repository, issue),
    __typename: 'PullRequest',
    id: `PR_${issue.id}`,
    state: stateOf(issue),
    isDraft: pull.draft,
    merged: pull.merged !== undefined,
    mergedAt: instantOrNull(pull.merged?.at),
    mergedBy: () => actorNode(graph, pull.merged?.by),
    mergeCommit: () => (pull.merged === undefined ? null : commitNode(graph, repository, pull.merged.sha)),
    baseRefName: pull.baseRef,
    baseRefOid: pull.baseSha,
    baseRef: () => refNode(graph, repository, pull.baseRef),
    baseRepository: () => repositoryNode(graph, repository),
    headRefName: pull.headRef,
    headRefOid: pull.headSha,
    headRef: () => (head === undefined ? null : refNode(graph, head, pull.headRef)),
    headRepository: () => (head === undefined ? null : repositoryNode(graph, head)),
    headRepositoryOwner: () => actorNode(graph, pull.headOwner),
    isCrossRepository: pull.headRepository !== repository.id,
    maintainerCanModify: pull.maintainerCanModify,
    mergeable: async () => {
      const mergeable = await mergeableOf(graph, repository, issue);
      return mergeable === undefined ? 'UNKNOWN' : mergeable ? 'MERGEABLE' : 'CONFLICTING';
    },
    mergeStateStatus: async () =>
      mergeState(hub, world, repository, issue, await mergeableOf(graph, repository, issue)),
    reviewDecision: () => reviewDecision(world, repository, issue) ?? null,
    isMergeQueueEnabled: queue,
    isInMergeQueue: pull.queued !== undefined,
    mergeQueueEntry: () => entryNode(graph, repository, issue),
    mergeQueue: () => queueNode(graph, repository, pull.baseRef),
    autoMergeRequest: null,
    statusCheckRollup: () => rollupNode(graph, repository, pull.headSha),
    additions: async () => (await changed()).reduce((sum, file) => sum + file.additions, 0),
    deletions: async () => (await changed()).reduce((sum, file) => sum + file.deletions, 0),
    changedFiles: async () => (await changed()).length,
    files: async (args: Json) =>
      connection('files', await changed(), args, (file) => ({
        path: file.path,
        additions: file.additions,
        deletions: file.deletions,
        changeType: { added: 'ADDED', removed: 'DELETED', modified: 'MODIFIED', renamed: 'RENAMED' }[
          file.status
        ],
      })),
    commits: async (args: Json) =>
      connection(
        'commits',
        await hub.git.commits(repository.id, [
          '--reverse',
          `${pull.merged === undefined ? tip : pull.baseSha}..${pull.headSha}`,
        ]),
        args,
        ({ sha }) => ({
          id: `PRC_${sha}`,
          url: webUrl(graph, repository),
          commit: commitNode(graph, repository, sha),
        }),
      ),
    closingIssuesReferences: (args: Json) =>
      connection(
        'closingIssuesReferences',
        closingNumbers(repository, issue).flatMap(
          (number) => repository.issues.find((one) => one.number === number) ?? [],
        ),
        args,
        (one) => issueNode(graph, repository, one),
      ),
    viewerDidAuthor: graph.actor.kind === 'account' && graph.actor.account.login === issue.by,
  };
}

async function filesOf(
  { hub }: Graph,
  repository: Repository,
  { pull }: PullIssue,
): ReturnType<Hub['git']['files']> {
  const tip =
    pull.merged === undefined ? (branchSha(repository, pull.baseRef) ?? pull.baseSha) : pull.baseSha;
  const base = (await hub.git.mergeBase(repository.id, tip, pull.headSha)) ?? tip;
  return hub.git.files(repository.id, base, pull.headSha);
}

/** Reviews, requests for them, and threads. */
function talkFields(graph: Graph, repository: Repository, issue: PullIssue): Json {
  const { pull } = issue;
  const told = (review: Review): Json => reviewNode(graph, repository, issue, review);
  const latest = (): readonly Review[] => [
    ...new Map(pull.reviews.map((review) => [review.by, review])).values(),
  ];
  return {
    reviews: (args: Json) => {
      const states = listed(args['states']);
      const { author } = args;
      const found = pull.reviews
        .filter((review) => states === undefined || states.includes(review.state))
        .filter((review) => typeof author !== 'string' || review.by === author);
      return connection('reviews', found, args, told);
    },
    latestReviews: (args: Json) => connection('latestReviews', latest(), args, told),
    latestOpinionatedReviews: (args: Json) =>
      connection('latestOpinionatedReviews', decidingReviews(issue), args, told),
    reviewRequests: (args: Json) =>
      connection('reviewRequests', pull.requested, args, (login) => ({
        id: `RR_${login}`,
        asCodeOwner: false,
        requestedReviewer: actorNode(graph, login),
      })),
    reviewThreads: (args: Json) =>
      connection('reviewThreads', pull.threads, args, (thread) =>
        threadNode(graph, repository, issue, thread),
      ),
    totalCommentsCount: issue.comments.length + pull.threads.flatMap((thread) => thread.comments).length,
  };
}

function reviewNode(graph: Graph, repository: Repository, issue: PullIssue, review: Review): Json {
  const written = { id: review.id, by: review.by, body: review.body, at: review.at, updatedAt: review.at };
  return {
    ...saidFields(graph, repository, written),
    __typename: 'PullRequestReview',
    id: `PRR_${review.id}`,
    state: review.state,
    submittedAt: review.state === 'PENDING' ? null : instant(review.at),
    commit: () => commitNode(graph, repository, review.commit),
    url: `${webUrl(graph, repository)}/pull/${issue.number}#pullrequestreview-${review.id}`,
    authorCanPushToRepository: hasRole(graph.world, repository, review.by, 'write'),
    pullRequest: () => pullNode(graph, repository, issue),
    comments: (args: Json) =>
      connection(
        'comments',
        issue.pull.threads.flatMap((thread) =>
          thread.comments.filter((one) => one.review === review.id).map((comment) => ({ thread, comment })),
        ),
        args,
        ({ thread, comment }) => lineCommentNode(graph, repository, issue, thread, comment),
      ),
  };
}

export function threadNode(graph: Graph, repository: Repository, issue: PullIssue, thread: Thread): Json {
  const resolver = actorNode(graph, thread.resolvedBy);
  const may = graph.actor.kind === 'account';
  return {
    __typename: 'PullRequestReviewThread',
    id: `PRRT_${thread.id}`,
    path: thread.path,
    line: thread.outdated ? null : (thread.line ?? null),
    originalLine: thread.line ?? null,
    startLine: null,
    originalStartLine: null,
    diffSide: thread.side,
    startDiffSide: null,
    isResolved: thread.resolvedBy !== undefined,
    isOutdated: thread.outdated,
    isCollapsed: thread.resolvedBy !== undefined,
    // Bots resolve too, and are no users.
    resolvedBy: resolver?.['__typename'] === 'User' ? resolver : null,
    subjectType: thread.line === undefined ? 'FILE' : 'LINE',
    viewerCanReply: may,
    viewerCanResolve: may && thread.resolvedBy === undefined,
    viewerCanUnresolve: may && thread.resolvedBy !== undefined,
    pullRequest: () => pullNode(graph, repository, issue),
    repository: () => repositoryNode(graph, repository),
    comments: (args: Json) =>
      connection('comments', thread.comments, args, (one) =>
        lineCommentNode(graph, repository, issue, thread, one),
      ),
  };
}

export function lineCommentNode(
  graph: Graph,
  repository: Repository,
  issue: PullIssue,
  thread: Thread,
  comment: ReviewComment,
): Json {
  const first = thread.comments[0];
  return {
    ...saidFields(graph, repository, comment),
    __typename: 'PullRequestReviewComment',
    id: `PRRC_${comment.id}`,
    path: thread.path,
    line: thread.outdated ? null : (thread.line ?? null),
    originalLine: thread.line ?? null,
    position: thread.outdated ? null : 1,
    originalPosition: 1,
    outdated: thread.outdated,
    diffHunk: '@@ -1 +1 @@',
    state: 'SUBMITTED',
    subjectType: thread.line === undefined ? 'FILE' : 'LINE',
    url: `${webUrl(graph, repository)}/pull/${issue.number}#discussion_r${comment.id}`,
    commit: () => commitNode(graph, repository, thread.outdated ? comment.commit : issue.pull.headSha),
    originalCommit: () => commitNode(graph, repository, comment.commit),
    pullRequest: () => pullNode(graph, repository, issue),
    pullRequestReview: () => {
      const review = issue.pull.reviews.find((one) => one.id === comment.review);
      return review === undefined ? null : reviewNode(graph, repository, issue, review);
    },
    replyTo: () =>
      comment.replyTo === undefined || first === undefined
        ? null
        : lineCommentNode(graph, repository, issue, thread, first),
  };
}

function queued(repository: Repository, branch: string): readonly PullIssue[] {
  return pullsOf(repository)
    .filter((one) => one.pull.queued !== undefined && one.pull.baseRef === branch)
    .toSorted((one, other) => (one.pull.queued?.id ?? 0) - (other.pull.queued?.id ?? 0));
}

function queueNode(graph: Graph, repository: Repository, branch: string): Json | null {
  if (!rulesFor(repository, branch).some((rule) => rule.queue !== undefined)) return null;
  return {
    id: `MQ_${repository.id}_${branch}`,
    url: `${webUrl(graph, repository)}/queue/${branch}`,
    repository: () => repositoryNode(graph, repository),
    entries: (args: Json) =>
      connection('entries', queued(repository, branch), args, (one) => entryNode(graph, repository, one)),
  };
}

export function entryNode(graph: Graph, repository: Repository, issue: PullIssue): Json | null {
  const { pull } = issue;
  if (pull.queued === undefined) return null;
  const { id, at, headSha, by } = pull.queued;
  return {
    __typename: 'MergeQueueEntry',
    id: `MQE_${id}`,
    enqueuedAt: instant(at),
    enqueuer: () => actorNode(graph, by),
    position: queued(repository, pull.baseRef).findIndex((one) => one.number === issue.number) + 1,
    state: 'AWAITING_CHECKS',
    jump: false,
    solo: false,
    estimatedTimeToMerge: null,
    headCommit: () => commitNode(graph, repository, headSha),
    baseCommit: () => commitNode(graph, repository, branchSha(repository, pull.baseRef) ?? pull.baseSha),
    mergeQueue: () => queueNode(graph, repository, pull.baseRef),
    pullRequest: () => pullNode(graph, repository, issue),
  };
}

/** What an id stands for, as far as the caller may see it. */
export interface Found {
  readonly repository: Repository;
  readonly issue?: Issue;
  readonly thread?: Thread;
  readonly node: () => Json | null;
}

export function foundById(graph: Graph, id: string): Found | undefined {
  const [kind = '', ...rest] = id.split('_');
  const number = Number(rest.join('_'));
  for (const repository of graph.world.repositories) {
    if (!sees(graph.world, repository, graph.actor)) continue;
    if (kind === 'R' && repository.id === number)
      return { repository, node: () => repositoryNode(graph, repository) };
    for (const issue of repository.issues) {
      const found = foundIn(graph, repository, issue, kind, number);
      if (found !== undefined) return found;
    }
    const run = kind === 'CR' ? repository.checkRuns.find((one) => one.id === number) : undefined;
    if (run !== undefined)
      return { repository, node: () => checkNode(graph, repository, run, around(graph, repository)) };
  }
  return undefined;
}

function foundIn(
  graph: Graph,
  repository: Repository,
  issue: Issue,
  kind: string,
  id: number,
): Found | undefined {
  const comment = kind === 'IC' ? issue.comments.find((one) => one.id === id) : undefined;
  if (comment !== undefined)
    return { repository, issue, node: () => commentNode(graph, repository, issue, comment) };
  if (!isPull(issue))
    return kind === 'I' && issue.id === id
      ? { repository, issue, node: () => issueNode(graph, repository, issue) }
      : undefined;
  if (kind === 'PR' && issue.id === id)
    return { repository, issue, node: () => pullNode(graph, repository, issue) };
  const review = kind === 'PRR' ? issue.pull.reviews.find((one) => one.id === id) : undefined;
  if (review !== undefined)
    return { repository, issue, node: () => reviewNode(graph, repository, issue, review) };
  for (const thread of issue.pull.threads) {
    if (kind === 'PRRT' && thread.id === id)
      return { repository, issue, thread, node: () => threadNode(graph, repository, issue, thread) };
    const line = kind === 'PRRC' ? thread.comments.find((one) => one.id === id) : undefined;
    if (line !== undefined)
      return {
        repository,
        issue,
        thread,
        node: () => lineCommentNode(graph, repository, issue, thread, line),
      };
  }
  return undefined;
}
