import { describe, expect, test } from 'vitest';
import { evidenceOf, testCheck } from '../../../test/support/core.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';
import { checkWords } from './event-row.ts';

describe('a check in the log', () => {
  const cases: readonly (readonly [Partial<Evidence>, string])[] = [
    [{ counts: { passed: 3, failed: 0, skipped: 0 } }, 'test PASS (3 passed, 0 failed)'],
    [{ reused: true }, 'test PASS (not run again)'],
    [{ verdict: 'WARN', because: 'waived' }, 'test WARN (no test was found; a person waived that)'],
    [
      { verdict: 'WARN', because: 'waived', lack: 'none-passed' },
      'test WARN (it fails and not one test passes; a person waived that)',
    ],
    [{ verdict: 'WARN', because: 'known-failures', known: 2 }, 'test WARN (2 red at the base already)'],
    [{ verdict: 'WARN', because: 'known-failures', exit: 1 }, 'test WARN (as at the base)'],
    [{ verdict: 'WARN', because: 'known-failures', exit: 127 }, 'test WARN (its program is not there, 127)'],
    [{ verdict: 'WARN', because: 'flaky', flaky: 1, flakyTests: ['a > b'] }, 'test WARN (flaky: a > b)'],
    [{ verdict: 'WARN', because: 'flaky', flaky: 1 }, 'test WARN (flaky)'],
    [{ verdict: 'FAIL', because: 'no-tests' }, 'test FAIL (no test was found)'],
    [{ verdict: 'FAIL', because: 'timeout' }, 'test FAIL (out of time)'],
    [{ verdict: 'FAIL', because: 'not-run' }, 'test FAIL (not run)'],
  ];

  test.each(cases)('%j is told as %j', (change, words) => {
    expect(checkWords({ ...evidenceOf(testCheck, 't'), ...change })).toBe(words);
  });
});
