import { describe, expect, test } from 'vitest';
import { resetIn } from './resets.ts';

const now = Date.UTC(2026, 10, 16, 1, 29, 30);

describe('when a quota comes back', () => {
  test.each([
    ['Rate limit reached. Please try again in 20s.', now + 20_000],
    ['Please try again in 11.054s.', now + 11_054],
    ['try again in 1h 2m 3s', now + 3_723_000],
    ['try again in 250ms', now + 250],
    ['try again in 2 days', now + 2 * 86_400_000],
    ['or try again at 3:26 AM.', Date.UTC(2026, 10, 16, 3, 26)],
    ['or try again at 12:05 PM.', Date.UTC(2026, 10, 16, 12, 5)],
    ['or try again at 12:05 AM.', Date.UTC(2026, 10, 17, 0, 5)],
    ['or try again at 1:29 AM.', now],
    ['or try again at Nov 18th, 2026 1:26 AM.', Date.UTC(2026, 10, 18, 1, 26)],
    ['or try again at Mar 1st, 2027 5:46 PM.', Date.UTC(2027, 2, 1, 17, 46)],
  ])('is read from "%s"', (text, at) => {
    expect(resetIn(text, now)).toBe(at);
  });

  test.each([
    'or try again later.',
    'try again at Foo 18th, 2026 1:26 AM',
    'try again at Nov 1st, 2026 1:26 AM',
    'try again at Nov 18th, 2099 1:26 AM',
    'try again in 9999999999 days',
    '',
  ])('is unknown from "%s"', (text) => {
    expect(resetIn(text, now)).toBeUndefined();
  });
});
