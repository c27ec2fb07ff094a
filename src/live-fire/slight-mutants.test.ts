import { expect, test } from 'vitest';
import { newLines, slightMutants } from './slight-mutants.ts';

const lineOf = (path: string, text: string): string | undefined => {
  const [mutant] = slightMutants({ path, text }, [1], 1);
  return mutant?.text.split('\n')[0];
};

test.each([
  ['a.js', 'if (a === b) return;', 'if (a !== b) return;'],
  ['a.ts', 'const big = a >= limit;', 'const big = a < limit;'],
  ['a.go', 'if a < b {', 'if a >= b {'],
  ['a.py', 'if a and b:', 'if a or b:'],
  ['a.rs', 'let x = true;', 'let x = false;'],
  ['a.js', 'const sum = a + b;', 'const sum = a - b;'],
  ['a.go', '\tm.sum += length', '\tm.sum -= length'],
  ['a.js', 'const max = 10;', 'const max = 11;'],
  ['a.js', "const word = 'a + b';", "const word = 'slipwaya + bslipway';"],
  ['a.go', 'const end = "\\n"', 'const end = "slipway\\nslipway"'],
  ['a.js', "const word = '';", "const word = 'slipway';"],
  ['a.js', '  return lines.slice(count);', '  return undefined;'],
  ['a.js', '  send(mail);', '  ;'],
  ['a.py', '    return clean(text)', '    return None'],
  ['a.py', '    send(mail)', '    pass'],
  ['a.go', 'return clean(text)', undefined],
  ['a.js', "import a from 'a';", undefined],
  ['a.txt', 'a === b', undefined],
])('in %s, %j becomes %j', (path, text, expected) => {
  expect(lineOf(path, text)).toBe(expected);
});

test('are spread over the lines, and no more than asked for', () => {
  const text = Array.from({ length: 9 }, (_, n) => `const x${n} = ${n};`).join('\n');
  const lines = Array.from({ length: 9 }, (_, n) => n + 1);
  expect(slightMutants({ path: 'a.js', text }, lines, 3).map(({ line }) => line)).toEqual([2, 5, 8]);
  expect(slightMutants({ path: 'a.js', text }, [4], 3).map(({ line, words }) => [line, words])).toEqual([
    [4, 'a number that is one more'],
  ]);
});

test('only new lines count, as often as they are new', () => {
  expect(newLines('a\nb\nb\n', 'a\nx\nb\nb\nb\n\n')).toEqual([2, 5]);
});
