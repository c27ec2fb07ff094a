import { expect, test } from 'vitest';
import { evidenceOf, testCheck } from '../../../test/support/core.ts';
import type { SortedNames } from '../../core/evidence/tests-text.ts';
import type { Failing } from './diagnosis.ts';
import { diagnosisText } from './diagnosis.ts';

const noNames: SortedNames = { failed: [], fresh: [], known: [], flaky: [], passed: [], skipped: [] };
const failing = (change: Partial<Failing> = {}): Failing => ({
  evidence: {
    ...evidenceOf(testCheck, 'tree', 'FAIL'),
    because: 'exit',
    exit: 1,
    counts: { passed: 8, failed: 3, skipped: 0 },
  },
  command: 'npm test',
  names: noNames,
  log: '',
  ...change,
});
const told = (change: Partial<Failing>, changed: readonly string[] = []) =>
  diagnosisText({ failing: [failing(change)], changed });

test('says which check failed and how, which tests, the first telling lines, and what was changed', () => {
  const log = [
    '> vitest run',
    ' ✓ sums (3 tests)',
    '# fail 0 so far',
    ' RUN total.test.ts',
    '\u001b[31mFAIL\u001b[0m total.test.ts > stops at zero',
    'AssertionError: expected -10 to be 0',
    ...Array.from({ length: 30 }, (_, n) => `    at frame ${n}`),
  ].join('\n');
  const names = { ...noNames, fresh: ['stops at zero'], known: ['old one'], passed: ['sums'] };
  expect(told({ names, log }, ['src/total.ts'])).toBe(
    [
      `The check "test" (test, command: npm test) failed: it ended with 1 (8 passed, 3 failed).`,
      'Tests that fail because of the change:',
      '- stops at zero',
      'Failing as before the change, to be left alone: 1 test.',
      'The first lines that tell of it:',
      '     RUN total.test.ts',
      '    FAIL total.test.ts > stops at zero',
      '    AssertionError: expected -10 to be 0',
      ...Array.from({ length: 13 }, (_, n) => `        at frame ${n}`),
      '',
      'What was changed before that:',
      '- src/total.ts',
      '',
    ].join('\n'),
  );
});

test('takes the end of an output in which no line names a trouble', () => {
  const log = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n');
  expect(told({ log })).toContain('    line 24\n');
  expect(told({ log })).not.toContain('    line 23\n');
});

const many = (what: string) => Array.from({ length: 50 }, (_, n) => `${what} ${n}`);

test('names no more tests and files than can be read', () => {
  const text = told({ names: { ...noNames, failed: many('test') } }, many('file')) ?? '';
  expect(text).toContain('- and 30 more');
  expect(text).toContain('- and 10 more');
  expect(text.split('\n').length).toBeLessThan(70);
});

test('is nothing where nothing failed', () => {
  expect(diagnosisText({ failing: [], changed: ['a.ts'] })).toBeUndefined();
});
