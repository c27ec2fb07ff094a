// How a pull request and the branch it goes into stand, as the forge said when it was last asked.

import type { Head } from '../effects.ts';
import type { Act, Remark } from './remark.ts';

/** What the forge said about a pull request when it was last looked at. */
export interface Seen {
  readonly state: 'open' | 'merged' | 'closed';
  readonly head: string;
  readonly mergeable: boolean;
  readonly checks: 'success' | 'pending' | 'failure';
  readonly comments: number;
  readonly mergeCommit?: string;
  /** The branch it goes into, where that is another one by now. */
  readonly target?: string;
  readonly approval?: Approval;
  /** Names of checks that are demanded and have not begun. */
  readonly missing?: readonly string[];
  /** What else the forge's rules lack, in its words. */
  readonly lacking?: readonly string[];
  readonly isQueued?: true;
  /** Its rules take only what stands on the newest commit of the target. */
  readonly isStrict?: true;
  /** What red checks said: a blob. */
  readonly words?: string;
  /** What people said that the run has not heard yet. */
  readonly remarks?: readonly Remark[];
  /** Where the target is now, where that is not the base of the run any more. */
  readonly base?: MovedBase;
  /** What somebody else put onto the branch of the pull request, where its head is neither ours nor what was pushed. */
  readonly foreign?: Foreign;
}

/** Commits of somebody else on the branch of a pull request. */
export interface Foreign extends Head {
  /** Everything that was pushed is still in them; else they took its place. */
  readonly isOnTop?: true;
  /** The target as far as they hold it, where that is further than the base of the run. */
  readonly base?: MovedBase;
}

export interface ReplyInput {
  readonly number: number;
  /** Of the remark, as the run knows it; what the forge calls it. */
  readonly id: string;
  readonly remark: string;
  readonly act: Act;
  /** What mended it. */
  readonly commit?: string;
  /** What to say beside: a blob. */
  readonly words?: string;
}

/**
 * What reviews say of this head: somebody who counts approved it, wants changes, has not spoken though the forge asks for a
 * review, or none is asked for.
 */
export type Approval = 'approved' | 'changes-requested' | 'missing' | 'not-asked';

/** What was not committed when the run began and is part of it on order: a commit on the base, with the person as its author. */
export interface Included extends Head {
  readonly files: number;
}

/** What merging the change would give now that the target moved on, made beside the branch, which stays as it is. */
export interface Trial extends Head {
  /** Where the target was for it. */
  readonly base: MovedBase;
}

/** A target that moved on, and which of the planned files it changed on the way. */
export interface MovedBase extends Head {
  /** What the run began with beside its base, put onto it; nothing where the target has it all by now. */
  readonly included?: Included;
  readonly drift?: readonly string[];
}
