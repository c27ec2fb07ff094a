// Names of tests that a runner does not execute any more, held against the two sides of a change.

import { describe, expect, test } from 'vitest';
import type { FileChange, Side } from './change.ts';
import { judgeVanished, takenFrom } from './vanished-tests.ts';

const side = (text: string): Side => ({ id: text, mode: '100644', text });
const change = (path: string, before?: string, after?: string): FileChange => ({
  path,
  ...(before === undefined ? {} : { before: side(before) }),
  ...(after === undefined ? {} : { after: side(after) }),
});
const adds = "test('adds', () => {\n  expect(sum(1, 2)).toBe(3);\n});\n";
const words = "test('refuses words', () => {\n  expect(() => sum('a')).toThrow('numbers');\n});\n";
const gone = (...names: readonly string[]) => [{ gone: names, skipped: [] }];

const table = (name: string) =>
  `for (const { name } of [{ name: '${name}' }]) test(name, () => { ok(name); });\n`;

const inRust = (head: string, body: string): string =>
  `#[cfg(test)]\nmod tests {\n    #[test]\n${head}    fn no_point() {\n${body}    }\n}\n`;

describe('a test that is not executed any more', () => {
  test('is named with its file where its text is still there', () => {
    const changes = [change('a.test.ts', adds + words, `${adds + words}const more = 1;\n`)];
    expect(judgeVanished(changes, gone('a.test.ts > adds'))).toEqual([
      {
        kind: 'test-removed',
        file: 'a.test.ts',
        words: "Tests that were executed at the base commit are not executed any more: 'a.test.ts > adds'.",
      },
    ]);
  });

  test('is named without a file where nothing in the change holds it, and five at most with their names', () => {
    const names = ['f', 'e', 'd', 'c', 'b', 'a', 'a'];
    expect(judgeVanished([change('src/a.ts', 'a', 'b')], gone(...names))).toMatchObject([
      { file: '', words: expect.stringMatching(/: 'a', 'b', 'c', 'd', 'e' and 1 more\.$/) },
    ]);
  });

  test('belongs to no file that says its title as before', () => {
    const rows = change('rows.json', '["adds up"]\n', '["adds up", "and down"]\n');
    expect(judgeVanished([rows], gone('adds up'))).toMatchObject([{ file: '' }]);
    const lost = change('rows.json', '["adds up", "and down"]\n', '["and down"]\n');
    expect(judgeVanished([lost], gone('adds up'))).toMatchObject([{ file: 'rows.json' }]);
  });

  test('that is skipped now is told as that', () => {
    expect(judgeVanished([], [{ gone: [], skipped: ['x'] }])).toMatchObject([
      { kind: 'test-skipped', words: expect.stringContaining("are skipped now: 'x'") },
    ]);
  });

  test.each([
    ['renamed with its body', change('a.test.ts', adds, adds.replace("'adds'", "'sums up'"))],
    ['gone from its file, which is told already', change('a.test.ts', adds + words, words)],
    [
      'skipped by its text, which is told already',
      change('a.test.ts', adds, adds.replace('test(', 'xtest(')),
    ],
    [
      'run with other rows',
      change('a.test.ts', adds.replace('test(', 'test.each([1])('), adds.replace('test(', 'test.each([2])(')),
    ],
  ])('is not told once more where it is %s', (_how, one) => {
    expect(judgeVanished([one], gone('suite > adds'))).toEqual([]);
  });

  test('that had to panic is still there where it asserts something instead, and not where nothing is asked any more', () => {
    const before = inRust('    #[should_panic]\n', '        parse("7");\n');
    const told = (after: string) =>
      judgeVanished([change('src/lib.rs', before, after)], gone('tests::no_point - should panic'));
    expect(told(inRust('', '        assert_eq!(parse("7"), None);\n'))).toEqual([]);
    expect(told(inRust('', '        parse("7");\n'))).toMatchObject([
      { kind: 'test-removed', file: 'src/lib.rs' },
    ]);
  });

  test('is found by a name with holes, by that of its class, and by the line it stands in', () => {
    const table = adds.replace("'adds'", "'adds %d and $b'");
    expect(judgeVanished([change('a.test.ts', table, `${table}\n`)], gone('adds 1 and 2'))).toEqual([]);
    const py = 'class TestSum:\n    def test_adds(self):\n        assert sum(1, 2) == 3\n';
    const rb = "it 'adds' do\n  expect(sum).to eq(3)\nend\n";
    const files = [
      change('tests/test_sum.py', py, `${py}\nx = 1\n`),
      change('spec/a_spec.rb', rb, `${rb}\n# x\n`),
    ];
    expect(judgeVanished(files, gone('tests/test_sum.py::TestSum::test_adds'))).toMatchObject([
      { file: 'tests/test_sum.py' },
    ]);
    expect(judgeVanished(files, gone('Sum adds'))).toMatchObject([{ file: 'spec/a_spec.rb' }]);
  });

  test('belongs to the file its name bears: of two cases of one name, and of what it is made from', () => {
    const files = [change('a.test.ts', adds, `${adds}\n`), change('b.test.ts', adds, `${adds}\n`)];
    expect(judgeVanished(files, gone('b.test.ts > adds'))).toMatchObject([{ file: 'b.test.ts' }]);
    expect(judgeVanished([change('data/leap.json', '{}')], gone('reads leap'))).toMatchObject([
      { file: 'data/leap.json' },
    ]);
    expect(judgeVanished([change('data/a.json', '{}', '[]')], gone('reads data/a.json'))).toMatchObject([
      { file: 'data/a.json' },
    ]);
  });

  test('that is made from a row belongs to the file that has lost the row', () => {
    const changes = [
      change('src/a.ts', 'a', 'b'),
      change('a.test.ts', table('is rounded up'), table('is dropped')),
    ];
    expect(judgeVanished(changes, gone('is rounded up'))).toMatchObject([{ file: 'a.test.ts' }]);
    expect(judgeVanished(changes, gone('up'))).toMatchObject([{ file: '' }]);
  });

  test('is none where none is', () => {
    expect(judgeVanished([change('a.test.ts', adds)], [])).toEqual([]);
    expect(judgeVanished([change('a.test.ts', adds)], gone())).toEqual([]);
  });
});

describe('what files have lost', () => {
  test('is counted in those that are meant: cases, rows, and what is skipped', () => {
    const rows = adds.replace('test(', 'test.each([1, 2, 3])(');
    const changes = [
      change('a.test.ts', adds + words, words),
      change('b.test.ts', rows, rows.replace('[1, 2, 3]', '[1]')),
      change(
        'c.test.ts',
        words.replace('words', 'more'),
        words.replace('words', 'more').replace('test(', 'xtest('),
      ),
    ];
    expect(takenFrom(changes, () => true)).toBe(4);
    expect(takenFrom(changes, (file) => file === 'b.test.ts')).toBe(2);
    expect(takenFrom(changes, () => false)).toBe(0);
  });

  test('counts every row of a table that is gone, or is not run any more', () => {
    const rows = "test.each([[1], [2], [3]])('adds %i', (n) => {\n  expect(sum(n)).toBe(n);\n});\n";
    expect(takenFrom([change('a.test.ts', `${rows}${adds}`, adds)], () => true)).toBe(3);
    const skipped = rows.replace('test.each', 'test.skip.each');
    expect(takenFrom([change('a.test.ts', rows, skipped)], () => true)).toBe(3);
  });
});
