import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { covers, encloses, entryFault, isFile, isInside, overlap, shownEntry } from './paths.ts';

describe('a path', () => {
  test.each(['a', 'a/b.ts', 'a/', '.github/x', 'a.git/b', '..a', '…/x'])('%j is inside (PATHS-1)', (path) => {
    expect(isInside(path)).toBe(true);
  });

  test.each([
    '',
    '/',
    '/a',
    '.',
    './a',
    '..',
    'a/../b',
    'a//b',
    'a/.',
    '.git/config',
    'a/.GIT/x',
    'a\\b',
    'a\nb',
    'a\rb',
    'a\0b',
    'a'.repeat(401),
  ])('%j is not (P1)', (path) => {
    expect(isInside(path)).toBe(false);
  });

  test('that is inside never climbs out when it is resolved (PATHS-1)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '..', '.', '', '.git', 'b'), { maxLength: 6 }), (parts) => {
        const path = parts.join('/');
        fc.pre(isInside(path));
        expect(parts.filter((part) => ['..', '.', '.git'].includes(part))).toEqual([]);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test('is covered by itself or by a folder it lies in', () => {
    expect(covers(['src/a.ts'], 'src/a.ts')).toBe(true);
    expect(covers(['src/'], 'src/a.ts')).toBe(true);
    expect(covers(['src'], 'src/a.ts')).toBe(false);
    expect(covers(['src/'], 'source/a.ts')).toBe(false);
  });

  test.each([
    [['a'], ['b'], false],
    [['a'], ['a'], true],
    [['src/'], ['src/a'], true],
    [['src/a'], ['src/'], true],
    [['src/'], ['src/deep/'], true],
    [['src/a'], ['src/a/b'], true],
    [['src/a'], ['src/ab'], false],
    [[], ['a'], false],
  ])('list %j and %j overlap: %s', (one, other, expected) => {
    expect(overlap(one, other)).toBe(expected);
  });
});

describe('a glob', () => {
  test.each([
    ['*', 'a.ts', true],
    ['*', 'src/a.ts', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/*.ts', 'src/a.tsx', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/very/deep/a.ts', true],
    ['src/**/*.ts', 'srcs/a.ts', false],
    ['**/a.ts', 'a.ts', true],
    ['**/a.ts', 'x/y/a.ts', true],
    ['**/a.ts', 'x/ba.ts', false],
    ['**/x/a.ts', 'x/a.ts', true],
    ['src/**', 'src/a', true],
    ['src/**', 'src/a/b', true],
    ['src/**', 'src', false],
    ['packages/*/', 'packages/a/b/c.ts', true],
    ['packages/*/', 'packages/a', false],
    ['**/**/**', 'a', true],
    ['a**b', 'acb', true],
    ['a**b', 'a/b', false],
    ['?.ts', '\u{1F600}.ts', true],
    ['?.ts', '.ts', false],
    ['**', '.github/x', true],
    ['app/[id]/*.tsx', 'app/[id]/page.tsx', true],
    ['app/[id]/*.tsx', 'app/i/page.tsx', false],
  ])('%j stands for %j: %s', (entry, path, expected) => {
    expect(covers([entry], path)).toBe(expected);
  });

  test('is never made of a path: a file may be called so (PATHS-4)', () => {
    expect(covers(['a.ts'], '*')).toBe(false);
    expect(covers(['src/a?.ts'], 'src/*.ts')).toBe(false);
    expect(covers(['src/?.ts'], 'src/*.ts')).toBe(true);
    expect(covers(['*'], '*')).toBe(true);
  });

  test.each([
    [['src/*.ts'], ['src/a.ts'], true],
    [['src/*.ts'], ['src/a.js'], false],
    [['src/*.ts'], ['src/a*'], true],
    [['*.ts'], ['*.js'], false],
    [['a?'], ['?b'], true],
    [['a?'], ['b?'], false],
    [['a*'], ['?'], true],
    [['src/**/x'], ['**/y/x'], true],
    [['src/**/x'], ['lib/**/x'], false],
    [['**/**/**/a'], ['**/b/**/**'], true],
    [['docs/'], ['**/*.md'], true],
    [['docs/*.md'], ['docs/a.md/below'], true],
    [['docs/a.md/below'], ['docs/*.md'], true],
    [['test/*'], ['src/'], false],
  ])('list %j and %j overlap: %s (P3)', (one, other, expected) => {
    expect(overlap(one, other)).toBe(expected);
    expect(overlap(other, one)).toBe(expected);
  });

  test.each([
    [['src/'], 'src/a.ts', true],
    [['src/'], 'src/deep/', true],
    [['src/'], 'src/**/*.ts', true],
    [['src/**/*.ts'], 'src/deep/*.ts', true],
    [['src/**/*.ts'], 'src/**/*.test.ts', true],
    [['src/*'], 'src/?', true],
    [['src/?'], 'src/?', true],
    [['src/?'], 'src/*', false],
    [['src/*'], 'src/**', false],
    [['src/*/a'], 'src/**/a', false],
    [['src/a.ts'], 'src/*.ts', false],
    [['src/deep/'], 'src/', false],
    [['src/*.ts'], '**/*.ts', false],
  ])('list %j holds all of %j: %s', (entries, entry, expected) => {
    expect(encloses(entries, entry)).toBe(expected);
  });

  const names = fc.constantFrom('a', 'b', 'ab', 'ba', 'a.b');
  const paths = fc.array(names, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const globs = fc
    .tuple(
      fc.array(fc.constantFrom('a', 'b', 'ab', '*', 'a*', '*b', '?', '?b', '**', 'a.*'), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.constantFrom('', '/'),
    )
    .map(([parts, end]) => `${parts.join('/')}${end}`);

  test('that shares any path with another overlaps it, and holds what it encloses (PATHS-3)', () => {
    fc.assert(
      fc.property(globs, globs, fc.array(paths, { minLength: 20, maxLength: 20 }), (one, other, tree) => {
        const [mine, theirs] = [one, other].map((entry) => tree.filter((path) => covers([entry], path)));
        if (mine?.some((path) => theirs?.includes(path))) expect(overlap([one], [other])).toBe(true);
        if (encloses([one], other)) expect(mine).toEqual(expect.arrayContaining(theirs ?? []));
      }),
      { seed: 7, numRuns: 400 },
    );
  });

  test('is the regular expression it looks like', () => {
    fc.assert(
      fc.property(globs, paths, (entry, path) => {
        const whole = entry.replace(/\/$/, '/**').replace(/(^|\/)\*\*$/, '$1**/*');
        const source = whole
          .split('/')
          .map((part) =>
            part === '**'
              ? '(?:[^/]+/)*'
              : `${part.replaceAll('.', '[.]').replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}/`,
          )
          .join('');
        expect(covers([entry], path)).toBe(new RegExp(`^${source}$`).test(`${path}/`));
      }),
      { seed: 11, numRuns: 400 },
    );
  });

  test('takes no longer for what looks endless (PATHS-3)', () => {
    const deep = `${'**/*a*/'.repeat(57)}x`;
    const path = `${'aaa/'.repeat(99)}y`;
    expect(covers([deep], path)).toBe(false);
    expect(overlap([deep], [`${'**/b?*/'.repeat(57)}y`])).toBe(true);
  });
});

describe('an entry', () => {
  test('is one file where it is no folder and no glob', () => {
    expect(['src/a.ts', 'src/', 'src/*.ts', 'src/?.ts'].map(isFile)).toEqual([true, false, false, false]);
  });

  test.each(['a', 'docs/', 'src/**/*.ts', 'app/[id]/page.tsx', 'a{b}', '**/*.md'])('%j is one', (entry) => {
    expect(entryFault(entry)).toBeUndefined();
  });

  test.each([
    ['../x', 'is not a path inside the repository'],
    ['/etc/*', 'is not a path inside the repository'],
    ['**/../x', 'is not a path inside the repository'],
    ['a\\*', 'is not a path inside the repository'],
    ['a\0', 'is not a path inside the repository'],
    ['a'.repeat(10_000), 'has 10000 characters; at most 400 are allowed'],
    ['!src/', 'takes something away'],
    ['src/{a,b}.ts', 'only *, ** and ? stand for something else'],
    ['src/[a.ts', 'only *, ** and ? stand for something else'],
    ['**', 'stands for any file at all'],
    ['*', 'stands for any file at all'],
    ['**/*', 'stands for any file at all'],
    ['*/', 'stands for any file at all'],
  ])('that is %j says why it is none', (entry, told) => {
    expect(entryFault(entry)).toContain(told);
  });

  test('is told short, and moves no cursor', () => {
    expect(shownEntry('a\0b\u001b')).toBe('a\u{FFFD}b\u{FFFD}');
    expect(shownEntry('a'.repeat(90))).toBe(`${'a'.repeat(80)}…`);
  });
});
