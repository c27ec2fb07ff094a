// What the judge says of one thing that would be destroyed.

import type { Destruction } from '../core/evidence/destruction.ts';
import { named } from '../tamper/change.ts';
import { lineAt } from '../tamper/places.ts';
import type { NewText } from './new-text.ts';

export interface FoundDestruction extends Destruction {
  /** What would be destroyed and by what, in one sentence. */
  readonly words: string;
}

export function foundAt(
  { path, raw }: NewText,
  at: number,
  { kind, what, words }: Pick<FoundDestruction, 'kind' | 'what' | 'words'>,
): FoundDestruction {
  return { kind, file: path, line: lineAt(raw, at), what: named(what), words };
}
