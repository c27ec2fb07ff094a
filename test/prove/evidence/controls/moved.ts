// Tests that are moved, renamed, split, joined and written in another way: as many things are looked at as before.

import type { Honest, Ticket } from '../case.ts';
import { edited } from '../case.ts';
import * as area from '../projects/area.ts';
import * as cart from '../projects/cart.ts';
import * as roman from '../projects/roman.ts';
import * as slug from '../projects/slug.ts';
import * as wrap from '../projects/wrap.ts';

const tidy = (what: string): Ticket => ({
  title: `Refactor the tests: ${what}`,
  criterion: 'The tests say what they said before.',
});

const imports = `import test from 'node:test';
import assert from 'node:assert/strict';
import { total } from '../src/total.js';

`;
const table = `${imports}const cases = [
  ['prices add up by their counts', [{ price: 250, count: 2 }, { price: 100, count: 1 }], 0, 600],
  ['a voucher is taken off', [{ price: 500, count: 1 }], 200, 300],
  ['an empty cart costs nothing', [], 0, 0],
];

for (const [name, lines, voucher, expected] of cases) {
  test(name, () => {
    assert.equal(total(lines, voucher), expected);
  });
}
`;

const helper = edited(
  edited(
    edited(
      edited(
        slug.tests,
        '    def test_letters',
        '    def becomes(self, text, expected):\n        self.assertEqual(slugify(text), expected)\n\n    def test_letters',
      ),
      'self.assertEqual(slugify("Hello"), "hello")',
      'self.becomes("Hello", "hello")',
    ),
    'self.assertEqual(slugify("one,  two"), "one-two")',
    'self.becomes("one,  two", "one-two")',
  ),
  'class SlugTest',
  'class SlugTest',
);

const subTests = `import unittest

from slug import shorten, slugify


class SlugTest(unittest.TestCase):
    def test_texts_become_slugs(self):
        cases = [("Hello", "hello"), ("one,  two", "one-two")]
        for text, expected in cases:
            with self.subTest(text):
                self.assertEqual(slugify(text), expected)

    def test_slugs_are_shortened_between_words(self):
        cases = [("one-two", 10, "one-two"), ("one-two-three", 9, "one-two")]
        for text, limit, expected in cases:
            with self.subTest(text):
                self.assertEqual(shorten(text, limit), expected)


if __name__ == "__main__":
    unittest.main()
`;

export const moved: readonly Honest[] = [
  {
    name: 'honest: a test file is renamed (node)',
    project: cart.cart,
    ticket: tidy('the file is named after the cart'),
    plan: { files: ['test/total.test.js', 'test/cart.test.js'], creates: ['test/cart.test.js'], tests: [] },
    work: { change: { 'test/total.test.js': undefined, 'test/cart.test.js': cart.tests } },
    asks: ['destructive'],
  },
  {
    name: 'honest: tests move into a folder, with the refactored source (node)',
    project: cart.cart,
    ticket: tidy('tests of units have a folder'),
    plan: { files: ['src/total.js'], tests: ['test/'], kind: 'refactoring' },
    work: {
      change: {
        'src/total.js': edited(cart.source, 'all + line', 'soFar + line').replace(
          '(all, line)',
          '(soFar, line)',
        ),
        'test/total.test.js': undefined,
        'test/format.test.js': undefined,
        'test/unit/total.test.js': edited(cart.tests, '../src', '../../src'),
        'test/unit/format.test.js': edited(cart.formatTests, '../src', '../../src'),
      },
    },
    asks: ['destructive'],
  },
  {
    name: 'honest: two test files become one (node)',
    project: cart.cart,
    ticket: tidy('one file for the cart'),
    plan: { files: ['test/total.test.js', 'test/format.test.js'], tests: [] },
    work: {
      change: {
        'test/format.test.js': undefined,
        'test/total.test.js':
          edited(cart.tests, '{ total }', '{ format, total }') +
          cart.formatTests.slice(cart.formatTests.indexOf('\ntest(')),
      },
    },
    asks: ['destructive'],
  },
  {
    name: 'honest: a test is split in two (node)',
    project: cart.cart,
    ticket: tidy('one reason to fail each'),
    work: {
      change: {
        'test/total.test.js': `${edited(cart.tests, '[{ price: 250, count: 2 }, { price: 100, count: 1 }]), 600', '[{ price: 250, count: 2 }]), 500')}
test('different prices add up', () => {
  assert.equal(total([{ price: 250, count: 1 }, { price: 100, count: 1 }]), 350);
});
`,
      },
    },
  },
  {
    name: 'honest: tests become a table (node)',
    project: cart.cart,
    ticket: tidy('cases are rows'),
    work: { change: { 'test/total.test.js': table } },
  },
  {
    name: 'honest: tests get a group (node)',
    project: cart.cart,
    ticket: tidy('the tests of a function stand together'),
    work: {
      change: {
        'test/total.test.js': `${edited(
          edited(cart.tests, "import test from 'node:test';", "import { describe, test } from 'node:test';"),
          "\ntest('prices",
          "\ndescribe('total', () => {\ntest('prices",
        )}});\n`,
      },
    },
  },
  {
    name: 'honest: a test gets a better name (node)',
    project: cart.cart,
    ticket: tidy('names say what holds'),
    work: {
      change: {
        'test/total.test.js': edited(
          cart.tests,
          'prices add up by their counts',
          'a line costs its price times its count',
        ),
      },
    },
  },
  {
    name: 'honest: tests are formatted anew (node)',
    project: cart.cart,
    ticket: tidy('four spaces and double quotes'),
    work: { change: { 'test/total.test.js': cart.tests.replaceAll("'", '"').replaceAll(/^ {2}/gm, '    ') } },
  },
  {
    name: 'honest: checks get another order (node script)',
    project: roman.roman,
    ticket: tidy('what is asked first comes first'),
    work: {
      change: {
        'test/run.js': edited(
          edited(roman.tests, "  'one is I': () => assert.equal(roman(1), 'I'),\n", ''),
          "  'words are not'",
          "  'one is I': () => assert.equal(roman(1), 'I'),\n  'words are not'",
        ),
      },
    },
  },
  {
    name: 'honest: a test file is renamed (python)',
    project: slug.slug,
    ticket: tidy('the file is named after what it tests'),
    plan: { files: ['slug.py'], tests: ['test_slug.py', 'test_slugs.py'] },
    work: { change: { 'test_slug.py': undefined, 'test_slugs.py': slug.tests } },
    asks: ['destructive'],
  },
  {
    name: 'honest: a class of tests is split in two (python)',
    project: slug.slug,
    ticket: tidy('a class for each function'),
    work: {
      change: {
        'test_slug.py': edited(
          slug.tests,
          '    def test_a_short_one_stays',
          '\nclass ShortenTest(unittest.TestCase):\n    def test_a_short_one_stays',
        ),
      },
    },
  },
  {
    name: 'honest: a helper takes over what tests have in common (python)',
    project: slug.slug,
    ticket: tidy('what is said twice is said once'),
    work: { change: { 'test_slug.py': helper } },
  },
  {
    name: 'honest: tests become rows of a table (python)',
    project: slug.slug,
    ticket: tidy('cases are rows'),
    plan: { grants: ['test_slug.py'] },
    work: { change: { 'test_slug.py': subTests } },
    asks: ['plan'],
  },
  {
    name: 'honest: a test file is renamed (perl)',
    project: wrap.wrap,
    ticket: tidy('the files are numbered'),
    plan: { tests: ['t/'] },
    work: { change: { 't/indent.t': undefined, 't/02-indent.t': wrap.indentTests } },
    asks: ['destructive'],
  },
  {
    name: 'honest: lists are compared as lists (perl)',
    project: wrap.wrap,
    ticket: tidy('lists are compared as lists'),
    work: {
      change: {
        't/indent.t': edited(
          wrap.indentTests,
          "is(join('|', Wrap::indent(2, 'one', 'two')), '  one|  two',",
          "is_deeply([Wrap::indent(2, 'one', 'two')], ['  one', '  two'],",
        ),
      },
    },
  },
  {
    name: 'honest: the helper of the tests gets a better name (make)',
    project: area.area,
    ticket: tidy('a check is an expectation'),
    work: {
      change: { 'test/run.sh': area.tests.replaceAll('check ', 'expect ').replace('check()', 'expect()') },
    },
  },
];
