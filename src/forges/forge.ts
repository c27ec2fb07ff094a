// Port: where pull requests live. Every write can be found again by its natural key, so that doing it
// twice is doing it once; every merge names the head it means.

import type { Approval } from '../core/remarks/seen.ts';

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
  /** What people said on it. */
  readonly remarks?: readonly Remark[];
}

export interface ForgeCheck {
  readonly name: string;
  readonly head: string;
  readonly conclusion: 'success' | 'failure' | 'neutral' | 'pending';
}

/** Something somebody said on a pull request: text from outside, not screened yet. */
export interface Remark {
  /** As the forge calls it, for as long as it exists. A thread is one remark, with everything that was said in it. */
  readonly id: string;
  readonly kind: 'thread' | 'review' | 'comment';
  readonly author: RemarkAuthor;
  readonly body: string;
  readonly at: number;
  /** Changed after it was written: what it says now nobody may have meant to say to us. */
  readonly isEdited?: boolean;
  /** The marker Slipway hid in it when it wrote it. */
  readonly marker?: string;
  readonly path?: string;
  readonly line?: number;
  readonly isResolved?: boolean;
  /** The account Slipway acts as settled it. */
  readonly isResolvedByUs?: boolean;
  readonly verdict?: 'approved' | 'changes-requested' | 'commented' | 'dismissed';
  /** The head it was said about, where the forge tells. */
  readonly head?: string;
  /** Further words of the thread, oldest first. */
  readonly replies?: readonly Omit<Remark, 'replies' | 'kind'>[];
}

export interface RemarkAuthor {
  readonly name: string;
  /** What the author is to the repository, in the forge's own word: OWNER, MEMBER, COLLABORATOR, NONE … */
  readonly association?: string;
  readonly isBot?: boolean;
  /** The account Slipway acts as; a person may share it. */
  readonly isOurAccount?: boolean;
}

/** A pull request as the forge has it now. */
export interface Looked {
  readonly state: 'open' | 'merged' | 'closed';
  readonly head: string;
  /** The branch it goes into now; somebody may have chosen another one. */
  readonly target: string;
  readonly mergeable: boolean;
  /** What the checks that count say together; Slipway's own never count. */
  readonly checks: 'success' | 'pending' | 'failure';
  /** Names of checks that count and are red. */
  readonly red: readonly string[];
  /** Names of checks that are demanded and have not begun. */
  readonly missing: readonly string[];
  /** What reviews say of this very head. */
  readonly approval: Approval;
  /** People whose last word in a review asks for changes. */
  readonly demanding: readonly string[];
  readonly remarks: readonly Remark[];
  readonly mergeCommit?: string;
  /** The pull request stands in the forge's merge queue. */
  readonly isQueued?: boolean;
  /** Its rules take only what stands on the newest commit of the target. */
  readonly isStrict?: boolean;
  /** What else the forge's rules lack before this may be merged, in words. */
  readonly lacking?: readonly string[];
}

/** Who Slipway is on a forge, what that lacks, and what a branch asks of pull requests into it. */
export interface Standing {
  /** As whom, in words: "ann, by the token in GH_TOKEN". */
  readonly as: string;
  /** Where pull requests go, and where our branches. */
  readonly where: string;
  readonly notes: readonly StandingNote[];
}

export interface StandingNote {
  readonly about: 'permissions' | 'rules';
  /** fail: nothing can be delivered like this. */
  readonly level: 'ok' | 'warn' | 'fail';
  readonly found: string;
  readonly todo?: string;
}

export type ForgeAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      /** `git` and `io` are of this machine, where waiting mends nothing; a service that is away is waited for. */
      readonly reason: 'forge-unavailable' | 'forge-refused' | 'ref-moved' | 'forge-limited' | 'git' | 'io';
      readonly detail: string;
      /** When the forge answers again, where it said so: milliseconds since 1970. */
      readonly until?: number;
    };

export interface Forge {
  readonly name: string;
  /** It is a service that others use too: it can be out of reach, refuse us, and change without us. */
  readonly isShared: boolean;
  /** Only looks: for whoever wants to know before a run begins. Undefined where there is nothing to be said. */
  readonly standing: (repository: string, branch: string) => Promise<ForgeAnswer<Standing | undefined>>;
  /** The commit a branch points at on the forge, if it exists. */
  readonly branchHead: (repository: string, branch: string) => Promise<ForgeAnswer<string | undefined>>;
  /** Where one of our branches points, if it exists; that commit is in Slipway's store by then, whoever made it. */
  readonly bring: (repository: string, branch: string) => Promise<ForgeAnswer<string | undefined>>;
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
  /** The pull request of this branch: the open one, else the newest, which may be about other work of the same name. */
  readonly find: (repository: string, branch: string) => Promise<ForgeAnswer<PullRequestRecord | undefined>>;
  readonly get: (repository: string, number: number) => Promise<ForgeAnswer<PullRequestRecord>>;
  /** Finds the open pull request of this branch or creates it; never two open ones of one branch. */
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
  readonly inspect: (repository: string, number: number) => Promise<ForgeAnswer<Looked>>;
  /**
   * One cheap question about many pull requests of a repository: a text for each that changes whenever `inspect` would say
   * something else. What is not among the answers is gone.
   */
  readonly marks: (
    repository: string,
    numbers: readonly number[],
  ) => Promise<ForgeAnswer<ReadonlyMap<number, string>>>;
  /** The end of what a red check said; undefined where the forge gives no logs. */
  readonly logOf: (
    repository: string,
    number: number,
    check: string,
  ) => Promise<ForgeAnswer<string | undefined>>;
  /** An answer to a thread, once: a second call with this marker edits it. A remark that is no thread is answered by a comment. */
  readonly reply: (request: {
    readonly repository: string;
    readonly number: number;
    readonly remark: string;
    readonly marker: string;
    readonly body: string;
    /** The thread is settled by this. */
    readonly resolves: boolean;
  }) => Promise<ForgeAnswer<void>>;
  /** Asks these people to look again. */
  readonly requestReview: (
    repository: string,
    number: number,
    people: readonly string[],
  ) => Promise<ForgeAnswer<void>>;
  readonly diff: (repository: string, number: number) => Promise<ForgeAnswer<string>>;
  /**
   * Brings `head` onto the target and answers with the commit, or with none where it stands in a queue for that now;
   * `ref-moved` if the pull request is at another head.
   */
  readonly merge: (request: {
    readonly repository: string;
    readonly number: number;
    readonly head: string;
    /** Squashed, where nobody says. */
    readonly method?: 'squash' | 'merge' | 'rebase';
    readonly message: string;
    readonly at: number;
    /** Whose work it is, where it is not Slipway's own. */
    readonly author?: { readonly name: string; readonly email: string } | undefined;
  }) => Promise<ForgeAnswer<string | undefined>>;
  /** A branch that does not exist is deleted already. */
  readonly deleteBranch: (repository: string, branch: string) => Promise<ForgeAnswer<void>>;
  readonly close: (repository: string, number: number) => Promise<ForgeAnswer<void>>;
}
