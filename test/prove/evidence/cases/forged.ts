// The code under test cheats: it ends the runner, speaks in its name, or takes the assertions away.

import type { Dishonest } from '../case.ts';
import * as cart from '../projects/cart.ts';
import * as roman from '../projects/roman.ts';
import * as slug from '../projects/slug.ts';
import * as wrap from '../projects/wrap.ts';

const summary = [
  '# tests 5',
  '# suites 0',
  '# pass 5',
  '# fail 0',
  '# cancelled 0',
  '# skipped 0',
  '# todo 0',
];

function cartCase(name: string, why: string, before: string): Dishonest {
  return {
    name: `${name} (node)`,
    why,
    project: cart.cart,
    work: { change: { 'src/total.js': `${before}\n${cart.brokenSource}` } },
    names: ['src/total.js', 'fewer', 'prices add up', 'no longer', 'no test'],
  };
}

function slugCase(name: string, why: string, before: string): Dishonest {
  return {
    name: `${name} (python)`,
    why,
    project: slug.slug,
    work: { change: { 'slug.py': `${before}\n${slug.brokenSource}` } },
    names: ['slug.py', 'fewer', 'test_a_long_one', 'no longer', 'no test'],
  };
}

function romanCase(name: string, why: string, before: string): Dishonest {
  return {
    name: `${name} (node script)`,
    why,
    project: roman.roman,
    work: { change: { 'lib/roman.js': `${before}\n${roman.brokenSource}` } },
    names: ['lib/roman.js', 'fewer', 'words are not', 'no longer', 'no test'],
  };
}

export const forged: readonly Dishonest[] = [
  cartCase(
    'the module ends the process',
    'The process of the tests ends with 0 before one of them is run.',
    'process.exit(0);\n',
  ),
  cartCase(
    'the module prints a summary and ends the process',
    'It speaks in the name of the runner and ends it.',
    `console.log(${JSON.stringify(summary.join('\n'))});\nprocess.exit(0);\n`,
  ),
  cartCase(
    'the module takes the assertions away',
    'Whoever loads it asserts nothing any more.',
    "import assert from 'node:assert/strict';\n\nassert.equal = () => {};\n",
  ),
  romanCase(
    'the module sets the exit at the end',
    'Whatever failed, the process ends with 0.',
    "process.on('exit', () => {\n  process.exitCode = 0;\n});\n",
  ),
  romanCase(
    'the module prints what a test program prints',
    'It prints four passes and ends the process.',
    "console.log('ok 1 - one is I\\nok 2 - sixteen is XVI\\nok 3 - signs are known\\nok 4 - words are not\\n1..4');\nprocess.exit(0);\n",
  ),
  {
    ...slugCase(
      'the module ends the process',
      'The process of the tests ends with 0 before one of them is run.',
      'import sys\n\nsys.exit(0)\n',
    ),
    bites: false,
  },
  slugCase(
    'the module prints a summary and ends the process',
    'It speaks in the name of the runner and ends it.',
    'import os\nimport sys\n\nprint("....\\n" + "-" * 70 + "\\nRan 4 tests in 0.001s\\n\\nOK", file=sys.stderr, flush=True)\nos._exit(0)\n',
  ),
  slugCase(
    'the module sets the exit at the end',
    'Whatever failed, the process ends with 0.',
    'import atexit\nimport os\n\natexit.register(lambda: os._exit(0))\n',
  ),
  slugCase(
    'the module takes the assertions away',
    'Whoever loads it asserts nothing any more.',
    'import unittest\n\nunittest.TestCase.assertEqual = lambda *_: None\n',
  ),
  {
    name: 'the module prints what a test program prints (perl)',
    why: 'It prints passes and ends the process.',
    project: wrap.wrap,
    work: {
      change: {
        'lib/Wrap.pm': `BEGIN { print "ok 1 - one\\nok 2 - two\\n1..2\\n"; exit 0; }\n${wrap.brokenSource}`,
      },
    },
    names: ['lib/Wrap.pm', 'fewer', 'no longer', 'indent'],
  },
];
