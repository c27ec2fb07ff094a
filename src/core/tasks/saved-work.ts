// Work of an attempt that is not done, kept for the next one [M8]: how it is told of.

/**
 * Why unfinished work was saved: at an interval, or because its attempt ended before it was done. `milestone`: it was done, and
 * is not good yet. `crash`: the process that looked after it was gone.
 */
export type SavedWhy = 'periodic' | 'milestone' | 'slow-call' | 'token-limit' | 'failure' | 'stop' | 'crash';

/** What an unfinished attempt has done so far, as a commit of ours. */
export interface SavedWork {
  readonly commit: string;
  readonly why: SavedWhy;
  /** How many files are other than where it began, and the first of them by name. */
  readonly changed: number;
  readonly files: readonly string[];
}
