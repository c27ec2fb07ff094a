import { expect, test } from 'vitest';
import { Flow } from './flow.ts';

test('so many calls are under way at once, and room comes when one leaves', () => {
  const flow = new Flow({ monotonic: () => 0 });
  for (let calls = 0; calls < 16; calls += 1) expect(flow.enter(false)).toBeUndefined();
  expect(flow.enter(false)).toContain('More than 16 calls are under way');
  flow.leave();
  expect(flow.enter(false)).toBeUndefined();
});

test('so many are answered in a minute, and so many runs are started in an hour', () => {
  let now = 0;
  const flow = new Flow({ monotonic: () => now });
  const called = (isStart: boolean): string | undefined => {
    const full = flow.enter(isStart);
    if (full === undefined) flow.leave();
    return full;
  };
  for (let starts = 0; starts < 20; starts += 1) expect(called(true)).toBeUndefined();
  expect(called(true)).toContain('More than 20 runs');
  for (let looks = 0; looks < 279; looks += 1) expect(called(false)).toBeUndefined();
  expect(called(false)).toContain('More than 300 calls in a minute');
  now += 60_000;
  expect(called(false)).toBeUndefined();
  expect(called(true)).toContain('More than 20 runs');
  now += 3_600_000;
  expect(called(true)).toBeUndefined();
});
