// Ways around the base's tests: each change here is wrong and green by its own tests, and takes a way out of being compared.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FiringChange, FiringWorld } from '../../../test/support/firing.ts';
import { firingWorld, testSpec } from '../../../test/support/firing.ts';
import type { FireInput } from '../../core/evidence/live-fire.ts';

const source = 'export const add = (a, b) => a + b;\nexport const twice = (a) => a * 2;\n';
const wrong = source.replace('a + b', 'a - b');
const head = "import test from 'node:test';\nimport assert from 'node:assert/strict';\n";
const cart = `${head}import { add } from '../src/sum.js';\ntest('works', () => { assert.equal(add(1, 2), 3); });\ntest('goes on', () => {});\n`;
const other = `${head}test('works', () => { assert.ok(true); });\n`;
const script =
  "import { add } from '../src/sum.js';\nif (add(1, 1) !== 2) process.exit(1);\nconsole.log('fine');\n";
const hollow = cart.replace('assert.equal(add(1, 2), 3);', '');

/** More sources than a person looks through. */
function many(value: string): FiringChange {
  return Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`many/n${n}.js`, `export const n = ${value};\n`]),
  );
}

let world: FiringWorld;
beforeAll(async () => {
  world = await firingWorld({
    'package.json': '{ "name": "sum", "type": "module" }\n',
    'src/sum.js': source,
    'test/cart.test.js': cart,
    'test/other.test.js': other,
    'test/many.test.js': `${head}import { twice } from '../src/sum.js';\nfor (const n of [1, 2]) test(\`doubles \${n}\`, () => { assert.equal(twice(n), 2 * n); });\n`,
    'spec/run.js': script,
    'src/half.js': 'export const half = (a) => a / 2;\n',
    'zz/same.js': `import assert from 'node:assert/strict';\nexport const same = (a, b) => assert.equal(a, b);\n`,
    'test/same.test.js': `${head}import { same } from '../zz/same.js';\nimport { half } from '../src/half.js';\ntest('halves by a helper', () => { same(half(6), 3); });\n`,
    ...many('1'),
  });
});
afterAll(() => world.close());

type Shown = Awaited<ReturnType<FiringWorld['shotAt']>>;

const own = testSpec('own', 'node spec/run.js');

const shotAt = (change: FiringChange, more: Partial<FireInput> = {}): Promise<Shown> =>
  world.shotAt('old-tests', change, more);

describe('[E9] a test that the plan announced', () => {
  const change = { 'src/sum.js': wrong, 'test/cart.test.js': hollow };

  test('is that of its file, and not one of the same name in another', async () => {
    const announced = [{ file: 'test/other.test.js', test: 'works' }];
    expect((await shotAt(change, { announced })).kinds).toEqual(['old-test-red test/cart.test.js']);
  });

  test('is itself, and not every test whose name its own ends with', async () => {
    const announced = [{ file: 'test/cart.test.js', test: 'whatever else there is works' }];
    expect((await shotAt(change, { announced })).kinds).toEqual(['old-test-red test/cart.test.js']);
  });

  test('may stand in a file whose other neighbour has one of the same name', async () => {
    const announced = [{ file: 'test/cart.test.js', test: 'works' }];
    const both = { ...change, 'test/other.test.js': `${other}// more\n` };
    expect(await shotAt(both, { announced })).toMatchObject({ kinds: [] });
  });

  test('is found in its file where its name is put together there', async () => {
    const thrice = {
      'src/sum.js': source.replace('a * 2', 'a * 3'),
      'test/many.test.js': `${head}test('nothing', () => {});\n`,
    };
    const names = ['doubles 1', 'doubles 2'];
    const elsewhere = names.map((name) => ({ file: 'test/other.test.js', test: name }));
    expect((await shotAt(thrice, { announced: elsewhere })).kinds).toHaveLength(2);
    const announced = names.map((name) => ({ file: 'test/many.test.js', test: name }));
    expect(await shotAt(thrice, { announced })).toMatchObject({ kinds: [] });
  });
});

describe('[E9] a change is compared with the tests of the base', () => {
  test('and the helper they had, behind however many other files it stands', async () => {
    const change = {
      ...many('2'),
      'src/half.js': 'export const half = (a) => a / 3;\n',
      'zz/same.js': 'export const same = (a, b) => Math.abs(a - b) < 100;\n',
    };
    expect((await shotAt(change)).words).toContain("The test 'halves by a helper' of the base fails");
  });

  test.each(['No such file or directory', "SyntaxError: Cannot find module 'x'"])(
    'though its source says %s, as somebody who could not be loaded would',
    async (words) => {
      const says = `${wrong}console.error(${JSON.stringify(words)});\n`;
      const change = { 'src/sum.js': says, 'spec/run.js': "console.log('fine');\n" };
      expect(await shotAt(change, { checks: [own] })).toMatchObject({ kinds: ['old-test-red spec/run.js'] });
    },
  );

  test('and is not, where what its tests name is gone', async () => {
    const change = {
      'src/sum.js': source.replace('const add', 'const plus'),
      'spec/run.js': script.replaceAll('add', 'plus'),
    };
    const shown = await shotAt(change, { checks: [own] });
    expect(shown.kinds).toEqual([]);
    expect(shown.told).toContain('cannot be run on the new code, and were not compared');
  });

  test('though it ends the process in which they run, as if all were well', async () => {
    const ends = wrong.replace('a - b', '(b === 2 ? process.exit(0) : a - b)');
    const { kinds } = await shotAt({ 'src/sum.js': ends, 'test/cart.test.js': hollow });
    expect(kinds).toEqual(['old-test-red test/cart.test.js']);
  });

  test('though it ends that process with an error', async () => {
    const ends = wrong.replace('a - b', '(b === 2 ? process.exit(3) : a - b)');
    const { kinds } = await shotAt({ 'src/sum.js': ends, 'test/cart.test.js': hollow });
    expect(kinds).toEqual(['old-test-red test/cart.test.js']);
  });

  test('though it goes wrong only where they usually run', async () => {
    const change = {
      'src/sum.js': source.replace('a + b', '(process.env.CI ? a - b : a + b)'),
      'test/cart.test.js': hollow,
    };
    expect((await shotAt(change)).kinds).toEqual(['old-test-red test/cart.test.js']);
  });

  test('though they never end on it', async () => {
    const hangs = source.replace('a + b', '{ while (b === 1); return a + b; }');
    const change = { 'src/sum.js': hangs, 'spec/run.js': "console.log('fine');\n" };
    const checks = [{ ...own, timeoutMs: 2_000 }];
    expect(await shotAt(change, { checks })).toMatchObject({ kinds: ['old-test-red spec/run.js'] });
    const announced = [{ file: 'spec/run.js', test: 'adds one' }];
    expect(await shotAt(change, { checks, announced })).toMatchObject({ kinds: [] });
  });
});
