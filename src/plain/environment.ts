/** The variables that a program is started with, or that somebody was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;
