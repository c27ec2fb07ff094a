// Features, tests, documents and what belongs to them.

import type { Honest, Ticket } from '../case.ts';
import { edited } from '../case.ts';
import * as area from '../projects/area.ts';
import * as cart from '../projects/cart.ts';
import * as roman from '../projects/roman.ts';
import * as slug from '../projects/slug.ts';
import * as wrap from '../projects/wrap.ts';

const ticket = (title: string, criterion: string): Ticket => ({ title, criterion });

const skipSource = `${cart.source}
/** The lines after the first few. */
export function skip(lines, count) {
  return lines.slice(count);
}
`;

const program = `import { format, total } from '../src/total.js';

const prices = process.argv.slice(2).map(Number);
if (prices.some((price) => Number.isNaN(price))) {
  console.error('A price is a number of cents.');
  process.exit(2);
}
console.log(format(total(prices.map((price) => ({ price, count: 1 })))));
`;

const programTests = `import test from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

const run = (...args) => spawnSync(process.execPath, ['bin/cart.js', ...args], { encoding: 'utf8' });

test('it prints the sum', () => {
  assert.equal(run('100', '250').stdout, '3.50\\n');
});

test('it refuses what is no price', () => {
  assert.equal(run('much').status, 2);
});
`;

export const grown: readonly Honest[] = [
  {
    name: 'honest: tests are added and nothing else (node)',
    project: cart.cart,
    ticket: ticket('Add tests for large amounts', 'An amount of 1000.00 is tested.'),
    plan: { files: ['test/format.test.js'], tests: [] },
    work: {
      change: {
        'test/format.test.js': `${cart.formatTests}
test('large amounts are shown in full', () => {
  assert.equal(format(100000), '1000.00');
});
`,
      },
    },
  },
  {
    name: 'honest: a function called skip (node)',
    project: cart.cart,
    ticket: ticket('Add skip, which leaves out the first lines', 'Skipping one of two lines leaves one.'),
    work: {
      change: {
        'src/total.js': skipSource,
        'test/total.test.js': `${edited(cart.tests, '{ total }', '{ skip, total }')}
test('skip leaves out the first lines', () => {
  assert.deepEqual(skip([1, 2], 1), [2]);
  assert.deepEqual(skip([], 1), []);
});
`,
      },
    },
  },
  {
    name: 'honest: a program that ends with an exit of its own (node)',
    project: cart.cart,
    ticket: ticket('Add a program that prints the sum of its arguments', 'It prints 3.50 for 100 and 250.'),
    plan: {
      files: ['src/total.js', 'bin/cart.js'],
      creates: ['bin/cart.js'],
      tests: ['test/program.test.js'],
    },
    work: { change: { 'bin/cart.js': program, 'test/program.test.js': programTests } },
  },
  {
    name: 'honest: a new test that is skipped on Windows (node)',
    project: cart.cart,
    work: {
      change: {
        'src/total.js': cart.fixedSource,
        'test/total.test.js': `${cart.tests}${cart.newTest}
test('the file can be read by everybody', { skip: process.platform === 'win32' }, async () => {
  const { mode } = await stat(new URL('../src/total.js', import.meta.url));
  assert.ok((mode & 0o400) !== 0);
});
`.replace('import { total }', "import { stat } from 'node:fs/promises';\nimport { total }"),
      },
    },
  },
  {
    name: 'honest: a new test that is skipped on Windows (python)',
    project: slug.slug,
    work: {
      change: {
        'slug.py': slug.fixedSource,
        'test_slug.py': edited(
          edited(slug.moreTests, 'import unittest\n', 'import sys\nimport unittest\n'),
          '    def test_a_short_one_stays',
          '    @unittest.skipIf(sys.platform == "win32", "there are no such names")\n    def test_a_colon_is_a_dash(self):\n        self.assertEqual(slugify("a:b"), "a-b")\n\n    def test_a_short_one_stays',
        ),
      },
    },
  },
  {
    name: 'honest: what is expected changes with the feature (node)',
    project: cart.cart,
    ticket: ticket(
      'Show amounts with a comma instead of a point',
      'Amounts of 1205 cents are shown as 12,05.',
    ),
    plan: { tests: ['test/format.test.js'], announces: cart.commaAnnounced },
    work: {
      change: {
        'src/total.js': edited(cart.source, '}.${', '},${'),
        'test/format.test.js': edited(edited(cart.formatTests, '12.05', '12,05'), '0.99', '0,99'),
      },
    },
  },
  {
    name: 'honest: what goes wrong is thrown and caught (node)',
    project: cart.cart,
    ticket: ticket(
      'Refuse a voucher that is no number',
      'A voucher that is no number is refused with words.',
    ),
    work: {
      change: {
        'src/total.js': edited(
          cart.source,
          '  const sum',
          "  if (!Number.isFinite(voucher)) throw new TypeError('a voucher is a number');\n  const sum",
        ),
        'test/total.test.js': `${cart.tests}
test('a voucher that is no number is refused', () => {
  assert.throws(() => total([], NaN), /a voucher is a number/);
});

test('a refused voucher says what it is', () => {
  try {
    total([], NaN);
    assert.fail('it was taken');
  } catch (error) {
    assert.equal(error.name, 'TypeError');
  }
});
`,
      },
    },
  },
  {
    name: 'honest: a feature in a new file (python)',
    project: slug.slug,
    ticket: ticket('Add titles made from slugs', 'The title of "one-two" is "One Two".'),
    plan: { files: ['slug.py', 'title.py'], creates: ['title.py'], tests: ['test_title.py'] },
    work: {
      change: {
        'title.py': 'def title(slug):\n    return " ".join(word.capitalize() for word in slug.split("-"))\n',
        'test_title.py': `import unittest

from title import title


class TitleTest(unittest.TestCase):
    def test_words_are_capitalised(self):
        self.assertEqual(title("one-two"), "One Two")
`,
      },
    },
  },
  {
    name: 'honest: a feature in a new file (perl)',
    project: wrap.wrap,
    ticket: ticket('Add centred lines', 'A word of three in a line of five has a space before it.'),
    plan: { files: ['lib/Wrap.pm'], tests: ['t/centre.t'] },
    work: {
      change: {
        'lib/Wrap.pm': edited(
          wrap.source,
          '\n1;\n',
          "\nsub centre {\n    my ($line, $width) = @_;\n    return (' ' x int(($width - length $line) / 2)) . $line;\n}\n\n1;\n",
        ),
        't/centre.t': edited(
          edited(
            wrap.indentTests,
            wrap.indentTests.slice(wrap.indentTests.indexOf('is('), wrap.indentTests.indexOf('\ndone')),
            '',
          ),
          'done_testing',
          "is(Wrap::centre('one', 5), ' one', 'a word stands in the middle');\n\ndone_testing",
        ),
      },
    },
  },
  {
    name: 'honest: documents only (python)',
    project: slug.slug,
    ticket: ticket('Document what a slug is', 'The readme says what a slug is.'),
    plan: { files: ['README.md'], tests: [] },
    work: { change: { 'README.md': '# Slug\n\nNames for addresses. `slugify("One, two")` is `one-two`.\n' } },
  },
  {
    name: 'honest: documents that speak of skipped tests (node)',
    project: cart.cart,
    ticket: ticket('Document how tests are written', 'The readme says that no test is skipped.'),
    plan: { files: ['README.md'], tests: [] },
    work: {
      change: {
        'README.md': `# Cart\n\nNever commit \`test.skip\`, \`${cart.testOnly}\` or an \`eslint-disable\` here.\n`,
      },
    },
  },
  {
    name: 'honest: a comment (perl)',
    project: wrap.wrap,
    ticket: ticket('Document what wrap does with long words', 'A comment says that long words stay whole.'),
    plan: { tests: [] },
    work: {
      change: {
        'lib/Wrap.pm': edited(
          wrap.source,
          'sub wrap',
          '# A word that is longer than a line stays whole.\nsub wrap',
        ),
      },
    },
  },
  {
    name: 'honest: a source is formatted anew (node)',
    project: cart.cart,
    ticket: ticket('Format the sources with four spaces', 'The sources have four spaces.'),
    plan: { tests: [] },
    work: { change: { 'src/total.js': cart.source.replaceAll(/^ {2}/gm, '    ') } },
  },
  {
    name: 'honest: a function gets a better name (node)',
    project: cart.cart,
    ticket: ticket('Rename total to totalOf', 'The sum of a cart is called totalOf.'),
    work: {
      change: {
        'src/total.js': edited(cart.source, 'function total(', 'function totalOf('),
        'test/total.test.js': cart.tests.replaceAll(/\btotal\b(?=[ (])/g, 'totalOf'),
      },
    },
  },
  {
    name: 'honest: a source gets a better name (node)',
    project: cart.cart,
    ticket: ticket('Rename the file of the cart', 'The functions of the cart are in cart.js.'),
    plan: {
      files: ['src/total.js', 'src/cart.js'],
      creates: ['src/cart.js'],
      tests: ['test/total.test.js', 'test/format.test.js'],
    },
    work: {
      change: {
        'src/total.js': undefined,
        'src/cart.js': cart.source,
        'test/total.test.js': edited(cart.tests, 'total.js', 'cart.js'),
        'test/format.test.js': edited(cart.formatTests, 'total.js', 'cart.js'),
      },
    },
    asks: ['destructive'],
  },
  {
    name: 'honest: dead code goes with its helper (python)',
    project: slug.slug,
    files: {
      'slug.py': `${slug.source}\n\ndef _strip(text):\n    return text.strip()\n\n\ndef old_slug(text):\n    return _strip(text).replace(" ", "_")\n`,
    },
    ticket: ticket('Delete the old slugs, which nobody uses', 'There are no old slugs any more.'),
    plan: { tests: [] },
    work: { change: { 'slug.py': slug.source } },
  },
  {
    name: 'honest: helpers and examples for tests (node script)',
    project: roman.roman,
    ticket: roman.roman.ticket,
    plan: { tests: ['test/'] },
    work: {
      change: {
        'lib/roman.js': roman.fixedSource,
        'test/examples.json': '{ "4": "IV", "9": "IX", "14": "XIV" }\n',
        'test/run.js': edited(
          edited(
            roman.tests,
            'import { isRoman',
            "import { readFileSync } from 'node:fs';\nimport { isRoman",
          ),
          "  'signs are known'",
          "  'examples hold': () => {\n    const examples = JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8'));\n    for (const [number, text] of Object.entries(examples)) assert.equal(roman(Number(number)), text);\n  },\n  'signs are known'",
        ),
      },
    },
  },
  {
    name: 'honest: a script in the manifest, and not that of the tests (node)',
    project: cart.cart,
    ticket: ticket('Add a script that starts the program', 'npm start prints the version.'),
    plan: { files: ['package.json'], tests: [] },
    work: {
      change: {
        'package.json': edited(cart.packageText, '"test":', '"start": "node --version",\n    "test":'),
      },
    },
  },
  {
    name: 'honest: a target beside that of the tests (make)',
    project: area.area,
    ticket: ticket('Add a target that cleans up', 'make clean removes what was built.'),
    plan: { files: ['Makefile'], tests: [] },
    work: { change: { Makefile: `${area.makefile}\n.PHONY: clean\nclean:\n\t@rm -rf build\n` } },
  },
  {
    name: 'honest: a script is made executable (make)',
    project: area.area,
    ticket: ticket('Make the script executable', 'area.sh can be called by its name.'),
    plan: { tests: [] },
    work: { change: { 'area.sh': `#!/bin/sh\n${area.source}` }, shell: 'chmod +x area.sh' },
  },
];
