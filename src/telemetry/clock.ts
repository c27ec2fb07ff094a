// Port: time and chance, so that everything that uses them can be given others.

export interface Clock {
  /** Milliseconds since 1970, for the journal. */
  readonly now: () => number;
  /** Milliseconds from some start, never going back, for durations and limits. */
  readonly monotonic: () => number;
  /** Resolves when the time has come, or when the signal fires. */
  readonly until: (at: number, signal: AbortSignal) => Promise<void>;
}

export interface Ids {
  /** A short random id with a prefix, such as `r-4f8zk2`. */
  readonly next: (prefix: string) => string;
}
