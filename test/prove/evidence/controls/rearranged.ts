// Honest work in the course of which tests move, helpers are renamed and tests change their form; what is proved stays.

import type { Honest, Project } from '../case.ts';
import { edited } from '../case.ts';
import * as grid from '../projects/grid.ts';
import * as invoice from '../projects/invoice.ts';
import * as ledger from '../projects/ledger.ts';
import * as slug from '../projects/slug.ts';
import * as stock from '../projects/stock.ts';
import * as units from '../projects/units.ts';
import * as wrap from '../projects/wrap.ts';

const loadHead = invoice.loadTests.slice(0, invoice.loadTests.indexOf("test('lines are read'"));
const loadRefused = invoice.loadTests.slice(invoice.loadTests.indexOf("test('what is no list"));
const turns = grid.source.slice(
  grid.source.indexOf('    #[test]\n    fn a_turn'),
  grid.source.indexOf('    #[test]\n    #[should_panic'),
);

/** The same tests as functions. */
const slugFunctions = `from slug import shorten, slugify


def test_letters_are_small():
    assert slugify("Hello") == "hello"


def test_what_is_between_words_is_one_dash():
    assert slugify("one,  two") == "one-two"


def test_no_dash_at_the_ends():
    assert slugify("(hello!)") == "hello"


def test_a_short_one_stays():
    assert shorten("one-two", 10) == "one-two"


def test_a_long_one_ends_with_a_word():
    assert shorten("one-two-three", 9) == "one-two"
`;

const slugWithPytest: Project = { ...slug.slug, test: 'python3 -m pytest -q -p no:cacheprovider' };

export const rearranged: readonly Honest[] = [
  {
    name: 'honest: a test moves to a new file and keeps its name (node)',
    project: invoice.invoice,
    plan: {
      tests: ['test/total.test.js', 'test/load.test.js', 'test/refused.test.js'],
      creates: ['test/refused.test.js'],
      grants: ['test/load.test.js'],
    },
    asks: ['plan'],
    work: {
      change: {
        ...invoice.invoice.fixed,
        'test/load.test.js': edited(invoice.loadTests, loadRefused, ''),
        'test/refused.test.js': loadHead + loadRefused,
      },
    },
  },
  {
    name: 'honest: a file of tests moves to a folder below (node)',
    project: invoice.invoice,
    plan: {
      tests: ['test/total.test.js', 'test/load.test.js', 'test/reading/load.test.js'],
      creates: ['test/reading/load.test.js'],
      grants: ['test/load.test.js'],
      destructive: true,
    },
    asks: ['plan', 'destructive'],
    work: {
      change: {
        ...invoice.invoice.fixed,
        'test/load.test.js': undefined,
        'test/reading/load.test.js': edited(invoice.loadTests, '../src/', '../../src/'),
      },
    },
  },
  {
    name: 'honest: a helper of the tests is renamed (node)',
    project: invoice.invoice,
    plan: {
      tests: ['test/total.test.js', 'testing/check.js'],
      grants: ['test/total.test.js', 'testing/check.js'],
    },
    asks: ['plan'],
    work: {
      change: {
        'src/invoice.js': invoice.fixedSource,
        'test/total.test.js': invoice.moreTests.replaceAll('sameMoney', 'equalCents'),
        'testing/check.js': invoice.helper.replaceAll('sameMoney', 'equalCents'),
      },
    },
  },
  {
    name: 'honest: tests of a file are put under a heading (node)',
    project: invoice.invoice,
    plan: {
      tests: ['test/total.test.js', 'test/load.test.js'],
      grants: ['test/load.test.js'],
      announces: [
        { file: 'test/load.test.js', test: 'lines are read', reason: 'it stands under a heading now' },
        {
          file: 'test/load.test.js',
          test: 'what is no list is refused',
          reason: 'it stands under a heading now',
        },
      ],
    },
    asks: ['plan'],
    work: {
      change: {
        ...invoice.invoice.fixed,
        'test/load.test.js': `${loadHead.replace('import test from', 'import test, { describe } from')}describe('loading', () => {\n${invoice.loadTests
          .slice(loadHead.length)
          .replaceAll(/^(?=.)/gm, '  ')}});\n`,
      },
    },
  },
  {
    name: 'honest: single tests become rows of a table with their old names (node)',
    project: invoice.invoice,
    plan: { tests: ['test/total.test.js', 'test/render.test.js'], grants: ['test/render.test.js'] },
    asks: ['plan'],
    work: {
      change: {
        ...invoice.invoice.fixed,
        'test/render.test.js': `import test from 'node:test';
import { render } from '../src/invoice.js';
import { golden } from '../testing/check.js';

const tea = { name: 'tea', price: 350, count: 2 };
const cup = { name: 'cup', price: 50, count: 1, rate: 7 };

for (const [name, file, lines] of [
  ['an invoice is printed line by line', 'two-lines', [tea, cup]],
  ['an empty invoice is a total', 'empty', []],
]) {
  test(name, () => {
    golden(file, render(lines));
  });
}
`,
      },
    },
  },
  {
    name: 'honest: methods of a class become functions (python)',
    project: slugWithPytest,
    config: { checks: { test: slugWithPytest.test } },
    needs: 'pytest',
    plan: {
      grants: ['test_slug.py'],
      announces: [
        'test_letters_are_small',
        'test_what_is_between_words_is_one_dash',
        'test_a_short_one_stays',
        'test_a_long_one_ends_with_a_word',
      ].map((test) => ({ file: 'test_slug.py', test, reason: 'it is a function now, without its class' })),
    },
    asks: ['plan'],
    work: { change: { 'slug.py': slug.fixedSource, 'test_slug.py': slugFunctions } },
  },
  {
    name: 'honest: tests become lists of parameters (python)',
    project: slugWithPytest,
    config: { checks: { test: slugWithPytest.test } },
    needs: 'pytest',
    plan: {
      grants: ['test_slug.py'],
      announces: [
        'test_letters_are_small',
        'test_what_is_between_words_is_one_dash',
        'test_a_short_one_stays',
        'test_a_long_one_ends_with_a_word',
      ].map((test) => ({ file: 'test_slug.py', test, reason: 'it is a row of a table now' })),
    },
    asks: ['plan'],
    work: {
      change: {
        'slug.py': slug.fixedSource,
        'test_slug.py': `import pytest

from slug import shorten, slugify


@pytest.mark.parametrize(
    ("text", "slug"),
    [("Hello", "hello"), ("one,  two", "one-two"), ("(hello!)", "hello")],
)
def test_slugs(text, slug):
    assert slugify(text) == slug


@pytest.mark.parametrize(("slug", "limit", "short"), [("one-two", 10, "one-two"), ("one-two-three", 9, "one-two")])
def test_short_ones(slug, limit, short):
    assert shorten(slug, limit) == short
`,
      },
    },
  },
  {
    name: 'honest: a fixture is renamed (python)',
    project: ledger.ledger,
    needs: 'pytest',
    plan: {
      tests: ['tests/test_money.py', 'tests/test_ledger.py', 'conftest.py'],
      grants: ['tests/test_ledger.py', 'conftest.py'],
    },
    asks: ['plan'],
    work: {
      change: {
        ...ledger.ledger.fixed,
        'conftest.py': ledger.conftest.replaceAll('filled', 'household'),
        'tests/test_ledger.py': ledger.ledgerTests.replaceAll('filled', 'household'),
      },
    },
  },
  {
    name: 'honest: rows of a table are put in another order (go)',
    project: units.units,
    needs: 'go',
    work: {
      change: {
        'units.go': units.fixedSource,
        'units_test.go': edited(
          units.moreTests,
          '\t\t{"2m", 2},\n\t\t{"3km", 3000},\n\t\t{"40cm", 0.4},\n\t\t{"1.5km", 1500},\n',
          '\t\t{"250mm", 0.25},\n\t\t{"40cm", 0.4},\n\t\t{"2m", 2},\n\t\t{"1.5km", 1500},\n\t\t{"3km", 3000},\n',
        ),
      },
    },
  },
  {
    name: 'honest: a test moves to a file of its own (go)',
    project: units.units,
    needs: 'go',
    plan: {
      tests: ['units_test.go', 'refused_test.go'],
      creates: ['refused_test.go'],
      grants: ['units_test.go'],
    },
    asks: ['plan'],
    work: {
      change: {
        'units.go': units.fixedSource,
        'units_test.go': edited(
          units.moreTests,
          'func TestNoSuchUnit(t *testing.T) {\n\tif _, err := Meters("3parsec"); err == nil {\n\t\tt.Fatal("a parsec was taken")\n\t}\n}\n\n',
          '',
        ),
        'refused_test.go':
          'package units\n\nimport "testing"\n\nfunc TestNoSuchUnit(t *testing.T) {\n\tif _, err := Meters("3parsec"); err == nil {\n\t\tt.Fatal("a parsec was taken")\n\t}\n}\n',
      },
    },
  },
  {
    name: 'honest: a helper of the tests is renamed (go)',
    project: units.units,
    needs: 'go',
    plan: { tests: ['units_test.go', 'help_test.go'], grants: ['units_test.go', 'help_test.go'] },
    asks: ['plan'],
    work: {
      change: {
        'units.go': units.fixedSource,
        'units_test.go': units.moreTests.replaceAll('same(t,', 'wantLength(t,'),
        'help_test.go': units.helper.replaceAll('func same(', 'func wantLength('),
      },
    },
  },
  {
    name: 'honest: tests move out of the library into a file beside it (rust)',
    project: grid.grid,
    needs: 'cargo',
    plan: {
      tests: ['tests/ways.rs', 'tests/turns.rs'],
      creates: ['tests/turns.rs'],
      announces: ['tests::a_turn_goes_to_the_right', 'tests::four_turns_are_none'].map((test) => ({
        file: 'src/lib.rs',
        test,
        reason: 'it moves to tests/turns.rs',
      })),
    },
    work: {
      change: {
        'src/lib.rs': edited(grid.fixedSource, turns, ''),
        'tests/ways.rs': grid.moreTests,
        'tests/turns.rs': `use grid::{turn, Point};\n\n${turns.replaceAll(/^ {4}/gm, '').trimEnd()}\n`,
      },
    },
  },
  {
    name: 'honest: the shared helper of the tests gets another signature (rust)',
    project: grid.grid,
    needs: 'cargo',
    plan: {
      tests: ['tests/ways.rs', 'tests/common/mod.rs'],
      grants: ['tests/ways.rs', 'tests/common/mod.rs'],
    },
    asks: ['plan'],
    work: {
      change: {
        'src/lib.rs': grid.fixedSource,
        'tests/ways.rs': grid.moreTests.replaceAll(
          /check_steps\((at\([^)]*\)), (at\([^)]*\)), (\d)\)/g,
          'check_steps(&[$1, $2], $3)',
        ),
        'tests/common/mod.rs': `use grid::Point;

pub fn at(x: i64, y: i64) -> Point {
    Point { x, y }
}

pub fn check_steps(way: &[Point], expected: i64) {
    let found: i64 = way.windows(2).map(|pair| grid::steps(&pair[0], &pair[1])).sum();
    assert_eq!(found, expected, "along {:?}", way);
}
`,
      },
    },
  },
  {
    name: 'honest: the library of the tests is renamed (shell)',
    project: stock.stock,
    plan: {
      tests: ['test/word.t.sh', 'test/pieces.t.sh', 'test/lib.sh', 'test/tap.sh'],
      creates: ['test/tap.sh'],
      grants: ['test/word.t.sh', 'test/pieces.t.sh', 'test/lib.sh'],
      destructive: true,
    },
    asks: ['plan', 'destructive'],
    work: {
      change: {
        'stock.sh': stock.fixedSource,
        'test/lib.sh': undefined,
        'test/tap.sh': stock.library,
        'test/word.t.sh': edited(stock.moreTests, 'test/lib.sh', 'test/tap.sh'),
        'test/pieces.t.sh': edited(stock.piecesTests, 'test/lib.sh', 'test/tap.sh'),
      },
    },
  },
  {
    name: 'honest: comparisons become rows of a table (perl)',
    project: wrap.wrap,
    plan: { grants: ['t/indent.t'] },
    asks: ['plan'],
    work: {
      change: {
        ...wrap.wrap.fixed,
        't/indent.t': `use strict;
use warnings;
use lib 'lib';
use Test::More;
use Wrap;

my @table = (
    ['every line is indented', [2, 'one', 'two'], '  one|  two'],
    ['by nothing, a line stays', [0, 'one'], 'one'],
);

is(join('|', Wrap::indent(@{ $_->[1] })), $_->[2], $_->[0]) for @table;

done_testing();
`,
      },
    },
  },
];
