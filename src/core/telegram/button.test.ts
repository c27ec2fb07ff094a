// What a press on a button comes to, by what was kept of it.

import { expect, test } from 'vitest';
import type { Buttons } from './button.ts';
import { buttonsMsMax, dataOf, isTelegramEvent, pressedIn, spentBy } from './button.ts';

const now = 1_795_089_600_000;
const ann = 11;
const fresh: Buttons = {
  person: ann,
  about: { is: 'gate', run: 'r1', gate: 'g1', digest: 'd' },
  at: now - 1_000,
};

test('what was shown to a person can be pressed by that person once (BUTTON-1)', () => {
  expect(spentBy(fresh, ann, now)).toBeUndefined();
  expect(spentBy(fresh, 12, now)).toBe('of-another');
  expect(spentBy({ ...fresh, used: { who: 'ann', choice: 'approve' } }, ann, now)).toBe('used');
  expect(spentBy(undefined, ann, now)).toBe('unknown');
});

test('after a week it is old, to the millisecond (BUTTON-2)', () => {
  expect(spentBy({ ...fresh, at: now - buttonsMsMax + 1 }, ann, now)).toBeUndefined();
  expect(spentBy({ ...fresh, at: now - buttonsMsMax }, ann, now)).toBe('old');
});

test('what comes back says which buttons and which of them, and is read as what it was', () => {
  expect(pressedIn(dataOf('b7', 'approve'))).toEqual({ buttons: 'b7', choice: 'approve' });
  expect(pressedIn('b7')).toEqual({ buttons: 'b7', choice: '' });
  expect(pressedIn('')).toEqual({ buttons: '', choice: '' });
  expect(pressedIn('b7:approve:more')).toEqual({ buttons: 'b7', choice: 'approve:more' });
});

test('an event of a bot is known by its type, and none of a run is one', () => {
  expect(isTelegramEvent({ type: 'buttons.made' })).toBe(true);
  expect(isTelegramEvent({ type: 'bot.up' })).toBe(true);
  expect(isTelegramEvent({ type: 'run.started' })).toBe(false);
  expect(isTelegramEvent({ type: 'toString' })).toBe(false);
});
