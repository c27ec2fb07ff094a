// One way of writing something that destroys, as a row of a table.

import type { DestructionKind } from '../core/evidence/destruction.ts';

export interface Form {
  readonly kind: DestructionKind;
  readonly files: RegExp;
  /** In paths of this kind alone. */
  readonly where?: RegExp;
  /** What else the text has to say before these words mean that. */
  readonly needs?: RegExp;
  /** What it names is its last group that matched. */
  readonly form: RegExp;
  readonly words: (what: string) => string;
}
