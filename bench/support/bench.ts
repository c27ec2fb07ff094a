// What every measurement is given and what it answers.

/** A size says how often things are measured, never what: the shapes are always those of the limits. */
export interface Size {
  /** Transactions of each contestant. */
  readonly appendRounds: number;
  readonly runsRounds: number;
  readonly demoRounds: number;
  readonly commandRounds: number;
  readonly attemptRounds: number;
  /** Commits of each repository. */
  readonly recallCommits: number;
}

export const sizes = {
  small: {
    appendRounds: 500,
    runsRounds: 3,
    demoRounds: 1,
    commandRounds: 5,
    attemptRounds: 3,
    recallCommits: 10,
  },
  ci: {
    appendRounds: 1000,
    runsRounds: 5,
    demoRounds: 3,
    commandRounds: 15,
    attemptRounds: 5,
    recallCommits: 45,
  },
  full: {
    appendRounds: 5000,
    runsRounds: 9,
    demoRounds: 5,
    commandRounds: 60,
    attemptRounds: 15,
    recallCommits: 100,
  },
} as const satisfies Readonly<Record<string, Size>>;

export interface Setting {
  readonly size: Size;
  /** A folder of this measurement's own; deleted afterwards. */
  readonly dir: string;
  /** A folder of git repositories, where the command was given one. */
  readonly repositories?: string;
  /** Progress, for people. */
  readonly say: (line: string) => void;
}

/** One line of the result. Without a limit there is nothing to fail. */
export type Measured = Readonly<Record<string, unknown>> & { readonly ok?: boolean };

export type Measurement = (setting: Setting) => Promise<Measured>;
