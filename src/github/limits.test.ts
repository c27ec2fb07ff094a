import { describe, expect, test } from 'vitest';
import { limitedUntil } from './limits.ts';

const now = Date.UTC(2026, 0, 1, 12);

function until(status: number, headers: Readonly<Record<string, string>>, text = ''): number | undefined {
  return limitedUntil({ status, headers: new Headers(headers), text }, now);
}

describe('a limit of GitHub', () => {
  test('lasts as long as Retry-After says', () => {
    expect(until(429, { 'retry-after': '30' })).toBe(now + 30_000);
    expect(until(403, { 'retry-after': '30' })).toBe(now + 30_000);
  });

  test('lasts until the hour is over, where the hour is used up', () => {
    const reset = String(now / 1000 + 600);
    expect(until(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset })).toBe(now + 600_000);
  });

  test("is told by GitHub's clock, so that ours may be wrong", () => {
    const there = now + 86_400_000;
    const headers = {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(there / 1000 + 600),
      date: new Date(there).toUTCString(),
    };
    expect(until(403, headers)).toBe(now + 600_000);
  });

  test('lasts a minute where only words say it', () => {
    expect(until(403, {}, '{"message":"You have exceeded a secondary rate limit."}')).toBe(now + 60_000);
    expect(until(429, {})).toBe(now + 60_000);
  });

  test('is in the errors of GraphQL, which answers 200', () => {
    expect(until(200, {}, '{"errors":[{"type": "RATE_LIMITED"}]}')).toBe(now + 60_000);
    expect(until(200, {}, '{"data":{}}')).toBeUndefined();
    const said = { data: { type: 'RATE_LIMITED', errors: [{ type: 'RATE_LIMITED' }] } };
    expect(until(200, {}, JSON.stringify(said))).toBeUndefined();
  });

  test('is no limit where only somebody quoted in the answer speaks of one', () => {
    const quoted = { message: 'Not allowed.', comment: 'We met a secondary rate limit, abuse detection' };
    expect(until(403, {}, JSON.stringify(quoted))).toBeUndefined();
    expect(until(403, {}, 'rate limit')).toBeUndefined();
  });

  test('is never believed to last for days, nor to be over already', () => {
    expect(until(429, { 'retry-after': '99999999' })).toBe(now + 7_200_000);
    expect(until(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' })).toBe(now + 1_000);
    expect(until(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' })).toBe(now + 60_000);
  });

  test('is none where a permission is missing', () => {
    expect(
      until(403, { 'x-ratelimit-remaining': '4000' }, '{"message":"Resource not accessible"}'),
    ).toBeUndefined();
    expect(until(500, { 'retry-after': '5' })).toBeUndefined();
  });
});
