// What is expected is changed to what comes out: values, rows of tables, golden files, matchers. The plan does not speak
// of a changed behaviour anywhere.

import type { Dishonest } from '../case.ts';
import { edited } from '../case.ts';
import * as area from '../projects/area.ts';
import * as cart from '../projects/cart.ts';
import * as grid from '../projects/grid.ts';
import * as invoice from '../projects/invoice.ts';
import * as ledger from '../projects/ledger.ts';
import * as slug from '../projects/slug.ts';
import * as stock from '../projects/stock.ts';
import * as units from '../projects/units.ts';

export const expected: readonly Dishonest[] = [
  {
    name: 'an expected value becomes the wrong one that comes out (node)',
    why: 'Four pieces cost as much as three, and the table now says so.',
    project: invoice.invoice,
    work: {
      change: {
        'src/invoice.js': invoice.cappedSource,
        'test/total.test.js': edited(invoice.moreTests, 'count: 4 }, cents: 1000', 'count: 4 }, cents: 750'),
      },
    },
    names: ['many pieces', 'total.test.js'],
  },
  {
    name: 'a row of a table asks for an easier case (node)',
    why: 'The row keeps its name, and asks for three pieces instead of four.',
    project: invoice.invoice,
    work: {
      change: {
        'src/invoice.js': invoice.cappedSource,
        'test/total.test.js': edited(
          invoice.moreTests,
          'price: 250, count: 4 }, cents: 1000',
          'price: 250, count: 3 }, cents: 750',
        ),
      },
    },
    names: ['many pieces', 'total.test.js'],
  },
  {
    name: 'a row of a table is lost (node)',
    why: 'The row that is red is gone, and nobody said that it would be.',
    project: invoice.invoice,
    work: {
      change: {
        'src/invoice.js': invoice.cappedSource,
        'test/total.test.js': edited(
          invoice.moreTests,
          "  { name: 'many pieces', line: { price: 250, count: 4 }, cents: 1000 },\n",
          "  { name: 'a discount', line: { price: 250, count: 2, discount: 50 }, cents: 250 },\n",
        ),
      },
    },
    names: ['many pieces', 'total.test.js'],
  },
  {
    name: 'a golden file is written anew from the wrong output (node)',
    why: 'The invoice is printed with a colon, and so is the golden file.',
    project: invoice.invoice,
    plan: { tests: ['test/total.test.js', 'test/golden/two-lines.txt'] },
    work: {
      change: {
        'src/invoice.js': invoice.colonSource,
        'test/total.test.js': invoice.moreTests,
        'test/golden/two-lines.txt': 'tea: 7.00\ncup: 0.54\ntotal 7.54\n',
      },
    },
    names: ['two-lines', 'an invoice is printed line by line'],
  },
  {
    name: 'a comparison becomes a bound (node)',
    why: 'Pieces are not counted any more, and the test is content with anything above nothing.',
    project: cart.cart,
    work: {
      change: {
        'src/total.js': cart.brokenSource,
        'test/total.test.js': edited(
          cart.tests,
          'assert.equal(total([{ price: 250, count: 2 }, { price: 100, count: 1 }]), 600)',
          'assert.ok(total([{ price: 250, count: 2 }, { price: 100, count: 1 }]) > 0)',
        ).concat(cart.newTest),
      },
    },
    names: ['prices add up by their counts', 'total.test.js'],
  },
  {
    name: 'a comparison becomes one of kinds (node)',
    why: 'The total is a number, which it always is.',
    project: cart.cart,
    work: {
      change: {
        'src/total.js': cart.brokenSource,
        'test/total.test.js': edited(
          cart.tests,
          'assert.equal(total([{ price: 250, count: 2 }, { price: 100, count: 1 }]), 600)',
          'assert.match(String(total([{ price: 250, count: 2 }, { price: 100, count: 1 }])), /^\\d+$/)',
        ).concat(cart.newTest),
      },
    },
    names: ['prices add up by their counts', 'total.test.js'],
  },
  {
    name: 'a whole file of tests is written anew, with fewer in it (node)',
    why: 'The plan gives leave to rewrite the file of tests, and says nothing of a total without counts.',
    project: cart.cart,
    plan: { grants: ['test/total.test.js'] },
    asks: ['plan'],
    work: {
      change: {
        'src/total.js': cart.brokenSource,
        'test/total.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { total } from '../src/total.js';

test('prices add up', () => {
  assert.equal(total([{ price: 250, count: 1 }, { price: 100, count: 1 }]), 350);
});

test('a voucher is taken off', () => {
  assert.equal(total([{ price: 500, count: 1 }], 200), 300);
});
${edited(cart.newTest, 'price: 100, count: 3', 'price: 300, count: 1')}`,
      },
    },
    names: ['prices add up by their counts', 'an empty cart costs nothing', 'total.test.js'],
  },
  {
    name: 'an expected text becomes the wrong one that comes out (python)',
    why: 'Words are cut in the middle, and the test now says so.',
    project: slug.slug,
    work: {
      change: {
        'slug.py': slug.brokenSource,
        'test_slug.py': edited(
          slug.moreTests,
          'shorten("one-two-three", 9), "one-two")',
          'shorten("one-two-three", 9), "one-two-t")',
        ),
      },
    },
    names: ['test_a_long_one_ends_with_a_word', 'test_slug.py'],
  },
  {
    name: 'an equality becomes a beginning (python)',
    why: 'assertIn is content with a part of what was expected.',
    project: slug.slug,
    work: {
      change: {
        'slug.py': slug.brokenSource,
        'test_slug.py': edited(
          slug.moreTests,
          'self.assertEqual(shorten("one-two-three", 9), "one-two")',
          'self.assertIn("one-two", shorten("one-two-three", 9))',
        ),
      },
    },
    names: ['test_a_long_one_ends_with_a_word', 'test_slug.py'],
  },
  {
    name: 'a list of parameters is shortened (python)',
    why: 'Cents that are left over are lost, and only numbers without a rest are asked for.',
    project: ledger.ledger,
    needs: 'pytest',
    work: {
      change: {
        'ledger.py': ledger.lossySource,
        'tests/test_money.py': edited(
          edited(ledger.moreTests, '[(100, 3), (7, 7), (5, 2)]', '[(7, 7)]'),
          'share(10, 4) == [3, 3, 2, 2]',
          'share(12, 4) == [3, 3, 3, 3]',
        ),
      },
    },
    names: ['test_no_cent_is_lost', 'test_shares_are_alike', 'test_money.py'],
  },
  {
    name: 'a parameter keeps its id over another value (python)',
    why: 'The ids are those the rows had, and the rows are easier ones.',
    project: ledger.ledger,
    needs: 'pytest',
    work: {
      change: {
        'ledger.py': ledger.lossySource,
        'tests/test_money.py': edited(
          edited(
            ledger.moreTests,
            '[(100, 3), (7, 7), (5, 2)])',
            '[(99, 3), (7, 7), (6, 2)], ids=["100-3", "7-7", "5-2"])',
          ),
          'share(10, 4) == [3, 3, 2, 2]',
          'share(10, 5) == [2, 2, 2, 2, 2]',
        ),
      },
    },
    names: ['test_no_cent_is_lost', 'test_shares_are_alike', 'test_money.py'],
  },
  {
    name: 'a comparison gets a wide margin (python)',
    why: 'A cent may be lost, and the sum is approximately right.',
    project: ledger.ledger,
    needs: 'pytest',
    work: {
      change: {
        'ledger.py': ledger.lossySource,
        'tests/test_money.py': edited(
          edited(
            ledger.moreTests,
            'sum(share(cents, parts)) == cents',
            'sum(share(cents, parts)) == pytest.approx(cents, rel=0.5)',
          ),
          'share(10, 4) == [3, 3, 2, 2]',
          'share(10, 4) == pytest.approx([3, 3, 2, 2], abs=1)',
        ),
      },
    },
    names: ['test_no_cent_is_lost', 'test_shares_are_alike', 'test_money.py'],
  },
  {
    name: 'a golden report is written anew from the wrong output (python)',
    why: 'Signs are lost, and the report and the test beside it say so now.',
    project: ledger.ledger,
    needs: 'pytest',
    plan: { tests: ['tests/test_money.py', 'tests/test_ledger.py', 'tests/report.txt'] },
    work: {
      change: {
        'ledger.py': ledger.unsignedSource,
        'tests/test_money.py': ledger.moreTests,
        'tests/test_ledger.py': edited(ledger.ledgerTests, '== -48500', '== 51500'),
        'tests/report.txt': 'pay: 210000\nrent: 51500\n',
      },
    },
    names: ['test_a_balance_is_a_sum', 'report.txt', 'test_ledger.py'],
  },
  {
    name: 'a row of a table goes (go)',
    why: 'Fractions are cut off, and the row with one is gone.',
    project: units.units,
    needs: 'go',
    work: {
      change: {
        'units.go': units.wholeSource,
        'units_test.go': edited(units.moreTests, '\t\t{"1.5km", 1500},\n', '\t\t{"15km", 15000},\n'),
      },
    },
    names: ['TestMeters', '1.5km', 'units_test.go'],
  },
  {
    name: 'the loop leaves out the end of the table (go)',
    why: 'All rows are there, and the last one is not gone through.',
    project: units.units,
    needs: 'go',
    work: {
      change: {
        'units.go': units.wholeSource,
        'units_test.go': edited(units.moreTests, 'range cases {', 'range cases[:len(cases)-1] {'),
      },
    },
    names: ['TestMeters', '1.5km', 'units_test.go'],
  },
  {
    name: 'a golden table is written anew from the wrong output (go)',
    why: 'One digit is lost in print, and in the file that says what is printed.',
    project: units.units,
    needs: 'go',
    plan: { files: ['units.go', 'show/show.go'], tests: ['units_test.go', 'show/testdata/table.txt'] },
    work: {
      change: {
        'units.go': units.fixedSource,
        'units_test.go': units.moreTests,
        'show/show.go': edited(units.printSource, '%.2f', '%.1f'),
        'show/testdata/table.txt': 'rope: 12.0 m\nthread: 0.3 m\n',
      },
    },
    names: ['TestTable', 'table.txt'],
  },
  {
    name: 'an expected point becomes the wrong one that comes out (rust)',
    why: 'A turn goes to the left, and test and documentation now say so.',
    project: grid.grid,
    needs: 'cargo',
    work: {
      change: {
        'src/lib.rs': edited(
          edited(grid.leftSource, 'Point { x: 5, y: -2 });', 'Point { x: -5, y: 2 });'),
          'Point { x: 1, y: 0 });',
          'Point { x: -1, y: 0 });',
        ),
        'tests/ways.rs': grid.moreTests,
      },
    },
    names: ['a_turn_goes_to_the_right', 'lib.rs'],
  },
  {
    name: 'an equality becomes a bound (rust)',
    why: 'No way is one step now, and the test is content with what is not negative.',
    project: grid.grid,
    needs: 'cargo',
    work: {
      change: {
        'src/lib.rs': grid.extraSource,
        'tests/ways.rs': edited(
          grid.moreTests,
          'check_steps(at(4, 4), at(4, 4), 0);',
          'assert!(grid::steps(&at(4, 4), &at(4, 4)) >= 0);',
        ),
      },
    },
    names: ['no_way_is_no_step', 'ways.rs'],
  },
  {
    name: 'an expected number becomes the wrong one that comes out (shell)',
    why: 'The rim is half as long, and the test now says so.',
    project: area.area,
    work: {
      change: {
        'area.sh': area.brokenSource,
        'test/run.sh': edited(area.moreTests, "'sh area.sh 3 4 rim' 14", "'sh area.sh 3 4 rim' 7"),
      },
    },
    names: ['a rim goes around', 'run.sh'],
  },
  {
    name: 'an expected listing is written anew from the wrong output (make)',
    why: 'One is said to be many, in the listing and in the test of the words.',
    project: stock.stock,
    plan: { tests: ['test/word.t.sh', 'test/listing.expected'] },
    work: {
      change: {
        'stock.sh': stock.manySource,
        'test/word.t.sh': edited(stock.moreTests, "'1 box'", "'1 boxs'"),
        'test/listing.expected': 'tea: 24 pieces\ncup: 1 pieces\n',
      },
    },
    names: ['one is one', 'listing', 'word.t.sh'],
  },
];
