// Something a person can put right: what happened, why, and what to do. Shown without a stack.

/** 2 usage, 3 bad configuration, 4 something missing, 5 the run ended badly, 6 refused, 7 waiting for a person. */
export type ExitCode = 2 | 3 | 4 | 5 | 6 | 7 | 8;

export class UserError extends Error {
  override readonly name = 'UserError';
  readonly exit: ExitCode;

  constructor(message: string, exit: ExitCode) {
    super(message);
    this.exit = exit;
  }
}
