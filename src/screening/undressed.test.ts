import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clothes, dressed } from '../../test/prove/screening/clothes.ts';
import { drawFrom, secretKinds } from '../../test/support/secrets.ts';
import { createScreener } from './screen.ts';
import { undress } from './undressed.ts';

const screener = createScreener();
const token = secretKinds.find(({ name }) => name === 'slack app')?.make(drawFrom('undressed'))?.text ?? '';

describe('a text without its clothes', () => {
  test.each(Object.entries(clothes))('is what was put in: %s', (_name, put) => {
    expect(undress(put('secret-1'))?.text).toBe('secret-1');
  });

  test('is none where nothing was put on', () => {
    expect(undress('100 % plain, C:\\users\\x, &amp; so on')).toBeUndefined();
  });

  test('says where each character stood', () => {
    const text = 'a%62\u001B[1mc';
    const plain = undress(text);
    expect(plain?.text).toBe('abc');
    expect([0, 1, 2].map((at) => text.slice(plain?.startOf(at), plain?.endOf(at + 1)))).toEqual([
      'a',
      '%62',
      'c',
    ]);
  });

  test('is the same by the line and as a whole (UNDRESSED-1)', () => {
    const pieces = ['a', '%41', '\u001B[1m', '\u001B]0;x\u0007', '\b', '\n', '\0', '&#65;', '\\u0041', 'x'];
    const line = fc.array(fc.constantFrom(...pieces)).map((all) => all.join(''));
    fc.assert(
      fc.property(line, (text) => {
        const lines = text.split('\n').map((one) => undress(one)?.text ?? one);
        expect(undress(text)?.text ?? text).toBe(lines.join('\n'));
      }),
    );
  });
});

describe('screening', () => {
  test('finds every kind in every clothing, and leaves placeholders alone', () => {
    const { missed, alarms, caught } = dressed(screener, 'test');
    expect({ missed, alarms }).toEqual({ missed: [], alarms: [] });
    expect(caught).toBeGreaterThan(1_000);
  }, 60_000);

  test('takes out the clothes with the secret, and nothing beside it', () => {
    expect(screener.redact(`before \u001B[31m${token}\u001B[0m after`).text).toMatch(
      // oxlint-disable-next-line no-control-regex -- control sequences are what this is about
      /^before \u001B\[31m\[REDACTED:[a-z-]+\]\u001B\[0m after$/,
    );
  });
});
