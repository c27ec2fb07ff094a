import { describe, expect, test } from 'vitest';
import { aRun, aTask } from '../../../test/support/core.ts';
import type { CheckSpec, Evidence } from '../../core/evidence/evidence.ts';
import type { Run } from '../../core/run.ts';
import { passedBefore } from './passed-before.ts';

const spec = (name: string): CheckSpec => ({
  name,
  kind: 'test',
  command: `run ${name}`,
  timeoutMs: 1_000,
  when: 'task',
});
const passed = (check: string, change: Partial<Evidence> = {}): Evidence => ({
  check,
  kind: 'test',
  tree: 't1',
  verdict: 'PASS',
  because: 'ok',
  ms: 7,
  log: 'log',
  ...change,
});
const withTask = (...evidence: readonly Evidence[]): Run => ({
  ...aRun(),
  tasks: [{ task: aTask('a'), at: 'integrated', grants: [], evidence }],
});
const input = { commit: 'c', tree: 't1', checks: [spec('unit'), spec('lint')] };

describe('checks that passed on this tree already', () => {
  test('stand for another run of them, and are told as that', () => {
    expect(passedBefore(withTask(passed('unit'), passed('lint')), input)).toEqual([
      passed('unit', { ms: 0, reused: true }),
      passed('lint', { ms: 0, reused: true }),
    ]);
  });

  test('are found in the queue as well', () => {
    const run: Run = {
      ...withTask(passed('unit')),
      queue: [{ task: 'a', commit: 'c', tree: 't1', evidence: [passed('lint')] }],
    };
    expect(passedBefore(run, input)).toHaveLength(2);
  });

  test.each([
    ['one of them is missing', [passed('unit')]],
    ['it was another tree', [passed('unit'), passed('lint', { tree: 't2' })]],
    ['one failed', [passed('unit'), passed('lint', { verdict: 'FAIL', because: 'exit' })]],
  ] as const)('are run again where %s', (_why, evidence) => {
    expect(passedBefore(withTask(...evidence), input)).toBeUndefined();
  });

  const red = [passed('unit', { verdict: 'WARN', because: 'known-failures', known: 2 }), passed('lint')];

  test('stand with their reservation: a suite that is a warning on a tree is one there again', () => {
    expect(passedBefore(withTask(...red), input)).toEqual([
      { ...red[0], ms: 0, reused: true },
      passed('lint', { ms: 0, reused: true }),
    ]);
  });

  test('are run again where the warning may be about a test of the bug that was still red', () => {
    const proof = { commit: 'c', tree: 't', path: 'bug.test.ts', blob: 'b', tried: [] };
    const open: Run = { ...withTask(...red), proofs: [{ ...proof, onto: 'c0' }] };
    expect(passedBefore(open, input)).toBeUndefined();
    expect(passedBefore({ ...open, proofs: [proof] }, input)).toHaveLength(2);
    const linted = passed('lint', { kind: 'lint', verdict: 'WARN', because: 'known-failures' });
    const asked: Run = { ...withTask(passed('unit'), linted), proofs: [{ ...proof, onto: 'c0' }] };
    expect(passedBefore(asked, input)).toHaveLength(2);
  });

  test('do not stand for nothing: a run without checks is not a checked one', () => {
    expect(passedBefore(withTask(), { ...input, checks: [] })).toBeUndefined();
  });
});
