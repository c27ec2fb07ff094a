import { expect, test } from 'vitest';
import { styleOf } from './style.ts';
import { cut, table, widthOf } from './columns.ts';

const style = styleOf(true);

test('columns line up, whatever colours and scripts they hold', () => {
  expect(widthOf(style.red('abc'))).toBe(3);
  expect(widthOf('日本')).toBe(4);
  expect(widthOf('e\u0301')).toBe(1);
  const plain = table([
    ['a', 'b'],
    ['日本', 'c'],
  ]);
  expect(plain).toBe('a     b\n日本  c\n');
});

test('the last column is cut where the line would be too long', () => {
  expect(table([['run', 'a long title that goes on']], 20)).toBe('run  a long title t…\n');
  expect(cut(style.red('abcdef'), 4)).toBe('abc…');
  expect(cut('日本語', 4)).toBe('日…');
});

test('an empty table is nothing', () => {
  expect(table([])).toBe('');
});

test('without colours no escape comes out', () => {
  expect(styleOf(false).red('x')).toBe('x');
  expect(style.red('x')).toBe('\u001b[31mx\u001b[39m');
});
