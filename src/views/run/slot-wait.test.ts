import { expect, test } from 'vitest';
import { aPlan, aTask, drive } from '../../../test/support/core.ts';
import { slotWait, wantsLaunch } from './slot-wait.ts';

const atTasks = (slots: number) =>
  drive({ policy: { slots }, plans: [aPlan([aTask('a'), aTask('b'), aTask('c')])] }).to('implementation');

test('a run that could launch while all slots of the home are taken waits for one', () => {
  const [one, other] = [atTasks(3), atTasks(2)];
  for (const id of ['a', 'b', 'c']) one.begin('attempt', id);
  const open = [one.run(), other.run()];
  const wait = slotWait(other.run(), open);
  expect(wait).toEqual({ atWork: 3, slots: 3 });
  expect(wait).toEqual({ atWork: 3, slots: 3 });
});

test('a run that has nothing to launch, or could, waits for none', () => {
  const [one, other] = [atTasks(3), atTasks(2)];
  one.begin('attempt', 'a');
  expect(slotWait(other.run(), [one.run(), other.run()])).toBeUndefined();
  for (const id of ['b', 'c']) one.begin('attempt', id);
  expect(wantsLaunch(one.run())).toBe(false);
  expect(slotWait(one.run(), [one.run()])).toBeUndefined();
});
