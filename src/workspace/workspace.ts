// Port: Slipway's own copy of a repository and the private clones made from it. Implemented on git in
// this folder; nothing outside this folder runs git.
//
// Invariants
//   WORKSPACE-1. Nothing of the user's checkout, index, stash, hooks or configuration is written or run; the
//       one exception is `land`, on order.
//   WORKSPACE-2. Git never runs with a git directory, an index or a configuration that an agent could write.
//   WORKSPACE-3. An attempt's clone shares no inode and no alternate with the store.
//   WORKSPACE-4. The same commit request gives the same commit id, on every machine and every time.

/** What the user's repository looked like when it was asked. */
export interface Checkout {
  /** Id of the repository in the home; made when it is first seen. */
  readonly repository: string;
  /** Root of the user's files; kept out of the journal. */
  readonly root: string;
  readonly branch: string;
  readonly commit: string;
  readonly dirty: 'clean' | 'docs' | 'dirty';
  readonly warnings: readonly string[];
}

/** A sentence for the user: what is wrong with the repository, why, and what to do. */
export interface CheckoutProblem {
  readonly problem: string;
  /** missing: git, one that is new enough, a repository, a commit. refused: not in a state a run can start from. */
  readonly kind: 'missing' | 'refused';
}

export interface Change {
  readonly path: string;
  readonly kind: 'added' | 'modified' | 'deleted';
  /** git's mode of the new side (of the old one where deleted): 100644, 100755, 120000 (link), 160000 (nested repository). */
  readonly mode: string;
  /** Where a symbolic link points, as written. */
  readonly linkTarget?: string;
}

export interface FileEntry {
  readonly path: string;
  /** git's name for the content: the same content has the same one. */
  readonly id: string;
  readonly bytes: number;
}

export interface CommitRequest {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  /** Milliseconds; recorded in the commit in seconds, UTC. */
  readonly at: number;
  /** Whose work it is; Slipway's, where nobody is named. The committer is always Slipway. */
  readonly author?: Person | undefined;
}

/** Files of one commit with some of another, or with texts of ours; what is neither there nor given goes. */
export interface Variation {
  readonly commit: string;
  /** As the other commit has them; those it has not are taken away. */
  readonly as?: { readonly commit: string; readonly paths: readonly string[] };
  readonly texts?: readonly { readonly path: string; readonly text: string }[];
  readonly without?: readonly string[];
}

export interface Varied {
  readonly commit: string;
  readonly tree: string;
}

/** As git names somebody. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

export type Merged =
  | { readonly ok: true; readonly tree: string }
  | {
      readonly ok: false;
      /** With both sides between markers where they conflict. */
      readonly tree: string;
      readonly conflicts: readonly string[];
      readonly detail: string;
    };

export interface LandRequest {
  readonly how: 'branch' | 'fast-forward';
  readonly branch: string;
  readonly target: string;
  readonly commit: string;
}

export type LandAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'ref-moved' | 'forge-refused'; readonly detail: string };

/** A submodule that stays an empty folder, because nothing on this disk has the commit that is pinned. */
export interface Unfilled {
  readonly path: string;
  readonly commit: string;
}

/** A checkout for checks. */
export interface CheckFolder {
  readonly dir: string;
  /** Folders of the home that its git reads from: a box around what runs there has to show them, to be read only. */
  readonly borrowed: readonly string[];
}

export interface RemoteOfUser {
  readonly name: string;
  readonly url: string;
}

/** What is other than usual about a checkout. */
export interface CheckoutDress {
  /** The time of all its files. */
  readonly filesOfMs?: number;
  /** In more folders than usual, of other names; `discard` of its name deletes those too. */
  readonly isDeeper?: true;
}

export interface Workspaces {
  /** Looks at a folder of the user's and gives it an id, without writing to it. */
  readonly look: (dir: string) => Promise<Checkout | CheckoutProblem>;
  /** Who the user is for their own git, where it says so. `env` is theirs, for where it keeps that. */
  readonly person: (
    repository: string,
    env: Readonly<Record<string, string | undefined>>,
  ) => Promise<Person | undefined>;
  /** Where the user's repository says that it came from and goes to. */
  readonly remotes: (repository: string) => Promise<readonly RemoteOfUser[]>;
  /** Root of the user's files, for what configuration names by a path from there. */
  readonly root: (repository: string) => Promise<string>;
  /** How dirty the user's checkout is now. */
  readonly dirtiness: (repository: string) => Promise<Checkout['dirty']>;
  /** What is not committed in the user's checkout, files nobody added included, as a tree of ours and its changes against `commit`. */
  readonly uncommitted: (
    repository: string,
    commit: string,
  ) => Promise<{ readonly tree: string; readonly changes: readonly Change[] }>;
  /** What about the user's repository may come to matter: a history that is cut, a git that left its lock. */
  readonly notes: (repository: string) => Promise<readonly string[]>;
  /** Makes sure that the store has this commit, fetching it from the user's repository. Safe to repeat. */
  readonly ensure: (repository: string, commit: string) => Promise<void>;
  readonly has: (repository: string, commit: string) => Promise<boolean>;
  readonly treeOf: (repository: string, commit: string) => Promise<string>;
  readonly readFile: (repository: string, commit: string, path: string) => Promise<string | undefined>;
  readonly listFiles: (repository: string, commit: string) => Promise<readonly string[]>;
  /** The plain files of a commit, with their sizes. Links and submodules have no content of their own. */
  readonly entries: (repository: string, commit: string) => Promise<readonly FileEntry[]>;
  /** Reads contents one after the other, in the order of the ids, and keeps none. `each` must not keep the bytes. */
  readonly eachContent: (
    repository: string,
    ids: readonly string[],
    each: (at: number, content: Uint8Array) => void,
  ) => Promise<void>;
  /** Of these paths, those that a tree or commit stores through a filter such as Git LFS, in the order of `paths`. */
  readonly filtered: (
    repository: string,
    tree: string,
    paths: readonly string[],
  ) => Promise<readonly { readonly path: string; readonly filter: string }[]>;
  /** Text files that hold this word, whole and as it is written. */
  readonly filesWith: (repository: string, commit: string, word: string) => Promise<readonly string[]>;
  /** Submodules of a commit that clones and checkouts of it have as empty folders. The others are filled from the user's own clone. */
  readonly unfilled: (repository: string, commit: string) => Promise<readonly Unfilled[]>;
  /** A private clone for an attempt, at this commit, with the files of that commit checked out. `name` is ours. An existing one is moved aside. */
  readonly clone: (repository: string, commit: string, name: string) => Promise<string>;
  /** A clean checkout for checks, as somebody who works on the repository would have it. Nobody of ours runs git in it. */
  readonly checkout: (
    repository: string,
    commit: string,
    name: string,
    dress?: CheckoutDress,
  ) => Promise<CheckFolder>;
  /** Reads the files of a workspace with our own git directory and index, as a tree and its changes against `base`. */
  readonly importTree: (
    repository: string,
    dir: string,
    base: string,
  ) => Promise<{ readonly tree: string; readonly changes: readonly Change[] }>;
  /** Files of the commit that are other in this folder, and whether they are put back. What is new there, or ignored, is not looked at. */
  readonly rewritten: (
    repository: string,
    at: { readonly dir: string; readonly commit: string; readonly putBack: boolean },
  ) => Promise<readonly string[]>;
  /** Where a workspace of this name would be, if it still exists. */
  readonly existing: (name: string) => Promise<string | undefined>;
  /** Deletes a workspace; never follows a link out of the workspaces folder. */
  readonly discard: (name: string) => Promise<void>;
  readonly commit: (repository: string, request: CommitRequest) => Promise<string>;
  /** A commit beside another one, for checks to look at: the same files, but for these. Nobody else ever sees it. */
  readonly vary: (repository: string, variation: Variation) => Promise<Varied>;
  /** Merges the change from `base` to `theirs` onto `ours`, without a work tree. */
  readonly merge: (
    repository: string,
    sides: { readonly base: string; readonly ours: string; readonly theirs: string },
  ) => Promise<Merged>;
  /** Keeps a commit from being collected: a ref under refs/slipway/. */
  readonly keep: (repository: string, name: string, commit: string) => Promise<void>;
  readonly diff: (repository: string, from: string, to: string) => Promise<string>;
  readonly changes: (repository: string, from: string, to: string) => Promise<readonly Change[]>;
  /** The commits that `to` has and `from` has not, each after its parents; `to` comes last. */
  readonly commits: (repository: string, from: string, to: string) => Promise<readonly string[]>;
  /** The newest commit that both descend from, where there is one. */
  readonly common: (repository: string, one: string, other: string) => Promise<string | undefined>;
  /** What is wrong with the store, in git's words, where its refs or what `to` has and `from` has not cannot be read; else undefined. */
  readonly damage: (repository: string, from: string, to: string) => Promise<string | undefined>;
  /** Where a branch of the user's repository points, if it exists. */
  readonly userBranch: (repository: string, branch: string) => Promise<string | undefined>;
  /** What stands in the way of landing this change now. Writes nothing, so that it can be asked before anything is merged. */
  readonly canLand: (repository: string, request: LandRequest) => Promise<LandAnswer>;
  /** Writes the change into the user's repository: a new branch, or a fast-forward of the checked-out target on order. */
  readonly land: (repository: string, request: LandRequest) => Promise<LandAnswer>;
}
