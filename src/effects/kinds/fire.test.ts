// Live fire with real git, processes and Node's own test runner: each change is green by its own tests, and the shots say whether
// that means anything.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aTask } from '../../../test/support/core.ts';
import type { FiringChange, FiringWorld } from '../../../test/support/firing.ts';
import { firingWorld, nodeCheck, testSpec } from '../../../test/support/firing.ts';
import type { FireInput, Shot } from '../../core/evidence/live-fire.ts';

const source = 'export const add = (a, b) => a + b;\nexport const twice = (a) => a * 2;\n';
const head = "import test from 'node:test';\nimport assert from 'node:assert/strict';\n";
const tests = `${head}import { add, twice } from '../src/sum.js';
test('adds', () => { assert.equal(add(1, 2), 3); });
test('doubles', () => { assert.equal(twice(4), 8); });
`;
const other = `${head}test('is there', () => { assert.ok(true); });\n`;

let world: FiringWorld;
beforeAll(async () => {
  world = await firingWorld({
    'package.json': '{ "name": "sum", "type": "module" }\n',
    'src/sum.js': source,
    'test/sum.test.js': tests,
    'test/other.test.js': other,
    'checks/same.js':
      "import assert from 'node:assert/strict';\nexport const same = (a, b) => assert.equal(a, b);\n",
    'test/same.test.js': `${head}import { same } from '../checks/same.js';\nimport { twice } from '../src/sum.js';\ntest('doubles by a helper', () => { same(twice(3), 6); });\n`,
    'spec/run.js':
      "import { add } from '../src/sum.js';\nif (add(1, 1) !== 2) process.exit(1);\nconsole.log('fine');\n",
  });
});
afterAll(() => world.close());

const own = testSpec('own', 'node spec/run.js');

type Shown = Awaited<ReturnType<FiringWorld['shotAt']>>;

const shotAt = (shot: Shot, change: FiringChange, more: Partial<FireInput> = {}): Promise<Shown> =>
  world.shotAt(shot, change, more);

const wrong = source.replace('a + b', 'a - b');
const hollow = tests.replace('assert.equal(add(1, 2), 3);', '');

describe("[E9] the base's tests on the new code", () => {
  test('are not run where nothing of the test side changed', async () => {
    expect(await shotAt('old-tests', { 'src/sum.js': `${source}export const zero = 0;\n` })).toEqual({
      kinds: [],
      words: '',
      told: '',
    });
  });

  test('name the test that was emptied, in the file it stands in', async () => {
    const { kinds, words } = await shotAt('old-tests', { 'src/sum.js': wrong, 'test/sum.test.js': hollow });
    expect(kinds).toEqual(['old-test-red test/sum.test.js']);
    expect(words).toContain("The test 'adds' of the base fails on the new code");
  });

  test.each<[string, Partial<FireInput>]>([
    ['announced', { announced: [{ file: 'test/sum.test.js', test: 'adds' }] }],
    ['granted its file', { grants: ['test/sum.test.js'] }],
  ])('let pass what the plan %s', async (_name, more) => {
    const change = { 'src/sum.js': wrong, 'test/sum.test.js': hollow };
    expect(await shotAt('old-tests', change, more)).toMatchObject({ kinds: [] });
  });

  test('come with the helpers they had, wherever those lie', async () => {
    const change = {
      'src/sum.js': source.replace('a * 2', 'a * 3'),
      'checks/same.js': 'export const same = (a, b) => Math.abs(a - b) < 100;\n',
      'test/sum.test.js': tests.replace('assert.equal(twice(4), 8);', ''),
    };
    const { words } = await shotAt('old-tests', change);
    expect(words).toContain("The test 'doubles by a helper' of the base fails on the new code");
  });

  test('of several checks are settled one after the other, each by its own names', async () => {
    const checks = [nodeCheck, testSpec('again', 'node --test test/sum.test.js')];
    const { words } = await shotAt(
      'old-tests',
      { 'src/sum.js': wrong, 'test/sum.test.js': hollow },
      { checks },
    );
    expect(words).toContain("(check 'unit')");
    expect(words).toContain("(check 'again')");
  });

  test('that cannot load any more are named, and do not stop', async () => {
    const change = {
      'src/sum.js': source.replace('const add', 'const plus'),
      'test/sum.test.js': tests.replaceAll('add', 'plus'),
    };
    const { kinds, told } = await shotAt('old-tests', change);
    expect(kinds).toEqual([]);
    expect(told).toContain('cannot be run on the new code, and were not compared: adds, doubles');
  });

  test('of a script that names nothing are told by the script', async () => {
    const change = { 'src/sum.js': wrong, 'spec/run.js': "console.log('fine');\n" };
    expect(await shotAt('old-tests', change, { checks: [own] })).toMatchObject({
      kinds: ['old-test-red spec/run.js'],
    });
    const announced = [{ file: 'spec/run.js', test: 'it adds' }];
    expect(await shotAt('old-tests', change, { checks: [own], announced })).toMatchObject({ kinds: [] });
  });
});

describe('[E9] new tests on the old code', () => {
  const more = `${tests}test('triples', () => { assert.equal(thrice(2), 6); });\n`;
  const tripled = `${source}export const thrice = (a) => a * 3;\n`;

  test('prove something where one is red there', async () => {
    const fixed = source.replace('a * 2', 'Math.round(a) * 2');
    const shown = await shotAt('new-tests', {
      'src/sum.js': fixed,
      'test/round.test.js': `${head}import { twice } from '../src/sum.js';\ntest('rounds', () => { assert.equal(twice(1.6), 4); });\n`,
    });
    expect(shown.kinds).toEqual([]);
    expect(shown.told).toContain('Red without the change, and green with it: rounds');
  });

  test('prove nothing where all of them are green there', async () => {
    const shown = await shotAt('new-tests', {
      'src/sum.js': `${source}export const zero = 0;\n`,
      'test/zero.test.js': `${head}test('zero', () => { assert.ok(true); });\n`,
    });
    expect(shown.kinds).toEqual(['unproven test/zero.test.js']);
  });

  test('that cannot load there are asked by mutants of the changed lines', async () => {
    const change = {
      'src/sum.js': tripled,
      'test/sum.test.js': more.replace('{ add, twice }', '{ add, thrice, twice }'),
    };
    const shown = await shotAt('new-tests', change);
    expect(shown.kinds).toEqual([]);
    expect(shown.told).toContain('cannot be run without the change');
  });

  test('that load what is new and look at nothing of it prove nothing', async () => {
    const shown = await shotAt('new-tests', {
      'src/sum.js': tripled,
      'test/sum.test.js': more
        .replace('{ add, twice }', '{ add, thrice, twice }')
        .replace('assert.equal(thrice(2), 6)', 'thrice(2)'),
    });
    expect(shown.kinds).toEqual(['unproven test/sum.test.js']);
    expect(shown.words).toContain('They stay green with');
  });

  test('are not asked where nothing has to be red, or only tests were added', async () => {
    const test1 = { 'test/zero.test.js': `${head}test('zero', () => {});\n` };
    expect(await shotAt('new-tests', test1)).toMatchObject({ kinds: [], told: '' });
    const change = { ...test1, 'src/sum.js': `${source}export const zero = 0;\n` };
    expect(await shotAt('new-tests', change, { proven: true })).toMatchObject({ kinds: [], told: '' });
  });
});

describe('[E9] the canary', () => {
  const honest = { 'src/sum.js': source.replace('a + b', 'b + a'), 'test/sum.test.js': `${tests}// more\n` };

  test('is seen failing where nothing silences it', async () => {
    const { kinds, told } = await shotAt('canary', honest);
    expect(kinds).toEqual([]);
    expect(told).toContain('was seen failing, on the base and with the change');
  });

  test('is not seen where the source takes the assertions away', async () => {
    const patched = `import assert from 'node:assert';\nassert.strictEqual = () => undefined;\n${source}`;
    const { kinds, words } = await shotAt('canary', { 'src/sum.js': patched });
    expect(kinds).toEqual(['check-silenced']);
    expect(words).toContain('The change touches src/sum.js');
  });

  test('is not seen where the test file ends itself', async () => {
    const ended = `${tests}process.on('exit', () => { process.exitCode = 0; });\nprocess.stdout.write = () => true;\n`;
    const { kinds } = await shotAt('canary', { 'test/sum.test.js': ended });
    expect(kinds).toEqual(['check-silenced test/sum.test.js']);
  });

  test('runs elsewhere, where what is right only when tested is wrong', async () => {
    const shown = await shotAt('canary', {
      'src/sum.js': source.replace('a * 2', '(process.env.CI ? a * 2 : a)'),
      'test/sum.test.js': `${tests}// more\n`,
    });
    expect(shown.kinds).toEqual(['only-when-tested']);
    expect(shown.words).toContain("'doubles'");
  });

  test('stands in what the plan calls a test, whatever its name is', async () => {
    const planned = aTask('one', { files: ['src/sum.js'], tests: ['checks/sum.js'] });
    const about = { tasks: [{ task: planned, at: 'integrated' as const, grants: [], evidence: [] }] };
    const change = {
      'src/sum.js': `${source}// Sums.\n`,
      'checks/sum.js': `${head}import { add } from '../src/sum.js';\ntest('adds words', () => { assert.equal(add('a', 'b'), 'ab!'); });\n`,
    };
    const shown = await world.shotAt('canary', change, {}, about);
    expect(shown.kinds).toEqual(['check-silenced checks/sum.js']);
    const moved = {
      ...change,
      'checks/sum.js': '',
      'test/words.test.js': change['checks/sum.js'].replace('ab!', 'ab'),
    };
    expect(await world.shotAt('canary', moved, {}, about)).toMatchObject({ kinds: [] });
  });

  test('stands in no helper, though the plan names it among the tests', async () => {
    const helper = 'checks/same.js';
    const planned = aTask('one', { files: ['src/sum.js'], tests: [helper, 'test/same.test.js'] });
    const about = { tasks: [{ task: planned, at: 'integrated' as const, grants: [], evidence: [] }] };
    const change = {
      [helper]: `${world.files[helper] ?? ''}export const near = (a, b) => assert.ok(Math.abs(a - b) < 1);\n`,
      'test/same.test.js': `${world.files['test/same.test.js'] ?? ''}test('three', () => { same(twice(1.5), 3); });\n`,
    };
    const shown = await world.shotAt('canary', change, {}, about);
    expect(shown.kinds).toEqual([]);
    expect(shown.told).toContain('in every test file of the change');
  });

  test("stands in a project's own script", async () => {
    const change = { 'src/sum.js': `${source}export const zero = 0;\n` };
    expect(await shotAt('canary', change, { checks: [own] })).toMatchObject({ kinds: [] });
  });

  test('is missed where nothing can be planted, and that is asked about where tests were changed', async () => {
    const checks = [testSpec('grep', 'grep -q export src/sum.js && echo 3 passed')];
    const change = { 'src/sum.js': `${source}export const zero = 0;\n` };
    const shown = await shotAt('canary', change, { checks });
    expect(shown).toMatchObject({ kinds: [] });
    expect(shown.told).toContain('nobody knows whether these checks can fail');
    const edited = { ...change, 'test/sum.test.js': `${tests}// more\n` };
    expect((await shotAt('canary', edited, { checks })).kinds).toEqual(['no-canary test/sum.test.js']);
  });
});
