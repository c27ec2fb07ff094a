import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Data } from './yaml.ts';
import { yamlOf } from './yaml.ts';

const awkward = fc.constantFrom(
  '',
  ' ',
  'no',
  'Yes',
  'null',
  '~',
  '1',
  '1e3',
  '0x1f',
  '2026-05-28',
  '- a',
  'a: b',
  'a #b',
  '# a',
  '&a',
  '*a',
  '!a',
  '%a',
  '@a',
  '`a`',
  '"',
  "'",
  '[a]',
  '{a}',
  '|',
  '>',
  '---',
  '...',
  'a\nb',
  'a\n',
  'a\n\n',
  '\na',
  ' a\nb',
  'a\n  b\n',
  'a\n \nb',
  'a\n\tb',
  'a\r\nb',
  'a\t',
  'a ',
  '\u2028a\nb',
  '\u0085',
  '\u0000',
  '\ufeffa\nb',
  '"quoted"\nlines: [of, text]\n# not a comment\n',
);
const words = fc.oneof(awkward, fc.string(), fc.string({ unit: 'grapheme' }), fc.lorem());

describe('YAML that artifacts are written in', () => {
  test('parses back to the same data, whatever the strings hold (YAML-1)', () => {
    const data = fc.letrec<{ data: Data; leaf: Data }>((tie) => ({
      leaf: fc.oneof(words, fc.integer(), fc.boolean(), fc.constant(null)),
      data: fc.oneof(
        { maxDepth: 4 },
        tie('leaf'),
        fc.array(tie('data'), { maxLength: 4 }),
        fc.dictionary(
          words.filter((key) => key !== '__proto__'),
          tie('data'),
          { maxKeys: 4, noNullPrototype: true },
        ),
      ),
    })).data;
    fc.assert(
      fc.property(data, (value) => {
        expect(parse(yamlOf(value))).toEqual(value);
      }),
      { numRuns: 3_000 },
    );
  });

  test('keeps the lines of a text as lines', () => {
    expect(yamlOf({ request: 'First line.\n\n  indented\n', ids: ['AC1'] })).toBe(
      'request: |\n  First line.\n\n    indented\nids:\n  - AC1\n',
    );
  });

  test('leaves out what is undefined and writes empty collections in place', () => {
    expect(yamlOf({ gone: undefined, none: [], nothing: {} })).toBe('none: []\nnothing: {}\n');
  });
});
