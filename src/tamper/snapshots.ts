// Snapshots and golden files: what a test compares with, kept in a file. A new one is part of a new test; one that was
// there and says something else now is an expectation that was rewritten.

import type { TamperFinding } from '../core/evidence/tamper.ts';
import type { FileChange } from './change.ts';
import { named, textsOf } from './change.ts';

const snapshot =
  /(?:^|\/)(?:__snapshots__|__image_snapshots__|snapshots|goldens?|approvals|cassettes)\/|\.(?:snap|snapshot|golden|approved(?:\.\w+)?|ambr|shot)$|(?:^|\/)testdata\/.*(?:\.golden|\.want|\.out|\.expected|expected)|(?:^|\/)(?:tests?|t|spec|__tests__|fixtures)\/(?:.*\/)?(?:expected|expectations?)\/|(?:^|\/)(?:tests?|t|spec|__tests__|testdata|fixtures)\/.*\.(?:expected|expect|want|gold|ref)(?:\.\w+)?$|(?:^|\/)(?:tests?|t|spec|__tests__|fixtures)\/(?:.*[/._-])?(?:expected|golden)[^/]*$/;

export function judgeSnapshots(change: FileChange): readonly TamperFinding[] {
  const { path, before, after } = change;
  if (before === undefined || before.id === after?.id || !snapshot.test(path)) return [];
  if (/\.[cm]?[jt]sx?$|\.(?:py|go|rs|java|rb|p[lm])$/.test(path)) return []; // a program, whatever its folder is called
  const found = (words: string): readonly TamperFinding[] => [
    { kind: 'snapshot-rewritten', file: path, words },
  ];
  if (after === undefined) return found('The snapshot is gone.');
  if (!path.endsWith('.snap'))
    return found('The file that tests compare with says something else than before.');
  const was = entriesOf(textsOf(change).before);
  if (was.size === 0) return found('The snapshot says something else than before.');
  const is = entriesOf(textsOf(change).after);
  const other = [...was]
    .filter(([name, value]) => is.get(name) !== value)
    .map(([name]) => `'${named(name)}'`);
  const more = other.length > 3 ? `, and ${other.length - 3} more` : '';
  return other.length === 0
    ? []
    : found(`Snapshots say something else than before: ${other.slice(0, 3).join(', ')}${more}.`);
}

/** ``exports[`name`] = `value`;``, as jest and vitest write them. */
function entriesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .split(/^exports\[`/m)
      .slice(1)
      .map((entry) => {
        const end = entry.indexOf('`] = ');
        return [entry.slice(0, end), entry.slice(end).trim()] as const;
      }),
  );
}
