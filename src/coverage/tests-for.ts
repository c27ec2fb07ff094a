// Where tests for a source file belong: in the test files that are called after it, else in a new one, called and put as
// the tests that are there.

import { languageOf } from '../tamper/language.ts';
import type { LanguageName } from '../tamper/language.ts';
import { isTestSupport, testPlace } from '../tamper/test-files.ts';

/** Program text whose lines tests should execute. */
export function isSource(path: string): boolean {
  if (languageOf(path) === undefined || /\.d\.[cm]?ts$/.test(path)) return false;
  return testPlace(path) !== 'named' && !isTestSupport(path);
}

const testsMax = 3;

/** At least one path; `files` are those of the tree. */
export function testsFor(path: string, files: readonly string[]): readonly string[] {
  const { folder, stem, ending } = partsOf(path);
  const language = languageOf(path)?.name;
  const tests = files.filter((file) => testPlace(file) === 'named' && languageOf(file)?.name === language);
  const after = tests
    .filter((file) => testedBy(file) === stem.toLowerCase())
    .toSorted((one, two) => shared(two, path) - shared(one, path) || (one < two ? -1 : 1));
  return after.length > 0 ? after.slice(0, testsMax) : [newTest({ folder, stem, ending, language, tests })];
}

/** The name of what a test file is called after, in small letters. */
function testedBy(file: string): string {
  const { stem } = partsOf(file);
  return stem
    .replace(/(?:[._-](?:test|spec|cy|e2e)|_tests?)$/, '')
    .replace(/^test_/, '')
    .replace(/(?:Tests?|IT|Spec|TestCase)$/, '')
    .toLowerCase();
}

function partsOf(path: string): { readonly folder: string; readonly stem: string; readonly ending: string } {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const folder = path.slice(0, path.length - name.length);
  return dot <= 0
    ? { folder, stem: name, ending: '' }
    : { folder, stem: name.slice(0, dot), ending: name.slice(dot) };
}

/** How many folders two paths begin with alike. */
function shared(one: string, other: string): number {
  const [mine, theirs] = [one.split('/'), other.split('/')];
  const differs = mine.findIndex((part, at) => part !== theirs[at]);
  return differs < 0 ? mine.length : differs;
}

interface NewTest {
  readonly folder: string;
  readonly stem: string;
  readonly ending: string;
  readonly language: LanguageName | undefined;
  /** Tests of the same language that are there. */
  readonly tests: readonly string[];
}

function newTest({ folder, stem, ending, language, tests }: NewTest): string {
  const own = folderOfTests(folder, tests);
  switch (language) {
    case 'go':
      return `${folder}${stem}_test.go`;
    case 'python':
      return `${own ?? 'tests/'}test_${stem}.py`;
    case 'rust':
      return `tests/${stem}.rs`;
    case 'java':
      return `${folder.replace(/(^|\/)src\/main\//, '$1src/test/')}${stem}Test${ending}`;
    case 'perl':
      return `t/${stem}.t`;
    case 'ruby':
      return tests.some((file) => file.endsWith('_spec.rb'))
        ? `${own ?? 'spec/'}${stem}_spec.rb`
        : `${own ?? 'test/'}${stem}_test.rb`;
    case 'shell':
      return tests.some((file) => file.endsWith('.bats'))
        ? `${own ?? 'test/'}${stem}.bats`
        : `${own ?? 'test/'}${stem}.test.sh`;
    case 'script':
      return `${own ?? folder}${stem}${scriptMark(tests)}${ending}`;
    case 'other':
    case undefined:
      return `${own ?? 'tests/'}${stem}_test${ending}`;
  }
}

/** As most tests that are there are called. */
function scriptMark(tests: readonly string[]): string {
  const specs = tests.filter((file) => /[._-]spec\.[^/]*$/.test(file)).length;
  return specs * 2 > tests.length ? '.spec' : '.test';
}

/** Beside the source, where tests stand beside sources; else the top folder that most tests are in. */
function folderOfTests(folder: string, tests: readonly string[]): string | undefined {
  if (tests.some((file) => partsOf(file).folder === folder)) return folder;
  const tops = tests.flatMap((file) => /^(?:tests?|__tests__|specs?|t)\//.exec(file)?.[0] ?? []);
  return tops[0];
}
