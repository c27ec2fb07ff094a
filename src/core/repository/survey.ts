// What a survey of a repository found, as far as it is small enough for an event.

export interface SurveyFacts {
  readonly files: number;
  readonly bytes: number;
  /** By how many files are written in them, the most first. */
  readonly languages: readonly { readonly name: string; readonly files: number }[];
}

/** A document that Slipway keeps about a repository, and whether it can be believed. */
export interface DocTrust {
  readonly path: string;
  /**
   * trusted: its content and the layout of the repository are those of Slipway's own record. stale: one of them is not.
   * unknown: there is no record.
   */
  readonly trust: 'trusted' | 'stale' | 'unknown';
  /** Trusted is not what lies in the tree, but this text, which Slipway keeps: a blob. */
  readonly text?: string;
  /** Files and folders it speaks of, where policy keeps documents right. */
  readonly cites?: readonly string[];
}

/** Submodules that nothing on this disk could fill: how many, and the first of them. */
export interface UnfilledSubmodules {
  readonly count: number;
  readonly first: readonly { readonly path: string; readonly commit: string }[];
}
