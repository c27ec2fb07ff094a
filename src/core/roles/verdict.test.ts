import { describe, expect, test } from 'vitest';
import { aVerdict } from '../../../test/support/core.ts';
import type { Finding } from './verdict.ts';
import { defaultPolicy } from '../policy.ts';
import { blocking, effective, pressing, weighed } from './verdict.ts';

const found = (change: Partial<Finding> = {}): Finding => ({
  severity: 'MAJOR',
  title: 't',
  validation: 'confirmed',
  ...change,
});

describe('a verdict', () => {
  test.each([
    [{}, 1],
    [{ severity: 'CRITICAL' }, 1],
    [{ severity: 'MINOR' }, 0],
    [{ validation: 'unvalidated' }, 0],
    [{ validation: 'rejected' }, 0],
  ] as const)('with a finding of %j has %d that block (V2)', (change, count) => {
    expect(blocking(aVerdict({ findings: [found(change)] }))).toHaveLength(count);
  });

  test('asks in a revision for what could not be looked up too, and never for what was found wrong', () => {
    const findings = (['confirmed', 'unvalidated', 'rejected'] as const).map((validation) =>
      found({ validation, title: validation }),
    );
    const verdict = aVerdict({ findings: [...findings, found({ severity: 'MINOR' })] });
    expect(pressing(verdict).map(({ title }) => title)).toEqual(['confirmed', 'unvalidated']);
  });

  test.each(['revise', 'reject', 'abstain'] as const)('of %s stays what it is', (conclusion) => {
    expect(effective(aVerdict({ conclusion }))).toBe(conclusion);
  });

  test('passes with nothing open (VERDICT-1)', () => {
    const criteria = [{ id: 'c1', met: true }];
    expect(effective(aVerdict({ criteria, findings: [found({ severity: 'MINOR' })] }))).toBe('pass');
  });

  test('that asks for a revision and calls everything met has no ground', () => {
    const criteria = [{ id: 'c1', met: true }];
    expect(weighed(aVerdict({ conclusion: 'revise', criteria, findings: [] }), defaultPolicy.plan)).toBe(
      'unfounded',
    );
  });

  test('that passes with something blocking is a revise', () => {
    expect(effective(aVerdict({ findings: [found()] }))).toBe('revise');
  });

  test('that passes with a criterion not met is a revise', () => {
    expect(effective(aVerdict({ criteria: [{ id: 'c1', met: false }] }))).toBe('revise');
  });

  test.each([
    [[{ id: 'M1', followed: true }], 'pass'],
    [
      [
        { id: 'M1', followed: true },
        { id: 'M2', followed: false },
      ],
      'revise',
    ],
  ] as const)('[I2] on the mandates %j that calls itself a pass is a %s', (mandates, conclusion) => {
    expect(effective(aVerdict({ mandates }))).toBe(conclusion);
  });
});
