// Tests that a runner executed at the base and does not any more, held against what the change did to their texts.
//   VANISHED-TESTS-1. One that the change renamed, or put into a table, is still there. One whose text is gone is told by the look at
//       the texts already, and so is one that its text skips.
//   VANISHED-TESTS-3. One that had to panic, and asserts instead, is still there.
//   VANISHED-TESTS-2. Every other one is named, under the file that holds it where that is known: leave to touch a file explains the
//       tests of that file, and of no other.

import type { TamperFinding } from '../core/evidence/tamper.ts';
import { titleIn } from '../core/evidence/tests-text.ts';
import type { Vanished } from '../core/evidence/vanished.ts';
import { isNothing } from '../core/evidence/vanished.ts';
import type { FileChange } from './change.ts';
import { named, textsOf } from './change.ts';
import type { Pairing } from './pair.ts';
import type { TestCase } from './parse.ts';
import { casesOf, pairingIn } from './tests-before-and-after.ts';

const namesShownMax = 5;

export function judgeVanished(
  changes: readonly FileChange[],
  vanished: readonly Vanished[],
): readonly TamperFinding[] {
  if (vanished.every(isNothing)) return [];
  const pairing = pairingIn(changes);
  const caseOf = finder(casesOf(changes, 'before'));
  const placed = (names: readonly string[]): ReadonlyMap<string, readonly string[]> => {
    const byFile = new Map<string, string[]>();
    for (const name of new Set(names)) {
      const one = caseOf(name);
      if (one !== undefined && isExplained(one, pairing)) continue; // VANISHED-TESTS-1
      const file = one?.file ?? fileIn(name, changes);
      byFile.set(file, [...(byFile.get(file) ?? []), name]);
    }
    return byFile;
  };
  const gone = placed(vanished.flatMap((item) => item.gone));
  const skipped = placed(vanished.flatMap((item) => item.skipped));
  return [
    ...[...gone].map(([file, names]) => finding('test-removed', file, names)),
    ...[...skipped].map(([file, names]) => finding('test-skipped', file, names)),
  ];
}

function finding(
  kind: 'test-removed' | 'test-skipped',
  file: string,
  names: readonly string[],
): TamperFinding {
  const shown = names
    .toSorted()
    .slice(0, namesShownMax)
    .map((name) => `'${named(name)}'`);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  const what = kind === 'test-removed' ? 'are not executed any more' : 'are skipped now';
  return {
    kind,
    file,
    words: `Tests that were executed at the base commit ${what}: ${shown.join(', ')}${more}.`,
  };
}

/** Its text is paired with one of another name, stands in a table, is gone, or says itself that it is not run. */
function isExplained(one: TestCase, { pairs, gone }: Pairing): boolean {
  if (gone.some((other) => isSame(one, other))) return true;
  const pair = pairs.find(([before]) => isSame(one, before));
  if (pair === undefined) return true;
  const [before, after] = pair;
  if (before.name !== after.name || before.rows !== undefined || isTemplate(before.name)) return true;
  // A test that has to panic bears that in its name: it may do without where it asserts something in place of it.
  if (after.skips.length < before.skips.length) return after.assertions.length > before.assertions.length;
  return after.skips.length > before.skips.length;
}

function isSame(one: TestCase, other: TestCase): boolean {
  return one.file === other.file && one.name === other.name && one.line === other.line;
}

/** The case whose name a runner gave: of several, the one whose file it names too. */
function finder(cases: readonly TestCase[]): (name: string) => TestCase | undefined {
  const known = cases
    .filter(({ name }) => name !== '')
    .map((one) => ({ one, pattern: patternOf(one), file: stemOf(one.file) }));
  return (name) => {
    const found = known.filter(({ pattern }) => pattern.test(name));
    return (found.find(({ file }) => name.includes(file)) ?? found[0])?.one;
  };
}

const hole = /%[a-z%]|\$\{[^}]*\}|\$\w+|#\{[^}]*\}/g;

function isTemplate(name: string): boolean {
  return name.search(hole) >= 0;
}

/** A case may bear its class before its name, or the line it stands in; in a title there may be holes. */
function patternOf({ name, file }: TestCase): RegExp {
  const title = /["']([^"']+)["']/.exec(file.endsWith('.rb') ? name : '')?.[1] ?? name;
  const last = file.endsWith('.py') ? (title.split('.').at(-1) ?? title) : title;
  const pieces = last.split(hole).map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<!\\w)${pieces.join('.{0,200}?').replaceAll(/\s+/g, '\\s+')}(?!\\w)`);
}

function stemOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '');
}

/** A test that is made from a file bears its name, and one that is made from a row has its title there; none where nothing in the change does. */
function fileIn(name: string, changes: readonly FileChange[]): string {
  const bearing = changes.find(({ path }) => name.includes(path));
  const made = changes.find(({ path, after }) => after === undefined && name.includes(stemOf(path)));
  const title = titleIn(name);
  const row = changes.find((change) => lost(change, title));
  return (bearing ?? made ?? row)?.path ?? '';
}

/** A title that is shorter could be any word of a text. */
const titleCharsMin = 6;

function lost(change: FileChange, title: string): boolean {
  const { before, after } = textsOf(change);
  return title.length >= titleCharsMin && before.includes(title) && !after.includes(title);
}

/** How many tests the texts of these files have lost, or do not run any more. */
export function takenFrom(changes: readonly FileChange[], isMeant: (file: string) => boolean): number {
  const { pairs, gone } = pairingIn(changes);
  const lost = gone.filter(({ name, file }) => name !== '' && isMeant(file)).map(({ rows }) => rows ?? 1);
  const fewer = pairs
    .filter(([before]) => isMeant(before.file))
    .map(([before, after]) =>
      after.skips.length > before.skips.length
        ? (before.rows ?? 1)
        : Math.max(0, (before.rows ?? 1) - (after.rows ?? 1)),
    );
  return [...lost, ...fewer].reduce((sum, count) => sum + count, 0);
}
