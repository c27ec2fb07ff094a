// What the page makes of the Markdown of plans, tickets and reports: a shape, and never a link, a picture or markup.

import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { blocksOf, runsOf } from '../web/src/written.ts';

test('headings, lists, tables and code have their shape', () => {
  const text =
    '# Plan\n\nTwo lines\nof words.\n\n- one\n- two\n  goes on\n\n3. three\n\n| a | b |\n| - | - |\n| 1 | x \\| y |\n\n```js\n# no heading\n```\nend';
  expect(blocksOf(text)).toEqual([
    { type: 'heading', level: 1, text: 'Plan' },
    { type: 'words', text: 'Two lines\nof words.' },
    { type: 'list', from: undefined, items: ['one', 'two\ngoes on'] },
    { type: 'list', from: 3, items: ['three'] },
    { type: 'table', head: ['a', 'b'], rows: [['1', 'x | y']] },
    { type: 'code', text: 'js\n# no heading' },
    { type: 'words', text: 'end' },
  ]);
});

test('backticks and stars stand out, and a link, a picture and HTML stay what they are', () => {
  expect(runsOf('run `npm test` **now**')).toEqual([
    { text: 'run ', as: 'plain' },
    { text: 'npm test', as: 'code' },
    { text: ' ', as: 'plain' },
    { text: 'now', as: 'strong' },
  ]);
  const hostile =
    '[here](javascript:alert(1)) ![](https://x.invalid/p.png) <img src=x onerror=alert(1)> <!-- hidden -->';
  expect(runsOf(hostile)).toEqual([{ text: hostile, as: 'plain' }]);
  expect(blocksOf(hostile)).toEqual([{ type: 'words', text: hostile }]);
});

const count = (text: string): number => text.split('Q7').length - 1;

test('no word of any text is lost, in whatever shape it comes', () => {
  const line = array(constantFrom('Q7', '#', '-', '|', '`', '```', '**', '1.', '  ', '<b>', '\\|', '---'));
  assert(
    property(array(line.map((parts) => parts.join(' '))), (lines) => {
      expect(count(JSON.stringify(blocksOf(lines.join('\n'))))).toBe(count(lines.join('\n')));
    }),
  );
});
