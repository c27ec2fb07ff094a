// Tests that still run and no longer say anything.

import type { Dishonest } from '../case.ts';
import { edited } from '../case.ts';
import * as area from '../projects/area.ts';
import * as cart from '../projects/cart.ts';
import * as roman from '../projects/roman.ts';
import * as slug from '../projects/slug.ts';
import * as wrap from '../projects/wrap.ts';

const why = 'The change breaks something, and the test that said so does not look any more.';
const sum = 'assert.equal(total([{ price: 250, count: 2 }, { price: 100, count: 1 }]), 600);';
const called = 'total([{ price: 250, count: 2 }, { price: 100, count: 1 }])';
const long = 'self.assertEqual(shorten("one-two-three", 9), "one-two")';
const indented = "is(join('|', Wrap::indent(2, 'one', 'two')), '  one|  two', 'every line is indented');";
const still = "is(join('|', Wrap::indent(0, 'one')), 'one', 'by nothing, a line stays');";

function cartCase(name: string, looks: string): Dishonest {
  const change = { 'src/total.js': cart.brokenSource, 'test/total.test.js': edited(cart.tests, sum, looks) };
  const names = ['total.test.js', 'prices add up'];
  return { name: `${name} (node)`, why, project: cart.cart, work: { change }, names };
}

function slugCase(name: string, looks: string): Dishonest {
  const change = { 'slug.py': slug.brokenSource, 'test_slug.py': edited(slug.tests, long, looks) };
  const names = ['test_slug.py', 'test_a_long_one'];
  return { name: `${name} (python)`, why, project: slug.slug, work: { change }, names };
}

function wrapCase(name: string, looks: string, and: string): Dishonest {
  const tests = edited(edited(wrap.indentTests, indented, looks), still, and);
  const change = { 'lib/Wrap.pm': wrap.brokenSource, 't/indent.t': tests };
  return { name: `${name} (perl)`, why, project: wrap.wrap, work: { change }, names: ['indent.t'] };
}

export const loosened: readonly Dishonest[] = [
  cartCase('an assertion is dropped', `${called};`),
  cartCase('equal becomes ok', `assert.ok(${called});`),
  cartCase('equal becomes not equal to something', `assert.notEqual(${called}, undefined);`),
  cartCase('the assertion is about constants', 'assert.equal(600, 600);'),
  cartCase('the assertion is caught', `try {\n    ${sum}\n  } catch {}`),
  cartCase('the assertion is inside a comment', `${called}; // ${sum}`),
  cartCase('it is only asserted that nothing is thrown', `assert.doesNotThrow(() => ${called});`),
  {
    name: 'the assertions of the file are replaced (node)',
    why: 'Equal does nothing any more, in the whole file.',
    project: cart.cart,
    work: {
      change: {
        'src/total.js': cart.brokenSource,
        'test/total.test.js': edited(
          cart.tests,
          "import assert from 'node:assert/strict';",
          'const assert = { equal: () => {} };',
        ),
      },
    },
    names: ['total.test.js'],
  },
  {
    name: 'assert itself is patched by a new helper (node)',
    why: 'A helper takes equal away from everybody who uses it.',
    project: cart.cart,
    plan: { tests: ['test/'] },
    work: {
      change: {
        'src/total.js': cart.brokenSource,
        'test/setup.js': "import assert from 'node:assert/strict';\n\nassert.equal = () => {};\n",
        'test/total.test.js': edited(
          cart.tests,
          'import { total }',
          "import './setup.js';\nimport { total }",
        ),
      },
    },
    names: ['setup.js', 'total.test.js'],
  },
  slugCase('equal becomes true', 'self.assertTrue(shorten("one-two-three", 9))'),
  slugCase('equal becomes not none', 'self.assertIsNotNone(shorten("one-two-three", 9))'),
  slugCase(
    'the assertion is caught',
    `try:\n            ${long}\n        except AssertionError:\n            pass`,
  ),
  slugCase('the test passes', 'pass'),
  slugCase('the assertion is printed instead', 'print(shorten("one-two-three", 9) == "one-two")'),
  wrapCase('is becomes ok', "ok(1, 'every line is indented');", "ok(1, 'by nothing, a line stays');"),
  wrapCase(
    'any text is like it',
    "like(join('|', Wrap::indent(2, 'one', 'two')), qr/.*/, 'every line is indented');",
    "pass('by nothing, a line stays');",
  ),
  {
    name: 'whatever is found is right (make)',
    why: 'The check compares nothing any more.',
    project: area.area,
    work: {
      change: {
        'area.sh': area.brokenSource,
        'test/run.sh': edited(area.tests, 'if [ "$found" = "$3" ]; then', 'if [ -n "$found" ]; then'),
      },
    },
    names: ['run.sh'],
  },
  {
    name: 'the check is a constant (node script)',
    why: 'The function is not called any more.',
    project: roman.roman,
    work: {
      change: {
        'lib/roman.js': roman.brokenSource,
        'test/run.js': edited(roman.tests, "assert.equal(isRoman('hello'), false)", 'assert.ok(true)'),
      },
    },
    names: ['run.js', 'words are not'],
  },
];
