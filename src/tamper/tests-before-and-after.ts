// Tests before and after: which are gone, which are not run any more, which ask less.

import type { TamperFinding } from '../core/evidence/tamper.ts';
import type { FileChange } from './change.ts';
import { named } from './change.ts';
import { literalsOf } from './assertions.ts';
import { idle, titleOf, weakerThan } from './weaker-tests.ts';
import { languageOf } from './language.ts';
import type { Pairing } from './pair.ts';
import { pairCases } from './pair.ts';
import type { Helpers, TestCase } from './parse.ts';
import { helpersIn, parseTests } from './parse.ts';
import { isTestSupport, testPlace } from './test-files.ts';

/** Which case of before is which of after, over the whole change. */
export function pairingIn(changes: readonly FileChange[]): Pairing {
  return pairCases(casesOf(changes, 'before'), casesOf(changes, 'after'));
}

export function judgeTests(changes: readonly FileChange[]): readonly TamperFinding[] {
  const { pairs, gone, fresh } = pairingIn(changes);
  const lost = unreadable(changes);
  const told = new Set(lost.map(({ file }) => file));
  return [
    ...removed(
      gone.filter(({ file }) => !told.has(file)),
      changes,
    ),
    ...lost,
    ...pairs.flatMap(([one, other]) => weakerThan(one, other)),
    ...fresh.flatMap(idle),
    ...changes.flatMap(mocksItsSubject),
  ];
}

/** Of one name; a name that stands in more rows says nothing. */
const rowsMax = 100;

type Which = 'before' | 'after';

export function casesOf(changes: readonly FileChange[], which: Which): readonly TestCase[] {
  const helpers = helpersOf(changes, which);
  return changes.flatMap((change) => {
    const side = change[which];
    const place = testPlace(change.path);
    if (side?.text === undefined || place === undefined || side.mode === '120000') return [];
    const cases = parseTests({ path: change.path, text: side.text, place }, helpers);
    // Most of Rust's files are no tests; what stands outside of their cases is the program.
    return change.path.endsWith('.rs') ? cases.filter(({ name }) => name !== '') : cases;
  });
}

function helpersOf(changes: readonly FileChange[], which: Which): Helpers {
  const found = new Map<string, number>();
  for (const change of changes) {
    const text = change[which]?.text;
    if (text === undefined || (testPlace(change.path) === undefined && !isTestSupport(change.path))) continue;
    for (const [name, worth] of helpersIn(change.path, text)) found.set(name, worth);
  }
  return found;
}

function byFile(cases: readonly TestCase[]): ReadonlyMap<string, readonly TestCase[]> {
  const found = new Map<string, TestCase[]>();
  for (const one of cases) {
    const same = found.get(one.file);
    if (same === undefined) found.set(one.file, [one]);
    else same.push(one);
  }
  return found;
}

/** A file that is gone is said once, with how many cases went with it. */
function removed(gone: readonly TestCase[], changes: readonly FileChange[]): readonly TamperFinding[] {
  return [...byFile(gone)].flatMap(([file, mine]): readonly TamperFinding[] => {
    const cases = mine.filter(({ name }) => name !== '');
    const still = changes.find(({ path, after }) => path === file && after !== undefined)?.after;
    if (still !== undefined) {
      const isRow = rowsIn(still.text);
      return cases.filter((one) => !isRow(one)).map(caseGone);
    }
    const asks = mine.some(({ assertions, helped }) => assertions.length + helped > 0);
    if (cases.length === 0 && !asks) return [];
    const names = cases.slice(0, 3).map(({ name }) => `'${named(name)}'`);
    const more = cases.length > names.length ? `, and ${cases.length - names.length} more` : '';
    const which = names.length === 0 ? 'what it tested' : `${names.join(', ')}${more}`;
    return [
      {
        kind: 'test-removed',
        file,
        words: `The test file is gone, or no runner finds it under its new name; nothing in the change stands for ${which}.`,
      },
    ];
  });
}

/** Finds a case whose name and values stand in one row of data, in a file that makes cases from rows. */
function rowsIn(text = ''): (one: TestCase) => boolean {
  if (!/\b(?:test|it)(?:\.each)?\s*\(\s*[A-Za-z_$`]/.test(text)) return () => false;
  const byName = new Map<string, string[]>();
  for (const line of text.split('\n').filter((each) => !/^\s*(?:\/\/|#|\*)/.test(each))) {
    for (const literal of new Set(literalsOf(line).map((each) => each.replaceAll(/^["'`]|["'`]$/g, '')))) {
      const lines = byName.get(literal);
      if (lines === undefined) byName.set(literal, [line]);
      else if (lines.length < rowsMax) lines.push(line);
    }
  }
  return ({ name, assertions }) => {
    const values = assertions.flatMap((assertion) => literalsOf(assertion.text));
    const rows = assertions.length === 0 ? [] : (byName.get(name) ?? []);
    return rows.some((line) => values.every((value) => line.includes(value)));
  };
}

function caseGone(one: TestCase): TamperFinding {
  const words = `The ${titleOf(one)} is gone, and nothing in the change stands for it.`;
  return { kind: 'test-removed', file: one.file, line: one.line, words };
}

/** Of a test that cannot be read any more nobody can say what it asks. */
function unreadable(changes: readonly FileChange[]): readonly TamperFinding[] {
  return changes.flatMap(({ path, before, after }): readonly TamperFinding[] => {
    const place = testPlace(path);
    if (place === undefined || path.endsWith('.rs') || before?.text === undefined || after === undefined)
      return [];
    if (after.mode === '120000') {
      return [{ kind: 'test-removed', file: path, words: 'The test file became a link to something else.' }];
    }
    return after.text === undefined
      ? [
          {
            kind: 'test-removed',
            file: path,
            words: 'The test file is no longer text, or is too large to be read.',
          },
        ]
      : [];
  });
}

/** A test that replaces the very module it is named after tests its own replacement. */
function mocksItsSubject({ path, before, after }: FileChange): readonly TamperFinding[] {
  if (testPlace(path) === undefined || languageOf(path)?.name !== 'script') return [];
  const subject = /([^/]+?)[._-](?:test|spec)\.[^/]+$/.exec(path)?.[1];
  if (subject === undefined) return [];
  const mocks = (text: string | undefined): readonly string[] =>
    [
      ...(text ?? '').matchAll(
        /\b(?:vi|jest|mock)\.(?:mock|doMock|module|unstable_mockModule)\(\s*['"`]([^'"`]+)/g,
      ),
    ].flatMap((found) =>
      new RegExp(`(?:^|/)${subject.replaceAll(/\W/g, '\\$&')}(?:\\.\\w+)?$`).test(found[1] ?? '')
        ? [found[1] ?? '']
        : [],
    );
  return mocks(after?.text).length > mocks(before?.text).length
    ? [
        {
          kind: 'check-shadowed',
          file: path,
          words: `The test replaces '${subject}', the module it is there to test, with something of its own.`,
        },
      ]
    : [];
}
