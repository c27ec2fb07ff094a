import { expect, test } from 'vitest';
import { changesOf } from './operators.ts';
import { asked, parsed, sitesOf, textWith, told } from './schemata.ts';

const here = (text: string): readonly string[] =>
  sitesOf(parsed('a.ts', text)).map(({ node, change }) => `${node.getText()} → ${change.now}`);

test.each([
  ['a condition', 'if (asks(a)) b();', ['asks(a) → true', 'asks(a) → false', 'b(); → ;']],
  ['a limit', 'const a = b < c;', ['b < c → b <= c', 'b < c → true', 'b < c → false']],
  ['two conditions', 'const a = b && c;', ['b && c → b || c']],
  ['a negation', 'const a = !b;', ['!b → b', '!b → true', '!b → false']],
  ['a sum', 'const a = b + 1;', ['b + 1 → b - 1']],
  ['a default', 'const a = b ?? c;', ['b ?? c → b', 'b ?? c → c']],
  ['texts', "const a = ['b', ''];", ["['b', ''] → []", "'b' → ''", "'' → 'mutated'"]],
  ['a switch', 'const a = true;', ['true → false']],
  ['a pattern', 'const a = /b/;', ['/b/ → /(?!)/g']],
  ['an object', 'const a = { b };', ['{ b } → {}']],
  ['a call that has an opposite', 'const a = b.some(c);', ['b.some(c) → b.every(c)']],
  ['a call that can be forgotten', 'const a = b.filter(c);', ['b.filter(c) → b']],
  ['a chain that may end early', 'const a = b?.c.d;', ['b?.c → b.c']],
  ['a function', 'function a() { return b; }', ['{ return b; } → {}']],
  ['a short function', 'const a = () => b;', ['b → undefined']],
  ['a loop', 'while (asks()) { continue; }', ['asks() → false', 'continue; → ;']],
] as const)('%s has its mutants', (_name, text, expected) => {
  expect(here(text)).toEqual(expected);
});

test.each([
  ['types', "type A = 'b'; interface C { readonly d: 'e' } function f<T extends 'x'>(a: 'y'): 'z';"],
  ['imports', "import { a } from './b.ts'; export { c } from './d.ts';"],
  ['names of properties', "const { 'a-b': c } = d;"],
])('%s have no mutants', (_name, text) => {
  expect(here(text)).toEqual([]);
});

test('a text is not subtracted from another', () => {
  expect(here('const a = b + `c`;')).toEqual(["`c` → ''"]);
});

test('a mutant is known by what it stands in', () => {
  const source = parsed(
    'a.ts',
    "const table = { row: { about: 'b' } }; function f() { const c = () => true; }",
  );
  expect(sitesOf(source).map(({ node, within }) => `${within}: ${node.getText()}`)).toEqual([
    "table: { row: { about: 'b' } }",
    "table.row: { about: 'b' }",
    "table.row.about: 'b'",
    'f: { const c = () => true; }',
    'f.c: true',
    'f.c: true',
  ]);
});

const tell = (_number: number, value: unknown): unknown => value;

/** What the text does while this mutant is tried; none is, where it is -1. */
function run(text: string, tried: number, given: object): unknown {
  const source = parsed('a.ts', text);
  const all = sitesOf(source);
  const whole = textWith(source, new Map(all.map((site, number) => [site, number])));
  const ask = (number: number): boolean => number === tried;
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is the one above
  const made = new Function(...Object.keys(given), asked, told, whole);
  return made(...Object.values(given), ask, tell);
}

const nested =
  'if (a?.b.list.some((n) => n > 1 && n < 9) === true) { return [`n${1 + 1}`].join(""); } return "no";';

test('with no mutant tried, all of them together change nothing', () => {
  expect(run(nested, -1, { a: { b: { list: [2] } } })).toBe('n2');
  expect(run(nested, -1, { a: { b: { list: [9, 1] } } })).toBe('no');
  expect(run(nested, -1, { a: undefined })).toBe('no');
});

test('each mutant does what it says, and only while it is tried', () => {
  const words = here(nested);
  const answer = (mutant: string): unknown => run(nested, words.indexOf(mutant), { a: { b: { list: [9] } } });
  expect(answer('n < 9 → n <= 9')).toBe('n2');
  expect(answer('n > 1 && n < 9 → n > 1 || n < 9')).toBe('n2');
  expect(answer('n < 9 → false')).toBe('no');
  expect(answer('"no" → \'\'')).toBe('');
  expect(() => run(nested, words.indexOf('a?.b → a.b'), { a: undefined })).toThrow('undefined');
});

test('nothing that only looks like another text is a mutant', () => {
  const [site] = sitesOf(parsed('a.ts', 'const a = b ?? b;'));
  expect(site?.change.now).toBe('b');
  expect(sitesOf(parsed('a.ts', 'const a = b ?? b;'))).toHaveLength(1);
  expect(site === undefined ? [] : changesOf(site.node)).toHaveLength(1);
});
