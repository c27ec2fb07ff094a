import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sameness, samenessOfTwo } from './sameness.ts';

const values = fc.jsonValue({ maxDepth: 4 });

describe('the comparison of two states', () => {
  test('says what a comparison of everything says, also of what it has seen before', () => {
    fc.assert(
      fc.property(values, values, (one, other) => {
        const compare = sameness();
        const copy: unknown = structuredClone(one);
        expect(compare(one, copy)).toBeUndefined();
        for (const [a, b] of [
          [one, other],
          [copy, other],
          [one, copy],
          [{ part: one }, { part: copy }],
          [{ part: one, more: 1 }, { part: copy }],
          [[one], [copy, other]],
        ]) {
          expect(compare(a, b) === undefined).toBe(isDeepStrictEqual(a, b));
        }
      }),
    );
  });

  test('of two that grow side by side says what a comparison of everything says, at every step', () => {
    const parts = fc.dictionary(fc.constantFrom('tasks', 'gates', 'visit', 'day'), values);
    fc.assert(
      fc.property(fc.array(fc.tuple(parts, parts, fc.boolean()), { minLength: 2 }), (steps) => {
        const compare = samenessOfTwo(sameness());
        let [one, other]: [unknown, unknown] = [{}, {}];
        for (const [change, another, differs] of steps) {
          one = { ...Object(one), ...change };
          other = { ...Object(other), ...(differs ? another : structuredClone(change)) };
          expect(compare(one, other) === undefined).toBe(isDeepStrictEqual(one, other));
          if (!isDeepStrictEqual(one, other)) other = structuredClone(one);
        }
      }),
    );
    const compare = samenessOfTwo(sameness());
    expect(compare({ a: 1, b: [1] }, { a: 1, b: [1] })).toBeUndefined();
    expect(compare({ a: 1, b: [1] }, { a: 1, b: [2] })).toBe('b/0');
    expect(compare([1], { 0: 1 })).toBe('');
    expect(compare(undefined, {})).toBe('');
  });

  test('names the place', () => {
    const compare = sameness();
    expect(compare({ tasks: [{ at: 'todo' }] }, { tasks: [{ at: 'working' }] })).toBe('tasks/0/at');
    expect(compare({ gates: [1] }, { gates: [1, 2] })).toBe('gates/length');
    expect(compare({ day: 1 }, {})).toBe('day');
    expect(compare({}, { day: 1 })).toBe('day');
    expect(compare([], {})).toBe('');
    expect(compare({}, [])).toBe('');
    expect(compare({ a: null }, { a: {} })).toBe('a');
  });
});
