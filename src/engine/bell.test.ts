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
  const order: string[] = [];
  const listen = async (): Promise<void> => {
    await bell.heard();
    order.push('heard');
  };
  const waiting = listen();
  await Promise.resolve();
  order.push('rung');
  bell.ring();
  await waiting;
  expect(order).toEqual(['rung', 'heard']);
});

test('what was looked at is no longer rung for', () => {
  const bell = new Bell();
  bell.ring();
  bell.hush();
  expect(bell.rung).toBe(false);
});
