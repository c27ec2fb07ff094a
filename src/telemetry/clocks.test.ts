import { afterEach, describe, expect, test, vi } from 'vitest';
import { counterClock, seededIds } from './counter-clock.ts';
import { randomIds, systemClock } from './system-clock.ts';

const never = new AbortController().signal;

afterEach(() => {
  vi.useRealTimers();
});

describe('the system clock', () => {
  test('waits until the time has come', async () => {
    const clock = systemClock();
    const at = clock.now() + 30;
    await clock.until(at, never);
    expect(clock.now()).toBeGreaterThanOrEqual(at);
  });

  test('does not wait for a time that has passed, or for one that is no number', async () => {
    const clock = systemClock();
    await clock.until(clock.now() - 1, never);
    await clock.until(Number.NaN, never);
  });

  test('goes on waiting for longer than one timer can hold, and ends the wait when the signal fires', async () => {
    const clock = systemClock();
    const days = 86_400_000;
    const stop = new AbortController();
    const long = clock.until(clock.now() + 60 * days, stop.signal).then(() => 'long');
    const short = clock.until(clock.now() + 30, never).then(() => 'short');
    expect(await Promise.race([long, short])).toBe('short');
    stop.abort();
    expect(await long).toBe('long');
  });

  test('ends a short wait when that long has passed, also where somebody sets the clock back meanwhile', async () => {
    const clock = systemClock();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const waiting = clock.until(clock.now() + 30, never).then(() => 'over');
    vi.setSystemTime(Date.now() - 3_600_000);
    const late = systemClock()
      .until(clock.now() + 300, never)
      .then(() => 'late');
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(await Promise.race([waiting, late])).toBe('over');
    expect(await late).toBe('late');
  });

  test('ends a long wait when the clock says so, also where it was set on meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.now() });
    const clock = systemClock();
    const waiting = clock.until(clock.now() + 7_200_000, never);
    vi.setSystemTime(Date.now() + 7_200_000);
    await vi.advanceTimersByTimeAsync(60_000);
    await waiting;
  });

  test('does not wait at all when the signal has already fired', async () => {
    await systemClock().until(Number.POSITIVE_INFINITY, AbortSignal.abort());
  });

  test('has durations that never go back', () => {
    const clock = systemClock();
    const first = clock.monotonic();
    expect(clock.monotonic()).toBeGreaterThanOrEqual(first);
  });
});

describe('the counted clock', () => {
  test('gives every caller another time, always the same ones (COUNTER-CLOCK-1)', () => {
    const clock = counterClock(1_000, 10);
    expect([clock.now(), clock.now(), clock.now()]).toEqual([1_000, 1_010, 1_020]);
  });

  test('has durations of zero, except for what was waited (COUNTER-CLOCK-2, COUNTER-CLOCK-3)', async () => {
    const clock = counterClock(1_000, 10);
    const before = clock.monotonic();
    clock.now();
    expect(clock.monotonic() - before).toBe(0);
    await clock.until(6_010, never);
    expect(clock.monotonic() - before).toBe(5_000);
    expect(clock.now()).toBe(6_010);
  });

  test('never goes back for a wait that is already over or was stopped', async () => {
    const clock = counterClock(1_000, 10);
    await clock.until(500, never);
    await clock.until(9_000, AbortSignal.abort());
    expect(clock.now()).toBe(1_000);
  });
});

describe('ids', () => {
  test('carry their prefix and no letter that is easily misread', () => {
    expect(randomIds().next('r')).toMatch(/^r-[0-9a-hjkmnp-tv-z]{8}$/);
  });

  test('differ from one another', () => {
    const ids = randomIds();
    const many = Array.from({ length: 1_000 }, () => ids.next('r'));
    expect(new Set(many).size).toBe(1_000);
  });

  test('from one seed are the same again, and from another seed are not', () => {
    expect(threeFrom('a')).toEqual(threeFrom('a'));
    expect(new Set([...threeFrom('a'), ...threeFrom('b')]).size).toBe(6);
  });
});

function threeFrom(seed: string): readonly string[] {
  const ids = seededIds(seed);
  return [ids.next('r'), ids.next('g'), ids.next('r')];
}
