// Names of tests on two sides of a change, and what a plan said of them.

import { describe, expect, test } from 'vitest';
import { announcedIn, findingsIn, findingsText, isSpoken, oldTestsOn, shotOf } from './live-fire.ts';

describe('[E9] tests of the base on the new code', () => {
  test('are red where they fail by their name, and unstarted where they are not there (LIVE-FIRE-2)', () => {
    const now = { passed: ['a'], failed: ['b', 'x'], skipped: ['c'] };
    expect(oldTestsOn(['a', 'b', 'c', 'd'], now)).toEqual({ red: ['b'], unstarted: ['c', 'd'] });
  });

  test.each([
    ['as it is printed', 'total > adds the shipping', 'total > adds the shipping', true],
    ['as it is printed, without its signs', 'total > adds the shipping', 'Total: adds the shipping', true],
    ['by its title', 'total > adds the shipping', 'adds the shipping', true],
    ['with what stands around it', 'adds the shipping', 'total › Adds the shipping', true],
    ['without its package', 'example.com/shop TestShipping', 'TestShipping', true],
    ['without its class', 'test_ship (tests.test_shop.Shop)', 'test_ship', true],
    ['whatever it is given', 'tests/test_shop.py::test_ship[1-2]', 'test_ship', true],
    ['but not another', 'total > adds the shipping', 'adds the tax', false],
    ['but not by its last words', 'total > adds the shipping', 'the shipping', false],
    ['but not by words that end with it', 'works', 'whatever there is works', false],
    ['but not of another suite', 'total > works', 'tax > works', false],
    ['but not by nothing', 'total > adds the shipping', '', false],
    ['but not nothing by nothing', '', '', false],
  ])('are announced %s', (_name, name, said, expected) => {
    const announced = [{ file: 'test/a.js', test: said }];
    expect(announcedIn(name, announced)).toEqual(expected ? ['test/a.js'] : []);
  });

  test('are announced in a file, and in each only once', () => {
    const announced = ['test/a.js', 'test/b.js', 'test/a.js'].map((file) => ({ file, test: 'works' }));
    expect(announcedIn('works', announced)).toEqual(['test/a.js', 'test/b.js']);
  });

  test('are spoken of by their file where it is granted or announced', () => {
    const plan = { grants: ['test/b.js'], announced: [{ file: 'test/a.js', test: 'x' }] };
    expect(['test/a.js', 'test/b.js', 'test/c.js'].map((file) => isSpoken(file, plan))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('findings as a text', () => {
  test('come back as they were, on one line each', () => {
    const found = [
      { kind: 'old-test-red', file: 'test/a.js', line: 3, words: 'It fails\nnow.' },
      { kind: 'unproven', file: '', words: 'Nothing is proven.' },
    ] as const;
    expect(findingsIn(findingsText(found))).toEqual([{ ...found[0], words: 'It fails now.' }, found[1]]);
  });

  test('of another kind or shape are none', () => {
    expect(findingsIn('nonsense\nold-test-red\tonly a file\nanother\ta\t\tb\n')).toEqual([]);
  });
});

test('a subject that is no shot is taken for the last of them', () => {
  expect([shotOf('old-tests'), shotOf('x')]).toEqual(['old-tests', 'canary']);
});
