import { describe, expect, test } from 'vitest';
import { plainStream } from './sequences.ts';

const esc = String.fromCodePoint(0x1b);
const bel = String.fromCodePoint(0x07);

describe('the output of a program', () => {
  const painted = `${esc}[1;31mred${esc}[0m ${esc}]8;;http://a${esc}\\here${esc}]0;t${bel}!${esc}(B\n`;

  test.each(Array.from({ length: painted.length }, (_, at) => at))(
    'is plain also where a piece of it ends after %d characters',
    (at) => {
      const stream = plainStream();
      expect(stream.push(painted.slice(0, at)) + stream.push(painted.slice(at)) + stream.end()).toBe(
        'red here!\n',
      );
    },
  );

  test('loses nothing that only looks like the beginning of a sequence', () => {
    const stream = plainStream();
    const texts = [`a${esc}`, ']0;never', '\nb', `${esc}[1`, esc];
    expect(texts.map((text) => stream.push(text)).join('') + stream.end()).toBe(
      `a${esc}]0;never\nb${esc}[1${esc}`,
    );
    expect(stream.end()).toBe('');
  });

  test('is not held for longer than a sequence can be', () => {
    const stream = plainStream();
    const text = `${esc}]${'x'.repeat(5_000)}`;
    expect(stream.push(text)).toBe(text);
  });
});
