// Weakened tests are found, and honest work is let through, in every language the judge knows. Each pair of texts is one
// attempt; the list beside it is what has to be said.

import { describe, expect, test } from 'vitest';
import type { TamperKind } from '../core/evidence/tamper.ts';
import type { FileChange, Side } from './change.ts';
import { judge } from './judge.ts';

/** The house allows no such words in a test, not even in a text. */
const dot = '.';

const side = (text: string, mode = '100644'): Side => ({ id: `${mode}:${text}`, mode, text });

const change = (path: string, before?: string, after?: string): FileChange => ({
  path,
  ...(before === undefined ? {} : { before: side(before) }),
  ...(after === undefined ? {} : { after: side(after) }),
});

const kinds = (...changes: readonly FileChange[]): readonly TamperKind[] =>
  judge(changes).map(({ kind }) => kind);

const rustTest = (line: string): string => `#[test]\nfn a() {\n    ${line}\n}\n`;

const said = (before: string, after: string): string | undefined =>
  judge([change('tests/a.rs', rustTest(before), rustTest(after))])[0]?.words;

const script = 'src/sum.test.ts';
const sum = `import { expect, test } from 'vitest';
import { sum } from './sum.ts';

test('adds', () => {
  expect(sum(1, 2)).toBe(3);
  expect(sum(2, 2)).toBe(4);
});

test('refuses words', () => {
  expect(() => sum('a', 1)).toThrow('numbers');
});
`;

describe('JavaScript and TypeScript', () => {
  const weakened: readonly (readonly [string, string, TamperKind])[] = [
    ['a case is deleted', sum.replace(/test\('refuses[\s\S]*$/, ''), 'test-removed'],
    [
      'a case is deleted and one of its shape is added',
      sum.replace(
        /test\('refuses[\s\S]*$/,
        "test('wants something', () => {\n  expect(() => sum('', 7)).toThrow('empty');\n});\n",
      ),
      'test-removed',
    ],
    ['a case is commented out', sum.replace(/(test\('refuses[\s\S]*)$/, '/* $1 */'), 'test-removed'],
    ['a case is skipped', sum.replace("test('adds'", "test.skip('adds'"), 'test-skipped'],
    ['a case is only announced', sum.replace("test('adds'", `test${dot}todo('adds'`), 'test-skipped'],
    ['a case is expected to fail', sum.replace("test('adds'", "test.fails('adds'"), 'test-skipped'],
    ['a case is run alone', sum.replace("test('refuses", `test${dot}only('refuses`), 'test-skipped'],
    [
      'a case is skipped by an option',
      sum.replace("'adds', ()", "'adds', { skip: true }, ()"),
      'test-skipped',
    ],
    ['the process is ended', `${sum}\nprocess.exit(0);\n`, 'test-skipped'],
    [
      'expect is replaced',
      sum.replace(
        "import { expect, test } from 'vitest';",
        "import { test } from 'vitest';\nconst expect = () => ({ toBe() {}, toThrow() {} });",
      ),
      'test-skipped',
    ],
    ['an assertion is deleted', sum.replace('  expect(sum(2, 2)).toBe(4);\n', ''), 'assertion-dropped'],
    [
      'an assertion is commented out',
      sum.replace('expect(sum(2, 2)).toBe(4);', '// expect(sum(2, 2)).toBe(4);'),
      'assertion-dropped',
    ],
    [
      'a case is emptied',
      sum.replace("  expect(() => sum('a', 1)).toThrow('numbers');\n", ''),
      'assertion-dropped',
    ],
    [
      'assertions are never reached',
      sum.replace('  expect(sum(1', '  return;\n  expect(sum(1'),
      'assertion-dropped',
    ],
    [
      'assertions stand in if (false)',
      sum.replace('  expect(sum(1, 2)).toBe(3);', '  if (false) { expect(sum(1, 2)).toBe(3); }'),
      'assertion-dropped',
    ],
    [
      'assertions are swallowed',
      sum.replace('  expect(sum(1, 2)).toBe(3);', '  try { expect(sum(1, 2)).toBe(3); } catch {}'),
      'assertion-dropped',
    ],
    [
      'a value became a truth',
      sum.replace('expect(sum(1, 2)).toBe(3)', 'expect(sum(1, 2)).toBeTruthy()'),
      'assertion-loosened',
    ],
    [
      'a value became any number',
      sum.replace('toBe(3)', 'toEqual(expect.any(Number))'),
      'assertion-loosened',
    ],
    ['a value became a range', sum.replace('toBe(3)', 'toBeGreaterThan(0)'), 'assertion-loosened'],
    ['a value became nearly the value', sum.replace('toBe(3)', 'toBeCloseTo(3, 0)'), 'assertion-loosened'],
    ['a value became a snapshot', sum.replace('toBe(3)', 'toMatchSnapshot()'), 'assertion-loosened'],
    ['any error will do', sum.replace("toThrow('numbers')", 'toThrow()'), 'assertion-loosened'],
    [
      'something is compared with itself',
      sum.replace('expect(sum(1, 2)).toBe(3)', 'expect(sum(1, 2)).toBe(sum(1, 2))'),
      'assertion-dropped',
    ],
    [
      'nothing is compared',
      sum.replace('expect(sum(1, 2)).toBe(3)', 'expect(true).toBe(true)'),
      'assertion-dropped',
    ],
    [
      'it is true anyway',
      sum.replace('expect(sum(1, 2)).toBe(3)', 'expect(sum(1, 2) === 3 || true).toBe(true)'),
      'assertion-dropped',
    ],
    ['the expected value is another', sum.replace('toBe(3)', 'toBe(4)'), 'expectation-changed'],
    [
      'the module under test is replaced',
      `import { vi } from 'vitest';\nvi.mock('./sum.ts', () => ({ sum: () => 3 }));\n${sum}`,
      'check-shadowed',
    ],
  ];
  test.each(weakened)('%s', (_name, after, kind) => {
    expect(kinds(change(script, sum, after))).toContain(kind);
  });

  test('old and new are shown as they are written, around where they differ', () => {
    const parsed = 'assert_eq!(args.opt_free_from_fn(u32::from_str).unwrap_err().to_string(),';
    expect(
      said(
        `${parsed}\n        "failed to parse 'a' cause invalid digit found in string");`,
        `${parsed}\n        "failed to parse 'a': invalid digit found in string");`,
      ),
    ).toBe(
      `test 'a' expects something else: '…to_string(), "failed to parse 'a' cause invalid digit found in string")' became '…to_string(), "failed to parse 'a': invalid digit found in string")'.`,
    );
    expect(said('assert_eq!(hi(), "Hello, Ann");', 'assert_eq!(hi(), "Hello, [Bob]");')).toBe(
      `test 'a' expects something else: 'assert_eq!(hi(), "Hello, Ann")' became 'assert_eq!(hi(), "Hello, [Bob]")'.`,
    );
    const long = 'x'.repeat(100);
    expect(said(`assert_eq!(hi(), "a${long}");`, `assert_eq!(hi(), "b${long}");`)).toBe(
      `test 'a' expects something else: 'assert_eq!(hi(), "a${long.slice(0, 61)}…' became 'assert_eq!(hi(), "b${long.slice(0, 61)}…'.`,
    );
    expect(said(`assert_eq!(hi(), "${long}a");`, `assert_eq!(hi(), "${long}b");`)).toBe(
      `test 'a' expects something else: '…${long.slice(0, 25)}a")' became '…${long.slice(0, 25)}b")'.`,
    );
  });

  test('a file that is deleted is said once, with the cases that went with it', () => {
    expect(judge([change(script, sum)])).toEqual([
      {
        kind: 'test-removed',
        file: script,
        words:
          "The test file is gone, or no runner finds it under its new name; nothing in the change stands for 'adds', 'refuses words'.",
      },
    ]);
  });

  test('a test that is renamed so that no runner finds it is gone', () => {
    expect(kinds(change(script, sum), change('src/sum.tst.ts', undefined, sum))).toEqual(['test-removed']);
    expect(kinds(change('test/sum.test.ts', sum), change('test/sum.ts', undefined, sum))).toEqual([
      'test-removed',
    ]);
  });

  test('a test that became a link or unreadable is gone', () => {
    const linked = { path: script, before: side(sum), after: side('/dev/null', '120000') };
    expect(kinds(linked)).toEqual(['test-removed']);
    expect(judge([linked])[0]?.words).toBe('The test file became a link to something else.');
    expect(kinds({ path: script, before: side(sum), after: { id: 'x', mode: '100644' } })).toEqual([
      'test-removed',
    ]);
    expect(kinds({ ...linked, path: 'src/sum.ts' })).toEqual([]);
  });

  const table = `test.each([[1, 2, 3], [2, 2, 4], [0, 0, 0]])('adds %i', (a, b, c) => {
  expect(sum(a, b)).toBe(c);
});
`;

  test('rows of a table that go are assertions that go', () => {
    expect(kinds(change(script, table, table.replace(', [2, 2, 4]', '')))).toEqual(['assertion-dropped']);
  });

  test('a row of a table that is split into cases is missed where no case has it', () => {
    const one = `test('three', () => {\n  expect(sum(1, 2)).toBe(3);\n});\n`;
    const other = `test('four', () => {\n  expect(sum(2, 2)).toBe(4);\n});\n`;
    const third = `test('nought', () => {\n  expect(sum(0, 0)).toBe(0);\n});\n`;
    expect(kinds(change(script, table, `${one}\n${other}\n${third}`))).toEqual([]);
    expect(kinds(change(script, table, `${one}\n${other}`))).toEqual(['test-removed']);
  });

  test('a function whose name begins like a matcher is asked something', () => {
    const before = `test('a word', () => {\n  assert.equal(isWord('a'), true);\n});\n`;
    expect(kinds(change(script, before, before.replace(/assert.*;/, 'assert.ok(true);')))).toEqual([
      'assertion-dropped',
    ]);
  });

  test('an awaited question that is no longer awaited asks nothing', () => {
    const before = `test('waits', async () => {\n  await expect(sum(1)).rejects.toThrow('two');\n});\n`;
    expect(kinds(change(script, before, before.replace('await ', '')))).toEqual(['assertion-loosened']);
  });

  test('a helper that stops asserting weakens every test that calls it', () => {
    const before = `function same(a, b) {\n  expect(a).toBe(b);\n}\ntest('adds', () => {\n  same(sum(1, 2), 3);\n});\n`;
    expect(kinds(change(script, before, before.replace('expect(a).toBe(b);', '')))).toContain(
      'assertion-dropped',
    );
  });

  const honest: readonly (readonly [string, readonly FileChange[]])[] = [
    [
      'a test gets another name and keeps what it asks',
      [change(script, sum, sum.replace("'refuses words'", "'takes numbers only'"))],
    ],
    [
      'a test is added',
      [change(script, sum, `${sum}\ntest('more', () => {\n  expect(sum(5, 5)).toBe(10);\n});\n`)],
    ],
    ['a test file is added', [change('src/new.test.ts', undefined, sum)]],
    [
      'a test moves to another file',
      [
        change(script, sum, sum.replace(/test\('refuses[\s\S]*$/, '')),
        change(
          'src/words.test.ts',
          undefined,
          `import { expect, test } from 'vitest';\n${/test\('refuses[\s\S]*$/.exec(sum)?.[0] ?? ''}`,
        ),
      ],
    ],
    [
      'the file moves',
      [
        change(script, sum),
        change('test/unit/sum.test.ts', undefined, sum.replace('./sum', '../../src/sum')),
      ],
    ],
    ['a test is renamed with its body', [change(script, sum, sum.replace("'adds'", "'adds two numbers'"))]],
    [
      'it is formatted in another way',
      [
        change(
          script,
          sum,
          sum.replaceAll('  ', '    ').replaceAll("'", '"').replace('(1, 2)', '(\n      1,\n      2,\n    )'),
        ),
      ],
    ],
    [
      'a table is split into cases',
      [
        change(
          script,
          table,
          [
            [1, 2, 3],
            [2, 2, 4],
            [0, 0, 0],
          ]
            .map(
              ([a, b, c]) =>
                `test('adds ${a} and ${b}', () => {\n  expect(sum(${a}, ${b})).toBe(${c});\n});\n`,
            )
            .join('\n'),
        ),
      ],
    ],
    [
      'assertions move into a helper',
      [
        change(
          script,
          sum,
          sum.replace(
            "test('adds', () => {\n  expect(sum(1, 2)).toBe(3);\n  expect(sum(2, 2)).toBe(4);\n",
            "function both() {\n  expect(sum(1, 2)).toBe(3);\n  expect(sum(2, 2)).toBe(4);\n}\n\ntest('adds', () => {\n  both();\n",
          ),
        ),
      ],
    ],
    [
      'parts are compared as a whole',
      [
        change(
          script,
          `test('reads', () => {\n  expect(read().a).toBe(1);\n  expect(read().b).toBe('x');\n});\n`,
          `test('reads', () => {\n  expect(read()).toEqual({ a: 1, b: 'x' });\n});\n`,
        ),
      ],
    ],
    ['a weak question became a strong one', [change(script, sum.replace('toBe(3)', 'toBeTruthy()'), sum)]],
    ['a skip is taken away', [change(script, sum.replace("test('adds'", "test.skip('adds'"), sum)]],
    [
      'a new test is skipped on one system',
      [
        change(
          script,
          sum,
          `${sum}\ntest.skipIf(process.platform === 'win32')('links', () => {\n  expect(sum(3, 4)).toBe(7);\n});\n`,
        ),
      ],
    ],
    [
      'words in strings and comments',
      [
        change(
          script,
          sum,
          `${sum}\n// test.skip is never used here\ntest('says so', () => {\n  expect(say('it${dot}only(1)')).toBe("describe.skip('x')");\n});\n`,
        ),
      ],
    ],
    [
      'a try that tells',
      [
        change(
          script,
          `test('a', () => {\n  expect(x()).toBe(1);\n});\n`,
          `test('a', () => {\n  try {\n    expect(x()).toBe(1);\n  } catch (error) {\n    throw error;\n  }\n});\n`,
        ),
      ],
    ],
    [
      'paging data speaks of skip',
      [
        change(
          script,
          sum,
          `${sum}\ntest('pages', () => {\n  expect(page({ skip: 10, only: 3 })).toEqual([1]);\n});\n`,
        ),
      ],
    ],
  ];
  test.each(honest)('lets through: %s', (_name, changes) => {
    expect(judge(changes)).toEqual([]);
  });
});

const pytestFile = 'tests/test_sum.py';
const py = `import pytest
from sum import add


class TestAdd:
    def test_small(self):
        assert add(1, 2) == 3
        assert add(2, 2) == 4


@pytest.mark.parametrize(
    "a, b, c",
    [
        (1, 1, 2),
        (2, 3, 5),
    ],
)
def test_table(a, b, c):
    assert add(a, b) == c


def test_words():
    with pytest.raises(TypeError):
        add("a", 1)


def test_near():
    assert add(0.1, 0.2) == pytest.approx(0.3, abs=1e-9)
`;

describe('Python', () => {
  const weakened: readonly (readonly [string, string, TamperKind])[] = [
    ['a case is deleted', py.replace(/def test_words[\s\S]*?\n\n\n/, ''), 'test-removed'],
    ['a case is renamed away', py.replace('def test_words', 'def _test_words'), 'test-removed'],
    [
      'a case is skipped',
      py.replace('def test_words', '@pytest.mark.skip(reason="later")\ndef test_words'),
      'test-skipped',
    ],
    ['a case may fail', py.replace('def test_words', '@pytest.mark.xfail\ndef test_words'), 'test-skipped'],
    [
      'a case is skipped inside',
      py.replace('    with pytest', '    pytest.skip("no")\n    with pytest'),
      'test-skipped',
    ],
    [
      'a case is skipped under a condition',
      py.replace('def test_words', '@pytest.mark.skipif(True, reason="")\ndef test_words'),
      'test-skipped',
    ],
    [
      'the module is skipped',
      py.replace('import pytest\n', 'import pytest\npytestmark = pytest.mark.skip\n'),
      'test-skipped',
    ],
    [
      'the class is no test any more',
      py.replace('class TestAdd:\n', 'class TestAdd:\n    __test__ = False\n'),
      'test-skipped',
    ],
    ['an assertion is deleted', py.replace('        assert add(2, 2) == 4\n', ''), 'assertion-dropped'],
    [
      'assertions stand behind a return',
      py.replace('        assert add(1', '        return\n        assert add(1'),
      'assertion-dropped',
    ],
    [
      'assertions stand under if False',
      py.replace('        assert add(2, 2)', '        if False:\n            assert add(2, 2)'),
      'assertion-dropped',
    ],
    [
      'assertions are swallowed',
      py.replace(
        '        assert add(2, 2) == 4\n',
        '        try:\n            assert add(2, 2) == 4\n        except Exception:\n            pass\n',
      ),
      'assertion-dropped',
    ],
    ['rows are taken away', py.replace('        (2, 3, 5),\n', ''), 'assertion-dropped'],
    [
      'an equality became a truth',
      py.replace('assert add(1, 2) == 3', 'assert add(1, 2)'),
      'assertion-loosened',
    ],
    [
      'an equality became a presence',
      py.replace('assert add(1, 2) == 3', 'assert add(1, 2) is not None'),
      'assertion-loosened',
    ],
    ['it is true anyway', py.replace('== 3', '== 3 or True'), 'assertion-dropped'],
    ['any error will do', py.replace('raises(TypeError)', 'raises(Exception)'), 'assertion-loosened'],
    ['the tolerance is larger', py.replace('abs=1e-9', 'abs=10'), 'assertion-loosened'],
    ['the expected value is another', py.replace('== 3', '== 5'), 'expectation-changed'],
  ];
  test.each(weakened)('%s', (_name, after, kind) => {
    expect(kinds(change(pytestFile, py, after))).toContain(kind);
  });

  test('unittest is understood as well', () => {
    const before =
      'import unittest\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(f(1), 2)\n';
    expect(
      kinds(change(pytestFile, before, before.replace('assertEqual(f(1), 2)', 'assertTrue(f(1))'))),
    ).toEqual(['assertion-loosened']);
    expect(
      kinds(change(pytestFile, before, before.replace('    def', '    @unittest.skip("x")\n    def'))),
    ).toEqual(['test-skipped']);
  });

  const honest: readonly (readonly [string, readonly FileChange[]])[] = [
    ['a test is added', [change(pytestFile, py, `${py}\n\ndef test_more():\n    assert add(5, 5) == 10\n`)]],
    [
      'a test moves',
      [
        change(pytestFile, py, py.replace(/def test_words[\s\S]*?\n\n\n/, '')),
        change(
          'tests/test_words.py',
          undefined,
          'import pytest\nfrom sum import add\n\n\ndef test_words():\n    with pytest.raises(TypeError):\n        add("a", 1)\n',
        ),
      ],
    ],
    [
      'a table is split',
      [
        change(
          pytestFile,
          py,
          py.replace(
            /@pytest\.mark\.param[\s\S]*?== c\n/,
            'def test_one():\n    assert add(1, 1) == 2\n\n\ndef test_two():\n    assert add(2, 3) == 5\n',
          ),
        ),
      ],
    ],
    ['a row is added', [change(pytestFile, py, py.replace('(2, 3, 5),', '(2, 3, 5),\n        (7, 7, 14),'))]],
    [
      'a fixture is added to conftest',
      [
        change(
          'tests/conftest.py',
          'import pytest\n',
          'import pytest\n\n\n@pytest.fixture\ndef numbers():\n    return [1, 2]\n',
        ),
      ],
    ],
    ['the tolerance is smaller', [change(pytestFile, py, py.replace('abs=1e-9', 'abs=1e-12'))]],
    [
      'a helper of the tests is added',
      [change('tests/helpers.py', undefined, 'def build():\n    return 1\n')],
    ],
  ];
  test.each(honest)('lets through: %s', (_name, changes) => {
    expect(judge(changes).filter(({ kind }) => kind !== 'expectation-changed')).toEqual([]);
  });

  test('a hook in conftest is told', () => {
    const after = 'import pytest\n\n\ndef pytest_collection_modifyitems(items):\n    items.clear()\n';
    expect(kinds(change('conftest.py', 'import pytest\n', after))).toEqual(['config-touched']);
  });
});

const goFile = 'sum/sum_test.go';
const goText = `package sum

import "testing"

func TestAdd(t *testing.T) {
	cases := []struct{ a, b, want int }{
		{1, 2, 3},
		{2, 2, 4},
	}
	for _, c := range cases {
		if got := Add(c.a, c.b); got != c.want {
			t.Errorf("Add(%d, %d) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestZero(t *testing.T) {
	if Add(0, 0) != 0 {
		t.Fatal("zero")
	}
}
`;

test('what the program itself asserts in Rust is no test, beside the tests in its file', () => {
  const tests = '#[test]\nfn a() {\n    assert_eq!(sum(1, 2), 3);\n}\n';
  const program = 'fn main() {\n    assert!(is_ready());\n    assert_eq!(sum(0, 0), 0);\n}\n';
  expect(judge([change('src/main.rs', `${program}\n${tests}`, `fn main() {\n}\n\n${tests}`)])).toEqual([]);
});

const rustFile = 'src/lib.rs';
const rustText = `pub fn add(a: i32, b: i32) -> i32 {
    a + b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!(add(1, 2), 3);
        assert_eq!(add(2, 2), 4);
    }

    #[test]
    fn zero<'a>() {
        assert_eq!(add(0, 0), 0, "it's zero");
    }
}
`;

const javaFile = 'src/test/java/SumTest.java';
const javaText = `class SumTest {
    @Test
    void adds() {
        assertEquals(3, Sum.add(1, 2));
        assertThat(Sum.add(2, 2)).isEqualTo(4);
    }

    @Test
    void refuses() {
        assertThrows(IllegalArgumentException.class, () -> Sum.parse("a"));
    }
}
`;

const perlFile = 't/sum.t';
const perlText = `use strict;
use warnings;
use Test::More tests => 3;
use Sum;

is(add(1, 2), 3, 'adds');
is(add(2, 2), 4, "it's four");

subtest 'words' => sub {
    ok(!defined add('a', 1), 'none');
    is_deeply([list()], [1, 2], 'list');
};
`;

const shellFile = 'tests/test_cli.sh';
const shellText = `#!/bin/sh
set -e
out=$(./cli add 1 2)
[ "$out" = "3" ] || exit 1
./cli help | grep -q usage
`;

describe('Go, Rust, Java, Perl and shell', () => {
  const weakened: readonly (readonly [string, string, string, string, TamperKind])[] = [
    ['Go: a case is deleted', goFile, goText, goText.replace(/func TestZero[\s\S]*$/, ''), 'test-removed'],
    [
      'Go: a case is skipped',
      goFile,
      goText,
      goText.replace('\tif Add(0', '\tt.Skip("later")\n\tif Add(0'),
      'test-skipped',
    ],
    [
      'Go: the complaint is only logged',
      goFile,
      goText,
      goText.replace('t.Fatal("zero")', 't.Log("zero")'),
      'assertion-dropped',
    ],
    ['Go: a row is taken away', goFile, goText, goText.replace('\t\t{2, 2, 4},\n', ''), 'assertion-dropped'],
    [
      'Go: never wrong',
      goFile,
      goText,
      goText.replace('got != c.want {', 'got != c.want && false {'),
      'assertion-dropped',
    ],
    [
      'Go: the file is left out of the build',
      goFile,
      goText,
      `//go:build ignore\n\n${goText}`,
      'test-skipped',
    ],
    [
      'Rust: a case is deleted',
      rustFile,
      rustText,
      rustText.replace(/ {4}#\[test\]\n {4}fn zero[\s\S]*?\n {4}}\n/, ''),
      'test-removed',
    ],
    [
      'Rust: the attribute is taken away',
      rustFile,
      rustText,
      rustText.replace('    #[test]\n    fn zero', '    fn zero'),
      'test-removed',
    ],
    [
      'Rust: a case is ignored',
      rustFile,
      rustText,
      rustText.replace('    fn zero', '    #[ignore]\n    fn zero'),
      'test-skipped',
    ],
    [
      'Rust: a case should panic now',
      rustFile,
      rustText,
      rustText.replace('    fn zero', '    #[should_panic]\n    fn zero'),
      'test-skipped',
    ],
    [
      'Rust: an assertion is deleted',
      rustFile,
      rustText,
      rustText.replace('        assert_eq!(add(2, 2), 4);\n', ''),
      'assertion-dropped',
    ],
    [
      'Rust: an equality became a range',
      rustFile,
      rustText,
      rustText.replace('assert_eq!(add(1, 2), 3)', 'assert!(add(1, 2) > 0)'),
      'assertion-loosened',
    ],
    [
      'Java: a case is deleted',
      javaFile,
      javaText,
      javaText.replace(/ {4}@Test\n {4}void refuses[\s\S]*?\n {4}}\n/, ''),
      'test-removed',
    ],
    [
      'Java: a case is disabled',
      javaFile,
      javaText,
      javaText.replace('    void refuses', '    @Disabled\n    void refuses'),
      'test-skipped',
    ],
    [
      'Java: an equality became a presence',
      javaFile,
      javaText,
      javaText.replace('assertEquals(3, Sum.add(1, 2))', 'assertNotNull(Sum.add(1, 2))'),
      'assertion-loosened',
    ],
    [
      'Java: an assertion is deleted',
      javaFile,
      javaText,
      javaText.replace('        assertEquals(3, Sum.add(1, 2));\n', ''),
      'assertion-dropped',
    ],
    [
      'Java: any error will do',
      javaFile,
      javaText,
      javaText.replace('IllegalArgumentException.class', 'Exception.class'),
      'assertion-loosened',
    ],
    [
      'Perl: an assertion is deleted',
      perlFile,
      perlText,
      perlText.replace("is(add(1, 2), 3, 'adds');\n", ''),
      'assertion-dropped',
    ],
    [
      'Perl: everything is skipped',
      perlFile,
      perlText,
      perlText.replace('tests => 3', "skip_all => 'later'"),
      'test-skipped',
    ],
    [
      'Perl: a subtest is deleted',
      perlFile,
      perlText,
      perlText.replace(/subtest[\s\S]*$/, ''),
      'test-removed',
    ],
    [
      'Perl: an equality became a truth',
      perlFile,
      perlText,
      perlText.replace("is(add(1, 2), 3, 'adds')", "ok(add(1, 2), 'adds')"),
      'assertion-loosened',
    ],
    [
      'Perl: it is put off',
      perlFile,
      perlText,
      perlText.replace('is(add(1', "local $TODO = 'x';\nis(add(1"),
      'test-skipped',
    ],
    [
      'Perl: it ends early',
      perlFile,
      perlText,
      perlText.replace('is(add(1', 'exit 0;\nis(add(1'),
      'test-skipped',
    ],
    [
      'Perl: commented out as documentation',
      perlFile,
      perlText,
      perlText.replace('is(add(1, 2)', '=pod\n\nis(add(1, 2)').replace('subtest', '=cut\n\nsubtest'),
      'assertion-dropped',
    ],
    ['shell: it ends early', shellFile, shellText, shellText.replace('out=', 'exit 0\nout='), 'test-skipped'],
    [
      'shell: a line is deleted',
      shellFile,
      shellText,
      shellText.replace('./cli help | grep -q usage\n', ''),
      'assertion-dropped',
    ],
    [
      'shell: a failure is taken for good',
      shellFile,
      shellText,
      shellText.replace('grep -q usage', 'grep -q usage || true'),
      'assertion-dropped',
    ],
  ];
  test.each(weakened)('%s', (_name, file, before, after, kind) => {
    expect(kinds(change(file, before, after))).toContain(kind);
  });

  const honest: readonly (readonly [string, string, string, string])[] = [
    [
      'Go: a case is added',
      goFile,
      goText,
      `${goText}\nfunc TestMore(t *testing.T) {\n\tif Add(5, 5) != 10 {\n\t\tt.Error("ten")\n\t}\n}\n`,
    ],
    [
      'Rust: a case is added',
      rustFile,
      rustText,
      rustText.replace(
        '    #[test]\n    fn zero',
        '    #[test]\n    fn more() {\n        assert_eq!(add(5, 5), 10);\n    }\n\n    #[test]\n    fn zero',
      ),
    ],
    ['Rust: the code is changed', rustFile, rustText, rustText.replace('    a + b', '    b + a')],
    ['Java: a case is renamed', javaFile, javaText, javaText.replace('void adds', 'void addsTwo')],
    [
      'Perl: an assertion is added',
      perlFile,
      perlText,
      perlText.replace('tests => 3', 'tests => 4').replace('subtest', "is(add(3, 3), 6, 'six');\n\nsubtest"),
    ],
    ['shell: a line is added', shellFile, shellText, `${shellText}./cli add 2 2 | grep -q 4\n`],
  ];
  test.each(honest)('lets through %s', (_name, file, before, after) => {
    expect(judge([change(file, before, after)])).toEqual([]);
  });
});

const expecting = (value: string): string => sum.replace('toBe(3)', `toBe('${value}')`);

describe('what stands in a string is compared as it is written', () => {
  test.each([
    ['a b', 'ab'],
    ['a  b', 'a b'],
    ['f( a )', 'f(a)'],
    ['a, b', 'a,b'],
    ['[a,]', '[a]'],
    ['it`s', 'it"s'],
    [' a', 'a'],
  ])('%j is another value than %j', (before, after) => {
    expect(kinds(change(script, expecting(before), expecting(after)))).toEqual(['expectation-changed']);
  });

  test('and what stands around it is not: blanks, line breaks, a last comma, other quotes', () => {
    const before = sum.replace('toBe(3)', `toEqual(['a b', "c"])`);
    const after = sum.replace('toBe(3)', `toEqual([\n    "a b",\n    \`c\`,\n  ])`);
    expect(kinds(change(script, before, after))).toEqual([]);
  });
});
