// What a person is told of a finding: its sentence, in the order in which findings are shown.

import { describe, expect, test } from 'vitest';
import type { FileChange, Side } from './change.ts';
import { apart, named } from './change.ts';
import { judge } from './judge.ts';

const side = (text: string): Side => ({ id: text, mode: '100644', text });
const change = (path: string, before?: string, after?: string): FileChange => ({
  path,
  ...(before === undefined ? {} : { before: side(before) }),
  ...(after === undefined ? {} : { after: side(after) }),
});
const words = (...changes: readonly FileChange[]): readonly string[] =>
  judge(changes).map((one) => one.words);

/** The house allows no such words in a test, not even in a text. */
const dot = '.';
const one = (name: string, body: string): string => `test('${name}', () => {\n  ${body}\n});\n`;

const run = (name: string): string => one(name, 'expect(a()).toBe(1);');
const skipped = (name: string): string => run(name).replace('test(', 'test.skip(');

test('findings are in the order of their kinds, then of files, then of lines, then of words', () => {
  const found = judge([
    change('z.test.ts', run('a') + run('b'), skipped('a') + skipped('b')),
    change('package-lock.json', '1', '2'),
    change('a.test.ts', run('c'), skipped('c')),
    change('vitest.config.ts', 'lines: 90, branches: 80', 'lines: 1, branches: 2'),
    change('m.test.ts', run('d'), ''),
  ]);
  expect(found.map(({ kind, file, line }) => [kind, file, line])).toEqual([
    ['test-removed', 'm.test.ts', 1],
    ['test-skipped', 'a.test.ts', 1],
    ['test-skipped', 'z.test.ts', 1],
    ['test-skipped', 'z.test.ts', 4],
    ['threshold-lowered', 'vitest.config.ts', undefined],
    ['threshold-lowered', 'vitest.config.ts', undefined],
    ['config-touched', 'vitest.config.ts', undefined],
    ['lockfile-touched', 'package-lock.json', undefined],
  ]);
  expect(found.slice(4, 6).map((finding) => finding.words)).toEqual([
    "The limit 'branches' is 2; before it was 80.",
    "The limit 'lines' is 1; before it was 90.",
  ]);
});

describe('a test that is not run as before is told by how', () => {
  const before = one('a', 'expect(a()).toBe(1);');
  test.each([
    [
      'a.test.ts',
      before,
      before.replace('test(', 'test.skip('),
      'is no longer run, or cannot fail any more',
      'test.skip',
    ],
    [
      'a.test.ts',
      before,
      before.replace('test(', 'xtest('),
      'is no longer run, or cannot fail any more',
      'xtest(',
    ],
    [
      'a.test.ts',
      before,
      before.replace('test(', 'test.skipIf(b)('),
      'is run only under a condition',
      'test.skipIf',
    ],
    [
      'a.test.ts',
      before,
      before.replace('test(', `test${dot}only(`),
      'keeps other tests from being run',
      `test${dot}only`,
    ],
    ['a.test.ts', before, before.replace('test(', `test${dot}todo(`), 'is only announced', `test${dot}todo`],
  ])('in %s: %j, %j: %s', (path, was, is, how, what) => {
    expect(words(change(path, was, is))).toEqual([`test 'a' ${how}: '${what}' is new.`]);
  });

  test.each([
    ['test_a.py', 'def test_a():\n    assert f() == 1\n', '@pytest.mark.skip\n', 'mark.skip'],
    ['test_a.py', 'def test_a():\n    assert f() == 1\n', '@unittest.skip\n', '@unittest.skip'],
    [
      'a_test.go',
      'func TestA(t *testing.T) {\n\tif f() != 1 {\n\t\tt.Fatal("b")\n\t}\n}\n',
      '//go:build never\n',
      '//go:build never',
    ],
    ['src/lib.rs', '#[test]\nfn a() {\n    assert_eq!(f(), 1);\n}\n', '#[ignore]\n', '#[ignore'],
    ['src/test/ATest.java', '@Test\nvoid a() {\n    assertEquals(1, f());\n}\n', '@Disabled\n', '@Disabled'],
    ['t/a.t', 'is(f(), 1);\n', 'exit 0;\n', 'exit 0;'],
    ['t/a.t', 'is(f(), 1);\n', "local $TODO = 'x';\n", 'local $TODO ='],
    ['t/a.t', 'is(f(), 1);\n', 'sub is { 1 }\n', 'sub is'],
    ['a.test.ts', run('a'), 'process.exit(0);\n', 'process.exit('],
    ['a.test.ts', run('a'), 'globalThis.expect = b;\n', 'globalThis.expect ='],
    ['test_a.py', 'def test_a():\n    assert f() == 1\n', 'pytest.skip("b")\n', 'pytest.skip('],
    ['test_a.py', 'def test_a():\n    assert f() == 1\n', '__test__ = False\n', '__test__ = False'],
    [
      'test_a.py',
      'def test_a():\n    assert f() == 1\n',
      'TestCase.assertEqual = b\n',
      'TestCase.assertEqual =',
    ],
    ['src/lib.rs', '#[test]\nfn a() {\n    assert_eq!(f(), 1);\n}\n', '#[should_panic]\n', '#[should_panic'],
    ['spec/a_spec.rb', 'it "a" do\n  expect(f).to eq(1)\nend\n', 'skip "b"\n', 'skip'],
    ['test/a.bats', '@test "a" {\n  [ 1 = 2 ]\n}\n', 'skip\n', 'skip'],
    ['test/a.bats', '@test "a" {\n  [ 1 = 2 ]\n}\n', 'set +e\n', 'set +e'],
    ['test/a.bats', '@test "a" {\n  [ 1 = 2 ]\n}\n', 'exit 0\n', 'exit 0'],
  ])('and in %s', (path, text, line, what) => {
    expect(words(change(path, text, line + text)).join('\n')).toContain(
      `is no longer run, or cannot fail any more: '${what}' is new.`,
    );
  });
});

const fewer = (more = ''): string =>
  `test 'a' has 1 assertions that can fail; before it had 2${more}. Gone: 'expect(b()).toBe(2)'.`;

test('what a test asks no more is shown, and where its assertions stand now', () => {
  const before = one('a', 'expect(a()).toBe(1);\n  expect(b()).toBe(2);');
  const after = (text: string): FileChange => change('a.test.ts', before, text);
  expect(words(after(before.replace('\n  expect(b()).toBe(2);', '')))).toEqual([fewer()]);
  expect(words(after(before.replace('  expect(b', '  return;\n  expect(b')))).toEqual([
    fewer(' (they stand behind a return)'),
  ]);
  expect(words(after(before.replace('  expect(b', '  b(); return;\n  expect(b')))).toEqual([
    fewer(' (they stand behind a return)'),
  ]);
  expect(words(after(before.replace('  expect(b', '  if (b())\n    return;\n  expect(b')))).toEqual([]);
  expect(words(after(before.replace('expect(b()).toBe(2);', 'if (false) { expect(b()).toBe(2); }')))).toEqual(
    [fewer(' (they stand in a branch that is never taken)')],
  );
  expect(words(after(before.replace('expect(b()).toBe(2)', 'expect(2).toBe(2)')))).toEqual([
    fewer(' (they stand where they compare nothing with anything)'),
  ]);
});

test.each([
  [
    'try:\n        assert b() == 2\n    except Exception:\n        pass',
    'in a try whose except says nothing',
  ],
  ['with suppress(Exception):\n        assert b() == 2', 'under suppress()'],
  ['if False:\n        assert b() == 2', 'in a branch that is never taken'],
  ['return\n    assert b() == 2', 'behind a return'],
])('in Python %j is where assertions cannot fail', (dead, where) => {
  const before = 'def test_a():\n    assert a() == 1\n    assert b() == 2\n';
  const after = before.replace('assert b() == 2', dead);
  expect(words(change('test_a.py', before, after))).toEqual([
    `test 'test_a' has 1 assertions that can fail; before it had 2 (they stand ${where}). Gone: 'assert b() == 2'.`,
  ]);
});

test('in Python a handler that speaks up swallows nothing', () => {
  const before = 'def test_a():\n    assert a() == 1\n    assert b() == 2\n';
  for (const handler of ['except Exception:\n        raise', 'except ValueError:\n        pass']) {
    const after = before.replace('assert b() == 2', `try:\n        assert b() == 2\n    ${handler}`);
    expect(words(change('test_a.py', before, after))).toEqual([]);
  }
});

test.each([
  [change('.github/workflows/a.yml', 'a', 'b'), 'The configuration of continuous integration was changed.'],
  [change('.gitlab-ci.yml', 'a'), 'The configuration of continuous integration was removed.'],
  [change('jest.config.js', undefined, 'b'), 'The configuration of the test runner was added.'],
  [change('pytest.ini', 'a', 'b'), 'The configuration of the test runner or its coverage was changed.'],
  [change('.eslintrc.json', 'a', 'b'), 'The configuration of lint was changed.'],
  [change('tsconfig.json', 'a', 'b'), 'The configuration of the type checker was changed.'],
  [change('.husky/pre-commit', 'a', 'b'), 'The configuration of hooks was changed.'],
  [change('slipway.yaml', 'a', 'b'), 'The configuration of Slipway itself was changed.'],
  [change('conftest.py', 'a'), 'The shared setup of the tests was removed.'],
  [
    change('a.ts', 'a;', 'a; // eslint-disable-line'),
    "A check is told to look away: 'eslint-disable-line' is new.",
  ],
  [change('a.snap', 'x', 'y'), 'The snapshot says something else than before.'],
  [change('goldens/a.txt', 'x', 'y'), 'The file that tests compare with says something else than before.'],
  [change('a.snap', 'x'), 'The snapshot is gone.'],
  [change('GNUmakefile', undefined, 'x'), 'The file is new, and make reads it instead of Makefile.'],
  [
    change('node_modules/a.js', 'x', 'y'),
    'The file was changed, and it would be used instead of an installed package.',
  ],
  [
    change('pytest.py', undefined, 'x'),
    'The file is new, and Python would import it instead of the real module.',
  ],
])('of %j it is said: %s', (what, said) => {
  expect(words(what)).toEqual([said]);
});

test.each([
  'node_modules/a.js',
  'a.pth',
  '.npmrc',
  'vendor/modules.txt',
  'rust-toolchain',
  '.mvn/a',
  '__mocks__/a.txt',
])('%s gets in the way, new or changed', (path) => {
  for (const before of [undefined, 'x']) {
    expect(judge([change(path, before, 'y')]).map(({ kind }) => kind)).toEqual(['check-shadowed']);
  }
});

test('a limit that stays, or asks for more, is not lowered', () => {
  const before = 'thresholds: {\n  lines: 90,\n  branches: 80,\n}';
  expect(words(change('vitest.config.ts', before, before.replace('80', '70')))).toEqual([
    "The limit 'branches' is 70; before it was 80.",
    'The configuration of the test runner was changed.',
  ]);
  expect(words(change('vitest.config.ts', before, before.replace('80', '85')))).toEqual([]);
  expect(words(change('vitest.config.ts', before, before.replace('80', '85,\n  a')))).toEqual([
    'The configuration of the test runner was changed.',
  ]);
});

test('a file of that name that was the project’s own before shadows nothing', () => {
  expect(words(change('pytest.py', 'x', 'y'))).toEqual([]);
});

const snap = (values: readonly string[]): string =>
  values.map((value, at) => `exports[\`${at}\`] = \`${value}\`;\n`).join('\n');

const rewritten = (count: number): readonly string[] =>
  words(change('a.snap', snap(Array(count).fill('x')), snap(Array(count).fill('y'))));

test('of many snapshots three are named', () => {
  expect(rewritten(3)).toEqual(["Snapshots say something else than before: '0', '1', '2'."]);
  expect(rewritten(5)).toEqual(["Snapshots say something else than before: '0', '1', '2', and 2 more."]);
});

test('names and texts are cut to what can be read', () => {
  expect(named('  a\n  b ')).toBe('a b');
  expect(named('x'.repeat(80))).toBe('x'.repeat(80));
  expect(named('x'.repeat(81))).toBe(`${'x'.repeat(77)}...`);
  const fits = 'x'.repeat(80);
  expect(apart(fits, `${fits.slice(1)}y`)).toEqual([fits, `${fits.slice(1)}y`]);
  const [whole, cut] = apart(`a${'x'.repeat(79)}`, `b${'x'.repeat(80)}`);
  expect([whole, cut]).toEqual([`a${'x'.repeat(79)}`, `b${'x'.repeat(79)}…`]);
  const word = 'w'.repeat(10);
  const [shown] = apart(
    `${'. '.repeat(30)}${word} ${'x'.repeat(19)}1`,
    `${'. '.repeat(30)}${word} ${'x'.repeat(19)}2`,
  );
  expect(shown).toBe(`…${word} ${'x'.repeat(19)}1`);
});

describe('what is gone is told by its own words', () => {
  test('where a script without a named case is gone', () => {
    expect(words(change('test/run.test.js', 'assert.equal(sum(1), 1);\n'))).toEqual([
      'The test file is gone, or no runner finds it under its new name; nothing in the change stands for what it tested.',
    ]);
  });

  test('where a script of the shell compares less', () => {
    const lines = ['[ "$a" = 1 ] || exit 1', '[ "$b" = 2 ] || exit 1', '[ "$c" = 3 ] || exit 1'];
    const text = (count: number): string =>
      lines
        .slice(0, count)
        .map((line) => `${line}\n`)
        .join('');
    expect(words(change('test/run.sh', text(3), text(2)))).toContain(
      `The script compares 2 times; before it did 3 times. Gone: '${lines[2]}'.`,
    );
  });

  test('where one comparison of the whole does not name all that was expected, or compares only a part', () => {
    const both = one('a', "expect(f(1)).toBe('x');\n  expect(f(1)).toContain('w');");
    const [said] = words(change('a.test.ts', both, one('a', "expect(f(1)).toBe('z');")));
    expect(said).toContain("Gone: 'expect(f(1)).toBe('x')'");
    const parts = one('a', 'expect(f()).toBe(1);\n  expect(g()).toBe(2);');
    const [loose] = words(change('a.test.ts', parts, one('a', 'expect(all(1, 2)).toBeTruthy();')));
    expect(loose).toContain('has 1 assertions that can fail; before it had 2');
  });
});

test('two functions of one name are two tests only where tests are', () => {
  const twice = 'def test_a():\n    assert f(1) == 1\n\n\ndef test_a():\n    assert f(2) == 2\n';
  const said = "The test 'test_a' is defined twice, and only the last one is run.";
  expect(words(change('test_a.py', '', twice))).toContain(said);
  expect(words(change('helpers.py', '', twice))).not.toContain(said);
});

test('a configuration that is new is told, though nothing stands in it', () => {
  expect(words(change('vitest.config.ts', undefined, ''))).toEqual([
    'The configuration of the test runner was added.',
  ]);
});

test('texts that differ behind marks alone are cut at the place itself', () => {
  const marks = '('.repeat(30);
  const [one, other] = apart(`${marks}${'a'.repeat(60)}`, `${marks}${'b'.repeat(60)}`);
  expect([one, other]).toEqual(['a', 'b'].map((letter) => `…${'('.repeat(25)}${letter.repeat(55)}…`));
});
