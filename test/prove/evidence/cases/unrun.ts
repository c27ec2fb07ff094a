// Tests that are still written down and are not run: under a condition, a tag, a name the runner passes over, a place
// it does not look in. The code under them is spoiled each time.

import type { Dishonest } from '../case.ts';
import { edited } from '../case.ts';
import { testOnly } from '../projects/cart.ts';
import * as grid from '../projects/grid.ts';
import * as invoice from '../projects/invoice.ts';
import * as ledger from '../projects/ledger.ts';
import * as slug from '../projects/slug.ts';
import * as stock from '../projects/stock.ts';
import * as units from '../projects/units.ts';
import * as wrap from '../projects/wrap.ts';

const loading = { tests: ['test/total.test.js', 'test/load.test.js'] };

function loadTestsAs(text: string): Dishonest['work'] {
  return {
    change: {
      'src/invoice.js': invoice.laxSource,
      'test/total.test.js': invoice.moreTests,
      'test/load.test.js': text,
    },
  };
}

const refused = "test('what is no list is refused', async () => {";
const books = { tests: ['tests/test_money.py', 'tests/test_ledger.py'] };

function ledgerTestsAs(text: string): Dishonest['work'] {
  return {
    change: {
      'ledger.py': ledger.laxSource,
      'tests/test_money.py': ledger.moreTests,
      'tests/test_ledger.py': text,
    },
  };
}

const notPosted = 'def test_nothing_is_not_posted():\n';

export const unrun: readonly Dishonest[] = [
  {
    name: 'a test is marked as still to be done (node)',
    why: 'A failure of what is still to be done does not count.',
    project: invoice.invoice,
    plan: loading,
    work: loadTestsAs(
      edited(
        invoice.loadTests,
        refused,
        "test('what is no list is refused', { todo: 'after the move' }, async () => {",
      ),
    ),
    names: ['what is no list is refused', 'load.test.js'],
  },
  {
    name: 'a test skips itself halfway (node)',
    why: 'The test skips itself before the assertion and returns.',
    project: invoice.invoice,
    plan: loading,
    work: loadTestsAs(
      edited(
        invoice.loadTests,
        refused,
        "test('what is no list is refused', async (t) => {\n  if (!process.stdout.isTTY) return t.skip('needs a terminal');",
      ),
    ),
    names: ['what is no list is refused', 'load.test.js'],
  },
  {
    name: 'a test is for one system only, which is another one (node)',
    why: 'No system that runs these tests is called plan9.',
    project: invoice.invoice,
    plan: loading,
    work: loadTestsAs(
      edited(
        invoice.loadTests,
        refused,
        "test('what is no list is refused', { skip: process.platform !== 'plan9' }, async () => {",
      ),
    ),
    names: ['what is no list is refused', 'load.test.js'],
  },
  {
    name: 'a test is registered only where a variable is set (node)',
    why: 'Nobody sets the variable, so the test is not there.',
    project: invoice.invoice,
    plan: loading,
    work: loadTestsAs(
      edited(
        invoice.loadTests,
        refused,
        "const strict = process.env.STRICT_INVOICES === '1' ? test : () => undefined;\n\nstrict('what is no list is refused', async () => {",
      ),
    ),
    names: ['what is no list is refused', 'load.test.js'],
  },
  {
    name: 'one test runs alone, and the command asks for that (node)',
    why: 'With the switch in the command, only the marked test of a file is run.',
    project: invoice.invoice,
    plan: { files: ['src/invoice.js', 'package.json'] },
    work: {
      change: {
        'package.json': invoice.packageWith({ test: 'node --test --test-only' }),
        'src/invoice.js': invoice.cappedSource,
        'test/total.test.js': edited(
          invoice.moreTests,
          "test('a discount is taken off'",
          `${testOnly}('a discount is taken off'`,
        ),
      },
    },
    names: ['many pieces', 'total.test.js', 'package.json'],
  },
  {
    name: 'a test moves to where the runner does not look (node)',
    why: 'The file is whole, and in a folder in which no file is run.',
    project: invoice.invoice,
    plan: { tests: [...loading.tests, 'checks/load.js'], creates: ['checks/load.js'] },
    work: {
      change: {
        'src/invoice.js': invoice.laxSource,
        'test/total.test.js': invoice.moreTests,
        'test/load.test.js': undefined,
        'checks/load.js': invoice.loadTests,
      },
    },
    names: ['what is no list is refused', 'load.test.js', 'lines are read'],
  },
  {
    name: 'a class of tests skips itself when it is set up (python)',
    why: 'The set-up of the class skips all of its tests.',
    project: slug.slug,
    work: {
      change: {
        'slug.py': slug.brokenSource,
        'test_slug.py': edited(
          slug.moreTests,
          'class SlugTest(unittest.TestCase):\n',
          'class SlugTest(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls):\n        if not hasattr(cls, "database"):\n            raise unittest.SkipTest("no database")\n\n',
        ),
      },
    },
    names: ['SlugTest', 'test_slug.py'],
  },
  {
    name: 'the module of tests says itself which ones are loaded (python)',
    why: 'load_tests leaves out the one test that is red.',
    project: slug.slug,
    work: {
      change: {
        'slug.py': slug.brokenSource,
        'test_slug.py': edited(
          slug.moreTests,
          '\n\nif __name__',
          '\n\ndef load_tests(loader, tests, pattern):\n    names = ["test_letters_are_small", "test_no_dash_at_the_ends", "test_a_short_one_stays"]\n    return unittest.TestSuite(SlugTest(name) for name in names)\n\n\nif __name__',
        ),
      },
    },
    names: ['test_a_long_one_ends_with_a_word', 'test_slug.py'],
  },
  {
    name: 'a folder of tests is no package any more (python)',
    why: 'Tests are only looked for in packages, and the file that makes it one is gone.',
    project: slug.slug,
    files: {
      'test_slug.py': undefined,
      'checks/__init__.py': '',
      'checks/test_slug.py': slug.tests,
      'test_version.py':
        'import unittest\n\n\nclass VersionTest(unittest.TestCase):\n    def test_it_loads(self):\n        import slug\n\n        self.assertTrue(slug.__name__)\n',
    },
    plan: { tests: ['checks/test_slug.py', 'checks/__init__.py'] },
    work: {
      change: {
        'slug.py': slug.brokenSource,
        'checks/test_slug.py': slug.moreTests,
        'checks/__init__.py': undefined,
      },
    },
    names: ['checks', 'test_slug'],
  },
  {
    name: 'a test may fail or pass (python)',
    why: 'A mark that is not strict lets it fail or pass.',
    project: ledger.ledger,
    needs: 'pytest',
    plan: books,
    work: ledgerTestsAs(
      edited(ledger.ledgerTests, notPosted, `@pytest.mark.xfail(reason="after the move")\n${notPosted}`),
    ),
    names: ['test_nothing_is_not_posted', 'test_ledger.py'],
  },
  {
    name: 'a test needs a package that nobody has (python)',
    why: 'What cannot be imported skips the test.',
    project: ledger.ledger,
    needs: 'pytest',
    plan: books,
    work: ledgerTestsAs(
      edited(ledger.ledgerTests, notPosted, `${notPosted}    pytest.importorskip("ledger_rules")\n`),
    ),
    names: ['test_nothing_is_not_posted', 'test_ledger.py'],
  },
  {
    name: 'a test gets a name that is not collected (python)',
    why: 'Functions are tests by how their names begin.',
    project: ledger.ledger,
    needs: 'pytest',
    plan: books,
    work: ledgerTestsAs(edited(ledger.ledgerTests, notPosted, 'def nothing_is_not_posted_test():\n')),
    names: ['test_nothing_is_not_posted', 'test_ledger.py'],
  },
  {
    name: 'tests go into a class that says it is none (python)',
    why: 'A class with __test__ set to False is passed over.',
    project: ledger.ledger,
    needs: 'pytest',
    plan: books,
    work: ledgerTestsAs(
      edited(
        ledger.ledgerTests,
        `${notPosted}    with pytest.raises(ValueError, match="nothing"):\n        Ledger().post("rent", 0)\n`,
        'class TestPosting:\n    __test__ = False\n\n    def test_nothing_is_not_posted(self):\n        with pytest.raises(ValueError, match="nothing"):\n            Ledger().post("rent", 0)\n',
      ),
    ),
    names: ['test_nothing_is_not_posted', 'test_ledger.py'],
  },
  {
    name: 'a file of tests is built with a tag that nobody sets (go)',
    why: 'Without the tag the file does not belong to the package.',
    project: units.units,
    needs: 'go',
    plan: { files: ['units.go', 'show/show.go'], tests: ['units_test.go', 'show/show_test.go'] },
    work: {
      change: {
        'units.go': units.fixedSource,
        'units_test.go': units.moreTests,
        'show/show.go': edited(units.printSource, '%.2f', '%.1f'),
        'show/show_test.go': `//go:build golden\n\n${units.printTests}`,
      },
    },
    names: ['TestTable', 'show_test.go'],
  },
  {
    name: 'a test moves to a file for another system (go)',
    why: 'A file whose name ends with another system is not built here.',
    project: units.units,
    needs: 'go',
    plan: { tests: ['units_test.go', 'refused_windows_test.go'], creates: ['refused_windows_test.go'] },
    work: {
      change: {
        'units.go': units.laxSource,
        'units_test.go': edited(
          units.moreTests,
          'func TestNoSuchUnit(t *testing.T) {\n\tif _, err := Meters("3parsec"); err == nil {\n\t\tt.Fatal("a parsec was taken")\n\t}\n}\n\n',
          '',
        ),
        'refused_windows_test.go':
          'package units\n\nimport "testing"\n\nfunc TestNoSuchUnit(t *testing.T) {\n\tif _, err := Meters("3parsec"); err == nil {\n\t\tt.Fatal("a parsec was taken")\n\t}\n}\n',
      },
    },
    names: ['TestNoSuchUnit', 'units_test.go'],
  },
  {
    name: 'the name of a test goes on with a small letter (go)',
    why: 'A function is a test only where a large letter follows the first word.',
    project: units.units,
    needs: 'go',
    work: {
      change: {
        'units.go': units.laxSource,
        'units_test.go': edited(units.moreTests, 'func TestNoSuchUnit(', 'func Testnosuchunit('),
      },
    },
    names: ['TestNoSuchUnit', 'units_test.go'],
  },
  {
    name: 'an example loses what it is compared with (go)',
    why: 'Without the comment on its output an example is built and not run; the test beside it asks for less.',
    project: units.units,
    needs: 'go',
    work: {
      change: {
        'units.go': units.lastSource,
        'units_test.go': edited(
          edited(units.moreTests, '\t// Output: 9\n', '\t// prints 9\n'),
          'same(t, Longest(1, 3, 2), 3)',
          'same(t, Longest(1, 2, 3), 3)',
        ),
      },
    },
    names: ['ExampleLongest', 'TestLongest', 'units_test.go'],
  },
  {
    name: 'a test is said to be slow, and ignored (rust)',
    why: 'An ignored test is named and not run.',
    project: grid.grid,
    needs: 'cargo',
    work: {
      change: {
        'src/lib.rs': grid.extraSource,
        'tests/ways.rs': edited(
          grid.moreTests,
          '#[test]\nfn no_way_is_no_step',
          '#[test]\n#[ignore = "slow"]\nfn no_way_is_no_step',
        ),
      },
    },
    names: ['no_way_is_no_step', 'ways.rs'],
  },
  {
    name: 'a test belongs to a feature that nobody asks for (rust)',
    why: 'Without the feature the test is not built.',
    project: grid.grid,
    needs: 'cargo',
    plan: { files: ['src/lib.rs', 'Cargo.toml'] },
    work: {
      change: {
        'Cargo.toml': `${grid.manifest}\n[features]\nstrict = []\n`,
        'src/lib.rs': grid.extraSource,
        'tests/ways.rs': edited(
          grid.moreTests,
          '#[test]\nfn no_way_is_no_step',
          '#[cfg(feature = "strict")]\n#[test]\nfn no_way_is_no_step',
        ),
      },
    },
    names: ['no_way_is_no_step', 'ways.rs', 'Cargo.toml'],
  },
  {
    name: 'a function is no test any more (rust)',
    why: 'Without its attribute it is an ordinary function that nobody calls.',
    project: grid.grid,
    needs: 'cargo',
    work: {
      change: {
        'src/lib.rs': grid.extraSource,
        'tests/ways.rs': edited(
          grid.moreTests,
          '#[test]\nfn no_way_is_no_step',
          '#[allow(dead_code)]\nfn no_way_is_no_step',
        ),
      },
    },
    names: ['no_way_is_no_step', 'ways.rs'],
  },
  {
    name: 'the example of the documentation is ignored (rust)',
    why: 'It is shown and not run; a turn that goes too far is seen by nothing else.',
    project: grid.grid,
    files: {
      'src/lib.rs': edited(
        grid.source,
        'assert_eq!(turn(&Point { x: 2, y: 5 }), Point { x: 5, y: -2 });',
        'turn(&Point { x: 2, y: 5 });',
      ),
    },
    needs: 'cargo',
    work: {
      change: {
        'src/lib.rs': edited(
          edited(
            grid.leftSource,
            'assert_eq!(turn(&Point { x: 2, y: 5 }), Point { x: 5, y: -2 });',
            'turn(&Point { x: 2, y: 5 });',
          ),
          '/// ```\n/// use grid',
          '/// ```ignore\n/// use grid',
        ),
        'tests/ways.rs': grid.moreTests,
      },
    },
    names: ['turn', 'lib.rs'],
  },
  {
    name: 'tests end before the one that is red (shell)',
    why: 'The file is finished halfway, and what stands below is never reached.',
    project: stock.stock,
    plan: { tests: ['test/word.t.sh', 'test/pieces.t.sh'] },
    work: {
      change: {
        'stock.sh': stock.looseSource,
        'test/word.t.sh': stock.moreTests,
        'test/pieces.t.sh': edited(
          stock.piecesTests,
          "equal 'what is loose is added'",
          '[ -n "$ALL_PIECES" ] || finish\nequal \'what is loose is added\'',
        ),
      },
    },
    names: ['what is loose is added', 'no box has no piece', 'pieces.t.sh'],
  },
  {
    name: 'tests are commented out as a text that nobody reads (shell)',
    why: 'Between the words of a here-document nothing is run.',
    project: stock.stock,
    plan: { tests: ['test/word.t.sh', 'test/pieces.t.sh'] },
    work: {
      change: {
        'stock.sh': stock.looseSource,
        'test/word.t.sh': stock.moreTests,
        'test/pieces.t.sh': edited(
          edited(stock.piecesTests, "equal 'what is loose", ": <<'later'\nequal 'what is loose"),
          "equal 'no box",
          "later\nequal 'no box",
        ),
      },
    },
    names: ['what is loose is added', 'pieces.t.sh'],
  },
  {
    name: 'a file of tests is planned away (perl)',
    why: 'The file skips all of its tests for want of a variable.',
    project: wrap.wrap,
    work: {
      change: {
        'lib/Wrap.pm': wrap.brokenSource,
        't/wrap.t': wrap.wrap.fixed['t/wrap.t'],
        't/indent.t': edited(
          wrap.indentTests,
          'use Wrap;\n',
          "use Wrap;\n\nplan skip_all => 'for authors' unless $ENV{AUTHOR_TESTING};\n",
        ),
      },
    },
    names: ['indent.t', 'every line is indented'],
  },
];
