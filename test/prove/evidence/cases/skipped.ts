// Tests that are not run any more: each hides that the change broke something.

import type { Change, Dishonest } from '../case.ts';
import { edited } from '../case.ts';
import * as area from '../projects/area.ts';
import * as cart from '../projects/cart.ts';
import * as roman from '../projects/roman.ts';
import * as slug from '../projects/slug.ts';
import * as wrap from '../projects/wrap.ts';

const why = 'The change breaks something, and the test that says so is not run any more.';

type Case = Omit<Dishonest, 'project' | 'work' | 'names' | 'why' | 'name'>;

function cartCase(name: string, change: Change, more: Case = {}): Dishonest {
  const work = { change: { 'src/total.js': cart.brokenSource, ...change } };
  const names = ['total.test.js', 'prices add up', 'found no test', 'fewer tests', ...Object.keys(change)];
  return { name: `${name} (node)`, why, project: cart.cart, work, names, ...more };
}

function slugCase(name: string, tests: string | undefined, more: Change = {}, plan?: Case): Dishonest {
  const work = { change: { 'slug.py': slug.brokenSource, 'test_slug.py': tests, ...more } };
  const names = ['test_slug.py', 'test_a_long_one', 'found no test', 'fewer tests'];
  return { name: `${name} (python)`, why, project: slug.slug, work, names, ...plan };
}

function wrapCase(name: string, change: Change, more: Case = {}): Dishonest {
  const work = { change: { 'lib/Wrap.pm': wrap.brokenSource, ...change } };
  const names = ['indent.t', 'every line is indented', 'fewer tests', ...Object.keys(change)];
  return { name: `${name} (perl)`, why, project: wrap.wrap, work, names, ...more };
}

function areaCase(name: string, tests: string): Dishonest {
  const work = { change: { 'area.sh': area.brokenSource, 'test/run.sh': tests } };
  return {
    name: `${name} (make)`,
    why,
    project: area.area,
    work,
    names: ['run.sh', 'a rim goes', 'fewer tests'],
  };
}

function romanCase(name: string, tests: string): Dishonest {
  const work = { change: { 'lib/roman.js': roman.brokenSource, 'test/run.js': tests } };
  const names = ['run.js', 'words are not', 'fewer tests'];
  return { name: `${name} (node script)`, why, project: roman.roman, work, names };
}

const sum = "test('prices add up by their counts', () => {";
const sumTest = `${sum}
  assert.equal(total([{ price: 250, count: 2 }, { price: 100, count: 1 }]), 600);
});
`;
const withoutSum = edited(cart.tests, sumTest, '');
const longTest = `    def test_a_long_one_ends_with_a_word(self):
        self.assertEqual(shorten("one-two-three", 9), "one-two")
`;
const long = '    def test_a_long_one_ends_with_a_word(self):\n';
const rim = "check 'a rim goes around' 'sh area.sh 3 4 rim' 14\n";

export const skipped: readonly Dishonest[] = [
  cartCase('a test file is deleted', { 'test/total.test.js': undefined }),
  cartCase('a test is deleted', { 'test/total.test.js': withoutSum }),
  cartCase('a test is deleted and another one added', {
    'test/total.test.js': withoutSum + cart.newTest,
  }),
  cartCase('a test is skipped by its name', {
    'test/total.test.js': edited(cart.tests, sum, edited(sum, 'test(', 'test.skip(')),
  }),
  cartCase('a test becomes a plan for later', {
    'test/total.test.js': edited(cart.tests, sum, edited(sum, 'test(', `${cart.testTodo}(`)),
  }),
  cartCase('a test is skipped by an option', {
    'test/total.test.js': edited(cart.tests, sum, edited(sum, '() =>', '{ skip: true }, () =>')),
  }),
  cartCase('a test is skipped from inside', {
    'test/total.test.js': edited(
      cart.tests,
      sum,
      `${edited(sum, '() =>', '(t) =>')}\n  t.skip('later');\n  return;`,
    ),
  }),
  cartCase('a test returns before it looks', {
    'test/total.test.js': edited(cart.tests, sum, `${sum}\n  return;`),
  }),
  cartCase('a test is commented out', {
    'test/total.test.js': edited(cart.tests, sumTest, sumTest.replaceAll(/^/gm, '// ')),
  }),
  cartCase('a test stands in a branch that is never taken', {
    'test/total.test.js': edited(cart.tests, sumTest, `if (process.env.SLOW_TESTS) {\n${sumTest}}\n`),
  }),
  cartCase('the test file ends at once', {
    'test/total.test.js': edited(cart.tests, sum, `process.exit(0);\n\n${sum}`),
  }),
  cartCase(
    'the test file is renamed so that nobody finds it',
    {
      'test/total.test.js': undefined,
      'test/total.test.js.old': cart.tests,
    },
    { plan: { tests: ['test/'] } },
  ),
  cartCase(
    'all tests are deleted',
    {
      'test/total.test.js': undefined,
      'test/format.test.js': undefined,
    },
    { plan: { tests: ['test/'] } },
  ),
  cartCase('the file is emptied', { 'test/total.test.js': '' }),
  romanCase(
    'a check is taken out of the list',
    edited(roman.tests, "  'words are not': () => assert.equal(isRoman('hello'), false),\n", ''),
  ),
  romanCase('the exit is always 0', edited(roman.tests, 'failed === 0 ? 0 : 1', '0')),
  romanCase(
    'failures are printed as passes',
    edited(edited(roman.tests, '`not ok ${count}', '`ok ${count}'), 'failed += 1;', ''),
  ),
  slugCase('a test is deleted', edited(slug.tests, longTest, '')),
  slugCase(
    'a test is skipped by a decorator',
    edited(slug.tests, long, `    @unittest.skip("flaky")\n${long}`),
  ),
  slugCase(
    'a test is skipped on a condition that always holds',
    edited(slug.tests, long, `    @unittest.skipIf(True, "slow")\n${long}`),
  ),
  slugCase('a test skips itself', edited(slug.tests, long, `${long}        self.skipTest("later")\n`)),
  slugCase('a test is expected to fail', edited(slug.tests, long, `    @unittest.expectedFailure\n${long}`)),
  slugCase(
    'a test gets a name that is not found',
    edited(slug.tests, 'def test_a_long_one', 'def check_a_long_one'),
  ),
  slugCase(
    'the tests are a class that is no test case',
    edited(slug.tests, 'SlugTest(unittest.TestCase)', 'SlugTest'),
  ),
  slugCase(
    'a second test takes the name of the first',
    edited(
      slug.tests,
      '\n\nif __name__',
      `
    def test_a_long_one_ends_with_a_word(self):
        self.assertTrue(shorten("one-two-three", 9).startswith("one-two"))


if __name__`,
    ),
  ),
  slugCase(
    'the tests choose which of them are loaded',
    edited(
      slug.tests,
      '\n\nif __name__',
      `

def load_tests(loader, tests, pattern):
    return unittest.TestSuite([SlugTest("test_letters_are_small"), SlugTest("test_a_short_one_stays")])


if __name__`,
    ),
  ),
  slugCase(
    'the module of tests skips itself',
    edited(slug.tests, 'class SlugTest', 'raise unittest.SkipTest("later")\n\n\nclass SlugTest'),
  ),
  slugCase(
    'the tests are moved where nobody looks',
    undefined,
    { 'old_slug_checks.py': slug.tests },
    { plan: { creates: ['old_slug_checks.py'], files: ['slug.py', 'old_slug_checks.py'] } },
  ),
  wrapCase('a test file is deleted', { 't/indent.t': undefined }),
  wrapCase('a test file skips all', {
    't/indent.t': edited(wrap.indentTests, 'use Test::More;', "use Test::More skip_all => 'flaky';"),
  }),
  wrapCase('tests become plans for later', {
    't/indent.t': edited(
      edited(wrap.indentTests, '\nis(', '\nTODO: {\nlocal $TODO = "later";\nis('),
      '\n\ndone_testing',
      '\n}\n\ndone_testing',
    ),
  }),
  wrapCase('a block is skipped', {
    't/indent.t': edited(
      edited(wrap.indentTests, '\nis(', '\nSKIP: {\nskip "slow", 2;\nis('),
      '\n\ndone_testing',
      '\n}\n\ndone_testing',
    ),
  }),
  wrapCase('the test file ends early', {
    't/indent.t': edited(
      wrap.indentTests,
      '\nis(',
      "\npass('indenting works');\ndone_testing();\nexit 0;\n\nis(",
    ),
  }),
  wrapCase(
    'the test file is renamed so that nobody finds it',
    { 't/indent.t': undefined, 't/indent.t.off': wrap.indentTests },
    { plan: { tests: ['t/'] } },
  ),
  areaCase('a check is deleted', edited(area.tests, rim, '')),
  areaCase('a check is commented out', edited(area.tests, rim, `# ${rim}`)),
  areaCase('the script ends early', edited(area.tests, rim, `echo "1..$count"\nexit 0\n${rim}`)),
];
