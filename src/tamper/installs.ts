// What installers run: a change to it decides what every check after the next install works with, and what runs outside of any check.

import { installChange } from '../core/evidence/installing.ts';
import type { TamperFinding } from '../core/evidence/tamper.ts';
import type { FileChange, Side } from './change.ts';
import { judgeShadows } from './shadowing-files.ts';

export function judgeInstalls(change: FileChange): readonly TamperFinding[] {
  if (judgeShadows(change).length > 0) return []; // told already, whatever is in it
  const { path } = change;
  const words = installChange({ path, before: textOf(change.before), after: textOf(change.after) });
  return words === undefined ? [] : [{ kind: 'install-touched', file: path, words: `${words}.` }];
}

/** What is too large to be read is told apart by its name all the same. */
function textOf(side: Side | undefined): string {
  return side === undefined ? '' : (side.text ?? side.id);
}
