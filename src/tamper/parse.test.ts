// What a text of tests says of itself: its cases, how they are run, and the functions of its own that assert.

import { describe, expect, test } from 'vitest';
import { casesIn } from './cases.ts';
import { languageOf } from './language.ts';
import { mask } from './mask.ts';
import { helpersIn, parseTests } from './parse.ts';

function namesIn(path: string, text: string): readonly string[] {
  const language = languageOf(path);
  return language === undefined ? [] : casesIn(mask(text, language)).map(({ name }) => name);
}

describe('the cases of a text', () => {
  test('bear what stands over them, and nothing of the case before', () => {
    const text = `@unittest.skip
def test_a():
    assert f(1) == 1


def test_b():
    assert f(2) == 2
`;
    const cases = parseTests({ path: 'test_a.py', text, place: 'named' }, new Map());
    expect(cases.map(({ name, skips }) => `${name}: ${skips.length}`)).toEqual([
      ': 0',
      'test_a: 1',
      'test_b: 0',
    ]);
  });

  test('begin at their own decorators, and not at what stands above those', () => {
    const text = `import pytest

LIMIT = 3

@pytest.mark.parametrize('n', [
    1,
    2,
])
def test_a(n):
    assert n < LIMIT
`;
    const [, one] = parseTests({ path: 'test_a.py', text, place: 'named' }, new Map());
    expect(one).toMatchObject({ name: 'test_a', rows: 2, from: text.indexOf('@pytest') });
  });

  test('have rows only where they are given rows, and none for a list in their body', () => {
    const text = "test('a', () => {\n  expect([1, 2, 3]).toEqual([1, 2, 3]);\n});\n";
    const [, one] = parseTests({ path: 'a.test.js', text, place: 'named' }, new Map());
    expect(one?.name).toBe('a');
    expect(one?.rows).toBeUndefined();
  });

  test('are parts of a test in Go, too, by their own names', () => {
    const text =
      'func TestA(t *testing.T) {\n\tt.Run("two", func(t *testing.T) {\n\t\tt.Fatal("no")\n\t})\n}\n';
    expect(namesIn('a_test.go', text)).toEqual(['', 'TestA', 'two']);
  });

  test('are not words of a page that look like calls', () => {
    expect(namesIn('a.test.tsx', 'const a = <p>it <b>works</b></p>;\n')).toEqual(['']);
  });
});

describe('a function that asserts', () => {
  test.each([
    ['a function whose lines are not indented', 'a.js', 'function same(a, b) {\nassert.equal(a, b);\n}\n'],
    ['an arrow without a block', 'a.js', 'const same = (a, b) => assert.equal(a, b);\n'],
    ['a method of Ruby', 'a_test.rb', 'def same(a, b)\n  assert_equal a, b\nend\n'],
  ])('is %s', (_what, path, text) => {
    expect([...helpersIn(path, text)]).toEqual([['same', 1]]);
  });

  test('counts once where its name says already that it asserts', () => {
    const text = "test('a', () => {\n  checkAll(one);\n  all(two);\n});\n";
    const helpers = new Map([
      ['checkAll', 3],
      ['all', 3],
    ]);
    const [, one] = parseTests({ path: 'a.test.js', text, place: 'named' }, helpers);
    expect(one).toMatchObject({ name: 'a', helped: 5 });
  });
});
