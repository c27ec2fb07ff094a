import { describe, expect, test } from 'vitest';
import { Screen } from './screen.ts';

const escape = String.fromCodePoint(0x1b);

/** As much of a terminal as a block needs: lines, a cursor, going up, clearing below, and lines that wrap. */
function terminal(columns: number) {
  let width = columns;
  let lines: string[] = [''];
  let row = 0;
  let isCursorShown = true;
  const put = (text: string): void => {
    for (const character of text) {
      if (character === '\n') {
        row += 1;
        lines[row] ??= '';
      } else if (character !== '\r') {
        if ((lines[row] ?? '').length >= width) {
          row += 1;
          lines[row] = '';
        }
        lines[row] = (lines[row] ?? '') + character;
      }
    }
  };
  const obey = (code: string): void => {
    const up = /^\[(\d+)A$/.exec(code)?.[1];
    if (up !== undefined) row -= Number(up);
    if (code === '[0J') lines = [...lines.slice(0, row), ''];
    if (code === '[?25l') isCursorShown = false;
    if (code === '[?25h') isCursorShown = true;
  };
  const codes = new RegExp(`${escape}(\\[[?0-9]*[A-Za-z])`);
  return {
    err: (text: string): void => {
      for (const [index, part] of text.split(codes).entries()) (index % 2 === 0 ? put : obey)(part);
    },
    width: () => width,
    /** The terminal breaks what it shows anew. */
    resize: (to: number): void => {
      width = to;
      const whole = lines.flatMap((line) => line.match(new RegExp(`.{1,${to}}`, 'g')) ?? ['']);
      row += whole.length - lines.length;
      lines = whole;
    },
    text: () => lines.join('\n'),
    isCursorShown: () => isCursorShown,
  };
}

describe('a block on a screen', () => {
  test('is drawn over in place, also by a shorter one', () => {
    const screen = terminal(40);
    screen.err('before\n');
    const block = new Screen(screen);
    block.draw('one\ntwo\nthree');
    block.draw('four\nfive');
    expect(screen.text()).toBe('before\nfour\nfive\n');
  });

  test('leaves nothing behind when it is taken away, and what comes next stands in its place', () => {
    const screen = terminal(40);
    screen.err('before\n');
    const block = new Screen(screen);
    block.draw('one\ntwo');
    block.clear();
    block.clear();
    screen.err('after\n');
    expect(screen.text()).toBe('before\nafter\n');
  });

  test('hides the cursor while it stands and shows it again (CLI-PROGRESS-SCREEN-1)', () => {
    const screen = terminal(40);
    const block = new Screen(screen);
    block.draw('one');
    expect(screen.isCursorShown()).toBe(false);
    block.clear();
    expect(screen.isCursorShown()).toBe(true);
  });

  test('is found again after the terminal became narrower (CLI-PROGRESS-SCREEN-2)', () => {
    const screen = terminal(40);
    screen.err('before\n');
    const block = new Screen(screen);
    block.draw('a line of twenty-six signs\nshort');
    screen.resize(10);
    block.draw('new');
    expect(screen.text()).toBe('before\nnew\n');
  });
});
