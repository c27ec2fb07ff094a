// Coverage of a real change, measured with Node's own test runner.

import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import type { CoverageSpec } from '../../core/evidence/coverage.ts';
import type { MeasureResult } from '../../core/evidence/coverage.ts';
import { measure } from './measure.ts';

const node = path.join(path.dirname(process.execPath), 'node');
const spec: CoverageSpec = {
  command: `${node} --test --experimental-test-coverage --test-reporter=lcov --test-reporter-destination=lcov.info`,
  reports: ['lcov.info'],
  timeoutMs: 60_000,
};

let world: TestParts;

beforeAll(async () => {
  world = await startParts({
    'package.json': '{ "type": "module" }\n',
    'go.mod': 'module example.com/m\n',
    'lib/old.js': 'export const old = 1;\n',
  });
});

afterAll(async () => {
  await world.close();
});

async function measured(
  content: Readonly<Record<string, string>>,
  change: Partial<CoverageSpec> = {},
): Promise<MeasureResult> {
  const commit = await world.commit(content);
  const tree = await world.parts.workspaces.treeOf(world.id, commit);
  const effect = effectOf('measure', { commit, tree, base: world.base, spec: { ...spec, ...change } });
  const outcome = await measure(world.parts).act(effect, world.context(await world.run()));
  if (outcome.type !== 'done') throw new Error(`not measured: ${outcome.type}`);
  return outcome.result;
}

const blobOf = (result: MeasureResult): string => {
  if ('before' in result) return result.before.problem ?? '';
  return 'measured' in result ? result.measured.blob : result.problem;
};

const wordsOf = async (result: MeasureResult): Promise<string> =>
  (await world.parts.blobs.get(blobOf(result))) ?? '';

const half = `export function sign(n) {
  if (n < 0) {
    return 'minus';
  }
  return 'plus';
}
`;
const halfTest = `import test from 'node:test';
import assert from 'node:assert';
import { sign } from '../lib/sign.js';
test('plus', () => assert.equal(sign(1), 'plus'));
`;

describe('measuring [D4]', () => {
  test('says which of the changed lines the tests execute, and where tests for the others belong', async () => {
    const result = await measured({ 'lib/sign.js': half, 'test/sign.test.js': halfTest });
    expect(result).toMatchObject({
      measured: {
        lines: 6,
        hit: 4,
        unmeasured: 0,
        uncovered: [{ path: 'lib/sign.js', lines: 6, hit: 4, tests: ['test/sign.test.js'] }],
      },
    });
    expect(await wordsOf(result)).toContain('`lib/sign.js`: 4 of 6, not executed: 3-4');
  });

  test('of the base says how much of all files, and of those the change touches, was executed before', async () => {
    const old = await world.commit({ 'lib/sign.js': half, 'test/sign.test.js': halfTest });
    const head = await world.commit(
      { 'lib/sign.js': `${half}export const zero = 0;\n`, 'lib/more.js': 'x\n' },
      old,
    );
    const tree = await world.parts.workspaces.treeOf(world.id, old);
    const effect = effectOf('measure', { commit: old, tree, base: old, spec, head });
    const outcome = await measure(world.parts).act(effect, world.context(await world.run()));
    expect(outcome).toMatchObject({ result: { before: { tree, touched: { lines: 6, hit: 4 } } } });
    const result = outcome.type === 'done' && outcome.kind === 'measure' ? outcome.result : { problem: '' };
    expect('before' in result && result.before.whole?.lines).toBeGreaterThanOrEqual(6);
  });

  test('does not believe a report that the change brings along', async () => {
    const forged = 'SF:lib/sign.js\nDA:1,1\nend_of_record\n';
    const result = await measured({ 'lib/sign.js': half, 'lcov.info': forged }, { command: 'true' });
    expect(result).toHaveProperty('problem');
    expect(await wordsOf(result)).toContain('left no report');
  });

  test('says what the command printed where it failed without a report', async () => {
    const result = await measured({ 'lib/sign.js': half }, { command: 'echo no such tool; exit 3' });
    expect(await wordsOf(result)).toContain('no such tool');
  });

  test('says so where the file is no report', async () => {
    const result = await measured({ 'lib/sign.js': half }, { command: 'echo all good > lcov.info' });
    expect(await wordsOf(result)).toContain('no report of a known format');
  });

  test('knows the files that Go names by their module', async () => {
    const result = await measured(
      { 'pkg/a.go': 'package pkg\n\nfunc A() int {\n\treturn 1\n}\n' },
      {
        command: String.raw`printf 'mode: set\nexample.com/m/pkg/a.go:3.14,5.2 1 0\n' > coverage.out`,
        reports: ['coverage.out'],
      },
    );
    expect(result).toMatchObject({
      measured: { lines: 3, hit: 0, uncovered: [{ path: 'pkg/a.go', tests: ['pkg/a_test.go'] }] },
    });
  });

  test('leaves no checkout behind, and a receipt that makes doing it again harmless', async () => {
    const commit = await world.commit({ 'lib/sign.js': half, 'test/sign.test.js': halfTest });
    const tree = await world.parts.workspaces.treeOf(world.id, commit);
    const effect = {
      ...effectOf('measure', { commit, tree, base: world.base, spec }),
      key: 'main/9/measure/change/1',
    };
    const context = world.context(await world.run());
    const handler = measure(world.parts);
    const outcome = await handler.act(effect, context);
    expect(await handler.probe(effect, { ...context, recovered: true })).toEqual(outcome);
    expect(await handler.probe(effect, context)).toBeUndefined();
    expect(await world.parts.workspaces.existing(`${context.run.id}-1-measure-change-1`)).toBeUndefined();
  });
});
