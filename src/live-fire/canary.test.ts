// Canaries as texts: where they stand and how they are written. Whether they are seen failing is for real runners to say
// (`effects/kinds/fire.test.ts`, `npm run prove:evidence`).

import { describe, expect, test } from 'vitest';
import { formOf, isScript, ownFile, planted } from './canary.ts';
import { assertedToken, thrownToken } from './canary-forms.ts';

const token = { id: 'abc123' };

describe('a canary', () => {
  test.each([
    ['a.test.js', "import test from 'node:test';\n", 'node-test'],
    ['a.test.js', "const { test } = require('node:test');\n", 'node-test'],
    ['a.test.ts', "import { test } from 'vitest';\n", 'vitest'],
    ['a.test.js', "import test from 'ava';\n", 'ava'],
    ['test/a.js', "const test = require('tape');\n", 'tape'],
    ['a.spec.js', "describe('a', () => {});\n", 'globals'],
    ['test/run.js', 'if (1 !== 1) process.exit(1);\n', 'script'],
    ['test_a.py', 'def test_a():\n    pass\n', 'python'],
    ['helper.py', 'x = 1\n', undefined],
    ['a_test.go', 'package a\n', 'go'],
    ['a.go', 'package a\n', undefined],
    ['tests/a.rs', '', 'rust'],
    ['t/a.t', '', 'perl'],
    ['a.bats', '', 'bats'],
    ['test/run.sh', '', 'shell'],
    ['ATest.java', '', undefined],
    ['a.json', '', undefined],
  ])('in %s of %j has the form %s', (path, text, form) => {
    expect(formOf(path, text)).toBe(form);
  });

  test.each([
    [
      'a.test.js',
      "import test from 'node:test';\n",
      "import { test as slipwayCanaryabc123 } from 'node:test';",
    ],
    [
      'a.test.cjs',
      "const t = require('node:test');\n",
      "const { test: slipwayCanaryabc123 } = require('node:test');",
    ],
    [
      'a.test.ts',
      "import { test } from 'vitest';\n",
      "import { expect as slipwayCanaryabc123Expect } from 'vitest';",
    ],
    [
      'a.spec.ts',
      "it('a', () => { expect(1).toBe(1); });\n",
      "globalThis.expect('slipway-canary-abc123-asserted')",
    ],
    ['a.test.js', "import test from 'ava';\n", "import slipwayCanaryabc123 from 'ava';"],
    ['test/a.js', "const test = require('tape');\n", "t.fail('slipway-canary-abc123-asserted')"],
    ['a_test.go', 'package a\n', 'func TestSlipwayCanaryabc123Thrown(t *testing.T)'],
    ['tests/a.rs', 'fn x() {}\n', 'mod slipway_canary_abc123'],
    ['a.bats', '', '@test "slipway canary abc123"'],
    ['t/a.t', '', 'not ok 1 - slipway-canary-abc123-thrown'],
  ])('in %s is written as tests there are', (path, text, written) => {
    const made = planted(path, text, token) ?? '';
    expect(made).toContain(written);
    expect(made.includes(thrownToken(token)) || made.includes(assertedToken(token))).toBe(true);
  });

  test('stands before the line with which a Python module runs itself', () => {
    const text =
      'import unittest\n\nclass A(unittest.TestCase):\n    def test_a(self): pass\n\nif __name__ == "__main__":\n    unittest.main()\n';
    const made = planted('test_a.py', text, token) ?? '';
    expect(made.indexOf('SlipwayCanary')).toBeLessThan(made.indexOf('__main__'));
    expect(planted('test_a.py', 'def test_a(): pass\n', token)).toMatch(/asserted'\n$/);
  });

  test("stands at the top of a project's own script, below what says who runs it", () => {
    expect(planted('test/run.sh', '#!/bin/bash\nexit 0\n', token)).toBe(
      '#!/bin/bash\necho "slipway-canary-abc123-thrown" >&2\nexit 1\nexit 0\n',
    );
    expect(planted('test/run.js', 'process.exit(0);\n', token)).toMatch(/^throw new Error/);
    expect([isScript('shell'), isScript('python'), isScript(undefined)]).toEqual([true, false, false]);
  });

  test('is nothing where nobody knows how tests are written', () => {
    expect(planted('ATest.java', '', token)).toBeUndefined();
    expect(ownFile({ path: 'ATest.java', text: '' }, token, [])).toBeUndefined();
    expect(ownFile({ path: 'test/run.sh', text: '' }, token, [])).toBeUndefined();
  });
});

describe('a file of its own', () => {
  test.each([
    ['test/total.test.js', "import test from 'node:test';\n", 'test/slipway-canary-abc123.test.js'],
    ['tests/test_total.py', 'def test_a(): pass\n', 'tests/test_slipway_canary_abc123.py'],
    ['pkg/total_test.go', 'package total_test\n', 'pkg/slipway_canary_abc123_test.go'],
    ['tests/total.rs', '', 'tests/slipway_canary_abc123.rs'],
    ['test/total.js', "it('a', () => {});\n", 'test/slipway-canary-abc123.js'],
    ['t/total.t', '', 't/slipway-canary-abc123.t'],
  ])('beside %s is found as that is', (path, text, expected) => {
    expect(ownFile({ path, text }, token, [])?.path).toBe(expected);
  });

  test('loads what the change touches first, and fails whatever comes of that', () => {
    const script = ownFile({ path: 'test/unit/a.test.js', text: "import test from 'node:test';\n" }, token, [
      'src/a.js',
      'test/unit/b.js',
    ]);
    expect(script?.text).toContain('for (const one of ["../../src/a.js","./b.js"]) {');
    expect(script?.text).toContain('await Promise.race([import(');
    // Where modules are made scripts, nothing may be waited for outside of a test.
    const globals = ownFile(
      { path: 'test/a.test.js', text: "import x from '../x.js';\nit('x', () => { expect(x).toBe(1); });\n" },
      token,
      ['src/a.js'],
    );
    expect(globals?.text).toContain('const slipwayLoadedabc123 = (async () => {');
    expect(globals?.text).toContain("async () => { await slipwayLoadedabc123; throw new Error('");
    expect(globals?.text).toContain('async () => { await slipwayLoadedabc123; \n');
    const common = ownFile({ path: 'test/a.cjs', text: "const t = require('node:test');\n" }, token, [
      'src/a.cjs',
    ]);
    expect(common?.text).toContain('for (const one of ["../src/a.cjs"]) { try { require(one); } catch {} }');
    const python = ownFile({ path: 'tests/test_a.py', text: 'def test_a(): pass\n' }, token, [
      'src/shop/cart.py',
    ]);
    expect(python?.text).toContain('    import src.shop.cart\n');
    expect(python?.text).toContain('    import shop.cart\n');
    expect(ownFile({ path: 'a_test.go', text: 'package a_test\n' }, token, [])?.text).toMatch(
      /^package a_test\n\nimport "testing"/,
    );
    expect(ownFile({ path: 'a.bats', text: '' }, token, [])?.text).toMatch(/^#!\/usr\/bin\/env bats/);
  });
});
