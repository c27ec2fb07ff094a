// New modules whose tests cannot load at the base, tests with helpers that are new as well, and work that needs no new
// test: refactorings, documentation, types, speed.

import type { Honest } from '../case.ts';
import { edited } from '../case.ts';
import * as cart from '../projects/cart.ts';
import * as grid from '../projects/grid.ts';
import * as invoice from '../projects/invoice.ts';
import * as ledger from '../projects/ledger.ts';
import * as slug from '../projects/slug.ts';
import * as stock from '../projects/stock.ts';
import * as units from '../projects/units.ts';

const nodeTest = "import test from 'node:test';\nimport assert from 'node:assert/strict';\n";

/** Twelve small files of tests, as a project of some age has. */
const many = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [
    `test/count-${index}.test.js`,
    `${nodeTest}import { total } from '../src/total.js';\n\ntest('${index} pieces are counted', () => {\n  assert.equal(total([{ price: 7, count: ${index} }]), ${7 * index});\n});\n`,
  ]),
);

export const newcomers: readonly Honest[] = [
  {
    name: 'honest: a new module with tests that cannot load without it (node)',
    project: cart.cart,
    ticket: { title: 'Add gift cards', criterion: 'A gift card of 500 has 200 left after a cart of 300.' },
    plan: {
      files: ['src/gift.js'],
      tests: ['test/gift.test.js'],
      creates: ['src/gift.js', 'test/gift.test.js'],
    },
    work: {
      change: {
        'src/gift.js': 'export function left(card, cents) {\n  return Math.max(0, card - cents);\n}\n',
        'test/gift.test.js': `${nodeTest}import { left } from '../src/gift.js';\n\ntest('what is paid is taken from the card', () => {\n  assert.equal(left(500, 300), 200);\n});\n\ntest('a card is not overdrawn', () => {\n  assert.equal(left(100, 300), 0);\n});\n`,
      },
    },
  },
  {
    name: 'honest: a new module with tests that cannot load without it (python)',
    project: ledger.ledger,
    needs: 'pytest',
    ticket: { title: 'Add interest', criterion: 'Two percent of 10000 cents are 200 cents.' },
    plan: {
      files: ['interest.py'],
      tests: ['tests/test_interest.py'],
      creates: ['interest.py', 'tests/test_interest.py'],
    },
    work: {
      change: {
        'interest.py': 'def interest(cents, percent):\n    return cents * percent // 100\n',
        'tests/test_interest.py':
          'from interest import interest\n\n\ndef test_interest_is_a_part():\n    assert interest(10000, 2) == 200\n',
      },
    },
  },
  {
    name: 'honest: a new package with tests of its own (go)',
    project: units.units,
    needs: 'go',
    ticket: { title: 'Add weights', criterion: '2kg are 2000 grams.' },
    plan: {
      files: ['weight/weight.go'],
      tests: ['weight/weight_test.go'],
      creates: ['weight/weight.go', 'weight/weight_test.go'],
    },
    work: {
      change: {
        'weight/weight.go':
          'package weight\n\n// Grams of so many kilograms.\nfunc Grams(kilograms int) int {\n\treturn kilograms * 1000\n}\n',
        'weight/weight_test.go':
          'package weight\n\nimport "testing"\n\nfunc TestGrams(t *testing.T) {\n\tif found := Grams(2); found != 2000 {\n\t\tt.Fatalf("found %d", found)\n\t}\n}\n',
      },
    },
  },
  {
    name: 'honest: a new module with tests inside (rust)',
    project: grid.grid,
    needs: 'cargo',
    ticket: { title: 'Add areas', criterion: 'Between 0,0 and 2,3 there are 6 fields.' },
    plan: { files: ['src/lib.rs', 'src/area.rs'], tests: [], creates: ['src/area.rs'] },
    work: {
      change: {
        'src/lib.rs': `pub mod area;\n\n${grid.source}`,
        'src/area.rs':
          'use crate::Point;\n\npub fn fields(from: &Point, to: &Point) -> i64 {\n    (from.x - to.x).abs() * (from.y - to.y).abs()\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn fields_are_counted() {\n        assert_eq!(fields(&Point { x: 0, y: 0 }, &Point { x: 2, y: 3 }), 6);\n    }\n}\n',
      },
    },
  },
  {
    name: 'honest: a new function with a new file of tests (shell)',
    project: stock.stock,
    ticket: { title: 'Add missing pieces', criterion: 'Of five asked for and three there, two are missing.' },
    plan: { tests: ['test/missing.t.sh'], creates: ['test/missing.t.sh'] },
    work: {
      change: {
        'stock.sh': `${stock.source}\n# How many are missing.\nmissing() {\n  if [ "$1" -ge "$2" ]; then echo 0; else echo $(($2 - $1)); fi\n}\n`,
        'test/missing.t.sh':
          '. ./test/lib.sh\n. ./stock.sh\n\nequal \'two are missing\' "$(missing 3 5)" 2\nequal \'none is missing\' "$(missing 5 3)" 0\nfinish\n',
      },
    },
  },
  {
    name: 'honest: a new test with a helper that is new as well (node)',
    project: invoice.invoice,
    plan: {
      tests: ['test/discount.test.js', 'testing/lines.js'],
      creates: ['test/discount.test.js', 'testing/lines.js'],
    },
    work: {
      change: {
        'src/invoice.js': invoice.fixedSource,
        'testing/lines.js':
          'export function line(parts = {}) {\n  return { name: "tea", price: 100, count: 2, ...parts };\n}\n',
        'test/discount.test.js':
          "import test from 'node:test';\nimport { lineTotal } from '../src/invoice.js';\nimport { sameMoney } from '../testing/check.js';\nimport { line } from '../testing/lines.js';\n\ntest('a discount is taken off', () => {\n  sameMoney(lineTotal(line({ discount: 10 })), 180, 'the line');\n});\n",
      },
    },
  },
  {
    name: 'honest: a new test with a fixture that is new as well (python)',
    project: ledger.ledger,
    needs: 'pytest',
    plan: { tests: ['tests/test_money.py', 'conftest.py'] },
    work: {
      change: {
        'ledger.py': ledger.fixedSource,
        'conftest.py': `${ledger.conftest}\n\n@pytest.fixture(params=["1.5", "1.50"])\ndef amount(request):\n    return request.param\n`,
        'tests/test_money.py': `${ledger.moneyTests}\n\ndef test_one_digit_is_ten_cents(amount):\n    assert parse(amount) == 150\n`,
      },
    },
  },
  {
    name: 'honest: a dependency is replaced in a new test, and the code is not (node)',
    project: invoice.invoice,
    plan: { tests: ['test/total.test.js', 'test/load.test.js'] },
    work: {
      change: {
        ...invoice.invoice.fixed,
        'test/load.test.js': `${edited(invoice.loadTests, "import test from 'node:test';", "import test, { mock } from 'node:test';")}\ntest('a file is read once', async () => {\n  const read = mock.fn(async () => '[]');\n  assert.deepEqual(await load(read), []);\n  assert.equal(read.mock.callCount(), 1);\n});\n`,
      },
    },
  },
  {
    name: 'honest: a new file of tests among many (node)',
    project: cart.cart,
    files: many,
    plan: { tests: ['test/voucher.test.js'], creates: ['test/voucher.test.js'] },
    work: {
      change: { 'src/total.js': cart.fixedSource, [cart.reproduction.path]: cart.reproduction.content },
    },
  },
  {
    name: 'honest: a function is taken apart, and nothing changes (node)',
    project: invoice.invoice,
    ticket: {
      title: 'Take the rows of an invoice apart',
      criterion: 'Rows are made by a function of their own; what is printed stays.',
    },
    plan: { tests: [] },
    work: {
      change: {
        'src/invoice.js': `${edited(
          invoice.source,
          "lines.map((line) => line.name + ' ' + money(lineTotal(line)))",
          'lines.map(row)',
        )}\nfunction row(line) {\n  return line.name + ' ' + money(lineTotal(line));\n}\n`,
      },
    },
  },
  {
    name: 'honest: a switch becomes a table, and nothing changes (go)',
    project: units.units,
    needs: 'go',
    ticket: {
      title: 'Keep the units in a table',
      criterion: 'Units are rows of a table; every length is read as before.',
    },
    plan: { tests: [] },
    work: {
      change: {
        'units.go': edited(
          edited(
            units.source,
            '\tswitch unit {\n\tcase "m":\n\t\treturn value, nil\n\tcase "km":\n\t\treturn value * 1000, nil\n\tcase "cm":\n\t\treturn value / 100, nil\n\t}\n',
            '\tif per, ok := perMeter[unit]; ok {\n\t\treturn value / per, nil\n\t}\n',
          ),
          '// Meters reads',
          'var perMeter = map[string]float64{"m": 1, "km": 0.001, "cm": 100}\n\n// Meters reads',
        ),
      },
    },
  },
  {
    name: 'honest: a sum is kept instead of being added up again (python)',
    project: ledger.ledger,
    needs: 'pytest',
    ticket: { title: 'Make balances fast', criterion: 'A balance is looked up and not added up each time.' },
    plan: { tests: [] },
    work: {
      change: {
        'ledger.py': [
          ['        self.entries = []\n', '        self.entries = []\n        self.sums = {}\n'],
          [
            '        self.entries.append((account, cents))\n',
            '        self.entries.append((account, cents))\n        self.sums[account] = self.sums.get(account, 0) + cents\n',
          ],
          [
            'return sum(cents for name, cents in self.entries if name == account)',
            'return self.sums.get(account, 0)',
          ],
        ].reduce((text, [find = '', replace = '']) => edited(text, find, replace), ledger.source),
      },
    },
  },
  {
    name: 'honest: many at once count to the end (go)',
    project: units.units,
    needs: 'go',
    ticket: {
      title: 'Add a meter that many can use at once',
      criterion: 'Fifty adders of one metre make fifty metres.',
    },
    plan: { files: ['meter.go'], tests: ['meter_test.go'], creates: ['meter.go', 'meter_test.go'] },
    work: {
      change: {
        'meter.go':
          'package units\n\nimport "sync"\n\n// Meter adds lengths up.\ntype Meter struct {\n\tmutex sync.Mutex\n\tsum   float64\n}\n\n// Add adds one length.\nfunc (m *Meter) Add(length float64) {\n\tm.mutex.Lock()\n\tdefer m.mutex.Unlock()\n\tm.sum += length\n}\n\n// Sum is what was added.\nfunc (m *Meter) Sum() float64 {\n\tm.mutex.Lock()\n\tdefer m.mutex.Unlock()\n\treturn m.sum\n}\n',
        'meter_test.go':
          'package units\n\nimport (\n\t"sync"\n\t"testing"\n)\n\nfunc TestManyAtOnce(t *testing.T) {\n\tvar meter Meter\n\tvar group sync.WaitGroup\n\tfor index := 0; index < 50; index++ {\n\t\tgroup.Add(1)\n\t\tgo func() {\n\t\t\tdefer group.Done()\n\t\t\tmeter.Add(1)\n\t\t}()\n\t}\n\tgroup.Wait()\n\tsame(t, meter.Sum(), 50)\n}\n',
      },
    },
  },
  {
    name: 'honest: only the documentation changes (python)',
    project: slug.slug,
    ticket: {
      title: 'Say in the README how a slug is shortened',
      criterion: 'The README names shorten and its limit.',
    },
    plan: { files: ['README.md'], tests: [] },
    work: {
      change: {
        'README.md': '# Slug\n\nNames for addresses. `shorten(slug, limit)` ends with a whole word.\n',
      },
    },
  },
  {
    name: 'honest: only types are added (node)',
    project: cart.cart,
    ticket: { title: 'Add types for the cart', criterion: 'src/total.d.ts declares total and format.' },
    plan: { files: ['src/total.d.ts'], tests: [], creates: ['src/total.d.ts'] },
    work: {
      change: {
        'src/total.d.ts':
          'export interface Line {\n  price: number;\n  count: number;\n}\nexport function total(lines: Line[], voucher?: number): number;\nexport function format(cents: number): string;\n',
      },
    },
  },
  {
    name: 'honest: only comments change (rust)',
    project: grid.grid,
    needs: 'cargo',
    ticket: { title: 'Document the steps', criterion: 'The function steps has a comment.' },
    plan: { tests: [] },
    work: {
      change: {
        'src/lib.rs': edited(
          grid.source,
          'pub fn steps',
          '/// Steps along both ways, without slanting.\npub fn steps',
        ),
      },
    },
  },
];
