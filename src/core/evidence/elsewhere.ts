// Where tests run that shall not depend on where they run: what is other there than usual.

/** Other surroundings than usual, for tests alone, to see whether they say the same there. */
export interface Elsewhere {
  /** Over the usual environment; what is undefined is not there. */
  readonly env: (place: ElsewherePlace) => Readonly<Record<string, string | undefined>>;
  /** Laid beneath HOME before the first check, by their paths there; every one may be started. */
  readonly files: (place: ElsewherePlace) => Readonly<Record<string, string>>;
  /** The time of all files of the checkout. */
  readonly filesOfMs?: number;
  /** Whether the checkout lies deeper than usual, in folders of other names. */
  readonly isDeeper?: true;
}

export interface ElsewherePlace {
  /** The checkout and HOME, as a check sees them. */
  readonly dir: string;
  readonly home: string;
  readonly usual: Readonly<Record<string, string>>;
}
