// Behaviour that changes because the ticket says so, and features that go: the plan names in advance which tests of the
// base will fail or change, and which files of tests are to be rewritten.

import type { Honest } from '../case.ts';
import { edited } from '../case.ts';
import * as cart from '../projects/cart.ts';
import * as grid from '../projects/grid.ts';
import * as invoice from '../projects/invoice.ts';
import * as ledger from '../projects/ledger.ts';
import * as shop from '../projects/shop.ts';
import * as slug from '../projects/slug.ts';
import * as stock from '../projects/stock.ts';
import * as units from '../projects/units.ts';
import * as wrap from '../projects/wrap.ts';

const shares = ledger.moneyTests.slice(
  ledger.moneyTests.indexOf('\n\n@pytest.mark.parametrize(("cents", "parts")'),
);
const shareCode = ledger.source.slice(
  ledger.source.indexOf('def share'),
  ledger.source.indexOf('def report'),
);

export const announced: readonly Honest[] = [
  {
    name: 'honest: cents are rounded down from now on (node)',
    project: invoice.invoice,
    ticket: { title: 'Round cents down', criterion: 'Half a cent of 53.5 cents is dropped.' },
    plan: {
      tests: ['test/total.test.js', 'test/golden/two-lines.txt'],
      grants: ['test/total.test.js', 'test/golden/two-lines.txt'],
      announces: [
        { file: 'test/total.test.js', test: 'half a cent is rounded up', reason: 'it is rounded down now' },
        {
          file: 'test/render.test.js',
          test: 'an invoice is printed line by line',
          reason: 'a cup costs 0.53 now',
        },
      ],
    },
    asks: ['plan'],
    work: {
      change: {
        'src/invoice.js': edited(invoice.source, 'Math.round(', 'Math.floor('),
        'test/total.test.js': edited(
          invoice.totalTests,
          "'half a cent is rounded up', line: { price: 50, count: 1, rate: 7 }, cents: 54",
          "'half a cent is dropped', line: { price: 50, count: 1, rate: 7 }, cents: 53",
        ),
        'test/golden/two-lines.txt': 'tea 7.00\ncup 0.53\ntotal 7.53\n',
      },
    },
  },
  {
    name: 'honest: an empty cart is refused from now on (node)',
    project: cart.cart,
    ticket: {
      title: 'Refuse an empty cart',
      criterion: 'The total of no lines throws an error about an empty cart.',
    },
    plan: {
      grants: ['test/total.test.js'],
      announces: [
        { file: 'test/total.test.js', test: 'an empty cart costs nothing', reason: 'it is refused now' },
      ],
    },
    asks: ['plan'],
    work: {
      change: {
        'src/total.js': edited(
          cart.source,
          '  const sum =',
          "  if (lines.length === 0) throw new RangeError('the cart is empty');\n  const sum =",
        ),
        'test/total.test.js': edited(
          cart.tests,
          "test('an empty cart costs nothing', () => {\n  assert.equal(total([]), 0);\n",
          "test('an empty cart is refused', () => {\n  assert.throws(() => total([]), /the cart is empty/);\n",
        ),
      },
    },
  },
  {
    name: 'honest: reading goes, with its tests (node)',
    project: invoice.invoice,
    ticket: {
      title: 'Remove the reading of invoices',
      criterion: 'There is no function called load any more.',
    },
    plan: {
      tests: ['test/load.test.js'],
      grants: ['test/load.test.js'],
      destructive: true,
      announces: ['lines are read', 'what is no list is refused'].map((test) => ({
        file: 'test/load.test.js',
        test,
        reason: 'what it is about goes',
      })),
    },
    asks: ['plan', 'destructive'],
    work: {
      change: {
        'src/invoice.js': edited(
          invoice.source,
          invoice.source.slice(invoice.source.indexOf('\nexport async function load')),
          '',
        ),
        'test/load.test.js': undefined,
      },
    },
  },
  {
    name: 'honest: a receipt looks different, and its snapshot is written anew (node)',
    project: shop.shop,
    ticket: {
      title: 'Show a currency on amounts',
      criterion: 'An amount of 1205 cents is shown as 12.05 EUR.',
    },
    plan: {
      tests: ['test/format.test.js', 'test/__snapshots__/receipt.snap'],
      grants: ['test/format.test.js', 'test/__snapshots__/receipt.snap'],
      announces: [
        { file: 'test/format.test.js', test: 'cents are two digits', reason: 'the currency follows' },
        {
          file: 'test/format.test.js',
          test: 'less than one is shown with a zero',
          reason: 'the currency follows',
        },
        { file: 'test/receipt.test.js', test: 'a receipt is as it was', reason: 'the currency follows' },
      ],
    },
    asks: ['plan'],
    config: shop.checks,
    work: {
      change: {
        'src/total.js': edited(cart.source, "padStart(2, '0')}`", "padStart(2, '0')} EUR`"),
        'test/format.test.js': cart.formatTests.replaceAll(/'(\d+\.\d+)'/g, "'$1 EUR'"),
        'test/__snapshots__/receipt.snap': 'sum 10.97 EUR\nwith a voucher 9.97 EUR\n',
      },
    },
  },
  {
    name: 'honest: long slugs are cut at the limit from now on (python)',
    project: slug.slug,
    ticket: { title: 'Cut long slugs at the limit', criterion: 'one-two-three cut at nine is one-two-t.' },
    plan: {
      grants: ['test_slug.py'],
      announces: [
        {
          file: 'test_slug.py',
          test: 'test_a_long_one_ends_with_a_word',
          reason: 'it ends at the limit now',
        },
      ],
    },
    asks: ['plan'],
    work: {
      change: {
        'slug.py': edited(slug.source, 'slug[:limit].rsplit("-", 1)[0]', 'slug[:limit]'),
        'test_slug.py': edited(
          slug.tests,
          'test_a_long_one_ends_with_a_word(self):\n        self.assertEqual(shorten("one-two-three", 9), "one-two")',
          'test_a_long_one_ends_at_the_limit(self):\n        self.assertEqual(shorten("one-two-three", 9), "one-two-t")',
        ),
      },
    },
  },
  {
    name: 'honest: what is left over goes to the last from now on (python)',
    project: ledger.ledger,
    needs: 'pytest',
    ticket: {
      title: 'Give left-over cents to the last',
      criterion: 'Ten cents in four shares are 2, 2, 3 and 3.',
    },
    plan: {
      grants: ['tests/test_money.py'],
      announces: [
        {
          file: 'tests/test_money.py',
          test: 'test_shares_are_alike',
          reason: 'the last ones are larger now',
        },
      ],
    },
    asks: ['plan'],
    work: {
      change: {
        'ledger.py': edited(ledger.source, 'index < cents % parts', 'index >= parts - cents % parts'),
        'tests/test_money.py': edited(ledger.moneyTests, '[3, 3, 2, 2]', '[2, 2, 3, 3]'),
      },
    },
  },
  {
    name: 'honest: sharing goes, with its tests (python)',
    project: ledger.ledger,
    needs: 'pytest',
    ticket: {
      title: 'Remove the sharing of amounts',
      criterion: 'There is no function called share any more.',
    },
    plan: {
      grants: ['tests/test_money.py'],
      destructive: true,
      announces: [
        'test_no_cent_is_lost[100-3]',
        'test_no_cent_is_lost[7-7]',
        'test_no_cent_is_lost[5-2]',
        'test_shares_are_alike',
      ].map((test) => ({ file: 'tests/test_money.py', test, reason: 'what it is about goes' })),
    },
    asks: ['plan', 'destructive'],
    work: {
      change: {
        'ledger.py': edited(ledger.source, shareCode, ''),
        'tests/test_money.py': edited(
          edited(ledger.moneyTests, shares, ''),
          'import parse, share',
          'import parse',
        ),
      },
    },
  },
  {
    name: 'honest: a length without a known unit is in metres from now on (go)',
    project: units.units,
    needs: 'go',
    ticket: {
      title: 'Take a length without a unit for metres',
      criterion: '7 is seven metres; 3parsec is refused.',
    },
    work: {
      change: {
        'units.go': edited(units.source, '\tcase "m":', '\tcase "m", "":'),
        'units_test.go': edited(units.tests, '\t\t{"2m", 2},\n', '\t\t{"2m", 2},\n\t\t{"7", 7},\n'),
      },
    },
  },
  {
    name: 'honest: tables have one digit from now on (go)',
    project: units.units,
    needs: 'go',
    ticket: {
      title: 'Print lengths with one digit',
      criterion: 'A thread of 0.256 metres is printed as 0.3 m.',
    },
    plan: {
      files: ['show/show.go'],
      tests: ['show/testdata/table.txt'],
      grants: ['show/testdata/table.txt'],
      announces: [{ file: 'show/show_test.go', test: 'TestTable', reason: 'there is one digit now' }],
    },
    asks: ['plan'],
    work: {
      change: {
        'show/show.go': edited(units.printSource, '%.2f', '%.1f'),
        'show/testdata/table.txt': 'rope: 12.0 m\nthread: 0.3 m\n',
      },
    },
  },
  {
    name: 'honest: a kilometre is spelled out from now on, in one row (go)',
    project: units.units,
    needs: 'go',
    ticket: { title: 'Rename km to klick', criterion: '3klick are 3000 metres and 3km is refused.' },
    plan: {
      grants: ['units_test.go'],
      announces: ['TestMeters/3km', 'TestMeters/1.5km', 'TestMeters'].map((test) => ({
        file: 'units_test.go',
        test,
        reason: 'the unit has another name',
      })),
    },
    asks: ['plan'],
    work: {
      change: {
        'units.go': edited(edited(units.source, 'case "km":', 'case "klick":'), 'as 3km,', 'as 3klick,'),
        'units_test.go': edited(units.tests.replaceAll('km"', 'klick"'), '"3parsec"', '"3km"'),
      },
    },
  },
  {
    name: 'honest: turns go to the left from now on (rust)',
    project: grid.grid,
    needs: 'cargo',
    ticket: { title: 'Turn to the left', criterion: 'A turn of 0,1 is -1,0.' },
    plan: {
      announces: [
        { file: 'src/lib.rs', test: 'tests::a_turn_goes_to_the_right', reason: 'it goes to the left now' },
        { file: 'src/lib.rs', test: 'src/lib.rs - turn (line 15)', reason: 'it goes to the left now' },
      ],
    },
    work: {
      change: {
        'src/lib.rs': [
          ['x: point.y, y: -point.x }', 'x: -point.y, y: point.x }'],
          ['Point { x: 5, y: -2 });', 'Point { x: -5, y: 2 });'],
          ['Point { x: 1, y: 0 });', 'Point { x: -1, y: 0 });'],
          ['a_turn_goes_to_the_right', 'a_turn_goes_to_the_left'],
          ['/// Turns to the right.', '/// Turns to the left.'],
        ].reduce((text, [find = '', replace = '']) => edited(text, find, replace), grid.source),
      },
    },
  },
  {
    name: 'honest: one number is no panic any more (rust)',
    project: grid.grid,
    needs: 'cargo',
    ticket: { title: 'Return nothing for a text without a comma', criterion: 'Parsing "7" gives None.' },
    plan: {
      grants: ['tests/ways.rs'],
      announces: [
        {
          file: 'src/lib.rs',
          test: 'tests::one_number_is_no_point',
          reason: 'it gives None instead of a panic',
        },
        { file: 'tests/ways.rs', test: 'a_point_is_parsed', reason: 'the point is inside of Some now' },
      ],
    },
    asks: ['plan'],
    work: {
      change: {
        'src/lib.rs': [
          [
            '-> Point {\n    let (x, y) = text.split_once',
            '-> Option<Point> {\n    let (x, y) = text.split_once',
          ],
          ['.expect("two numbers with a comma");', '?;'],
          [
            'Point { x: x.trim().parse().expect("a number"), y: y.trim().parse().expect("a number") }',
            'Some(Point { x: x.trim().parse().ok()?, y: y.trim().parse().ok()? })',
          ],
          ['    #[should_panic(expected = "two numbers")]\n', ''],
          ['        parse("7");', '        assert_eq!(parse("7"), None);'],
        ].reduce((text, [find = '', replace = '']) => edited(text, find, replace), grid.source),
        'tests/ways.rs': edited(grid.tests, 'at(3, -4));', 'Some(at(3, -4)));'),
      },
    },
  },
  {
    name: 'honest: a listing has a dash from now on (make)',
    project: stock.stock,
    ticket: { title: 'List goods with a dash', criterion: 'The line of tea is "tea - 24 pieces".' },
    plan: {
      files: ['listing.sh'],
      tests: ['test/listing.expected'],
      grants: ['test/listing.expected'],
      announces: [{ file: 'test/listing.expected', test: 'listing', reason: 'there is a dash now' }],
    },
    asks: ['plan'],
    work: {
      change: {
        'listing.sh': edited(stock.listingSource, '$name: $(', '$name - $('),
        'test/listing.expected': 'tea - 24 pieces\ncup - 1 piece\n',
      },
    },
  },
  {
    name: 'honest: lines are indented by tabs from now on (perl)',
    project: wrap.wrap,
    ticket: { title: 'Indent by tabs', criterion: 'A line indented by two begins with two tabs.' },
    plan: {
      grants: ['t/indent.t'],
      announces: [{ file: 't/indent.t', test: 'every line is indented', reason: 'by tabs now' }],
    },
    asks: ['plan'],
    work: {
      change: {
        'lib/Wrap.pm': edited(wrap.source, "(' ' x $by)", '("\\t" x $by)'),
        't/indent.t': edited(wrap.indentTests, "'  one|  two'", '"\\t\\tone|\\t\\ttwo"'),
      },
    },
  },
];
