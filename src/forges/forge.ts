// Port: where pull requests live. Every write can be found again by its natural key, so that doing it
// twice is doing it once; every merge names the head it means.

import type { Seen } from '../core/effects.ts';

export interface PullRequestRecord {
  readonly number: number;
  readonly branch: string;
  readonly target: string;
  readonly title: string;
  readonly body: string;
  readonly state: 'open' | 'merged' | 'closed';
  readonly head: string;
  readonly labels: readonly string[];
  readonly comments: readonly { readonly marker: string; readonly body: string }[];
  readonly checks: readonly ForgeCheck[];
  readonly mergeCommit?: string;
}

export interface ForgeCheck {
  readonly name: string;
  readonly head: string;
  readonly conclusion: 'success' | 'failure' | 'neutral' | 'pending';
}

export type ForgeAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly reason: 'forge-unavailable' | 'forge-refused' | 'ref-moved';
      readonly detail: string;
    };

export interface Forge {
  readonly name: string;
  /** The commit a branch points at on the forge, if it exists. */
  readonly branchHead: (repository: string, branch: string) => Promise<ForgeAnswer<string | undefined>>;
  /**
   * Where the branch stands that pull requests go into, as those see it who work on it; undefined where it is gone. The
   * commit is in Slipway's store of the repository by then, so that it can be compared and built on.
   */
  readonly target: (repository: string, branch: string) => Promise<ForgeAnswer<string | undefined>>;
  /** Sees to it that the branch a pull request will go into stands at `commit`; on a forge that others push to, nothing is done. */
  readonly prepareTarget: (repository: string, branch: string, commit: string) => Promise<ForgeAnswer<void>>;
  /** Pushes with a lease: refused as `ref-moved` unless the branch is at `expected` (absent: must not exist) or already at `commit`. */
  readonly push: (request: {
    readonly repository: string;
    readonly branch: string;
    readonly commit: string;
    readonly expected?: string;
  }) => Promise<ForgeAnswer<void>>;
  readonly find: (repository: string, branch: string) => Promise<ForgeAnswer<PullRequestRecord | undefined>>;
  readonly get: (repository: string, number: number) => Promise<ForgeAnswer<PullRequestRecord>>;
  /** Finds the pull request of this branch or creates it; never two of one branch. */
  readonly open: (request: {
    readonly repository: string;
    readonly branch: string;
    readonly target: string;
    readonly title: string;
    readonly body: string;
  }) => Promise<ForgeAnswer<PullRequestRecord>>;
  readonly update: (request: {
    readonly repository: string;
    readonly number: number;
    readonly title: string;
    readonly body: string;
  }) => Promise<ForgeAnswer<void>>;
  /** Set semantics: adds what is missing. */
  readonly label: (
    repository: string,
    number: number,
    labels: readonly string[],
  ) => Promise<ForgeAnswer<void>>;
  /** A comment with this marker exists once; a second call edits it. */
  readonly comment: (request: {
    readonly repository: string;
    readonly number: number;
    readonly marker: string;
    readonly body: string;
  }) => Promise<ForgeAnswer<void>>;
  readonly publishChecks: (
    repository: string,
    number: number,
    checks: readonly ForgeCheck[],
  ) => Promise<ForgeAnswer<void>>;
  readonly inspect: (repository: string, number: number) => Promise<ForgeAnswer<Seen>>;
  readonly diff: (repository: string, number: number) => Promise<ForgeAnswer<string>>;
  /** Squashes `head` onto the target and answers with the commit; `ref-moved` if the pull request is at another head. */
  readonly merge: (request: {
    readonly repository: string;
    readonly number: number;
    readonly head: string;
    readonly message: string;
    readonly at: number;
    /** Whose work it is, where it is not Slipway's own. */
    readonly author?: { readonly name: string; readonly email: string } | undefined;
  }) => Promise<ForgeAnswer<string>>;
  /** A branch that does not exist is deleted already. */
  readonly deleteBranch: (repository: string, branch: string) => Promise<ForgeAnswer<void>>;
  readonly close: (repository: string, number: number) => Promise<ForgeAnswer<void>>;
}
