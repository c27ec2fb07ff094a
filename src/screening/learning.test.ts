import { expect, test } from 'vitest';
import { learningScreener } from './learning.ts';

test('a value is replaced in every text and stream from when it was learnt', () => {
  const screener = learningScreener();
  const text = 'the word is tulip-4711, nothing else';
  expect(screener.screen(text).verdict).toBe('CLEAN');
  screener.learn(['tulip-4711']);
  screener.learn(['another-value']);
  expect(screener.screen(text).verdict).toBe('REDACTED');
  expect(screener.redact(text).text).not.toContain('tulip-4711');
  const stream = screener.stream();
  const told = stream.push('the word is tulip-').text + stream.push('4711, no').text + stream.end().text;
  expect(told).toContain('the word is');
  expect(told).not.toContain('4711');
});
