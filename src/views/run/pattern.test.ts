import { expect, test } from 'vitest';
import { patternOf } from './pattern.ts';

test.each([
  ['numbers', 'expected 3 to be 1,204.5', 'expected 41 to be 12345678'],
  ['hashes', 'tree 3fa9c1d2e4 differs from sha256:00ff00ff00', 'tree 99aa0b1c2d differs from 12345f7'],
  ['addresses', 'SIGSEGV at 0x7ffe', 'sigsegv at 0x0012ab'],
  ['ids', 'job 0a1b2c3d-0000-4000-8000-00aa11bb22cc ended', 'job 11111111-2222-4333-8444-555566667777 ended'],
  ['times', 'at 2026-05-28T01:23:45.123Z: down', 'at 2027-01-02 03:04:05: down'],
  ['folders', 'Error: /tmp/a1/ws-3/src/x.ts:41 is wrong', 'error: lib/x.ts:7 is  wrong'],
  ['folders of Windows', 'C:\\work\\a\\x.ts is wrong', 'd:\\other\\x.ts is wrong'],
  ['addresses of the web', 'GET http://127.0.0.1:9/x failed', 'get https://example.com/y?z=1 failed'],
  ['quoted words', `no symbol 'parse' in "a b"`, "no symbol `render` in 'c'"],
])('messages that differ in %s alone are one pattern', (_, one, other) => {
  expect(patternOf(other)).toBe(patternOf(one));
});

test.each([
  ['files', 'error in src/x.ts', 'error in src/y.ts'],
  ['words', 'the test failed', 'the build failed'],
  ['what stands between apostrophes of words', "doesn't work, isn't there", "doesn't stop, isn't there"],
  ['words made of the letters of a hash', 'the facade is effaced', 'the facade is defaced'],
])('messages that differ in %s are two patterns', (_, one, other) => {
  expect(patternOf(other)).not.toBe(patternOf(one));
});

test('a pattern can be read', () => {
  expect(patternOf(`TypeError: Cannot read 'total' of undefined (src/cart/total.ts:41:7)`)).toBe(
    'typeerror: cannot read <text> of undefined (total.ts:<n>:<n>)',
  );
});
