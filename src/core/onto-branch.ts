// What goes onto a branch, and what comes of it: tasks in their order, what others pushed, and a change that is taken back.

import type { Failed, Head } from './effects.ts';
import type { ChainCandidate, Merging } from './tasks/queue.ts';

/** Work that was good alone met what others did: both sides, for whoever does it again. */
export interface Collision {
  /** What it was made on, what it was, and the branch it did not fit. */
  readonly base: string;
  readonly mine: string;
  readonly others: string;
}

/** Tasks in the order they are to be merged; journals of before have one task at a time. */
export type IntegrateInput = { readonly onto: string } & (
  | Merging
  | { readonly tasks: readonly Merging[] }
  | { readonly tasks: readonly []; readonly join: Joining }
);

/** Two commits that both stay in the branch, and the files of the one that was on the forge before. What others did stands where they conflict. */
export interface Joining {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** Theirs is the target, which comes into our branch; else it is what somebody pushed to it. */
  readonly isTarget?: true;
}

export interface Chained {
  /** Each with all before it in it. Who fits the branch, but not those before it, is not among them: it is tried again. */
  readonly chain: readonly ChainCandidate[];
  /** The task that does not fit the branch itself. */
  readonly conflict?: Pick<Failed, 'detail' | 'paths'> & { readonly task: string };
  readonly joined?: Joined;
}

export interface Joined extends Head {
  /** Files that both sides changed in the same places: they are as others made them, and what was ours has to be done again. */
  readonly left?: Pick<Failed, 'detail'> & { readonly paths: readonly string[] };
}

export interface RevertInput {
  readonly number: number;
  readonly target: string;
  /** The change that was merged: between these two commits. */
  readonly from: string;
  readonly to: string;
}

export interface Reverted {
  readonly number: number;
  readonly branch: string;
}
