import { expect, test } from 'vitest';
import { Bell } from './bell.ts';

test('a ring while nobody listens is heard by the next listener', async () => {
  const bell = new Bell();
  bell.ring();
  await bell.heard();
  expect(bell.rung).toBe(true);
});

test('a listener waits until it rings', async () => {
  const bell = new Bell();
  let heard = false;
  const waiting = bell.heard().then(() => {
    heard = true;
  });
  await Promise.resolve();
  expect(heard).toBe(false);
  bell.ring();
  await waiting;
  expect(heard).toBe(true);
});

test('what was looked at is no longer rung for', () => {
  const bell = new Bell();
  bell.ring();
  bell.hush();
  expect(bell.rung).toBe(false);
});
