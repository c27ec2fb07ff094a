import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import { aReview, aRun, evidenceOf, testCheck } from '../../../test/support/core.ts';
import type { Conclusion } from '../../core/roles/verdict.ts';
import type { Run } from '../../core/run.ts';
import { publishedChecks } from './published-checks.ts';

const started = aRun();
const run: Run = {
  ...started,
  repositories: [{ ...theRepository(started), head: { commit: 'h', tree: 't' } }],
  evidence: [evidenceOf(testCheck, 't')],
  review: aReview('h'),
};

const told = (state: Run, head = 'h'): readonly string[] =>
  publishedChecks(state, theRepository(state), head).map(
    (item) => `${item.name}: ${item.conclusion} at ${item.head}`,
  );

describe('a forge is told', () => {
  test('what the checks and the reviewer said of this head', () => {
    expect(told(run)).toEqual(['slipway / test: success at h', 'slipway / review: success at h']);
  });

  test.each([
    ['PASS', 'success'],
    ['WARN', 'neutral'],
    ['FAIL', 'failure'],
  ] as const)('of a check that ended %s: %s', (verdict, conclusion) => {
    const state = { ...run, evidence: [evidenceOf(testCheck, 't', verdict)] };
    expect(told(state)).toContain(`slipway / test: ${conclusion} at h`);
  });

  test.each<readonly [Conclusion, string]>([
    ['pass', 'success'],
    ['revise', 'failure'],
    ['reject', 'failure'],
    ['abstain', 'neutral'],
  ])('of a reviewer that concluded %s: %s', (conclusion, said) => {
    expect(told({ ...run, review: aReview('h', { conclusion }) })).toContain(
      `slipway / review: ${said} at h`,
    );
  });

  test('of a pass that code cannot agree with: failure', () => {
    const review = aReview('h', { criteria: [{ id: 'c1', met: false }] });
    expect(told({ ...run, review })).toContain('slipway / review: failure at h');
  });

  test('nothing of checks or reviews that were of another head', () => {
    expect(told({ ...run, evidence: [evidenceOf(testCheck, 'old')], review: aReview('old') })).toEqual([]);
    expect(told(run, 'old')).toEqual([]);
    const { review: _review, ...unreviewed } = run;
    expect(told(unreviewed)).toEqual(['slipway / test: success at h']);
  });
});
