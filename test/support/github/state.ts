// All that the server knows beside what git keeps, as plain data: it can be copied, so that a read may answer as before the last write.

export type AccountType = 'User' | 'Bot' | 'Organization';

export interface Account {
  readonly id: number;
  login: string;
  readonly type: AccountType;
  name: string;
}

export type Role = 'read' | 'triage' | 'write' | 'maintain' | 'admin';
export type Level = 'read' | 'write';
export type Association = 'OWNER' | 'MEMBER' | 'COLLABORATOR' | 'CONTRIBUTOR' | 'NONE';

/** Permissions of Apps and fine-grained tokens, as far as anything here asks for them. */
export type Permission =
  | 'actions'
  | 'checks'
  | 'contents'
  | 'issues'
  | 'metadata'
  | 'pull_requests'
  | 'statuses'
  | 'administration'
  | 'workflows';

export interface Token {
  readonly value: string;
  readonly kind: 'classic' | 'fine-grained' | 'installation';
  readonly login: string;
  /** Of classic ones only; the others tell nothing. */
  readonly scopes: readonly string[];
  /** Of the others. */
  permissions: Partial<Record<Permission, Level>>;
  /** Full names; absent: all that the account may see. */
  readonly repositories?: readonly string[];
  expiresAt?: number;
  readonly app?: number;
}

export interface App {
  readonly id: number;
  readonly clientId: string;
  readonly slug: string;
  readonly owner: string;
  readonly publicKey: string;
  permissions: Partial<Record<Permission, Level>>;
  readonly installations: Installation[];
}

export interface Installation {
  readonly id: number;
  readonly account: string;
  readonly repositories?: readonly string[];
  suspended: boolean;
}

export interface Comment {
  readonly id: number;
  readonly by: string;
  body: string;
  readonly at: number;
  updatedAt: number;
}

export interface Label {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly description: string;
}

export interface Issue {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string;
  readonly by: string;
  state: 'open' | 'closed';
  reason: 'completed' | 'not_planned' | 'reopened' | undefined;
  labels: string[];
  assignees: string[];
  readonly comments: Comment[];
  readonly at: number;
  updatedAt: number;
  closedAt: number | undefined;
  closedBy: string | undefined;
  readonly events: IssueEvent[];
  readonly pull?: Pull;
}

export interface IssueEvent {
  readonly id: number;
  readonly kind:
    | 'closed'
    | 'reopened'
    | 'merged'
    | 'labeled'
    | 'unlabeled'
    | 'review_requested'
    | 'head_ref_force_pushed'
    | 'head_ref_deleted'
    | 'ready_for_review'
    | 'convert_to_draft'
    | 'base_ref_changed'
    | 'review_dismissed'
    | 'added_to_merge_queue'
    | 'removed_from_merge_queue';
  readonly by: string;
  readonly at: number;
  readonly detail?: string;
}

export type ReviewState = 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED' | 'PENDING';

export interface Review {
  readonly id: number;
  readonly by: string;
  state: ReviewState;
  body: string;
  /** The head that was looked at. */
  readonly commit: string;
  readonly at: number;
}

export interface ReviewComment extends Comment {
  readonly review: number;
  readonly commit: string;
  readonly replyTo: number | undefined;
}

export interface Thread {
  readonly id: number;
  readonly path: string;
  readonly line: number | undefined;
  readonly side: 'LEFT' | 'RIGHT';
  resolvedBy: string | undefined;
  outdated: boolean;
  readonly comments: ReviewComment[];
}

export type Method = 'merge' | 'squash' | 'rebase';

export interface Pull {
  /** Of the repository that the head is in; absent where that was deleted. */
  headRepository: number | undefined;
  readonly headOwner: string;
  readonly headRef: string;
  headSha: string;
  baseRef: string;
  baseSha: string;
  draft: boolean;
  maintainerCanModify: boolean;
  readonly reviews: Review[];
  readonly threads: Thread[];
  requested: string[];
  requestedTeams: string[];
  merged: { readonly at: number; readonly by: string; readonly sha: string } | undefined;
  /** GitHub works it out behind the scenes: the first reads after a change are told that it is not known. */
  mergeability: { readonly of: string; readonly clean: boolean; unknownReads: number } | undefined;
  queued:
    | { readonly id: number; readonly at: number; readonly headSha: string; readonly by: string }
    | undefined;
}

/** What a branch demands; by a ruleset or by classic protection, which answer at different places. */
export interface BranchRule {
  readonly id: number;
  readonly branch: string;
  readonly by: 'ruleset' | 'protection';
  readonly approvals: number;
  readonly codeOwners: boolean;
  readonly dismissStale: boolean;
  readonly lastPushApproval: boolean;
  readonly resolvedThreads: boolean;
  readonly checks: readonly { readonly context: string; readonly app?: number }[];
  readonly strict: boolean;
  readonly signatures: boolean;
  readonly linear: boolean;
  readonly queue: Method | undefined;
  /** Whether changes come by pull request only. */
  readonly pullRequests: boolean;
  readonly methods: readonly Method[] | undefined;
}

export type StatusState = 'error' | 'failure' | 'pending' | 'success';

export interface Status {
  readonly id: number;
  readonly sha: string;
  readonly context: string;
  readonly state: StatusState;
  readonly description: string | undefined;
  readonly targetUrl: string | undefined;
  readonly by: string;
  readonly at: number;
}

export const conclusions = [
  'action_required',
  'cancelled',
  'failure',
  'neutral',
  'success',
  'skipped',
  'timed_out',
] as const;
export type Conclusion = (typeof conclusions)[number];
export const checkStates = ['queued', 'in_progress', 'completed'] as const;
export type CheckState = (typeof checkStates)[number];

export interface Annotation {
  readonly path: string;
  readonly line: number;
  readonly level: 'notice' | 'warning' | 'failure';
  readonly message: string;
  readonly title: string | undefined;
}

export interface CheckRun {
  readonly id: number;
  readonly suite: number;
  name: string;
  readonly sha: string;
  readonly app: number;
  status: CheckState;
  conclusion: Conclusion | undefined;
  externalId: string;
  detailsUrl: string | undefined;
  readonly startedAt: number;
  completedAt: number | undefined;
  title: string | undefined;
  summary: string | undefined;
  text: string | undefined;
  annotations: Annotation[];
  /** The job of an Actions run that it stands for. */
  readonly job: number | undefined;
}

export interface CheckSuite {
  readonly id: number;
  readonly sha: string;
  readonly app: number;
  readonly at: number;
  readonly branch: string | undefined;
}

export interface Job {
  readonly id: number;
  readonly name: string;
  status: CheckState;
  conclusion: Conclusion | undefined;
  steps: { readonly name: string; readonly conclusion: Conclusion }[];
  log: string | undefined;
  readonly at: number;
  completedAt: number | undefined;
}

export interface WorkflowRun {
  readonly id: number;
  readonly name: string;
  readonly event: string;
  readonly sha: string;
  readonly branch: string | undefined;
  readonly suite: number;
  attempt: number;
  readonly at: number;
  readonly jobs: Job[];
}

export interface Release {
  readonly id: number;
  readonly tag: string;
  readonly name: string;
  readonly body: string;
  readonly draft: boolean;
  readonly prerelease: boolean;
  readonly target: string;
  readonly by: string;
  readonly at: number;
}

export interface Settings {
  readonly methods: readonly Method[];
  readonly deleteBranchOnMerge: boolean;
  readonly archived: boolean;
  readonly issues: boolean;
  readonly private: boolean;
  /** Whether commits made on the web have to be signed off. */
  readonly signOff: boolean;
}

export interface Repository {
  readonly id: number;
  owner: string;
  name: string;
  settings: Settings;
  defaultBranch: string;
  readonly parent: number | undefined;
  readonly collaborators: Record<string, Role>;
  /** Every ref below refs/heads and refs/tags, as it was after the last change. */
  refs: Record<string, string>;
  nextNumber: number;
  readonly labels: Label[];
  readonly issues: Issue[];
  rules: BranchRule[];
  readonly statuses: Status[];
  readonly suites: CheckSuite[];
  readonly checkRuns: CheckRun[];
  readonly workflowRuns: WorkflowRun[];
  readonly releases: Release[];
  readonly at: number;
  pushedAt: number;
}

export interface World {
  nextId: number;
  readonly accounts: Account[];
  /** Logins of members, by organization. */
  readonly members: Record<string, string[]>;
  readonly repositories: Repository[];
  /** Old full name to the repository that has another one now. */
  readonly renamed: Record<string, number>;
  readonly tokens: Token[];
  readonly apps: App[];
}

export function newWorld(): World {
  return { nextId: 1000, accounts: [], members: {}, repositories: [], renamed: {}, tokens: [], apps: [] };
}

export function newId(world: World): number {
  world.nextId += 1;
  return world.nextId;
}

export function accountOf(world: World, login: string): Account {
  const found = findAccount(world, login);
  if (found === undefined) throw new Error(`There is no account ${login} on this server.`);
  return found;
}

export function findAccount(world: World, login: string): Account | undefined {
  const wanted = login.toLowerCase();
  return world.accounts.find((one) => one.login.toLowerCase() === wanted);
}

export function fullName(repository: Repository): string {
  return `${repository.owner}/${repository.name}`;
}

export function findRepository(world: World, name: string): Repository | undefined {
  const wanted = name.toLowerCase();
  return world.repositories.find((one) => fullName(one).toLowerCase() === wanted);
}

export function repositoryById(world: World, id: number): Repository | undefined {
  return world.repositories.find((one) => one.id === id);
}

export interface PullIssue extends Issue {
  readonly pull: Pull;
}

export function isPull(issue: Issue): issue is PullIssue {
  return issue.pull !== undefined;
}

export function pullsOf(repository: Repository): readonly PullIssue[] {
  return repository.issues.filter(isPull);
}

export function branchSha(repository: Repository, branch: string): string | undefined {
  return repository.refs[`refs/heads/${branch}`];
}

export function rulesFor(repository: Repository, branch: string): readonly BranchRule[] {
  return repository.rules.filter((rule) => rule.branch === branch || rule.branch === '~ALL');
}
