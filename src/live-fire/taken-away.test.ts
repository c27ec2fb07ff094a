// What a change takes away that a test of before may name.

import { describe, expect, test } from 'vitest';
import { namedIn, takenAway } from './taken-away.ts';
import { isManifest } from './test-side.ts';

const gone = (path: string, before: string | undefined, after: string | undefined): readonly string[] => [
  ...takenAway([{ path, before, after }], isManifest),
];

describe('a change takes away', () => {
  test.each([
    [
      'what a module exports',
      'src/sum.js',
      'export const add = 1;\nexport const two = 2;\n',
      'export const two = 2;\n',
      ['add'],
    ],
    ['what it exports in a list', 'src/sum.js', 'export { add, two };\n', 'export { two };\n', ['add']],
    ['what it exports in the old way', 'src/sum.cjs', 'exports.add = 1;\n', '', ['add']],
    [
      'a function of Python',
      'sums.py',
      'def add(a):\n    return a\n',
      'def plus(a):\n    return a\n',
      ['add'],
    ],
    ['what Python hands on', 'sums.py', 'from other import add, two\n', 'from other import two\n', ['add']],
    [
      'a function of Go',
      'sum.go',
      'func (s *Sum) Add(n int) {}\nfunc New() {}\n',
      'func New() {}\n',
      ['Add'],
    ],
    ['a target of make', 'Makefile', 'check-all:\n\ttrue\n', 'check:\n\ttrue\n', ['check-all']],
    ['a file', 'src/sum.js', 'export const add = 1;\n', undefined, ['add', 'sum']],
    ['a module that is a folder', 'sums/__init__.py', '', undefined, ['sums']],
    [
      'a package',
      'package.json',
      '{ "dependencies": { "left-pad": "1" } }\n',
      '{}\n',
      ['dependencies', 'left-pad'],
    ],
  ])('%s', (_what, path, before, after, expected) => {
    expect(gone(path, before, after)).toEqual(expected);
  });

  test.each([
    ['where a file is new', 'src/sum.js', undefined, 'export const add = 1;\n'],
    [
      'where it says the same otherwise',
      'src/sum.js',
      'export const add = 1;\n',
      'export function add() { return 1; }\n',
    ],
    ['where only words of a line changed', 'src/sum.js', '// Adds what it is given.\n', '// Subtracts.\n'],
    [
      'where it hands on what stands elsewhere now',
      'src/sum.js',
      'export const add = 1;\n',
      "export { add } from './add.js';\n",
    ],
  ])('nothing %s', (_where, path, before, after) => {
    expect(gone(path, before, after)).toEqual([]);
  });
});

test('a text names what is gone by whole words', () => {
  const lost = new Set(['add', 'left-pad']);
  expect(namedIn("import { add } from 'left-pad';", lost)).toEqual(['add', 'left-pad']);
  expect(namedIn('adding(addition)', lost)).toEqual([]);
});
