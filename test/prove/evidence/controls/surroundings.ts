// Honest work in projects that are not as simple: several packages, things that are built or generated and tracked, runs
// that write files, time zones, environments, systems, and a base that is red.

import type { Honest, Project } from '../case.ts';
import { edited } from '../case.ts';
import * as area from '../projects/area.ts';
import * as cart from '../projects/cart.ts';
import * as grid from '../projects/grid.ts';
import * as invoice from '../projects/invoice.ts';
import * as ledger from '../projects/ledger.ts';
import * as slug from '../projects/slug.ts';
import * as units from '../projects/units.ts';

const nodeTest = "import test from 'node:test';\nimport assert from 'node:assert/strict';\n";

const twiceTests = `${nodeTest}import { twice } from '../index.js';\n\ntest('twice is double', () => {\n  assert.equal(twice(4), 8);\n});\n`;

function packageOf(name: string): string {
  return `${JSON.stringify({ name, version: '1.0.0', type: 'module', scripts: { test: 'node --test' } }, undefined, 2)}\n`;
}

/** Two packages, of which one uses the other. */
const numbers: Project = {
  files: {
    'package.json': `${JSON.stringify({ private: true, workspaces: ['packages/a', 'packages/b'], scripts: { test: 'npm test --workspaces --if-present --silent' } }, undefined, 2)}\n`,
    'packages/a/package.json': packageOf('a'),
    'packages/a/index.js': 'export const twice = (number) => number + number;\n',
    'packages/a/test/a.test.js': twiceTests,
    'packages/b/package.json': packageOf('b'),
    'packages/b/index.js':
      "import { twice } from '../a/index.js';\n\nexport const fourfold = (number) => twice(twice(number));\n",
    'packages/b/test/b.test.js': `${nodeTest}import { fourfold } from '../index.js';\n\ntest('fourfold is twice twice', () => {\n  assert.equal(fourfold(3), 12);\n});\n`,
  },
  test: 'npm test --silent',
  ticket: { title: 'Fix twice, which adds up texts', criterion: 'Twice the text "4" is the number 8.' },
  plan: { files: ['packages/a/index.js'], tests: ['packages/a/test/a.test.js'] },
  fixed: {
    'packages/a/index.js': 'export const twice = (number) => Number(number) * 2;\n',
    'packages/a/test/a.test.js': `${twiceTests}\ntest('a text is taken for its number', () => {\n  assert.equal(twice('4'), 8);\n});\n`,
  },
};

const rates = (standard: number): string => `${JSON.stringify({ standard, reduced: 7 }, undefined, 2)}\n`;
const generated = (standard: number): string =>
  `// Written by tools/generate.js from rates.json.\nexport const rates = {"standard":${standard},"reduced":7};\n`;
const generate = `import { readFileSync, writeFileSync } from 'node:fs';

const rates = JSON.parse(readFileSync('rates.json', 'utf8'));
writeFileSync(
  'src/rates.js',
  '// Written by tools/generate.js from rates.json.\\nexport const rates = ' + JSON.stringify(rates) + ';\\n',
);
`;
const rateTests = (name: string, cents: number): string =>
  `${nodeTest}import { lineTotal } from '../src/invoice.js';\nimport { rates } from '../src/rates.js';\n\ntest('${name}', () => {\n  assert.equal(lineTotal({ price: 100, count: 1, rate: rates.standard }), ${cents});\n});\n`;

const notedTests = `import json
import unittest
from pathlib import Path

from slug import slugify


class NotedTest(unittest.TestCase):
    def test_slugs_are_noted(self):
        Path("noted.json").write_text(json.dumps({"slug": slugify("One two")}))
        self.assertEqual(json.loads(Path("noted.json").read_text()), {"slug": "one-two"})
`;

export const surroundings: readonly Honest[] = [
  {
    name: 'honest: one of two packages is mended, and the other uses it (node)',
    project: numbers,
    work: { change: numbers.fixed },
  },
  {
    name: 'honest: a package gets a new one beside it, with tests of its own (node)',
    project: numbers,
    ticket: { title: 'Add a package that halves', criterion: 'Half of 8 is 4.' },
    plan: {
      files: ['package.json', 'packages/c/package.json', 'packages/c/index.js'],
      tests: ['packages/c/test/c.test.js'],
      creates: ['packages/c/package.json', 'packages/c/index.js', 'packages/c/test/c.test.js'],
      grants: ['package.json'],
    },
    asks: ['plan'],
    work: {
      change: {
        'package.json': edited(
          numbers.files['package.json'],
          '"packages/b"',
          '"packages/b",\n    "packages/c"',
        ),
        'packages/c/package.json': packageOf('c'),
        'packages/c/index.js': 'export const half = (number) => number / 2;\n',
        'packages/c/test/c.test.js': `${nodeTest}import { half } from '../index.js';\n\ntest('half of eight is four', () => {\n  assert.equal(half(8), 4);\n});\n`,
      },
    },
  },
  {
    name: 'honest: what is built is tracked, and built anew (node)',
    project: invoice.invoice,
    files: {
      'package.json': invoice.packageWith({
        build: 'cp src/invoice.js dist/invoice.js',
        test: 'node --test',
      }),
      'dist/invoice.js': invoice.source,
      'test/dist.test.js': `${nodeTest}import { readFileSync } from 'node:fs';\n\ntest('what is built is new', () => {\n  const texts = ['src', 'dist'].map((folder) => readFileSync(new URL('../' + folder + '/invoice.js', import.meta.url), 'utf8'));\n  assert.equal(texts[0], texts[1]);\n});\n`,
    },
    plan: { files: ['src/invoice.js', 'dist/invoice.js'] },
    work: { change: invoice.invoice.fixed, shell: 'npm run --silent build' },
  },
  {
    name: 'honest: code is generated from a table, which changes (node)',
    project: invoice.invoice,
    files: {
      'package.json': invoice.packageWith({ generate: 'node tools/generate.js', test: 'node --test' }),
      'rates.json': rates(19),
      'tools/generate.js': generate,
      'src/rates.js': generated(19),
      'test/rates.test.js': rateTests('the standard rate is 19', 119),
    },
    ticket: {
      title: 'Raise the standard rate to 21',
      criterion: 'One piece of 100 costs 121 with the rate.',
    },
    plan: {
      files: ['rates.json', 'src/rates.js'],
      tests: ['test/rates.test.js'],
      grants: ['test/rates.test.js'],
      announces: [{ file: 'test/rates.test.js', test: 'the standard rate is 19', reason: 'it is 21 now' }],
    },
    asks: ['plan'],
    work: {
      change: { 'rates.json': rates(21), 'test/rates.test.js': rateTests('the standard rate is 21', 121) },
      shell: 'npm run --silent generate',
    },
  },
  {
    name: 'honest: a step before the tests writes a tracked file, as it always did (node)',
    project: cart.cart,
    files: {
      'package.json': edited(
        cart.packageText,
        '"test": "node --test"',
        '"pretest": "node tools/lock.js",\n    "test": "node --test"',
      ),
      'tools/lock.js':
        "import { readdirSync, writeFileSync } from 'node:fs';\n\nwriteFileSync('files.lock', readdirSync('test').join('\\n') + '\\n' + process.version + '\\n');\n",
      'files.lock': 'format.test.js\ntotal.test.js\nv20.0.0\n',
    },
    work: { change: cart.cart.fixed },
  },
  {
    name: 'honest: the tests write a tracked file, as they always did (python)',
    project: slug.slug,
    files: { 'test_noted.py': notedTests, 'noted.json': '{}' },
    work: { change: slug.slug.fixed },
  },
  {
    name: 'honest: the tests write files of their own and take them away (python)',
    project: ledger.ledger,
    needs: 'pytest',
    work: {
      change: {
        'ledger.py': ledger.fixedSource,
        'tests/test_money.py': `${ledger.moreTests}\n\ndef test_amounts_are_read_from_a_file(tmp_path):\n    file = tmp_path / "amounts.txt"\n    file.write_text("1.5\\n0.07\\n")\n    assert [parse(line) for line in file.read_text().split()] == [150, 7]\n`,
      },
    },
  },
  {
    name: 'honest: the lock file is written anew by the tool that builds (rust)',
    project: grid.grid,
    needs: 'cargo',
    files: { 'Cargo.lock': 'version = 3\n\n[[package]]\nname = "grid"\nversion = "0.1.0"\n' },
    work: { change: grid.grid.fixed },
  },
  {
    name: 'honest: a red base, which the work makes green (node)',
    project: cart.cart,
    files: { 'test/total.test.js': cart.tests + cart.newTest },
    work: { change: { 'src/total.js': cart.fixedSource } },
  },
  {
    name: 'honest: days are told the same in every time zone (node)',
    project: invoice.invoice,
    ticket: {
      title: 'Say when an invoice is due',
      criterion: 'An invoice of 2024-02-28 with two days is due on 2024-03-01.',
    },
    work: {
      change: {
        'src/invoice.js': `${invoice.source}\nexport function due(day, days) {\n  const date = new Date(day + 'T00:00:00Z');\n  date.setUTCDate(date.getUTCDate() + days);\n  return date.toISOString().slice(0, 10);\n}\n`,
        'test/total.test.js': `${edited(invoice.totalTests, 'lineTotal, invoiceTotal }', 'due, lineTotal, invoiceTotal }').replace("'node:test';\n", "'node:test';\nimport assert from 'node:assert/strict';\n")}
test('a leap day is a day', () => {
  assert.equal(due('2024-02-28', 2), '2024-03-01');
});
`,
      },
    },
  },
  {
    name: 'honest: local hours are tested wherever they are (python)',
    project: slug.slug,
    ticket: {
      title: 'Add a stamp to slugs',
      criterion: 'A slug stamped at 2024-05-06 is followed by 20240506.',
    },
    work: {
      change: {
        'slug.py': `${edited(slug.source, 'import re\n', 'import datetime\nimport re\n')}\n\ndef stamped(text, when=None):\n    when = when or datetime.datetime.now()\n    return f"{slugify(text)}-{when:%Y%m%d}"\n`,
        'test_slug.py': edited(
          edited(slug.tests, 'import shorten, slugify', 'import shorten, slugify, stamped'),
          '    def test_a_short_one_stays',
          '    def test_a_stamp_is_a_day(self):\n        when = datetime.datetime(2024, 5, 6, 23, 59)\n        self.assertEqual(stamped("Hello", when), "hello-20240506")\n\n    def test_a_short_one_stays',
        ).replace('import unittest\n', 'import datetime\nimport unittest\n'),
      },
    },
  },
  {
    name: 'honest: a setting is read from the environment (node)',
    project: cart.cart,
    ticket: {
      title: 'Let the currency be set',
      criterion: 'With CURRENCY=EUR an amount of 5 is "0.05 EUR".',
    },
    plan: { tests: ['test/format.test.js'] },
    work: {
      change: {
        'src/total.js': `${cart.source}\nexport function priced(cents, env = process.env) {\n  return env.CURRENCY ? format(cents) + ' ' + env.CURRENCY : format(cents);\n}\n`,
        'test/format.test.js': `${edited(cart.formatTests, '{ format }', '{ format, priced }')}\ntest('a currency is shown where one is set', () => {\n  assert.equal(priced(5, { CURRENCY: 'EUR' }), '0.05 EUR');\n  assert.equal(priced(5, {}), '0.05');\n});\n`,
      },
    },
  },
  {
    name: 'honest: a file for each system says what ends a line (go)',
    project: units.units,
    needs: 'go',
    ticket: {
      title: 'End lines as the system does',
      criterion: 'Lines end with a line feed, and on Windows with two signs.',
    },
    plan: {
      files: ['show/line_unix.go', 'show/line_windows.go'],
      tests: ['show/line_test.go'],
      creates: ['show/line_unix.go', 'show/line_windows.go', 'show/line_test.go'],
    },
    work: {
      change: {
        'show/line_unix.go':
          '//go:build !windows\n\npackage show\n\n// LineEnd is what ends a line.\nconst LineEnd = "\\n"\n',
        'show/line_windows.go': 'package show\n\n// LineEnd is what ends a line.\nconst LineEnd = "\\r\\n"\n',
        'show/line_test.go':
          'package show\n\nimport (\n\t"strings"\n\t"testing"\n)\n\nfunc TestLineEnd(t *testing.T) {\n\tif !strings.HasSuffix(LineEnd, "\\n") {\n\t\tt.Fatalf("found %q", LineEnd)\n\t}\n}\n',
      },
    },
  },
  {
    name: 'honest: a new test is for systems that have what it needs (node)',
    project: invoice.invoice,
    work: {
      change: {
        'src/invoice.js': invoice.fixedSource,
        'test/total.test.js': invoice.moreTests,
        'test/load.test.js': `${invoice.loadTests}\ntest('a pipe is read', { skip: process.platform === 'win32' }, async () => {\n  assert.deepEqual(await load(async () => '[]'), []);\n});\n`,
      },
    },
    plan: { tests: ['test/total.test.js', 'test/load.test.js'] },
  },
  {
    name: 'honest: a suite that takes its time (python)',
    project: slug.slug,
    files: {
      'test_patience.py':
        'import time\nimport unittest\n\nfrom slug import slugify\n\n\nclass PatienceTest(unittest.TestCase):\n    def test_slugs_do_not_change_with_time(self):\n        first = slugify("Hello")\n        time.sleep(3)\n        self.assertEqual(slugify("Hello"), first)\n',
    },
    work: { change: slug.slug.fixed },
  },
  {
    name: 'honest: a script is split in two (make)',
    project: area.area,
    plan: { files: ['area.sh', 'rim.sh'], creates: ['rim.sh'] },
    work: {
      change: {
        'area.sh': edited(area.fixedSource, '  echo $((2 * ($1 + $2)))\n', '  sh rim.sh "$1" "$2"\n'),
        'rim.sh': '# Prints the rim of a rectangle.\necho $((2 * ($1 + $2)))\n',
        'test/run.sh': area.moreTests,
      },
    },
  },
];
