import { describe, expect, test } from 'vitest';
import type { ValueKind } from './policy-values.ts';
import {
  amount,
  filled,
  fixed,
  flag,
  later,
  other,
  placedIn,
  valueIn,
  whenSaid,
  whole,
  word,
} from './policy-values.ts';

interface Sample {
  readonly ask: boolean;
  readonly often?: number;
  readonly kind: 'a' | 'b';
  readonly extra?: { readonly share: number; readonly name?: string };
  readonly alternatives: Readonly<Record<string, number>>;
}

const words = { spec: 'X', about: 'A sample.' };
const rows = {
  ask: flag('ask', true, words),
  often: later(whole('deep.often', [0, 9], 3, words), { older: 0 }),
  kind: word('kind', ['a', 'b'], 'a', words),
  extra: whenSaid({
    share: amount('extra.share', [0, 1], 0.5, words),
    name: other<string>('extra.name', { type: 'address' }, undefined, words),
  }),
  alternatives: fixed({}),
};

const given = (values: Readonly<Record<string, unknown>>) => filled<Sample>(rows, ({ key }) => values[key]);

describe('a policy that is filled from rows', () => {
  test('has the defaults where nothing is said, and no section that nobody speaks of', () => {
    expect(given({})).toEqual({ ask: true, often: 3, kind: 'a', alternatives: {} });
  });

  test('has what was said, also where that is false or nothing', () => {
    expect(given({ ask: false, 'deep.often': 0, kind: 'b' })).toMatchObject({
      ask: false,
      often: 0,
      kind: 'b',
    });
  });

  test('has a whole section where one of its keys is said', () => {
    expect(given({ 'extra.name': 'x' }).extra).toEqual({ share: 0.5, name: 'x' });
  });

  test.each<[ValueKind['type'], ValueKind, unknown, unknown]>([
    ['flag', { type: 'flag' }, false, 1],
    ['whole', { type: 'whole', min: 0, max: 9 }, 3, 1.5],
    ['number', { type: 'number', min: 0, max: 1 }, 0.5, '0.5'],
    ['word', { type: 'word', words: ['a'] }, 'a', 'b'],
    ['time', { type: 'time' }, 1_000, '1s'],
    ['size', { type: 'size' }, 1_024, '1KB'],
    ['names', { type: 'names', max: 1 }, ['x'], 'x'],
    ['small-words', { type: 'small-words', max: 1 }, ['x'], [1]],
    ['address', { type: 'address' }, 'http://a', 1],
    ['paths', { type: 'paths' }, ['a/'], { add: ['a/'] }],
    ['stages', { type: 'stages' }, {}, []],
  ])('takes of a %s only what is one', (_, kind, right, wrong) => {
    const only = { value: other<string>('value', kind, undefined, words) };
    const take = (value: unknown): unknown => filled<{ readonly value?: string }>(only, () => value);
    expect(take(right)).toEqual({ value: right });
    expect(() => take(wrong)).toThrow('a value of policy is not what its key allows');
  });
});

const at = (key: string, policy: unknown): unknown =>
  placedIn(rows)
    .filter((placed) => placed.key.key === key)
    .map((placed) => valueIn(policy, placed))[0];

describe('the value of a key in a policy', () => {
  test('stands at its place', () => {
    expect(at('extra.share', given({ 'extra.share': 0.1 }))).toBe(0.1);
    expect(at('ask', { ask: false })).toBe(false);
  });

  test('is what older runs live by where the policy is older than the key, or else the default', () => {
    expect(at('deep.often', {})).toBe(0);
    expect(at('extra.share', {})).toBe(0.5);
    expect(at('extra.name', {})).toBeUndefined();
  });
});
