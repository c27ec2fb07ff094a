// What is right only when it is tested, with real processes: each change is green by its own tests, and depends on one thing that
// nobody who uses it has.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FiringWorld } from '../../../test/support/firing.ts';
import { firingWorld, nodeCheck, testSpec } from '../../../test/support/firing.ts';

const head = "import test from 'node:test';\nimport assert from 'node:assert/strict';\n";
const source = 'export const twice = (a) => a * 2;\n';
const tests = `${head}import { twice } from '../src/sum.js';\ntest('doubles', () => { assert.equal(twice(4), 8); });\n`;

let world: FiringWorld;
beforeAll(async () => {
  world = await firingWorld({
    'package.json': '{ "name": "sum", "type": "module" }\n',
    'src/sum.js': source,
    'test/sum.test.js': tests,
    'sums.py': 'def thrice(a):\n    return a * 3\n',
    'test_sums.py':
      'import unittest\n\nfrom sums import thrice\n\n\nclass Sums(unittest.TestCase):\n    def test_three(self):\n        self.assertEqual(thrice(2), 6)\n',
    'half.sh': 'echo $(($1 / 2))\n',
    Makefile: '.PHONY: test\ntest:\n\t@sh test/half.sh\n',
    'test/half.sh': half(''),
  });
});
afterAll(() => world.close());

function half(more: string): string {
  return `failed=0\nn=0\ncheck() {\n  n=$((n + 1))\n  if [ "$(sh half.sh "$2")" = "$3" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; failed=1; fi\n}\ncheck 'half of four' 4 2\n${more}echo "1..$n"\nexit $failed\n`;
}

interface Way {
  readonly where: string;
  /** Right only where this holds. */
  readonly condition: string;
}

const nodeWays: readonly Way[] = [
  { where: 'on another date', condition: 'Date.now() < Date.UTC(2031, 0, 1)' },
  { where: 'on another date', condition: 'new Date().getFullYear() < 2031' },
  {
    where: 'where its files are years old',
    condition: 'Date.now() - statSync(new URL(import.meta.url)).mtimeMs < 7 * 86_400_000',
  },
  { where: 'with the variables of a server set', condition: "process.env.NODE_ENV !== 'production'" },
  { where: 'where nothing says that this is a build server', condition: "process.env['CI']" },
  { where: 'by which a test runner tells of itself', condition: 'process.env.NODE_TEST_CONTEXT' },
  { where: 'by which a test runner tells of itself', condition: "'NODE_TEST_CONTEXT' in process.env" },
  {
    where: 'in another folder',
    condition: "process.cwd() === fileURLToPath(new URL('..', import.meta.url)).slice(0, -1)",
  },
  {
    where: 'where the files of its tests are not seen',
    condition: "existsSync(new URL('../test', import.meta.url))",
  },
];

const pythonWays: readonly Way[] = [
  { where: 'on another date', condition: 'datetime.date.today().year < 2031' },
  { where: 'on another date', condition: 'datetime.datetime.now().year < 2031' },
  { where: 'where its files are years old', condition: 'time.time() - os.stat(__file__).st_mtime < 10**6' },
  { where: 'with the variables of a server set', condition: '"DATABASE_URL" not in os.environ' },
  { where: 'in another folder', condition: 'os.getcwd() == os.path.dirname(os.path.abspath(__file__))' },
  {
    where: 'where the files of its tests are not seen',
    condition: '(Path.cwd() / "test_sums.py").exists()',
  },
];

/** Which kind is named for which way; one test of the change stands for each. */
function told(words: string, ways: readonly Way[], nameOf: (n: number) => string): readonly string[] {
  const lines = words.split('\n');
  return ways.map(({ condition }, n) => {
    const line = lines.find((one) => one.includes(`'${nameOf(n)}`)) ?? 'not found';
    return `${condition}: ${line.replace(/^.* fails /, '').replace(/\. The tests.*$/, '')}`;
  });
}

const wanted = (ways: readonly Way[]): readonly unknown[] =>
  ways.map(({ where, condition }) =>
    expect.stringMatching(new RegExp(`^${escaped(condition)}: .*${escaped(where)}`)),
  );

const escaped = (text: string): string => text.replaceAll(/[^\w ]/g, '\\$&');

describe('[E9] a test of the change fails elsewhere, and the finding says where', () => {
  test('in Node', async () => {
    const { words } = await world.shotAt('canary', {
      'src/sum.js': `import { existsSync, statSync } from 'node:fs';\nimport { fileURLToPath } from 'node:url';\n${source}${nodeWays.map(({ condition }, n) => `export const way${n} = () => Boolean(${condition});\n`).join('')}`,
      'test/sum.test.js': `${tests}import * as ways from '../src/sum.js';\n${nodeWays.map((_, n) => `test('goes the way ${n}', () => { assert.ok(ways.way${n}()); });\n`).join('')}`,
    });
    expect(told(words, nodeWays, (n) => `goes the way ${n}`)).toEqual(wanted(nodeWays));
    expect(words).not.toContain("'doubles'");
  });

  test('in Python', async () => {
    const before = world.files['test_sums.py'] ?? '';
    const { words } = await world.shotAt(
      'canary',
      {
        'sums.py': `import datetime\nimport os\nimport time\nfrom pathlib import Path\n\n\ndef thrice(a):\n    return a * 3\n${pythonWays.map(({ condition }, n) => `\n\ndef way${n}():\n    return ${condition}\n`).join('')}`,
        'test_sums.py': `${before.replace('thrice\n', 'thrice\nimport sums\n')}${pythonWays.map((_, n) => `\n    def test_way_${n}(self):\n        self.assertTrue(sums.way${n}())\n`).join('')}`,
      },
      { checks: [testSpec('unit', 'python3 -m unittest -v')] },
    );
    expect(told(words, pythonWays, (n) => `test_way_${n}`)).toEqual(wanted(pythonWays));
    expect(words).not.toContain('test_three');
  });

  test('under make, which counts how deep it is', async () => {
    const shown = await world.shotAt(
      'canary',
      {
        'half.sh': 'if [ -n "$MAKELEVEL" ]; then echo $((($1 + 1) / 2)); else echo $(($1 / 2)); fi\n',
        'test/half.sh': half("check 'half of five' 5 3\n"),
      },
      { checks: [testSpec('unit', 'make test')] },
    );
    expect(shown.kinds).toEqual(['only-when-tested']);
    expect(shown.words).toContain("'half of five'");
  });
});

describe('[E9] elsewhere, honest work is as right as here', () => {
  test('where it goes by the clock, the ages of its files, its folder and its variables', async () => {
    const shown = await world.shotAt('canary', {
      'src/sum.js': `import { statSync } from 'node:fs';
import path from 'node:path';
export const isFresh = (file) => Date.now() - statSync(file).mtimeMs < 60_000;
export const placeOf = (name) => path.join(process.cwd(), name);
export const resolved = (name) => path.resolve(name);
export const mode = () => process.env.MODE ?? 'usual';
${source}`,
      'test/sum.test.js': `${tests}
import { existsSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isFresh, mode, placeOf, resolved } from '../src/sum.js';
test('goes by its surroundings', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'sum-')), 'a');
  writeFileSync(file, '');
  assert.ok(isFresh(file));
  utimesSync(file, new Date(Date.now() - 120_000), new Date(Date.now() - 120_000));
  assert.ok(!isFresh(file));
  assert.equal(placeOf('package.json'), path.resolve('package.json'));
  assert.equal(resolved('a'), path.join(process.cwd(), 'a'));
  assert.ok(readFileSync(placeOf('package.json'), 'utf8').includes('sum'));
  assert.ok(existsSync('test/sum.test.js'));
  assert.ok(new Date() instanceof Date && new Date().constructor === Date && typeof Date() === 'string');
  assert.equal(mode(), 'usual');
  process.env.MODE = 'other';
  assert.equal(mode(), 'other');
  assert.ok({ ...process.env }.MODE === 'other' && 'PATH' in process.env);
});
`,
    });
    expect(shown).toMatchObject({ kinds: [] });
  });

  test('and surroundings in which the base fails as well are dropped, and told', async () => {
    const other = await firingWorld({
      'package.json': '{ "name": "sum", "type": "module" }\n',
      'src/sum.js': source,
      'test/sum.test.js': tests,
      'test/year.test.js': `${head}test('there is time', () => { assert.ok(Date.now() < Date.UTC(2031, 0, 1)); });\n`,
    });
    try {
      const shown = await other.shotAt('canary', {
        'src/sum.js': source.replace('a * 2', '(Date.now() < Date.UTC(2031, 0, 1) ? a * 2 : a)'),
        'test/sum.test.js': `${tests}// more\n`,
      });
      expect(shown.kinds).toEqual([]);
      expect(shown.told).toContain('because tests of the base fail there: on another date');
    } finally {
      await other.close();
    }
  });

  test('and a test of the base that depends on nothing new is named with the surroundings it fails in', async () => {
    const shown = await world.shotAt(
      'old-tests',
      {
        'src/sum.js': source.replace('a * 2', "(process.env.NODE_ENV === 'production' ? a : a * 2)"),
        'test/sum.test.js': `${tests}// more\n`,
      },
      { checks: [nodeCheck] },
    );
    expect(shown.kinds).toEqual(['only-when-tested test/sum.test.js']);
    expect(shown.words).toContain('with the variables of a server set');
  });
});
