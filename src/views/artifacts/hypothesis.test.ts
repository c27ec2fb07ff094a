import { describe, expect, test } from 'vitest';
import type { Script } from '../../../test/support/core.ts';
import { aPlan, aTask, checkedAs, drive, testCheck } from '../../../test/support/core.ts';
import { tell } from '../../../test/support/told.ts';
import { failuresOf } from './failures.ts';
import { storyOf } from './story-of-events.ts';

const ids = ['a', 'b', 'c', 'd'];

/** Four tasks that come into one chain, which is red from the last of them on. */
const redWithLast: Script = (effect) => {
  if (effect.kind !== 'check' || effect.subject !== 'queue') return undefined;
  return checkedAs(effect.input.commit.includes('+d.') ? 'FAIL' : 'PASS', effect);
};

function halved() {
  const plans = [aPlan(ids.map((id) => aTask(id)))];
  const driver = drive({ policy: { slots: 4 }, plans, script: redWithLast }).to('implementation');
  for (const id of ids) driver.perform('attempt', id);
  for (const id of ids.toReversed()) driver.perform('check', `task-${id}`);
  for (const id of ids.toReversed()) driver.perform('ask', `reviewer-${id}`);
  driver.perform('integrate');
  while (driver.run().queue !== undefined) driver.perform('check', 'queue');
  const story = storyOf(tell(driver.events()));
  if (story === undefined) throw new Error('there is a story');
  return failuresOf(story, (blob) => (blob === 'log of test' ? 'Error: expected 3 to be 4' : blob));
}

describe('a task that is red together with others', () => {
  test('is told with the check that was red, although the one that ended last was green', () => {
    expect(halved()).toMatchObject([
      {
        reason: 'red-together',
        task: 'd',
        command: testCheck.command,
        describedIn: 'round-1/plan.md#task-d-task-d',
        hypothesis: {
          cause: expect.stringContaining('Error: expected 3 to be 4'),
          confidence: 'mid',
        },
      },
    ]);
  });
});
