import { expect, test } from 'vitest';
import { languageOf } from './language.ts';
import type { Masked } from './mask.ts';
import { mask, splitTop } from './mask.ts';

function masked(path: string, text: string): Masked {
  const language = languageOf(path);
  if (language === undefined) throw new Error(`${path} is no program text`);
  return mask(text, language);
}

// Runs of blanks are written as one; that nothing moves from its place is asked separately.
test.each([
  ['a.ts', 'f("a b") // c', 'f(" ") '],
  ['a.ts', "f('a', /* b */ c)", 'f(" ", c)'],
  ['a.ts', 'f(`a ${"}"} b`, c)', 'f(" ", c)'],
  ['a.ts', 'f(`${{ a: `b` }.a} "`, c)', 'f(" ", c)'],
  ['a.ts', 'f(`${{ a: 1 }[`b`]}`, c)', 'f(" ", c)'],
  ['a.ts', 'f(/"[/]"/g, "a")', 'f(" ", " ")'],
  ['a.ts', 'return /"/.test(a)', 'return " ".test(a)'],
  ['a.ts', 'a / b / "c"', 'a / b / " "'],
  ['a.ts', 'a = 1 // "b', 'a = 1 '],
  ['a.ts', 'f("a\nb")', 'f("a\nb")'],
  ['a.ts', 'f("a\\"b")', 'f(" ")'],
  ['a.ts', 'f(`a\nb`)', 'f(" \n ")'],
  ['a.py', 'f("""a\nb""") # c', 'f(" \n ") '],
  ['a.py', "f('a')  # 'b", 'f(" ") '],
  ['a.go', 'f(`a\\`, "b")', 'f(" ", " ")'],
  ['a.go', 'f(`${`, b)', 'f(" ", b)'],
  ['a.go', 'f(`a\n`)', 'f(" \n")'],
  ['a.rs', `f('"', "a\nb")`, 'f(" ", " \n ")'],
  ['a.rs', "fn a<'b>(c: &'b str) {}", "fn a<'b>(c: &'b str) {}"],
  ['a.rs', 'f(r#"a"b"#)', 'f(" ")'],
  ['A.java', 'f("""a\n"b""", c)', 'f(" \n ", c)'],
  ['a.pl', '=pod\n"a\n=cut\nf("b")', ' \n \n \nf(" ")'],
  ['a.pl', 'f(1)\n=head1 a\n\n=cut\n', 'f(1)\n \n\n \n'],
  ['a.pl', "$a = 'b'; $#list; # c", '$a = " "; $#list; '],
  ['a.pl', 'f(a) == g("b")', 'f(a) == g(" ")'],
  ['a.pl', '= 1', '= 1'],
  ['a.rb', 'f("a#b") # c', 'f(" ") '],
  ['a.sh', 'echo "a\nb" ${c#d} # e', 'echo " \n " ${c#d} '],
  ['a.sh', "echo 'a\\' b # 'c'", 'echo " " b '],
  ['a.c', 'f("a", \'b\'); // c', 'f(" ", " "); '],
])('of %s: %j is code as in %j', (path, text, code) => {
  const found = masked(path, text);
  expect(found.code.replaceAll(/ +/g, ' ')).toBe(code);
  for (const part of [found.code, found.words, found.comments]) expect(part).toHaveLength(text.length);
});

test('comments are told apart from words, each in its place', () => {
  const { words, comments } = masked('a.ts', 'a("b"); // c\n/* d\n e */ f');
  expect(words).toBe('a("b");     \n    \n      f');
  expect(comments).toBe('        // c\n/* d\n e */  ');
});

test('pieces between commas are those outside of all brackets, and none is empty', () => {
  const code = 'f(a, (b, c), [d, { e, f }], , g)';
  const pieces = splitTop(code, 2, code.length - 1).map(([from, to]) => code.slice(from, to).trim());
  expect(pieces).toEqual(['a', '(b, c)', '[d, { e, f }]', 'g']);
  expect(splitTop('a,b,c', 0, 3)).toEqual([
    [0, 1],
    [2, 3],
  ]);
});
