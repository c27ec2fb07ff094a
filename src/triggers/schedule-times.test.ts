import { describe, expect, test } from 'vitest';
import { dueBetween, nextTime, problemWith } from './schedule-times.ts';

const at = (text: string): number => Date.parse(text);
function times(cron: string, zone: string, from: string, count: number): readonly string[] {
  const found: string[] = [];
  let now = at(from);
  while (found.length < count) {
    now = nextTime({ cron, zone }, now) ?? Number.NaN;
    found.push(new Date(now).toISOString().replace(':00.000Z', 'Z'));
  }
  return found;
}

describe('a change of the clock (SCHEDULE-TIMES-1)', () => {
  test('that leaves a time out keeps it at the end of the gap', () => {
    expect(times('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00Z', 3)).toEqual([
      '2026-03-28T01:30Z',
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ]);
    expect(times('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00Z', 2)).toEqual([
      '2026-10-03T15:30Z',
      '2026-10-04T15:15Z',
    ]);
  });

  test('that brings a time twice keeps it once, the first time', () => {
    expect(times('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', 2)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ]);
  });

  test('lets what happens every so many minutes go on', () => {
    expect(times('*/30 * * * *', 'Europe/Berlin', '2026-10-24T23:40Z', 6)).toEqual([
      '2026-10-25T00:00Z',
      '2026-10-25T00:30Z',
      '2026-10-25T01:00Z',
      '2026-10-25T01:30Z',
      '2026-10-25T02:00Z',
      '2026-10-25T02:30Z',
    ]);
  });
});

describe('what is due (SCHEDULE-TIMES-2)', () => {
  const hourly = { cron: '0 * * * *', zone: 'UTC' };
  const due = (missed: 'skip' | 'once' | 'all', from: string, to: string) => {
    const { planned, missed: lost } = dueBetween({ ...hourly, missed }, at(from), at(to));
    return [planned.map((one) => new Date(one).toISOString().slice(11, 16)), lost];
  };

  test('is what was planned since, and nothing twice', () => {
    expect(due('once', '2026-01-01T00:59Z', '2026-01-01T01:00Z')).toEqual([['01:00'], 0]);
    expect(due('once', '2026-01-01T01:00Z', '2026-01-01T01:30Z')).toEqual([[], 0]);
  });

  test('of missed times is none, the last, or each, as policy says', () => {
    const slept = ['2026-01-01T00:30Z', '2026-01-01T05:30Z'] as const;
    expect(due('skip', ...slept)).toEqual([[], 5]);
    expect(due('once', ...slept)).toEqual([['05:00'], 4]);
    expect(due('all', ...slept)).toEqual([['01:00', '02:00', '03:00', '04:00', '05:00'], 0]);
  });

  test('is no second one where one is there in time, and no more than a day of them is caught up', () => {
    expect(due('once', '2026-01-01T00:30Z', '2026-01-01T05:02Z')).toEqual([['05:00'], 4]);
    const [planned, missed] = due('all', '2026-01-01T00:30Z', '2026-01-04T00:30Z');
    expect([planned, missed]).toEqual([expect.objectContaining({ length: 24 }), 40]);
  });

  test('is found in little time after years of sleep, every minute', () => {
    const started = performance.now();
    const now = at('2026-01-01T00:09:30Z');
    const { planned } = dueBetween({ cron: '* * * * *', zone: 'UTC', missed: 'all' }, 0, now);
    expect(planned.at(-1)).toBe(at('2026-01-01T00:09Z'));
    expect(planned).toHaveLength(29);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

test('a schedule that never fires, has another shape or another zone is said to', () => {
  const now = at('2026-01-01T00:00Z');
  expect(problemWith({ cron: '0 0 30 2 *', zone: 'UTC' }, now)).toContain('never fires');
  expect(problemWith({ cron: '61 * * * *', zone: 'UTC' }, now)).toContain('is no schedule');
  expect(problemWith({ cron: '0 0 0 * * *', zone: 'UTC' }, now)).toContain('is no schedule');
  expect(problemWith({ cron: '0 0 * * *', zone: 'Mars/Base' }, now)).toContain('is no time zone');
  expect(problemWith({ cron: '0 0 29 2 *', zone: 'Europe/Berlin' }, now)).toBeUndefined();
});
