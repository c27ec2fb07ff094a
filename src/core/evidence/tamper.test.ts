import { expect, test } from 'vitest';
import { recordedFinding, stops, tamperKinds } from './tamper.ts';

const found = { kind: 'test-removed', file: 'test/a.test.ts', line: 3, words: 'gone' } as const;

test('a finding stops unless the plan granted its file', () => {
  expect(recordedFinding(found, [])).toEqual({ kind: 'test-removed', file: 'test/a.test.ts', line: 3 });
  expect(stops(recordedFinding(found, []))).toBe(true);
  expect(stops(recordedFinding(found, ['test/b.test.ts']))).toBe(true);
  expect(recordedFinding(found, ['test/'])).toMatchObject({ granted: true });
  expect(stops(recordedFinding(found, ['test/']))).toBe(false);
});

test('an expectation that changed is for the reviewer to judge', () => {
  const other = { kind: 'expectation-changed', file: 'a', words: 'other' } as const;
  expect(stops(recordedFinding(other, []))).toBe(false);
});

test('journals know these kinds of findings, and they are shown in this order', () => {
  expect(tamperKinds).toEqual([
    'test-removed',
    'test-skipped',
    'assertion-dropped',
    'assertion-loosened',
    'expectation-changed',
    'threshold-lowered',
    'config-touched',
    'check-shadowed',
    'snapshot-rewritten',
    'lockfile-touched',
    'suppression-added',
    'report-forged',
    'test-detected',
    'install-touched',
    'old-test-red',
    'unproven',
    'check-silenced',
    'no-canary',
    'only-when-tested',
    'files-rewritten',
  ]);
});
