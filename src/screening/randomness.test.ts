import { describe, expect, test } from 'vitest';
import { looksRandom } from './randomness.ts';

const drawn = 'q7Zm2Xp9Lk4Rt8Vb3Nc6Wd1Yf5Hj0Gs';

describe('a value that looks drawn at random', () => {
  test.each([
    ['the name of a file that a bundler made', 'cfWorkerProvider-BGlLbCJ6'],
    ['an older id of GitHub', 'MDEwOlJlcG9zaXRvcnkxODY4NTMwMDI='],
    ['a newer id of GitHub', 'CR_kwDOGpAW4c8AAAADYsSrNg'],
    ['an id of a project there', 'PVTI_lADOAWcTxs4ACgDdzgBWqxo'],
  ])('is not %s', (_what, value) => {
    expect(looksRandom(value)).toBe(false);
  });

  test.each([
    ['by itself', drawn],
    ['behind the letters such an id begins with', `MD${drawn}`],
    ['behind a prefix of capitals', `PVTI_${drawn}`],
    ['with a dash near its end', `${drawn.slice(0, 20)}-${drawn.slice(0, 8)}`],
  ])('is one %s', (_what, value) => {
    expect(looksRandom(value)).toBe(true);
  });
});
