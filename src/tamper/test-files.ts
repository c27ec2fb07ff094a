// Which files are tests, by where they are and what they are called: that is how the runners find them too.

import { languageOf } from './language.ts';

/** named: a runner finds it by its name, wherever it is. folder: only because of where it is. */
export type TestPlace = 'named' | 'folder';

const testNames: readonly RegExp[] = [
  /(?:[._-](?:test|spec|cy|e2e)|(?:^|\/)tests?)\.[cm]?[jt]sx?$/,
  /(?:^|\/)(?:test_[^/]*|[^/]*_tests?|tests?)\.py$/,
  /_test\.go$/,
  /(?:Tests?|IT|Spec|TestCase)\.(?:java|kt|scala|groovy|cs|swift)$/,
  /\.t$/,
  /\.bats$/,
  /(?:_spec|_test)\.rb$|(?:^|\/)test_[^/]*\.rb$/,
  /(?:^|\/)(?:test[^/]*|[^/]*[-_.]tests?)\.(?:sh|bash)$/,
  /(?:[._-]tests?|(?:^|\/)test_[^/]*)\.(?:c|cc|cpp|php|dart)$/,
];

const testFolder = /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\//;

/** Python, Go and Perl find tests by name alone; a helper in their test folders is no test. */
const byNameOnly = /\.(?:py|go|p[lm])$/;

export function testPlace(path: string): TestPlace | undefined {
  if (languageOf(path) === undefined || /(?:^|\/)node_modules\//.test(path)) return undefined;
  if (testNames.some((name) => name.test(path))) return 'named';
  if (path.endsWith('.rs')) return 'folder'; // tests stand beside the code
  return testFolder.test(path) && !byNameOnly.test(path) ? 'folder' : undefined;
}

/** What tests lean on: helpers beside them. */
export function isTestSupport(path: string): boolean {
  return languageOf(path) !== undefined && (testFolder.test(path) || /(?:^|\/)conftest\.py$/.test(path));
}
