// The parts of GitHub's answers that are read, and nothing else of them.

import { z } from 'zod';

export const Anything = z.unknown();

export const RepositoryShape = z.object({
  full_name: z.string(),
  default_branch: z.string(),
  fork: z.boolean(),
  archived: z.boolean().optional(),
  parent: z.object({ full_name: z.string() }).optional(),
  source: z.object({ full_name: z.string() }).optional(),
  permissions: z.object({ push: z.boolean(), admin: z.boolean() }).partial().optional(),
  allow_squash_merge: z.boolean().optional(),
  allow_merge_commit: z.boolean().optional(),
  allow_rebase_merge: z.boolean().optional(),
  web_commit_signoff_required: z.boolean().optional(),
});
export type RepositoryShape = Readonly<z.infer<typeof RepositoryShape>>;

export const PullShape = z.object({
  number: z.number(),
  node_id: z.string(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.enum(['open', 'closed']),
  merged_at: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
  user: z.object({ login: z.string() }).nullish(),
  /** The repository is gone where a fork was deleted. */
  head: z.object({
    ref: z.string(),
    sha: z.string(),
    repo: z.object({ full_name: z.string() }).nullish(),
  }),
  base: z.object({ ref: z.string(), sha: z.string() }),
  labels: z.array(z.object({ name: z.string() })),
});
export type PullShape = Readonly<z.infer<typeof PullShape>>;

export const RefShape = z.object({ ref: z.string(), object: z.object({ sha: z.string() }) });
export const UserShape = z.object({ login: z.string() });
export const LabelShape = z.object({ name: z.string() });
export const ReviewersShape = z.object({ users: z.array(UserShape) });
export const MergedShape = z.object({ sha: z.string(), merged: z.boolean() });

export const CheckRunShape = z.object({
  id: z.number(),
  name: z.string(),
  status: z.string(),
  conclusion: z.string().nullish(),
  external_id: z.string().nullish(),
  app: z.object({ slug: z.string().optional() }).nullish(),
  output: z.object({ summary: z.string().nullish(), text: z.string().nullish() }).partial().optional(),
});
export type CheckRunShape = Readonly<z.infer<typeof CheckRunShape>>;

export const StatusShape = z.object({ context: z.string(), state: z.string() });

export const RuleShape = z.object({
  type: z.string(),
  parameters: z.record(z.string(), z.unknown()).optional(),
});
export const RequiredStatusChecks = z.object({
  enforcement_level: z.string().optional(),
  contexts: z.array(z.string()),
  checks: z.array(z.object({ context: z.string(), app_id: z.number().nullish() })).optional(),
  strict: z.boolean().optional(),
});
export const BranchShape = z.object({
  protected: z.boolean(),
  protection: z.object({ required_status_checks: RequiredStatusChecks.optional() }).optional(),
});
export const ProtectionShape = z.object({
  required_status_checks: RequiredStatusChecks.optional(),
  required_pull_request_reviews: z
    .object({ required_approving_review_count: z.number().optional() })
    .optional(),
  required_linear_history: z.object({ enabled: z.boolean().optional() }).optional(),
  required_signatures: z.object({ enabled: z.boolean() }).optional(),
  required_conversation_resolution: z.object({ enabled: z.boolean().optional() }).optional(),
});

const Author = z.object({ __typename: z.string(), login: z.string() }).nullish();
const words = {
  id: z.string(),
  body: z.string(),
  createdAt: z.string(),
  lastEditedAt: z.string().nullish(),
  authorAssociation: z.string(),
  viewerDidAuthor: z.boolean(),
  author: Author,
};
const oid = z.object({ oid: z.string() }).nullish();

export const CommentNode = z.object({ ...words, databaseId: z.number().nullish() });
export type CommentNode = Readonly<z.infer<typeof CommentNode>>;
export const ReviewNode = z.object({
  ...words,
  state: z.string(),
  submittedAt: z.string().nullish(),
  commit: oid,
});
export type ReviewNode = Readonly<z.infer<typeof ReviewNode>>;
const ThreadComment = z.object({ ...words, databaseId: z.number().nullish(), originalCommit: oid });
export const ThreadNode = z.object({
  id: z.string(),
  isResolved: z.boolean(),
  resolvedBy: z.object({ login: z.string() }).nullish(),
  path: z.string(),
  line: z.number().nullish(),
  comments: pageOf(ThreadComment),
});
export type ThreadNode = Readonly<z.infer<typeof ThreadNode>>;
export const CheckNode = z.union([
  z.object({
    __typename: z.literal('CheckRun'),
    databaseId: z.number().nullish(),
    name: z.string(),
    status: z.string(),
    conclusion: z.string().nullish(),
    startedAt: z.string().nullish(),
    checkSuite: z
      .object({
        app: z.object({ databaseId: z.number().nullish() }).nullish(),
        workflowRun: z
          .object({ event: z.string(), workflow: z.object({ databaseId: z.number().nullish() }) })
          .nullish(),
      })
      .nullish(),
  }),
  z.object({ __typename: z.literal('StatusContext'), context: z.string(), state: z.string() }),
]);
export type CheckNode = Readonly<z.infer<typeof CheckNode>>;

export interface Page<T> {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined };
  readonly nodes: readonly T[];
}

function pageOf<T>(node: z.ZodType<T>): z.ZodType<Page<T>> {
  return z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
    nodes: z.array(node),
  });
}

const Commits = z.object({
  nodes: z.array(
    z.object({
      commit: z.object({
        oid: z.string().optional(),
        statusCheckRollup: z.object({ contexts: pageOf(CheckNode) }).nullish(),
      }),
    }),
  ),
});

export const LookShape = z.object({
  repository: z.object({
    pullRequest: z.object({
      id: z.string(),
      state: z.enum(['OPEN', 'CLOSED', 'MERGED']),
      isDraft: z.boolean(),
      headRefOid: z.string(),
      baseRefName: z.string(),
      mergeable: z.enum(['MERGEABLE', 'CONFLICTING', 'UNKNOWN']),
      mergeStateStatus: z.string(),
      reviewDecision: z.string().nullish(),
      isInMergeQueue: z.boolean(),
      mergeCommit: oid,
      reviews: pageOf(ReviewNode).nullish(),
      comments: pageOf(CommentNode),
      reviewThreads: pageOf(ThreadNode),
      commits: Commits,
    }),
  }),
});
export type LookNode = Readonly<z.infer<typeof LookShape>['repository']['pullRequest']>;

export const ReviewsShape = ofPull(z.object({ reviews: pageOf(ReviewNode) }));
export const CommentsShape = ofPull(z.object({ comments: pageOf(CommentNode) }));
export const ThreadsShape = ofPull(z.object({ reviewThreads: pageOf(ThreadNode) }));
export const ChecksShape = ofPull(z.object({ commits: Commits }));

function ofPull<T>(shape: z.ZodType<T>) {
  return z.object({ repository: z.object({ pullRequest: shape }) });
}

export const MarksShape = z.object({ repository: z.record(z.string(), z.unknown()).nullish() });

export const ThreadCommentsShape = z.object({
  node: z.object({ comments: pageOf(ThreadComment) }).nullish(),
});
export type ThreadComment = Readonly<z.infer<typeof ThreadComment>>;

export const QueuedShape = z.object({ node: z.object({ isInMergeQueue: z.boolean() }).nullable() });
