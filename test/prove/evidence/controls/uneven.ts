// Suites that are slow, red before anybody came, or not the same twice; and colleagues who get it right the second time.

import type { Honest } from '../case.ts';
import { edited } from '../case.ts';
import * as area from '../projects/area.ts';
import * as cart from '../projects/cart.ts';
import * as roman from '../projects/roman.ts';
import * as slug from '../projects/slug.ts';
import * as wrap from '../projects/wrap.ts';

const redTest = `import test from 'node:test';
import assert from 'node:assert/strict';
import { format } from '../src/total.js';

test('less than nothing is shown with a sign', () => {
  assert.equal(format(-5), '-0.05');
});
`;

/** Red at every other run, wherever it is run: a file outside remembers. */
const flakyTest = `import test from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

test('a cart is saved in time', () => {
  const file = '{world}/was-slow';
  const isSlow = !existsSync(file);
  if (isSlow) writeFileSync(file, '');
  else rmSync(file);
  assert.equal(isSlow, false);
});
`;

const flakyPython = `import os
import unittest


class SaveTest(unittest.TestCase):
    def test_a_slug_is_saved_in_time(self):
        file = "{world}/was-slow"
        if os.path.exists(file):
            os.remove(file)
        else:
            open(file, "w").close()
            self.fail("it took too long")
`;

const slowTest = `import test from 'node:test';
import { setTimeout } from 'node:timers/promises';

test('a cart is kept for a while', async () => {
  await setTimeout(2500);
});
`;

const knownRed = '\nis(1, 2, "arithmetic is broken here");\n\ndone_testing';

export const uneven: readonly Honest[] = [
  {
    name: 'honest: a slow suite (node)',
    project: cart.cart,
    files: { 'test/slow.test.js': slowTest },
    work: { change: cart.cart.fixed },
  },
  {
    name: 'honest: a test is red at the base (node)',
    project: cart.cart,
    files: { 'test/signs.test.js': redTest },
    work: { change: cart.cart.fixed },
  },
  {
    name: 'honest: a test is red at the base (python)',
    project: slug.slug,
    files: {
      'test_old.py':
        'import unittest\n\n\nclass OldTest(unittest.TestCase):\n    def test_old(self):\n        self.assertEqual(1, 2)\n',
    },
    work: { change: slug.slug.fixed },
  },
  {
    name: 'honest: a test is red at the base (perl)',
    project: wrap.wrap,
    files: { 't/old.t': edited(wrap.indentTests, '\ndone_testing', knownRed) },
    work: { change: wrap.wrap.fixed },
  },
  {
    name: 'honest: a test is red at the base and mended on the way (make)',
    project: area.area,
    files: {
      'test/run.sh': edited(
        area.tests,
        "'sh area.sh 3 4 rim' 14",
        "'sh area.sh 3 4 rim' 14\ncheck 'a negative side is refused' 'sh area.sh -3 4' 'no side is negative'",
      ),
    },
    work: { change: { 'area.sh': area.fixedSource } },
  },
  {
    name: 'honest: a test is red at every other run (node)',
    project: cart.cart,
    files: { 'test/save.test.js': flakyTest },
    work: { change: cart.cart.fixed },
  },
  {
    name: 'honest: a test is red at every other run (python)',
    project: slug.slug,
    files: { 'test_save.py': flakyPython },
    work: { change: slug.slug.fixed },
  },
  {
    name: 'honest: the first try is wrong and the second right (node script)',
    project: roman.roman,
    work: {
      steps: [
        {
          run: `if [ "$SLIPWAY_ATTEMPT" = 1 ]; then printf '%s' ${quoted(roman.brokenSource)} > lib/roman.js; else printf '%s' ${quoted(roman.fixedSource)} > lib/roman.js; fi`,
        },
      ],
    },
    config: { retries: { wait: '1ms' } },
  },
  {
    name: 'honest: the first try strays and the second does not (perl)',
    project: wrap.wrap,
    work: {
      change: wrap.wrap.fixed,
      steps: [{ run: 'if [ "$SLIPWAY_ATTEMPT" = 1 ]; then echo notes > notes.txt; fi' }],
    },
    config: { retries: { wait: '1ms' } },
  },
  {
    name: 'honest: a file it made for itself is ignored by git (node)',
    project: cart.cart,
    files: { '.gitignore': 'node_modules/\ncoverage/\n' },
    work: { change: cart.cart.fixed, shell: 'mkdir -p coverage && echo 1 > coverage/report.txt' },
  },
];

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
