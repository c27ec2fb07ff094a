import { describe, expect, test } from 'vitest';
import { evidenceOf, testCheck } from '../../../test/support/core.ts';
import type { Counts, Evidence } from './evidence.ts';
import { passedOver } from './picked-up.ts';

const counted = (passed: number, change: Partial<Counts> = {}): Partial<Evidence> => ({
  counts: { passed, failed: 0, skipped: 0, ...change },
});
const said = (change: Partial<Evidence> = {}, name = 'test'): Evidence => ({
  ...evidenceOf({ ...testCheck, name }, 'tree'),
  ...change,
});
const none = { verdict: 'FAIL', because: 'no-tests' } as const;

describe('a file that was added', () => {
  test.each([
    ['one test more', [said(counted(4))], [said(counted(3))]],
    ['one more that is skipped', [said(counted(3, { skipped: 1 }))], [said(counted(3))]],
    ['one more that fails', [said(counted(3, { failed: 1 }))], [said(counted(3))]],
    ['a test where there was none', [said(counted(1))], [said(none)]],
    ['none any more', [said(none)], [said(counted(3))]],
    ['none, beside no base', [said(none)], []],
    ['a failure', [said({ ...counted(3), verdict: 'FAIL', because: 'exit' })], [said(counted(3))]],
    [
      'a test that one of two runners has',
      [said(counted(3)), said(counted(2), 'e2e')],
      [said(counted(3)), said(counted(1), 'e2e')],
    ],
  ])('may have been run by who says: %s (PICKED-UP-2)', (_says, now, base) => {
    expect(passedOver(now, base)).toEqual([]);
  });

  test.each([
    ['no count', [said()], [said()]],
    ['a count where the base has none', [said(counted(3))], [said()]],
    ['a count beside no base', [said(counted(3))], []],
    ['only what fails', [said(counted(3, { unlisted: true }))], [said(counted(3, { unlisted: true }))]],
    ['only what fails, at the base', [said(counted(3))], [said(counted(3, { unlisted: true }))]],
  ])('is not said to have been passed over by who says: %s (PICKED-UP-1)', (_says, now, base) => {
    expect(passedOver(now, base)).toEqual([]);
  });

  test('was passed over where each check that counts ran as many tests as without it', () => {
    const known = { ...counted(3, { failed: 1 }), verdict: 'WARN', because: 'known-failures' } as const;
    const red = { ...counted(3, { failed: 1 }), verdict: 'FAIL', because: 'exit' } as const;
    const now = [said(counted(3)), said(known, 'known'), said({}, 'mute'), said(none, 'empty')];
    const base = [said(counted(3)), said(red, 'known'), said({}, 'mute'), said(none, 'empty')];
    const lint = evidenceOf({ ...testCheck, name: 'lint', kind: 'lint' }, 'tree', 'FAIL');
    expect(passedOver([lint, ...now], base).map(({ check }) => check)).toEqual(['test', 'known', 'empty']);
  });
});
