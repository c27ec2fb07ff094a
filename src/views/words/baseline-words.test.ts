import { expect, test } from 'vitest';
import { aRun, evidenceOf, testCheck } from '../../../test/support/core.ts';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { CheckKind, Evidence } from '../../core/evidence/evidence.ts';
import { baselineWords } from './baseline-words.ts';

const of = (kind: CheckKind, change: Partial<Evidence> = {}): Evidence => ({
  ...evidenceOf({ ...testCheck, name: kind, kind }, 'base', 'FAIL'),
  ...change,
});

function toldOf(...evidence: readonly Evidence[]): readonly string[] {
  const run = aRun();
  return baselineWords({
    repositories: [{ ...theRepository(run), baseline: { tree: 'base', evidence } }],
  });
}

test('a build that fails at the base kept the rest from running only where it did', () => {
  expect(toldOf(of('build'), of('test', { because: 'not-run' }))).toEqual([
    'The check build fails at the base commit already, and nothing after it could be run there.',
  ]);
  expect(toldOf(of('build'), of('test', { verdict: 'PASS', because: 'ok' }))).toEqual([
    'The check build fails at the base commit already.',
  ]);
});
