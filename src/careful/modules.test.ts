import { expect, test } from 'vitest';
import { modulesOf } from './modules.ts';

test.each([
  ['the folder at the top', ['billing/a.py', 'billing/b/c.py'], ['billing']],
  [
    'the package, where folders only hold others',
    ['packages/cart/src/a.ts', 'apps/shop/main.ts'],
    ['cart', 'shop'],
  ],
  ['the folder below src', ['src/core/a.ts', 'src/core/deep/b.ts'], ['core']],
  ['what Go keeps apart', ['internal/store/a.go', 'cmd/server/main.go'], ['server', 'store']],
  ['the last part of a package in Java', ['src/main/java/com/acme/cart/A.java'], ['cart']],
  ['the module of a build of several', ['shop-core/src/main/java/com/acme/A.java'], ['shop-core']],
  ['none for a file at the top', ['main.py', 'src/main.ts'], []],
  [
    'none for a test, for prose, and for what is about the repository itself',
    ['test/a.test.ts', 'docs/a.md', '.github/workflows/ci.yml'],
    [],
  ],
  ['none for a name that is no label', ['a"b/c.ts', 'x,y/z.ts'], []],
])('a change is in %s', (_what, paths, expected) => {
  expect(modulesOf(paths)).toEqual(expected);
});

test('of many modules those with the most changed files are named, five of them', () => {
  const paths = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].flatMap((name, at) =>
    Array.from({ length: at + 1 }, (_, n) => `${name}/${n}.ts`),
  );
  expect(modulesOf(paths)).toEqual(['c', 'd', 'e', 'f', 'g']);
});

test('a long name is cut to what a forge takes', () => {
  expect(modulesOf([`${'x'.repeat(60)}/a.ts`])).toEqual(['x'.repeat(40)]);
});
