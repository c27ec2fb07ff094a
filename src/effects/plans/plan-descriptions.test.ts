import { describe, expect, test } from 'vitest';
import type { PlanAnswer } from '../../prompts/prompts.ts';
import { descriptionProblems } from './plan-descriptions.ts';

const task: PlanAnswer['tasks'][number] = {
  id: 'one',
  title: 'Stop at zero',
  description: '',
  files: ['src/cart/total.ts'],
  tests: ['test/cart/total.test.ts'],
  assumes: [{ kind: 'symbol', name: 'applyVoucher' }],
  dependsOn: [],
  executor: 'implementer',
  verification: [],
  successCriteria: [],
  covers: [],
  destructive: false,
};

const problemsOf = (description: string): readonly string[] =>
  descriptionProblems({ tasks: [{ ...task, description }] });

const anyPlan = 'the description of task one could stand in any plan; say in it what will be other than now';
const nowhere =
  'neither title nor description of task one says where: name the file, the function, the option or whatever it changes';

describe('the description of a task [P2]', () => {
  test.each([
    ['Implement the feature.'],
    ['Make the necessary changes and add tests.'],
    ['Fix the bug as described in the ticket.'],
    ['It should work properly, and it must not do anything else than what the ticket says.'],
    ["It's what they asked for; we'll do it."],
  ])('that says nothing of anything is no description: %s', (description) => {
    expect(problemsOf(description)).toContain(anyPlan);
    expect(problemsOf(description)).toContain(nowhere);
  });

  test.each([
    ['Implement the feature in src/cart/total.ts.'],
    ['Update `src/cart/total.ts` and test/cart/total.test.ts accordingly.'],
    ['Fix total.ts.'],
  ])('that names a place says too what will be other there: %s', (description) => {
    expect(problemsOf(description)).toEqual([anyPlan]);
  });

  test.each([
    ['A voucher that is larger than what is to be paid leaves nothing to pay.'],
    ['Vouchers, e.g. those of a shop, leave nothing to pay and/or to give back.'],
    ["It doesn't go below zero, and vouchers aren't lost."],
  ])('that says what will be other names the place too: %s', (description) => {
    expect(problemsOf(description)).toEqual([nowhere]);
  });

  test('may leave it to the title to say where', () => {
    const whole = { ...task, title: 'Stop totals at zero', description: 'No sum is less than zero.' };
    expect(descriptionProblems({ tasks: [whole] })).toEqual([]);
  });

  test.each([
    ['a path', 'In src/cart/total.ts, sums stop at zero.'],
    ['a folder, as a path', 'Below lib/ sums stop at zero.'],
    ['the name of a file', 'Sums in total.ts stop at zero.'],
    ['the stem of a file, as prose spells it', 'Totals of every kind stop at zero.'],
    ['a folder', 'Sums of a cart stop at zero.'],
    ['something it builds on', 'With applyvoucher sums stop at zero.'],
    ['a name in marks', 'With `floor` sums stop at zero.'],
    ['a name in quotation marks', "With 'floor' sums stop at zero."],
    ['a call', 'With floor() sums stop at zero.'],
    ['an option', 'With --floor sums stop at zero.'],
    ['a name with an underscore', 'With floor_of sums stop at zero.'],
    ['a name with a capital inside', 'With floorOf sums stop at zero.'],
    ['a name in capitals', 'With FLOOR sums stop at zero.'],
    ['a place, in a script without spaces', '在 total.ts 中，总额不会低于零。'],
  ])('holds that says what, and where by %s', (_name, description) => {
    expect(problemsOf(description)).toEqual([]);
  });
});
