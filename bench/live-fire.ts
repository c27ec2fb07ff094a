// What the shots of live fire cost beside the checks of a change, on a suite of half a minute: once where only a source changed, and
// once where a test changed with it. The tests wait instead of working, so that what other programs do to the processor counts little.

import type { CheckSpec, Evidence } from '../src/core/evidence/evidence.ts';
import { shots } from '../src/core/evidence/live-fire.ts';
import { check } from '../src/effects/kinds/check.ts';
import { fire } from '../src/effects/kinds/fire.ts';
import { systemClock } from '../src/telemetry/system-clock.ts';
import type { TestParts } from '../test/support/effect-parts.ts';
import { effectOf, startParts } from '../test/support/effect-parts.ts';
import type { Measurement } from './support/bench.ts';
import { rounded, timed } from './support/compare.ts';

const files = 30;
const waitMs = 1_000;
const suiteMsMin = 30_000;
const limits = { without: 1.3, withTests: 2.2 };

type Files = Readonly<Record<string, string>>;

const source = (n: number, more = 0): string => `export const part = (a) => a + ${n} + ${more} * (a > 9);\n`;

const tests = (n: number, more = ''): string => `import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { part } from '../src/part${n}.js';
test('part ${n} adds', async () => {
  await setTimeout(${waitMs});
  assert.equal(part(1), ${n + 1});
});
${more}`;

const base: Files = {
  'package.json': '{ "name": "parts", "type": "module" }\n',
  ...Object.fromEntries(
    Array.from({ length: files }, (_, n) => [
      [`src/part${n}.js`, source(n)],
      [`test/part${n}.test.js`, tests(n)],
    ]).flat(),
  ),
};

const onlySource: Files = { 'src/part0.js': source(0, 1) };
const newTest = "test('part 0 adds one more above nine', () => assert.equal(part(10), 11));\n";
const withTests: Files = { ...onlySource, 'test/part0.test.js': tests(0, newTest) };

const suite: CheckSpec = {
  name: 'unit',
  kind: 'test',
  command: 'node --test --test-concurrency=1',
  timeoutMs: 600_000,
  when: 'task',
};

export const liveFire: Measurement = async ({ say }) => {
  const world = await startParts(base, {}, systemClock());
  try {
    const { evidence: against } = await checked(world, world.base);
    const [without, tested] = [
      await costOf(world, against, onlySource),
      await costOf(world, against, withTests),
    ];
    say(`without test edits ${without.ratio}, with ${tested.ratio}`);
    const isLong = Math.min(without.checksMs, tested.checksMs) >= suiteMsMin;
    return {
      without,
      withTests: tested,
      limitWithout: limits.without,
      limitWithTests: limits.withTests,
      ok: isLong && without.ratio <= limits.without && tested.ratio <= limits.withTests,
    };
  } finally {
    await world.close();
  }
};

interface Cost {
  readonly checksMs: number;
  readonly shotsMs: number;
  readonly ofEach: Readonly<Record<string, number>>;
  /** The checks with all shots, one after the other, to the checks alone. */
  readonly ratio: number;
}

async function costOf(world: TestParts, against: readonly Evidence[], change: Files): Promise<Cost> {
  const to = await world.commit(change);
  const { evidence: now, ms: checksMs } = await checked(world, to);
  const tree = await world.parts.workspaces.treeOf(world.id, to);
  const input = { from: world.base, to, tree, checks: [suite], against, now, grants: [], announced: [] };
  const run = await world.run();
  const ofEach: Record<string, number> = {};
  const shotsMs = await timed(async () => {
    for (const shot of shots) {
      const outcome = await fire(world.parts).act(
        { ...effectOf('fire', input), subject: shot },
        world.context(run),
      );
      if (outcome.type !== 'done') throw new Error(`the shot ${shot} ended as ${outcome.type}`);
      if (outcome.result.findings !== undefined) throw new Error(`the shot ${shot} found something`);
      ofEach[shot] = outcome.result.ms;
    }
  });
  return {
    checksMs: rounded(checksMs),
    shotsMs: rounded(shotsMs),
    ofEach,
    ratio: rounded((checksMs + shotsMs) / checksMs),
  };
}

async function checked(
  world: TestParts,
  commit: string,
): Promise<{ readonly evidence: readonly Evidence[]; readonly ms: number }> {
  const tree = await world.parts.workspaces.treeOf(world.id, commit);
  const effect = effectOf('check', { commit, tree, checks: [suite] });
  const context = world.context(await world.run());
  let evidence: readonly Evidence[] = [];
  const ms = await timed(async () => {
    const outcome = await check(world.parts).act(effect, context);
    if (outcome.type !== 'done') throw new Error(`the checks ended as ${outcome.type}`);
    evidence = outcome.result.evidence;
  });
  if (evidence.some(({ verdict }) => verdict === 'FAIL')) throw new Error('the suite is red');
  return { evidence, ms };
}
