import { describe, expect, test } from 'vitest';
import { isMandate, mandateLine, mandatesOf, mandatesWith, namesATool } from './mandates.ts';

describe('[I2] a mandate', () => {
  test.each([
    'You must use zod for parsing.',
    'The parser must not use regular expressions.',
    'It has to be based on the existing parser, and must be written in Rust.',
    'Do not use moment.js.',
    "Don't add a dependency.",
    'Never import from the core.',
    'Use only the standard library.',
    'No new dependencies.',
    'Do it without adding a package.',
    '반드시 zod를 사용해 주세요.',
    'moment는 사용하지 마세요.',
    '외부 라이브러리 사용 금지',
    '표준 라이브러리만 사용',
    '기존 모듈을 사용해야 합니다.',
  ])('is %j', (sentence) => {
    expect(isMandate(sentence)).toBe(true);
  });

  test.each([
    'It must not crash.',
    'Users use it daily.',
    'Add a flag that people must set.',
    'The button should be red.',
    '버튼을 추가한다.',
  ])('is not %j', (sentence) => {
    expect(isMandate(sentence)).toBe(false);
  });

  test('is kept word for word, in order, once, and never out of code', () => {
    const body = '- You must use `zod`.\n> Do not use X!\n```\nmust use code\n```\nFine. You must use `zod`.';
    expect(mandatesOf('Use only tabs', body)).toEqual([
      'Use only tabs',
      'You must use `zod`.',
      'Do not use X!',
    ]);
    expect(mandatesOf('Title', `must use ${'x'.repeat(1_000)}`)).toEqual([]);
  });

  test('is found again by its id', () => {
    const text = [mandateLine('M1', 'use a'), mandateLine('M2', 'use b'), mandateLine('M10', 'use c')].join(
      '\n',
    );
    expect(mandatesWith(text, ['M1', 'M10'])).toBe('- M1: use a\n- M10: use c');
  });
});

describe('a mandate that names something to be used', () => {
  test.each([
    'The report must use DuckDB.',
    'It has to be written in Rust.',
    'Use only the built-in parser.',
    '반드시 Redis를 사용한다.',
    'Redis를 사용해야 한다.',
  ])('is told from one that forbids: %s', (sentence) => {
    expect([isMandate(sentence), namesATool(sentence)]).toEqual([true, true]);
  });

  test.each([
    'It must not use the network.',
    'Do not add a dependency.',
    'No new dependencies.',
    'Do it without using jQuery.',
    '외부 라이브러리 사용 금지.',
    '반드시 eval을 사용하지 말 것.',
  ])('is not one that forbids: %s', (sentence) => {
    expect([isMandate(sentence), namesATool(sentence)]).toEqual([true, false]);
  });
});
