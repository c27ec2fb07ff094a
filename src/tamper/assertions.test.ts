import { expect, test } from 'vitest';
import type { Assertion } from './assertions.ts';
import { assertionsIn } from './assertions.ts';
import { languageOf } from './language.ts';
import { mask } from './mask.ts';

function found(path: string, text: string): readonly Assertion[] {
  const language = languageOf(path);
  if (language === undefined) throw new Error(`${path} is no program text`);
  return assertionsIn(mask(text, language));
}

const sources = (path: string, text: string): readonly string[] =>
  found(path, text).map(({ source }) => source);

test.each([
  ['a.test.ts', 'expect(a).toBe(1)', 'exact'],
  ['a.test.ts', 'expect(a).toThrow("b")', 'exact'],
  ['a.test.ts', 'expect(a).toThrow()', 'partial'],
  ['a.test.ts', 'expect(a).not.toBe(1)', 'partial'],
  ['a.test.ts', 'expect(a).toContain(1)', 'partial'],
  ['a.test.ts', 'expect(a).toEqual(expect.any(Number))', 'partial'],
  ['a.test.ts', 'expect(a).toBeCloseTo(1)', 'near'],
  ['a.test.ts', 'expect(a).toBeDefined()', 'weak'],
  ['a.test.ts', 'expect(1).toBe(1)', 'nothing'],
  ['a.test.ts', 'expect(a).toBe(a)', 'nothing'],
  ['a.test.ts', 'assert(a || true)', 'nothing'],
  ['a.test.ts', 'assert(a === 1)', 'exact'],
  ['a.test.ts', 'assert(typeof a)', 'weak'],
  ['a.test.ts', 'assert(a !== null)', 'weak'],
  ['a.test.ts', 'assert(a > 1)', 'partial'],
  ['a.test.ts', 'assert(a)', 'weak'],
  ['test_a.py', 'assert a == 1', 'exact'],
  ['test_a.py', 'assert a is not None', 'weak'],
  ['test_a.py', 'assert isinstance(a, int)', 'weak'],
  ['test_a.py', 'assert 1 in a', 'partial'],
  ['test_a.py', 'assert a == a', 'nothing'],
  ['a_test.go', 'if a != 1 {\n  t.Fatal("b")\n}', 'exact'],
  ['a_test.go', 'if a == nil {\n  t.Fatal("b")\n}', 'weak'],
  ['a_test.go', 'if a == nil || b != 1 {\n  t.Fatal("b")\n}', 'exact'],
  ['a_test.go', 'if a > 1 {\n  t.Fatal("b")\n}', 'partial'],
  ['lib.rs', 'assert_eq!(a, 1)', 'exact'],
  ['lib.rs', 'assert_eq!(a, a)', 'nothing'],
  ['A.java', 'assertThrows(Exception.class, () -> a())', 'partial'],
  ['a.t', 'is(a, 1)', 'exact'],
  ['a_spec.rb', 'assert_equal 1, a', 'exact'],
  ['a.bats', '[ "$a" = 1 ]', 'exact'],
  ['a.bats', '[ "$a" = 1 ] || true', 'nothing'],
  ['a_test.c', 'ASSERT_EQ(a, 1);', 'exact'],
  ['ATest.php', '$this->assertSame(1, $a);', 'exact'],
])('in %s %j asks: %s', (path, text, strength) => {
  expect(found(path, text).map((one) => one.strength)).toEqual([strength]);
});

test.each([
  ['a.test.ts', 'expect(a).toBeCloseTo(1)', 0.01],
  ['a.test.ts', 'expect(a).toBeCloseTo(1, 3)', 0.001],
  ['test_a.py', 'self.assertAlmostEqual(a, 1, places=2)', 0.01],
  ['test_a.py', 'assert a == approx(1, abs=0.5)', 0.5],
  ['a_test.go', 'assert.InDelta(t, 1, a, 0.25)', 0.25],
  ['a_test.go', 'assert.InDelta(t, 1, a, delta)', undefined],
])('in %s %j lets a value differ by %d', (path, text, tolerance) => {
  expect(found(path, text).map((one) => one.tolerance)).toEqual([tolerance]);
});

test('an assertion goes to its end, over lines and brackets, and takes along what is in it', () => {
  expect(sources('a.test.ts', 'expect(\n  f(expect(b)),\n).toBe(1);\nexpect(c)\n  .toBe(2);')).toEqual([
    'expect( f(expect(b)), ).toBe(1)',
    'expect(c) .toBe(2)',
  ]);
  expect(sources('test_a.py', 'assert f(\n    1,\n) == 2\nassert c \\\n  == 3; assert d == 4\n')).toEqual([
    'assert f( 1, ) == 2',
    'assert c \\ == 3',
    'assert d == 4',
  ]);
});

test('in Go the question is the one right before the complaint', () => {
  const between = 'if a != 1 {\n  log()\n  t.Error("b")\n}';
  expect(found('a_test.go', between)).toMatchObject([{ strength: 'nothing', source: 't.Error("b")' }]);
});

test.each([
  ['a.test.ts', 'function expectSame(a, b) {}'],
  ['a.test.ts', "import { assertEqual } from './b.ts';"],
  ['test_a.py', 'def check_all(a):\n    pass'],
  ['test_a.py', 'from b import assert_all'],
  ['a_test.go', 'func requireOne(a int) {}'],
  ['A.java', 'static void assertOne(int a) {}'],
])('in %s %j makes an assertion and asks nothing', (path, text) => {
  expect(found(path, text)).toEqual([]);
});
