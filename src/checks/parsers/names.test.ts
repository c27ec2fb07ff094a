// Which tests are named, in outputs as the programs printed them (Node 20, vitest 4.1 beside those of
// `recorded.test.ts`). Those of jest and mocha are written by hand after their documentation.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CountsParser } from '../../core/evidence/evidence.ts';
import { countsIn, namesIn } from './counts.ts';

const recorded = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, 'recorded', `${name}.txt`), 'utf8');

type Expected = readonly [failed: readonly string[], passed: readonly string[], skipped: readonly string[]];

const ofNode: Expected = [
  ['fails one', 'group > inner bad # odd', 'group', 'parent > sub bad', 'parent', '/checkout/d/b.test.mjs'],
  ['adds', 'group > inner ok', 'parent > sub ok'],
  ['later', 'some day'],
];

const cases: readonly (readonly [string, CountsParser | undefined, Expected])[] = [
  ['node-spec', undefined, ofNode],
  ['node-tap', undefined, ofNode],
  [
    'vitest',
    undefined,
    [['b.test.ts', 'a.test.ts > group > inner bad > odd', 'a.test.ts > fails one'], [], []],
  ],
  [
    'vitest-verbose',
    undefined,
    [
      ['b.test.ts', 'a.test.ts > group > inner bad > odd', 'a.test.ts > fails one'],
      ['a.test.ts > adds', 'a.test.ts > group > inner ok'],
      ['a.test.ts > later'],
    ],
  ],
  ['pytest', 'pytest', [['test_a.py::test_bad', 'test_a.py::test_err'], [], []]],
  [
    'pytest-verbose',
    'pytest',
    [
      ['test_a.py::test_bad', 'test_a.py::test_param[a b]', 'test_a.py::test_param[c', 'test_c.py'],
      ['test_a.py::test_ok'],
      ['test_a.py::test_later'],
    ],
  ],
  [
    'unittest',
    'unittest',
    [['test_err (test_b.T.test_err)', 'test_bad (test_b.T.test_bad)', 'test_xp (test_b.T.test_xp)'], [], []],
  ],
  [
    'unittest-verbose',
    'unittest',
    [
      [
        'test_bad (test_b.T.test_bad)',
        'test_doc (test_b.T.test_doc)',
        'test_sub (test_b.T.test_sub) (i=0)',
        'test_sub (test_b.T.test_sub) (i=1)',
      ],
      ['test_ok (test_b.T.test_ok)'],
      ['test_later (test_b.T.test_later)'],
    ],
  ],
  [
    'go-test',
    'go-test',
    [['example.test/gt TestBad', 'example.test/gt TestSub', 'example.test/gt TestSub/two'], [], []],
  ],
  [
    'go-test-verbose',
    'go-test',
    [
      ['example.test/gt TestBad', 'example.test/gt TestSub', 'example.test/gt TestSub/two'],
      ['example.test/gt TestOk', 'example.test/gt TestSub/one', 'example.test/gt/sub TestB'],
      ['example.test/gt TestSkip'],
    ],
  ],
  ['go-test-unbuilt', 'go-test', [['example.test/gt/bad [build failed]'], [], []]],
  [
    'cargo-test',
    'cargo-test',
    [['tests::bad'], ['tests::ok', 'outside', 'src/lib.rs - add'], ['tests::later']],
  ],
  ['prove', 'prove', [['t/b.t: bad'], [], []]],
  ['prove-two', 'prove', [['t/x.t: bad one', 't/x.t: a test without a name'], [], []]],
  ['prove-verbose', 'prove', [['t/b.t: bad'], ['t/a.t: a', 't/b.t: test 2'], ['t/a.t: test 2']]],
  ['prove-died', 'prove', [['d/d.t'], [], []]],
  ['surefire', 'surefire', [['x.ATest.bad', 'x.ATest.err'], [], []]],
  [
    'surefire-reports',
    'junit',
    [['x.ATest > bad', 'x.ATest > err'], ['x.ATest > ok', 'x.BTest > ok'], ['x.ATest > later']],
  ],
];

describe('names in a recorded output', () => {
  test.each(cases)('of %s', (name, parser, [failed, passed, skipped]) => {
    const names = namesIn(recorded(name), parser);
    expect(names.failed).toEqual(failed);
    expect(new Set(names.passed)).toEqual(new Set(passed));
    expect(names.skipped).toEqual(skipped);
  });

  test.each(cases)('of %s are at least as many as failures are counted', (name, parser) => {
    const counts = countsIn(recorded(name), parser);
    expect(namesIn(recorded(name), parser).failed.length).toBeGreaterThanOrEqual(counts?.failed ?? 0);
  });

  test('of go test are the same in JSON as in words', () => {
    const [json, words] = [recorded('go-test-json'), recorded('go-test-verbose')].map((text) =>
      namesIn(text),
    );
    expect(new Set(json?.failed)).toEqual(new Set(words?.failed));
    expect(new Set(json?.passed)).toEqual(new Set(words?.passed));
    expect(json?.skipped).toEqual(words?.skipped);
  });
});

const jest = `PASS src/a.test.js
FAIL src/b.test.js
  ● Cart › adds two

    expect(received).toBe(expected)

  ● Cart › takes away

Summary of all failing tests
FAIL src/b.test.js
  ● Cart › adds two

Tests:       2 failed, 3 passed, 5 total
`;

const mocha = `
  Cart
    ✔ is empty
    1) adds

  1 passing (5ms)
  2 failing

  1) Cart
       adds:

      AssertionError: 1 == 2
      at Context.<anonymous> (test/cart.js:3:5)

  2) alone:
     Error: no

`;

describe('names', () => {
  test.each([
    ['jest', jest, ['src/b.test.js › Cart › adds two', 'src/b.test.js › Cart › takes away']],
    ['mocha', mocha, ['Cart > adds', 'alone']],
    ['TAP', 'TAP version 13\nnot ok 1\nnot ok 2 - b # TODO x\n1..2\n', ['test 1']],
  ])('of %s, by hand', (_name, text, failed) => {
    expect(namesIn(text).failed).toEqual(failed);
  });

  test('are nobody’s where no summary is', () => {
    expect(namesIn('FAILED a.py::b\n--- FAIL: TestX (0.00s)\nnot ok 1 - x\n').failed).toEqual([]);
    expect(namesIn(recorded('prove'), 'pytest').failed).toEqual([]);
  });

  test('are bounded: a list that was cut is shorter than the count', () => {
    const points = Array.from({ length: 3_000 }, (_, at) => `not ok ${at + 1} - ${'x'.repeat(1_000)}\n`).join(
      '',
    );
    const { failed } = namesIn(`${points}1..3000\n`, 'tap');
    expect(failed).toHaveLength(2_000);
    expect(failed[0]).toHaveLength(300);
  });
});

const timed = (ms: string): string =>
  `TAP version 14\nok 1 - test/a.js # time=${ms}ms\nnot ok 2 - test/b.js # time=${ms}ms\nok 3 - c # time=1.5s # SKIP later\n1..3\n`;

test('how long a test took is no part of its name, or no failure of the base would ever be known', () => {
  expect(namesIn(timed('12.5'))).toEqual({ failed: ['test/b.js'], passed: ['test/a.js'], skipped: ['c'] });
  expect(namesIn(timed('31936.479'))).toEqual(namesIn(timed('1')));
});
