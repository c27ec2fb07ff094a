// What is asked of GitHub over GraphQL, word for word, so that each can be held against the schema GitHub publishes.

const actor = '__typename login';
const pages = 'pageInfo { hasNextPage endCursor }';
const words = `id body createdAt lastEditedAt authorAssociation viewerDidAuthor author { ${actor} }`;
const reviewNodes = `${pages} nodes { ${words} state submittedAt commit { oid } }`;
const commentNodes = `${pages} nodes { ${words} databaseId }`;
const threadComments = `${pages} nodes { ${words} databaseId originalCommit { oid } }`;
const threadNodes = `${pages} nodes {
  id isResolved path line
  resolvedBy { login }
  comments(first: 50) { ${threadComments} }
}`;
const checkNodes = `${pages} nodes {
  __typename
  ... on CheckRun {
    databaseId name status conclusion startedAt
    checkSuite { app { databaseId } workflowRun { event workflow { databaseId } } }
  }
  ... on StatusContext { context state }
}`;

/** Everything there is to know of a pull request, with the first page of what it has many of. */
export const lookDocument = `query SlipwayLook($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      id state isDraft headRefOid baseRefName mergeable mergeStateStatus reviewDecision isInMergeQueue
      mergeCommit { oid }
      reviews(first: 100) { ${reviewNodes} }
      comments(first: 100) { ${commentNodes} }
      reviewThreads(first: 100) { ${threadNodes} }
      commits(last: 1) { nodes { commit { oid statusCheckRollup { contexts(first: 100) { ${checkNodes} } } } } }
    }
  }
}`;

export const reviewsDocument = more(
  'SlipwayReviews',
  `reviews(first: 100, after: $after) { ${reviewNodes} }`,
);
export const commentsDocument = more(
  'SlipwayComments',
  `comments(first: 100, after: $after) { ${commentNodes} }`,
);
export const threadsDocument = more(
  'SlipwayThreads',
  `reviewThreads(first: 100, after: $after) { ${threadNodes} }`,
);
/** What was said in one thread beyond its first page. */
export const threadCommentsDocument = `query SlipwayThreadComments($thread: ID!, $after: String!) {
  node(id: $thread) { ... on PullRequestReviewThread { comments(first: 100, after: $after) { ${threadComments} } } }
}`;
export const checksDocument = more(
  'SlipwayChecks',
  `commits(last: 1) { nodes { commit { oid statusCheckRollup { contexts(first: 100, after: $after) { ${checkNodes} } } } } }`,
);

function more(operation: string, what: string): string {
  return `query ${operation}($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { ${what} } }
}`;
}

const markFields = `fragment mark on PullRequest {
  number state isDraft headRefOid baseRefName updatedAt mergeable mergeStateStatus reviewDecision isInMergeQueue
  baseRef { target { oid } }
  reviews(first: 1) { totalCount }
  comments(first: 1) { totalCount }
  reviewThreads(last: 100) { totalCount nodes { isResolved } }
  commits(last: 1) { nodes { commit { statusCheckRollup {
    state
    contexts(first: 1) {
      checkRunCount statusContextCount
      checkRunCountsByState { state count }
      statusContextCountsByState { state count }
    }
  } } } }
}`;

/**
 * One question about up to a hundred pull requests. Numbers are numbers, so nothing can be written into it by them. A list inside of
 * a list would cost as many points as the outer one may have entries, so none is here: whoever answers in a thread makes a review of
 * their own, which is counted.
 */
export function marksDocument(numbers: readonly number[]): string {
  const asked = numbers.map((number) => `p${number}: pullRequest(number: ${number}) { ...mark }`);
  return `query SlipwayMarks($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) { ${asked.join(' ')} }
}
${markFields}`;
}

export const resolveDocument = `mutation SlipwayResolve($thread: ID!) {
  resolveReviewThread(input: { threadId: $thread }) { thread { id isResolved } }
}`;

export const enqueueDocument = `mutation SlipwayEnqueue($pullRequest: ID!, $head: GitObjectID!) {
  enqueuePullRequest(input: { pullRequestId: $pullRequest, expectedHeadOid: $head }) { mergeQueueEntry { id } }
}`;

export const queuedDocument = `query SlipwayQueued($pullRequest: ID!) {
  node(id: $pullRequest) { ... on PullRequest { isInMergeQueue } }
}`;
