import { describe, expect, test } from 'vitest';
import { aRun } from '../../../test/support/core.ts';
import { nothingSpent } from '../../core/budget/budget.ts';
import { capFrom, capUnit, capWords, spentWords } from './cap-words.ts';

const run = {
  ...aRun(),
  budget: {
    usd: 10,
    launches: 40,
    agentMs: 7_200_000,
    wallMs: 21_600_000,
    reserveUsd: 0.25,
    task: { launches: 3, tokens: 9_000 },
  },
  spend: { ...nothingSpent, launches: 12 },
  spends: { 'task/parse': { ...nothingSpent, launches: 3 } },
};

describe('a cap that was reached', () => {
  test.each([
    ['usd', '$10.00'],
    ['launches', '40 launches'],
    ['agentMs', '2 h of agent time'],
    ['wallMs', '6 h under way'],
    ['launches@task/parse', '3 launches for the task parse'],
    ['tokens@task/parse', '9000 tokens for the task parse'],
  ])('%s is %s', (name, words) => {
    expect(capWords(run, name)).toBe(words);
  });

  test('is told with what was used of it, not with what the whole run used', () => {
    expect(spentWords(run, 'launches')).toContain('12 launches');
    expect(spentWords(run, 'launches@task/parse')).toContain('3 launches for the task parse');
    const late = { ...run, wall: { passedMs: 21_660_000, since: undefined } };
    expect(spentWords(late, 'wallMs')).toBe('6 h 1 min under way, $0.00');
  });

  test('is raised in the unit of what was reached; times in minutes', () => {
    expect([capFrom('wallMs', 90), capUnit('wallMs')]).toEqual([5_400_000, 'minutes under way']);
    expect([capFrom('usd', 25), capFrom('launches@task/parse', 60), capFrom('agentMs', 90)]).toEqual([
      25, 60, 5_400_000,
    ]);
    expect([capUnit('agentMs@stage/planning'), capUnit('tokens')]).toEqual([
      'minutes of agent time',
      'tokens',
    ]);
  });
});
