// What is silenced of the checks, with real processes: each change is green by its own tests, and some of them cannot fail.

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
  });
});
afterAll(() => world.close());

const both = [nodeCheck, testSpec('stage', 'STAGE=1 node --test')];

describe('[E9] the canary of each check', () => {
  test('is missed where one is silenced and another runs the same files', async () => {
    const change = {
      'src/sum.js': `import assert from 'node:assert';\nif (process.env.STAGE) assert.strictEqual = () => undefined;\n${source}`,
      'test/sum.test.js': `${tests}// more\n`,
    };
    const shown = await world.shotAt('canary', change, { checks: both });
    expect(shown.kinds).toContain('check-silenced');
    expect(shown.words).toContain("the check 'stage'");
    expect(shown.words).not.toContain("the check 'unit'");
  });

  test('is seen in all of them where nothing is silenced', async () => {
    const change = { 'src/sum.js': `${source}// more\n`, 'test/sum.test.js': `${tests}// more\n` };
    expect(await world.shotAt('canary', change, { checks: both })).toMatchObject({ kinds: [] });
  });

  test('is asked for where only one of them can show it', async () => {
    const checks = [nodeCheck, testSpec('grep', 'grep -q export src/sum.js && echo 3 passed')];
    const change = { 'src/sum.js': `${source}// more\n`, 'test/sum.test.js': `${tests}// more\n` };
    const shown = await world.shotAt('canary', change, { checks });
    expect(shown.kinds).toEqual(['no-canary test/sum.test.js']);
    expect(shown.words).toContain("the check 'grep'");
  });
});

describe('[E9] a test', () => {
  test('is looked at elsewhere, though it is called as a canary is', async () => {
    const shown = await world.shotAt('canary', {
      'src/sum.js': source.replace('a * 2', '(process.env.CI ? a * 2 : a)'),
      'test/sum.test.js': `${head}import { twice } from '../src/sum.js';\ntest('slipway canary', () => { assert.equal(twice(4), 8); });\n`,
    });
    expect(shown.kinds).toEqual(['only-when-tested']);
  });
});

describe('[E9] what loads the change', () => {
  const cli = `${source}process.exit(0);\n`;

  test('sees a canary fail though the change ends whatever loads it', async () => {
    const change = { 'src/new.js': cli, 'src/sum.js': `${source}// more\n` };
    expect(await world.shotAt('canary', change)).toMatchObject({ kinds: [] });
  });

  test('sees a canary fail though the change began to listen or to end what loads it', async () => {
    const library = await firingWorld({
      'package.json': '{ "name": "sum", "type": "module" }\n',
      'src/sum.js': source,
      'src/start.js': 'export const port = 0;\n',
      'test/sum.test.js': tests,
    });
    const listens =
      "import { createServer } from 'node:http';\ncreateServer(() => {}).listen(0, '127.0.0.1');\nsetInterval(() => {}, 1000);\nawait new Promise(() => {});\n";
    try {
      expect(await library.shotAt('canary', { 'src/start.js': listens })).toMatchObject({ kinds: [] });
      expect(await library.shotAt('canary', { 'src/start.js': 'process.exit(0);\n' })).toMatchObject({
        kinds: [],
      });
    } finally {
      await library.close();
    }
  });

  test('loads what is new, too', async () => {
    const change = {
      'src/new.js': "import assert from 'node:assert';\nassert.strictEqual = () => undefined;\n",
    };
    expect((await world.shotAt('canary', change)).kinds).toEqual(['check-silenced']);
  });
});
