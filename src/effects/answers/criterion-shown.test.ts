import { describe, expect, test } from 'vitest';
import type { Exists } from './criterion-shown.ts';
import { isShown } from './criterion-shown.ts';

const exists: Exists = {
  files: [
    'src/cart/total.ts',
    'test/cart/total.test.ts',
    'Makefile',
    'app/[id]/page.tsx',
    'LICENSE',
    'src/money.ts',
  ],
  touched: ['src/cart/total.ts', 'test/cart/total.test.ts', 'Makefile', 'app/[id]/page.tsx'],
  removed: ['src/old.ts'],
  linesOf: async () => Promise.resolve(40),
  tests: [
    'test/cart/total.test.ts > totals > stops at zero',
    'TestFloor',
    'tests/test_a.py::test_it_floors',
    'example.test/versions TestTheNewerOneIsGreater',
    'com.example.CartTest.addsUpItsItems[2]',
    'totals keep their boundaries',
  ],
  lines: 'func TestTenComesAfterNine(t *testing.T) {\n  if (sum < 0) return   0;\n',
  checks: [
    { name: 'test', command: 'npm test' },
    { name: 'type-check', command: 'tsc' },
  ],
};

describe('evidence for a criterion', () => {
  test.each([
    'src/cart/total.ts:40',
    'see `src/cart/total.ts`, line 12',
    'total.ts:3-9 keeps it',
    '(src/cart/total.ts#L12)',
    './src/cart/total.ts.',
    'cart/total.test.ts',
    'Makefile, the target `all`',
    'app/[id]/page.tsx:2',
    'src/old.ts is gone',
    'src/money.ts:12 was so before, and is',
    'nothing.ts:3, and total.ts:40',
    'the test "stops at zero"',
    'shown by totals > stops at zero',
    '`TestFloor` passes',
    'test_it_floors is new and passes',
    'TestTenComesAfterNine',
    'TestTheNewerOneIsGreater',
    'CartTest.addsUpItsItems, both times',
    'by `if (sum < 0) return 0;`',
    'in check test',
    'the checks lint and type-check are green',
    'the `type-check` check',
    'test',
    'npm test passes',
    'src/cart/total.ts:40, reached at http://localhost:8080 and example.com:443',
  ])('that names what exists shows it: %s', async (evidence) => {
    expect(await isShown(evidence, exists)).toBe(true);
  });

  test.each([
    '',
    '   ',
    'yes',
    'the test passes',
    'seen in the diff',
    'obvious from the code',
    'LICENSE',
    'see src/money.ts',
    'src/cart/total.ts:41',
    'src/cart/total.ts:0',
    'src/cart/totals.ts',
    'src/cart/total.ts, line 400',
    'src/old.ts:3',
    'otal.ts',
    'src',
    'ts',
    'the test "starts at one"',
    'the check lint',
    'TestTenComesAfterNineteen',
    'TestTheNewerOneIsGreaterStill',
    'within its boundaries',
    'by `if (sum < 1) return 0;`',
    'it has `return`',
    'tests were written',
    'check it. test it.',
    'in check test-all',
  ])('that names nothing that exists shows nothing: %s', async (evidence) => {
    expect(await isShown(evidence, exists)).toBe(false);
  });
});

test.each([
  'src/cart/total.ts:12 and test/cart/nothere.test.ts:99',
  'the check test, and src/cart/total.ts:4000',
  'test/nothere.test.ts:1 "stops at zero"',
])('a line that is not there undoes what else is named (SHOWN-3): %s', async (evidence) => {
  expect(await isShown(evidence, exists)).toBe(false);
});
