// Which files of a repository are its test side: the tests, what they lean on, and how they are run. The rest is what they are
// about. A crossed tree has one side of one commit and the other side of another.

import { casesIn } from '../tamper/cases.ts';
import { configuresTests } from '../tamper/configs.ts';
import { languageOf } from '../tamper/language.ts';
import { mask } from '../tamper/mask.ts';
import { isTestSupport, testPlace } from '../tamper/test-files.ts';

export type TestSide =
  /** A runner finds tests in it. */
  | 'tests'
  /** Helpers, examples, recorded answers, snapshots. */
  | 'support'
  | 'configuration';

const supportFolder =
  /(?:^|\/)(?:tests?|t|testing|testlib|test[-_]?(?:utils?|support|helpers?|data)|__tests__|specs?|e2e|fixtures?|__fixtures__|__mocks__|mocks|fakes|__snapshots__|goldens?)\//;

export function testSide(path: string): TestSide | undefined {
  if (configuresTests(path)) return 'configuration';
  const place = testPlace(path);
  if (place === 'named') return 'tests';
  // Tests in Rust stand beside the code they test; what is in a folder of tests is a test alone.
  if (path.endsWith('.rs')) return /(?:^|\/)tests\//.test(path) ? 'tests' : undefined;
  if (place === 'folder') return 'tests';
  return isTestSupport(path) || supportFolder.test(path) || path.endsWith('.snap') ? 'support' : undefined;
}

/** Whether a text has tests of its own, and not only what others use. */
export function hasCases(path: string, text: string): boolean {
  const language = languageOf(path);
  return language !== undefined && casesIn(mask(text, language)).length > 1;
}

/** Rust's tests inside of sources, documented examples and the like: both sides stand in one file, and nobody can cross them. */
export function hasTestsInside(path: string, text: string): boolean {
  if (testSide(path) !== undefined) return false;
  if (path.endsWith('.rs'))
    return /#\[cfg\(test\)\]|#\[test\]|^\s*\/\/[/!] {0,3}```(?!\s*(?:text|ignore)\b)/m.test(text);
  if (/\.[cm]?[jt]sx?$/.test(path)) return /\bimport\.meta\.vitest\b/.test(text);
  return path.endsWith('.py') && /^\s*>>> |^class \w+\([^)]*\bTestCase\b[^)]*\):|^def test_\w+\(/m.test(text);
}

const manifests =
  /(?:^|\/)(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|pyproject\.toml|poetry\.lock|uv\.lock|requirements[^/]*\.txt|setup\.(?:py|cfg)|Pipfile(?:\.lock)?|go\.(?:mod|sum)|Cargo\.(?:toml|lock)|Gemfile(?:\.lock)?|composer\.(?:json|lock)|cpanfile)$/;

/** What says what is installed. */
export function isManifest(path: string): boolean {
  return manifests.test(path);
}

const documents = /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)(?:docs?|LICENSE|CHANGELOG|AUTHORS)(?:\/|$)/i;

/** What a test could be about: neither a test, nor a document, nor a list of what is installed. */
export function isSource(path: string): boolean {
  return testSide(path) === undefined && !isManifest(path) && !documents.test(path);
}

const assertionLibraries =
  /(?:from|require\(|import\()\s*['"](?:node:)?(?:assert|assert\/strict|test|chai|expect|vitest|should|power-assert|@jest\/globals|ava|tape|tap)['"]|^\s*(?:import|from)\s+(?:unittest|pytest|hamcrest|nose)\b|^\s*(?:import\s+)?"(?:testing|github\.com\/stretchr\/testify\/\w+)"|^\s*use\s+Test::/m;

/** Whether a text asserts with what tests assert with: where only tests use it, it is theirs, wherever it lies. */
export function assertsForTests(text: string): boolean {
  return assertionLibraries.test(text);
}
