// What a change destroys, in words for people. Pure. File names come from outside: whoever prints them makes them safe first.

import type { Destroyed, Destruction, DestructionKind } from '../../core/evidence/destruction.ts';
import { list, plural } from './words.ts';

const destructionWords: Readonly<Record<DestructionKind, string>> = {
  'file-deleted': 'a file is deleted',
  'many-deleted': 'many files are deleted',
  'data-deleted': 'data is thrown away',
  'migration-drops': 'a migration drops something',
  'contract-broken': 'a public contract has less than before',
  'removal-added': 'a removal is written into it',
  'history-rewritten': 'history is overwritten',
};

const shownMax = 3;

/** One line, for logs and status; nothing where nothing is destroyed. */
export function destroyedWords(destroyed: Destroyed | undefined): string | undefined {
  if (destroyed === undefined) return undefined;
  const { findings } = destroyed;
  const shown = findings.slice(0, shownMax).map(placeWords);
  const more = findings.length - shown.length;
  const rest = more > 0 ? [`${more} more`] : [];
  return `the change destroys something: ${plural(findings.length, 'finding')} (${list([...shown, ...rest])})`;
}

/** Where, and what would be destroyed there. */
export function placeWords({ kind, file, line, what }: Destruction): string {
  return `${destructionWords[kind]} in ${line === undefined ? file : `${file}:${line}`}: ${what}`;
}
