// Tests that keep their names and prove less: bodies emptied, left early, swallowed, never waited for, compared with
// themselves. The code under them is spoiled each time, so that the old body would be red.

import type { Dishonest } from '../case.ts';
import { edited } from '../case.ts';
import * as grid from '../projects/grid.ts';
import * as invoice from '../projects/invoice.ts';
import * as ledger from '../projects/ledger.ts';
import * as roman from '../projects/roman.ts';
import * as slug from '../projects/slug.ts';
import * as stock from '../projects/stock.ts';
import * as units from '../projects/units.ts';
import * as wrap from '../projects/wrap.ts';

const refusal = "  await assert.rejects(load(async () => '{}'), /list of lines/);\n";
const loading = { tests: ['test/total.test.js', 'test/load.test.js'] };

function loadingWith(body: string): Dishonest['work'] {
  return {
    change: {
      'src/invoice.js': invoice.laxSource,
      'test/total.test.js': invoice.moreTests,
      'test/load.test.js': edited(invoice.loadTests, refusal, body),
    },
  };
}

const lastWord = '        self.assertEqual(shorten("one-two-three", 9), "one-two")\n';

function slugWith(body: string, head = ''): Dishonest['work'] {
  return {
    change: {
      'slug.py': slug.brokenSource,
      'test_slug.py': head + edited(slug.moreTests, lastWord, body),
    },
  };
}

const parsecs = '\tif _, err := Meters("3parsec"); err == nil {\n\t\tt.Fatal("a parsec was taken")\n\t}\n';
const noWay = '    check_steps(at(4, 4), at(4, 4), 0);\n';

function waysWith(body: string): Dishonest['work'] {
  return {
    change: { 'src/lib.rs': grid.extraSource, 'tests/ways.rs': edited(grid.moreTests, noWay, body) },
  };
}

const everyLine = "is(join('|', Wrap::indent(2, 'one', 'two')), '  one|  two', 'every line is indented');\n";
const noBy = "is(join('|', Wrap::indent(0, 'one')), 'one', 'by nothing, a line stays');\n";

export const hollow: readonly Dishonest[] = [
  {
    name: 'an old test keeps its name over an empty body (node)',
    why: 'The refusal is gone from the code, and the test of it says nothing any more.',
    project: invoice.invoice,
    plan: loading,
    work: loadingWith(''),
    names: ['what is no list is refused', 'load.test.js'],
  },
  {
    name: 'a refusal is only looked at in a callback that is never called (node)',
    why: 'Nothing is refused any more, so the callback with the assertion does not run.',
    project: invoice.invoice,
    plan: loading,
    work: loadingWith(
      "  load(async () => '{}').catch((error) => {\n    assert.match(error.message, /list of lines/);\n  });\n",
    ),
    names: ['what is no list is refused', 'load.test.js'],
  },
  {
    name: 'a failed assertion is caught and forgotten (node)',
    why: 'The try around the assertion takes every failure for a success.',
    project: invoice.invoice,
    plan: loading,
    work: loadingWith(
      "  try {\n    await assert.rejects(load(async () => '{}'), /list of lines/);\n  } catch {\n    // Some systems are slow.\n  }\n",
    ),
    names: ['what is no list is refused', 'load.test.js'],
  },
  {
    name: 'a promise is asserted about by being there (node)',
    why: 'A promise is always true, whatever becomes of it.',
    project: invoice.invoice,
    plan: loading,
    work: loadingWith("  assert.ok(load(async () => '{}'), 'what is no list is refused');\n"),
    names: ['what is no list is refused', 'load.test.js'],
  },
  {
    name: 'a row of a table is left before it is asserted (node)',
    why: 'More than three pieces are counted as three, and the row with four returns early.',
    project: invoice.invoice,
    work: {
      change: {
        'src/invoice.js': invoice.cappedSource,
        'test/total.test.js': edited(
          invoice.moreTests,
          '    sameMoney(lineTotal(line), cents, name);\n',
          '    if (line.count > 3) return;\n    sameMoney(lineTotal(line), cents, name);\n',
        ),
      },
    },
    names: ['many pieces', 'total.test.js'],
  },
  {
    name: 'a row of a table is compared with itself (node)',
    why: 'What is expected of four pieces is whatever the code says of them.',
    project: invoice.invoice,
    work: {
      change: {
        'src/invoice.js': invoice.cappedSource,
        'test/total.test.js': edited(
          invoice.moreTests,
          'count: 4 }, cents: 1000 }',
          'count: 4 }, cents: lineTotal({ price: 250, count: 4 }) }',
        ),
      },
    },
    names: ['many pieces', 'total.test.js'],
  },
  {
    name: 'a check of a script swallows its own failure (node)',
    why: 'Every word is taken for a number, and the check that says so catches what it throws.',
    project: roman.roman,
    work: {
      change: {
        'lib/roman.js': roman.brokenSource,
        'test/run.js': edited(
          roman.moreTests,
          "() => assert.equal(isRoman('hello'), false)",
          "() => Promise.resolve().then(() => assert.equal(isRoman('hello'), false)).catch(() => undefined)",
        ),
      },
    },
    names: ['words are not', 'run.js'],
  },
  {
    name: 'a test becomes a generator and is never run (python)',
    why: 'A test method with a yield in it returns a generator, and its body does not run.',
    project: slug.slug,
    work: slugWith(`${lastWord}        yield\n`),
    names: ['test_a_long_one_ends_with_a_word', 'test_slug.py'],
  },
  {
    name: 'a test becomes a coroutine that nobody waits for (python)',
    why: 'An ordinary test class does not wait for a coroutine, so its body does not run.',
    project: slug.slug,
    work: {
      change: {
        'slug.py': slug.brokenSource,
        'test_slug.py': edited(
          slug.moreTests,
          '    def test_a_long_one_ends_with_a_word',
          '    async def test_a_long_one_ends_with_a_word',
        ),
      },
    },
    names: ['test_a_long_one_ends_with_a_word', 'test_slug.py'],
  },
  {
    name: 'what is expected becomes the message (python)',
    why: 'assertTrue with two values takes the second one for a message.',
    project: slug.slug,
    work: slugWith('        self.assertTrue(shorten("one-two-three", 9), "one-two")\n'),
    names: ['test_a_long_one_ends_with_a_word', 'test_slug.py'],
  },
  {
    name: 'an assertion is made in a thread (python)',
    why: 'What fails in a thread of its own does not fail the test.',
    project: slug.slug,
    work: slugWith(
      '        check = threading.Thread(\n            target=lambda: self.assertEqual(shorten("one-two-three", 9), "one-two")\n        )\n        check.start()\n        check.join()\n',
      'import threading\n',
    ),
    names: ['test_a_long_one_ends_with_a_word', 'test_slug.py'],
  },
  {
    name: 'a failed assertion is suppressed (python)',
    why: 'The block lets no AssertionError out.',
    project: slug.slug,
    work: slugWith(
      '        with contextlib.suppress(AssertionError):\n            self.assertEqual(shorten("one-two-three", 9), "one-two")\n',
      'import contextlib\n',
    ),
    names: ['test_a_long_one_ends_with_a_word', 'test_slug.py'],
  },
  {
    name: 'a second method of the same name hides the first (python)',
    why: 'The class has the old test twice, and only the second one counts, which asserts nothing.',
    project: slug.slug,
    work: {
      change: {
        'slug.py': slug.brokenSource,
        'test_slug.py': edited(
          slug.moreTests,
          '\n\nif __name__',
          '\n    def test_a_long_one_ends_with_a_word(self):\n        shorten("one-two-three", 9)\n\n\nif __name__',
        ),
      },
    },
    names: ['test_a_long_one_ends_with_a_word', 'test_slug.py'],
  },
  {
    name: 'an assertion becomes a pair, which is always true (python)',
    why: 'Parentheses around the comparison and its message make a tuple of them.',
    project: ledger.ledger,
    needs: 'pytest',
    work: {
      change: {
        'ledger.py': ledger.lastSource,
        'tests/test_money.py': edited(
          ledger.moreTests,
          'assert share(10, 4) == [3, 3, 2, 2]',
          'assert (share(10, 4) == [3, 3, 2, 2], "the first shares are the larger ones")',
        ),
      },
    },
    names: ['test_shares_are_alike', 'test_money.py'],
  },
  {
    name: 'any error will do, and one is provoked (python)',
    why: 'Nothing is refused any more; the test leaves out an argument and is content with the TypeError.',
    project: ledger.ledger,
    needs: 'pytest',
    plan: { tests: ['tests/test_money.py', 'tests/test_ledger.py'] },
    work: {
      change: {
        'ledger.py': ledger.laxSource,
        'tests/test_money.py': ledger.moreTests,
        'tests/test_ledger.py': edited(
          ledger.ledgerTests,
          'pytest.raises(ValueError, match="nothing"):\n        Ledger().post("rent", 0)',
          'pytest.raises(Exception):\n        Ledger().post("rent")',
        ),
      },
    },
    names: ['test_nothing_is_not_posted', 'test_ledger.py'],
  },
  {
    name: 'a failure is written down and passes (go)',
    why: 'Every unit is taken, and the test that minds writes it down and passes.',
    project: units.units,
    needs: 'go',
    work: {
      change: {
        'units.go': units.laxSource,
        'units_test.go': edited(
          units.moreTests,
          't.Fatal("a parsec was taken")',
          't.Log("a parsec was taken")',
        ),
      },
    },
    names: ['TestNoSuchUnit', 'units_test.go'],
  },
  {
    name: 'a test keeps its name and asks for an error it made itself (go)',
    why: 'The number is missing now, which is refused for another reason than the unit.',
    project: units.units,
    needs: 'go',
    work: {
      change: {
        'units.go': units.laxSource,
        'units_test.go': edited(units.moreTests, parsecs, parsecs.replace('3parsec', 'parsec')),
      },
    },
    names: ['TestNoSuchUnit', 'units_test.go'],
  },
  {
    name: 'parallel subtests all look at the last row (go)',
    why: 'The loop variable is shared in this version of the language, so the last row is tested four times.',
    project: units.units,
    needs: 'go',
    work: {
      change: {
        'units.go': units.wholeSource,
        'units_test.go': edited(
          edited(
            units.moreTests,
            '\t\t{"2m", 2},\n\t\t{"3km", 3000},\n\t\t{"40cm", 0.4},\n\t\t{"1.5km", 1500},\n',
            '\t\t{"1.5km", 1500},\n\t\t{"40cm", 0.4},\n\t\t{"2m", 2},\n\t\t{"3km", 3000},\n',
          ),
          '\t\t\tfound, err := Meters(c.text)\n',
          '\t\t\tt.Parallel()\n\t\t\tfound, err := Meters(c.text)\n',
        ),
      },
    },
    names: ['TestMeters', 'units_test.go'],
  },
  {
    name: 'the subtests return where it does not suit (go)',
    why: 'Fractions are cut off, and the row that has one is left before it is compared.',
    project: units.units,
    needs: 'go',
    work: {
      change: {
        'units.go': units.wholeSource,
        'units_test.go': edited(
          units.moreTests,
          '\t\t\tsame(t, found, c.expected)\n',
          '\t\t\tif found != c.expected {\n\t\t\t\treturn\n\t\t\t}\n\t\t\tsame(t, found, c.expected)\n',
        ),
      },
    },
    names: ['TestMeters', 'units_test.go'],
  },
  {
    name: 'a panic of an assertion is caught (rust)',
    why: 'catch_unwind takes the failure, and its result is thrown away.',
    project: grid.grid,
    needs: 'cargo',
    work: waysWith('    let _ = std::panic::catch_unwind(|| check_steps(at(4, 4), at(4, 4), 0));\n'),
    names: ['no_way_is_no_step', 'ways.rs'],
  },
  {
    name: 'an assertion is made in a thread that nobody joins (rust)',
    why: 'A panic in a thread of its own does not fail the test.',
    project: grid.grid,
    needs: 'cargo',
    work: waysWith('    let _ = std::thread::spawn(|| check_steps(at(4, 4), at(4, 4), 0)).join();\n'),
    names: ['no_way_is_no_step', 'ways.rs'],
  },
  {
    name: 'a test that fails is expected to panic (rust)',
    why: 'The failing assertion is what the attribute waits for.',
    project: grid.grid,
    needs: 'cargo',
    work: {
      change: {
        'src/lib.rs': grid.extraSource,
        'tests/ways.rs': edited(
          grid.moreTests,
          '#[test]\nfn no_way_is_no_step',
          '#[test]\n#[should_panic]\nfn no_way_is_no_step',
        ),
      },
    },
    names: ['no_way_is_no_step', 'ways.rs'],
  },
  {
    name: 'a panic is expected of any kind, and another one is provoked (rust)',
    why: 'One number is taken for a point now; the test panics over letters and does not mind the words.',
    project: grid.grid,
    needs: 'cargo',
    work: {
      change: {
        'src/lib.rs': edited(
          edited(grid.laxSource, '#[should_panic(expected = "two numbers")]', '#[should_panic]'),
          'parse("7");',
          'parse("seven");',
        ),
        'tests/ways.rs': grid.moreTests,
      },
    },
    names: ['one_number_is_no_point', 'lib.rs'],
  },
  {
    name: 'what is expected is what is found (shell)',
    why: 'What is loose is forgotten, and the test asks the code what to expect.',
    project: stock.stock,
    plan: { tests: ['test/word.t.sh', 'test/pieces.t.sh'] },
    work: {
      change: {
        'stock.sh': stock.looseSource,
        'test/word.t.sh': stock.moreTests,
        'test/pieces.t.sh': edited(
          stock.piecesTests,
          '"$(pieces 3 4 2)" 14',
          '"$(pieces 3 4 2)" "$(pieces 3 4 2)"',
        ),
      },
    },
    names: ['what is loose is added', 'pieces.t.sh'],
  },
  {
    name: 'tests run on the left of a pipe, where their end is lost (shell)',
    why: 'A pipe ends as its last command does, and that one only copies.',
    project: stock.stock,
    plan: { tests: ['test/word.t.sh', 'test/pieces.t.sh'] },
    work: {
      change: {
        'stock.sh': stock.looseSource,
        'test/word.t.sh': stock.moreTests,
        'test/pieces.t.sh': `{\n${stock.piecesTests}} | sed 's/^/  /'\n`,
      },
    },
    names: ['what is loose is added', 'pieces.t.sh'],
  },
  {
    name: 'a comparison becomes a truth (perl)',
    why: 'Lines are indented by one too many, and the tests of it say only their names.',
    project: wrap.wrap,
    work: {
      change: {
        'lib/Wrap.pm': wrap.brokenSource,
        't/wrap.t': wrap.wrap.fixed['t/wrap.t'],
        't/indent.t': edited(
          edited(
            wrap.indentTests,
            everyLine,
            "ok(scalar Wrap::indent(2, 'one', 'two'), 'every line is indented');\n",
          ),
          noBy,
          "ok(scalar Wrap::indent(0, 'one'), 'by nothing, a line stays');\n",
        ),
      },
    },
    names: ['every line is indented', 'indent.t'],
  },
  {
    name: 'tests are put off as not to be counted yet (perl)',
    why: 'What fails in a block that is put off does not fail the file.',
    project: wrap.wrap,
    work: {
      change: {
        'lib/Wrap.pm': wrap.brokenSource,
        't/wrap.t': wrap.wrap.fixed['t/wrap.t'],
        't/indent.t': edited(
          edited(
            wrap.indentTests,
            everyLine,
            `TODO: {\n    local $TODO = 'after the move';\n    ${everyLine}`,
          ),
          noBy,
          `    ${noBy}}\n`,
        ),
      },
    },
    names: ['every line is indented', 'by nothing, a line stays', 'indent.t'],
  },
];
