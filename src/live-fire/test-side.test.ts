import { expect, test } from 'vitest';
import { hasCases, hasTestsInside, isManifest, isSource, testSide } from './test-side.ts';

test.each([
  ['src/a.test.ts', 'tests'],
  ['test/a.js', 'tests'],
  ['tests/test_a.py', 'tests'],
  ['pkg/a_test.go', 'tests'],
  ['tests/a.rs', 'tests'],
  ['t/a.t', 'tests'],
  ['tests/helpers.py', 'support'],
  ['test/fixtures/a.json', 'support'],
  ['pkg/testdata/a.golden', 'support'],
  ['src/__snapshots__/a.snap', 'support'],
  ['vitest.config.ts', 'configuration'],
  ['tests/conftest.py', 'configuration'],
  ['pytest.ini', 'configuration'],
  ['src/a.ts', undefined],
  ['src/lib.rs', undefined],
  ['package.json', undefined],
  ['README.md', undefined],
])('%s is of the side %s', (path, side) => {
  expect(testSide(path)).toBe(side);
});

test('what tests are about is neither a test, nor a document, nor a manifest', () => {
  const paths = ['src/a.ts', 'Makefile', 'test/a.js', 'README.md', 'docs/a.png', 'package.json', 'go.sum'];
  expect(paths.filter(isSource)).toEqual(['src/a.ts', 'Makefile']);
  expect(paths.filter(isManifest)).toEqual(['package.json', 'go.sum']);
});

test('a helper has no cases of its own', () => {
  expect(hasCases('test/a.js', "test('x', () => {});\n")).toBe(true);
  expect(hasCases('test/helper.js', 'export const wait = () => {};\n')).toBe(false);
  expect(hasCases('test/a.json', '{}')).toBe(false);
});

test.each([
  ['src/lib.rs', '#[cfg(test)]\nmod tests {}\n', true],
  ['src/a.ts', 'if (import.meta.vitest) {}\n', true],
  ['src/a.py', '"""\n>>> add(1, 2)\n3\n"""\n', true],
  ['src/a.rs', '/// ```\n/// assert_eq!(a(), 1);\n/// ```\nfn a() {}\n', true],
  ['src/a.rs', '/// ```text\n/// a\n', false],
  ['src/a.py', 'class A(unittest.TestCase):\n    pass\n', true],
  ['src/a.py', 'def test_a():\n    pass\n', true],
  ['src/a.py', 'add = sum\n', false],
  ['tests/a.rs', '#[test]\nfn a() {}\n', false],
  ['src/a.go', 'package a\n', false],
])('tests inside of %s are seen in its text', (path, text, inside) => {
  expect(hasTestsInside(path, text)).toBe(inside);
});
