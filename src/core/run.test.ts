import { describe, expect, test } from 'vitest';
import { aRun } from '../../test/support/core.ts';
import { authorOf, timesHere } from './run.ts';

describe('whose name stands on the commits of a run', () => {
  const author = { name: 'Mia', email: 'mia@example.test' };
  const run = { ...aRun(), author };

  test.each([
    ['of who started it, as a rule', { author: 'person', signOff: false }, author],
    ['of Slipway, where policy says so', { author: 'slipway', signOff: false }, undefined],
    ['of who started it, where policy of before does not say', undefined, author],
  ] as const)('%s', (_name, commits, expected) => {
    const { commits: _commits, ...policy } = run.policy;
    expect(authorOf({ ...run, policy: { ...policy, ...(commits && { commits }) } })).toEqual(expected);
  });
});

test('how often a run has been in its stage is counted over all its visits', () => {
  const run = aRun();
  expect(timesHere(run)).toBe(1);
  expect(timesHere({ ...run, trail: ['intake', 'analysis', 'intake'] })).toBe(2);
});
