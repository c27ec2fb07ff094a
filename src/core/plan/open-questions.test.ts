import { describe, expect, test } from 'vitest';
import {
  aPlan,
  aPolicy,
  aTask,
  answered,
  drive,
  dueNow,
  me,
  planAnswer,
  question,
  saying,
} from '../../../test/support/core.ts';
import { openGates } from '../run.ts';
import { awaitsAnswer, isAnsweredByPolicy, openProblems } from './open-questions.ts';

const open = aPlan([aTask('a')], { openQuestions: 1 });
const recommended = { ...open, recommended: true as const };
const byPolicy = aPolicy({ questions: 'recommended' });

describe('what a plan leaves open', () => {
  test('[P7] is asked whatever the level of autonomy: a run without any gate does not go on with it', () => {
    const driver = drive({ policy: { gates: { plan: false } } }).to('planning');
    driver.perform('ask', 'planner', answered(planAnswer(open)));
    expect(driver.run().plan).toBeUndefined();
    expect(driver.run().visit.stage).toBe('planning');
  });

  test('[P7] is put to a person as a question, and the planner is asked again with the answer', () => {
    const driver = drive({ policy: { gates: { plan: false } } }).to('planning');
    driver.perform('ask', 'planner', question('ask', 'what is open'));
    expect(openGates(driver.run())).toMatchObject([{ kind: 'question', blob: 'what is open' }]);
    expect(dueNow(driver.run())).not.toContain('ask planner');
    driver.decide('question', saying('approve', 'the first'));
    expect(driver.begin('ask', 'planner').input).toMatchObject({
      inputs: expect.arrayContaining([{ name: 'answer', blob: 'the first' }]),
    });
  });

  test.each([
    ['TRIVIAL', recommended, byPolicy, true],
    ['SMALL', { ...recommended, tier: 'SMALL' as const }, byPolicy, true],
    ['MEDIUM', { ...recommended, tier: 'MEDIUM' as const }, byPolicy, false],
    ['LARGE', { ...recommended, tier: 'LARGE' as const }, byPolicy, false],
    ['TRIVIAL, with a question that has no recommended answer', open, byPolicy, false],
    ['TRIVIAL, where policy names nobody', recommended, aPolicy(), false],
    ['TRIVIAL, with nothing open', aPlan([aTask('a')]), byPolicy, false],
  ])('is answered by policy in a plan that is %s: %#', (_what, plan, policy, isAnswered) => {
    expect(isAnsweredByPolicy(plan, policy)).toBe(isAnswered);
    expect(awaitsAnswer(plan, policy)).toBe(plan.openQuestions > 0 && !isAnswered);
  });

  test('goes on where policy answers it', () => {
    const driver = drive({ policy: { questions: 'recommended' } }).to('planning');
    driver.perform('ask', 'planner', answered(planAnswer(recommended)));
    expect(driver.run().visit.stage).toBe('plan-review');
  });

  test('keeps a plan that is handed in from standing in for the planner', () => {
    const driver = drive({ given: open }).to('planning');
    expect(driver.run().plan).toBeUndefined();
    expect(driver.begin('ask', 'planner').input).toMatchObject({
      inputs: expect.arrayContaining([{ name: 'plan handed in', blob: 'plan' }]),
    });
  });

  test('is refused in a plan that a person edits, with a sentence', () => {
    const driver = drive().to('plan-review');
    const [gate] = openGates(driver.run());
    const edit = {
      type: 'plan.edit' as const,
      plan: { ...open, hash: 'other' },
      by: me,
      seen: gate?.digest ?? '',
    };
    expect(driver.refused(edit)).toEqual({
      refused: 'plan-problems',
      problems: [expect.stringMatching(/^the plan leaves a question open: /)],
    });
    expect(openProblems({ ...open, openQuestions: 2 }, aPolicy())).toEqual([
      expect.stringMatching(/^the plan leaves 2 questions open: /),
    ]);
  });
});
