// Things as they are when they are new.

import type { BranchRule, Issue, Repository, Settings } from './state.ts';

export const usualSettings: Settings = {
  methods: ['merge', 'squash', 'rebase'],
  deleteBranchOnMerge: false,
  archived: false,
  issues: true,
  private: false,
  signOff: false,
};

export function emptyRepository(
  id: number,
  owner: string,
  name: string,
  at: number,
  more: { readonly settings?: Settings; readonly defaultBranch?: string; readonly parent?: number } = {},
): Repository {
  return {
    id,
    owner,
    name,
    settings: more.settings ?? usualSettings,
    defaultBranch: more.defaultBranch ?? 'main',
    parent: more.parent,
    collaborators: {},
    refs: {},
    nextNumber: 1,
    labels: [],
    issues: [],
    rules: [],
    statuses: [],
    suites: [],
    checkRuns: [],
    workflowRuns: [],
    releases: [],
    at,
    pushedAt: at,
  };
}

export function newIssue(
  id: number,
  number: number,
  by: string,
  at: number,
  title: string,
  body: string,
): Issue {
  return {
    id,
    number,
    title,
    body,
    by,
    state: 'open',
    reason: undefined,
    labels: [],
    assignees: [],
    comments: [],
    at,
    updatedAt: at,
    closedAt: undefined,
    closedBy: undefined,
    events: [],
  };
}

export const noDemands: Omit<BranchRule, 'id'> = {
  branch: 'main',
  by: 'ruleset',
  approvals: 0,
  codeOwners: false,
  dismissStale: false,
  lastPushApproval: false,
  resolvedThreads: false,
  checks: [],
  strict: false,
  signatures: false,
  linear: false,
  queue: undefined,
  pullRequests: false,
  methods: undefined,
};
