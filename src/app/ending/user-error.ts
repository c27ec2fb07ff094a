// Something a person can put right: what happened, why, and what to do. Shown without a stack.

import type { Exit } from './exit-codes.ts';

export class UserError extends Error {
  override readonly name = 'UserError';
  readonly exit: Exit;

  constructor(message: string, exit: Exit) {
    super(message);
    this.exit = exit;
  }
}
