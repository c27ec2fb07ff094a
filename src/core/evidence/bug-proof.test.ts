import { describe, expect, test } from 'vitest';
import {
  aTicket,
  analysisAnswer,
  answered,
  drive,
  evidenceOf,
  testCheck,
} from '../../../test/support/core.ts';
import type { Witness } from './bug-proof.ts';
import { proofState, proofWords } from './bug-proof.ts';
import type { SortedNames } from './tests-text.ts';

const none: SortedNames = { failed: [], fresh: [], known: [], flaky: [], passed: [], skipped: [] };

function witness(names: Partial<SortedNames>, change: Partial<Witness> = {}): Witness {
  const counts = { passed: 9, failed: 1, skipped: 0 };
  return { check: 'unit', kind: 'test', verdict: 'FAIL', counts, names: { ...none, ...names }, ...change };
}

const red = witness({ fresh: ['bug'] });
const green = witness(
  { passed: ['bug'] },
  { verdict: 'PASS', counts: { passed: 10, failed: 0, skipped: 0 } },
);
const same = { before: 'id', after: 'id' };

describe('[E4] the proof of a bug fix', () => {
  test('holds where the test is as it was, and green', () => {
    expect(proofState({ file: same, before: [red], after: [green] })).toBe('green');
  });

  test('looks at nothing but the tests that were red', () => {
    const others = [
      witness({}, { kind: 'build', verdict: 'PASS' }),
      witness({}, { check: 'x', verdict: 'PASS' }),
    ];
    expect(proofState({ file: same, before: [red, ...others], after: [green] })).toBe('green');
  });

  test('does not hold where the file is gone or another (PROOF-1)', () => {
    expect(proofState({ file: { before: 'id' }, before: [red], after: [green] })).toBe('gone');
    expect(proofState({ file: { before: 'id', after: 'other' }, before: [red], after: [green] })).toBe(
      'changed',
    );
  });

  test.each([
    ['fails again', witness({ fresh: ['bug'] })],
    ['fails as it did at the base', witness({ known: ['bug'] }, { verdict: 'WARN' })],
    ['comes and goes', witness({ flaky: ['bug'] }, { verdict: 'WARN' })],
  ])('does not hold where it %s', (_how, now) => {
    expect(proofState({ file: same, before: [red], after: [now] })).toBe('red');
  });

  test('is about its own test: others may fail for their own reasons', () => {
    expect(proofState({ file: same, before: [red], after: [witness({ fresh: ['other'] })] })).toBe('green');
  });

  test('needs the whole check green where nobody named the test', () => {
    const nameless = witness({});
    expect(proofState({ file: same, before: [nameless], after: [witness({})] })).toBe('red');
    expect(proofState({ file: same, before: [nameless], after: [green] })).toBe('green');
  });

  test('does not hold where it was not run (PROOF-2)', () => {
    const { counts: _counts, ...uncounted } = green;
    for (const now of [[], [{ ...green, names: { ...none, skipped: ['bug'] } }], [uncounted]]) {
      expect(proofState({ file: same, before: [red], after: now })).toBe('not-run');
    }
  });

  test('is said in plain words', () => {
    for (const state of ['green', 'gone', 'changed', 'red', 'not-run'] as const) {
      expect(proofWords('test/bug.js', state)).toMatch(/^The test that shows the bug, test\/bug\.js, .*\.$/);
    }
  });
});

test('[E4] what was seen red is asked for at evaluation', () => {
  const reproduction = { commit: 'r1', tree: 't1', path: 'test/bug.js', blob: 'test' };
  const evidence = [evidenceOf(testCheck, 't1', 'FAIL')];
  const driver = drive({
    ticket: { ...aTicket, type: 'bugfix', workType: 'fix' },
    script: (effect) => {
      if (effect.subject === 'investigator') return answered(analysisAnswer({ reproduction }));
      return effect.subject === 'reproduction'
        ? { type: 'done', kind: 'check', result: { evidence } }
        : undefined;
    },
  }).to('evaluation');
  const proofs = [{ path: 'test/bug.js', commit: 'r1', tried: evidence }];
  expect(driver.run().proofs).toEqual(proofs);
  expect(driver.begin('check', 'run').input).toMatchObject({ proofs });
});
