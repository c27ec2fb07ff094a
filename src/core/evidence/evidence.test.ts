import { describe, expect, test } from 'vitest';
import { evidenceOf, testCheck } from '../../../test/support/core.ts';
import type { Evidence } from './evidence.ts';
import { allGood, completeFor, validFor, waived } from './evidence.ts';

const lint = { ...testCheck, name: 'lint', kind: 'lint' as const };
const none: Evidence = { ...evidenceOf(testCheck, 't', 'FAIL'), because: 'no-tests' };

describe('evidence', () => {
  test('counts for the tree it was made on only (EVIDENCE-1)', () => {
    expect(validFor('t', [evidenceOf(testCheck, 't'), evidenceOf(lint, 't')])).toBe(true);
    expect(validFor('t', [evidenceOf(testCheck, 't'), evidenceOf(lint, 'older')])).toBe(false);
  });

  test('is complete when every check has reported (EVIDENCE-3)', () => {
    const checks = [testCheck, lint];
    expect(completeFor('t', checks, [evidenceOf(testCheck, 't'), evidenceOf(lint, 't')])).toBe(true);
    expect(completeFor('t', checks, [evidenceOf(testCheck, 't')])).toBe(false);
    expect(completeFor('t', checks, [])).toBe(false);
    expect(completeFor('t', checks, [evidenceOf(testCheck, 't'), evidenceOf(lint, 'older')])).toBe(false);
    expect(completeFor('t', [], [])).toBe(true);
  });

  test('is good with a warning, and bad with one failure', () => {
    expect(allGood([evidenceOf(testCheck, 't', 'PASS'), evidenceOf(lint, 't', 'WARN')])).toBe(true);
    expect(allGood([evidenceOf(testCheck, 't', 'PASS'), evidenceOf(lint, 't', 'FAIL')])).toBe(false);
  });

  test('of no tests is no pass until a person waives it, and then it says so (EVIDENCE-2)', () => {
    expect(waived([none], false)).toEqual([none]);
    expect(waived([none], true)).toEqual([{ ...none, verdict: 'WARN', because: 'waived' }]);
  });

  test('of tests that failed is not helped by a waiver (EVIDENCE-2)', () => {
    const red = evidenceOf(testCheck, 't', 'FAIL');
    expect(waived([red, none], true)).toEqual([red, { ...none, verdict: 'WARN', because: 'waived' }]);
  });
});
