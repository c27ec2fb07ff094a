import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blobsIn, canonicalJson, linkHash, parseBody } from './chain.ts';

describe('the text of an event', () => {
  test('does not depend on the order of its keys (CHAIN-1)', () => {
    expect(canonicalJson({ b: [1, { d: 'x', c: null }], a: true })).toBe(
      '{"a":true,"b":[1,{"c":null,"d":"x"}]}',
    );
    expect(canonicalJson({ a: true, b: [1, { c: null, d: 'x' }] })).toBe(
      '{"a":true,"b":[1,{"c":null,"d":"x"}]}',
    );
  });

  test('leaves absent values out, and keeps their place in a list', () => {
    expect(canonicalJson({ a: undefined, b: [undefined, 1] })).toBe('{"b":[null,1]}');
  });

  test('means the same as JSON for everything JSON can carry', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1n, Symbol('x'), () => 1])(
    'is refused for a value JSON would change silently',
    (value) => {
      expect(() => canonicalJson({ type: 'x', value })).toThrow('invariant');
    },
  );

  test.each(['', '{', 'null', '[]', '"x"', '{"type":1}', '{}'])('is no event when it is %j', (body) => {
    expect(parseBody(body)).toBeUndefined();
  });
});

describe('the hash of a link', () => {
  const link = { previous: '0'.repeat(64), stream: 'run/a', seq: 1, at: 5, body: '{"type":"x"}' };

  test('changes with every part it covers (CHAIN-2)', () => {
    const others = [
      { ...link, previous: '1'.repeat(64) },
      { ...link, stream: 'run/b' },
      { ...link, seq: 2 },
      { ...link, at: 6 },
      { ...link, body: '{"type":"y"}' },
    ].map(linkHash);
    expect(new Set([linkHash(link), ...others]).size).toBe(6);
  });

  test('stays what it was in every later version', () => {
    expect(linkHash(link)).toBe('fcfed552523d88979d0ceb2e68f55355b495fcc580baaf8bb7e2560f7a78d968');
  });
});

const blob = (digit: string): string => `sha256:${digit.repeat(64)}`;

describe('blobs in an event', () => {
  test('are found anywhere in it, as whole values only', () => {
    const event = {
      type: blob('a'),
      list: [blob('b'), { deep: blob('c') }, `see ${blob('d')}`, blob('E'), 'sha256:abc', null, 1],
    };
    expect(blobsIn(event)).toEqual([blob('a'), blob('b'), blob('c')]);
  });
});
