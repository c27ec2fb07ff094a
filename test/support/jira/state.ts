// What a Jira site knows: projects with a workflow, people, issues, comments, links. Plain data that the server's routes read and write.

export interface Person {
  readonly accountId: string;
  readonly displayName: string;
  readonly isApp?: boolean;
}

export interface StatusSpec {
  readonly name: string;
  /** Of Jira's own: new, indeterminate or done. */
  readonly category: 'new' | 'indeterminate' | 'done';
}

export interface TransitionSpec {
  readonly id: string;
  readonly name: string;
  /** The status it may be taken from; from every one, where nothing is said. */
  readonly from?: string;
  readonly to: string;
  /** Names of fields that must be filled in. */
  readonly required?: readonly string[];
}

export interface Workflow {
  readonly statuses: readonly StatusSpec[];
  readonly transitions: readonly TransitionSpec[];
}

export interface IssueComment {
  readonly id: string;
  author: string;
  body: unknown;
  readonly created: string;
  properties: readonly { readonly key: string; readonly value: unknown }[];
}

export interface Issue {
  readonly id: string;
  readonly key: string;
  summary: string;
  description: unknown;
  type: string;
  labels: readonly string[];
  creator: string | undefined;
  status: string;
  parent: string | undefined;
  links: { readonly name: string; readonly inward: string; readonly outward: string; readonly to: string }[];
  /** Custom fields by their id. */
  custom: Readonly<Record<string, unknown>>;
  comments: IssueComment[];
  remoteLinks: { readonly id: number; globalId: string | undefined; object: unknown }[];
  /** How often it was moved. */
  moves: number;
}

/** The simplest one that Jira itself offers, with a review. */
export const usualWorkflow: Workflow = {
  statuses: [
    { name: 'To Do', category: 'new' },
    { name: 'In Progress', category: 'indeterminate' },
    { name: 'In Review', category: 'indeterminate' },
    { name: 'Done', category: 'done' },
    { name: "Won't Do", category: 'done' },
  ],
  transitions: [
    { id: '11', name: 'To Do', to: 'To Do' },
    { id: '21', name: 'In Progress', to: 'In Progress' },
    { id: '31', name: 'In Review', to: 'In Review' },
    { id: '51', name: "Won't Do", to: "Won't Do" },
    { id: '41', name: 'Done', to: 'Done' },
  ],
};

export interface Site {
  readonly people: Map<string, Person>;
  readonly issues: Map<string, Issue>;
  readonly fields: Map<string, string>;
  workflow: Workflow;
  /** Comments tell their properties where they are asked for; some sites do not. */
  tellsProperties: boolean;
  next: number;
}
