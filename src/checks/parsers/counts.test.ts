import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countsIn, saysNothing, saysNoTests, saysZeroTests } from './counts.ts';

const esc = String.fromCodePoint(0x1b);
const nodeSummary = (sign: string): string =>
  ['tests 7', 'suites 1', 'pass 2', 'fail 1', 'cancelled 1', 'skipped 2', 'todo 1', 'duration_ms 12.3']
    .map((line) => `${sign} ${line}`)
    .join('\n');

describe('counts in the output of a check', () => {
  test.each([
    ['the tap reporter of node', `TAP version 13\nok 1 - a\n1..1\n${nodeSummary('#')}\n`, [2, 2, 3]],
    ['the spec reporter of node', `✔ a (1ms)\n${nodeSummary('ℹ')}\n`, [2, 2, 3]],
    ['node, with no test', '1..0\n# tests 0\n# pass 0\n# fail 0\n', [0, 0, 0]],
    [
      'plain TAP',
      '1..5\nok 1 a\nnot ok 2 b\nok 3 # SKIP later\nnot ok 4 x # TODO\n    ok 1 nested\nok 5\n',
      [2, 1, 2],
    ],
    ['TAP with an empty plan', 'TAP version 13\n1..0\n', [0, 0, 0]],
    [
      'vitest',
      ' Test Files  1 failed (1)\n      Tests  1 failed | 3 passed | 1 skipped | 1 todo (6)\n',
      [3, 1, 2],
    ],
    [
      'vitest in colour',
      `${esc}[2m      Tests ${esc}[22m ${esc}[1m${esc}[32m3 passed${esc}[39m${esc}[22m (3)\n`,
      [3, 0, 0],
    ],
    ['vitest with expected failures', '      Tests  2 passed | 1 expected fail (3)\n', [2, 0, 0]],
    ['vitest, with no test', ' Test Files  1 failed (1)\n      Tests  no tests\n', [0, 0, 0]],
    [
      'jest',
      'Test Suites: 1 passed, 1 total\nTests:       1 failed, 2 skipped, 1 todo, 3 passed, 7 total\n',
      [3, 1, 3],
    ],
    ['jest, with no test', 'Tests:       0 total\n', [0, 0, 0]],
    ['mocha', '\n  3 passing (12ms)\n  1 pending\n  2 failing\n\n  1) a\n', [3, 2, 1]],
    ['mocha, with no test', '\n\n  0 passing (1ms)\n\n', [0, 0, 0]],
    ['line ends of Windows', '  3 passing (12ms)\r\n', [3, 0, 0]],
    ['two programs after each other', '  3 passing (1s)\n      Tests  4 passed (4)\n', [7, 0, 0]],
  ])('are read from %s', (_name, output, [passed, failed, skipped]) => {
    expect(countsIn(output)).toEqual({ passed, failed, skipped });
  });

  test.each([
    '',
    'ok 1 means fine\n',
    'all good\n',
    '# pass 3\n',
    'we have 3 passing (12ms) grades\n',
    'Tests: many\n',
  ])('are not read out of other text: %j', (output) => {
    expect(countsIn(output)).toBeUndefined();
  });

  test('are whole numbers from zero up, whatever the output', () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '1..',
        'ok ',
        'not ok',
        '\n',
        '# tests ',
        '# pass ',
        '99999999999',
        '3',
        '  ',
        ' passing',
        'Tests: ',
      ),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const counts = countsIn(parts.join(''));
        for (const count of Object.values(counts ?? {}))
          expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an output without counts', () => {
  test.each([
    'No test files found, exiting with code 0',
    'No tests found',
    'Error: No test files found',
    'no tests ran in 0.01s',
  ])('says that there are no tests: %s', (output) => {
    expect(saysNoTests(output)).toBe(true);
  });

  test('says zero tests, and does not mean zero failed ones', () => {
    expect(saysZeroTests('Ran 0 tests in 0.000s')).toBe(true);
    expect(saysZeroTests('0 tests failed of 12; 10 tests in all; 1.0 tests a second')).toBe(false);
  });

  test('says nothing when it only repeats the command', () => {
    expect(saysNothing('\n> demo@1.0.0 test\n> true\n\n')).toBe(true);
    expect(saysNothing('> demo@1.0.0 test\nfine\n')).toBe(false);
  });
});
