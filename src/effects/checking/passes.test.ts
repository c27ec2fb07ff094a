import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CheckInput } from '../../core/effects.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';
import { defaultPolicy } from '../../core/policy.ts';
import type { Run } from '../../core/run.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { startParts } from '../../../test/support/effect-parts.ts';
import { keepPasses, passedElsewhere } from './passed-before.ts';
import { filePasses, isPlainPass } from './passes.ts';

let dir: string;
let world: TestParts;
let run: Run;
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'slipway-passes-'));
  world = await startParts();
  run = await world.run({ id: 'r-2' });
});
afterEach(async () => {
  await world.close();
  await rm(dir, { recursive: true, force: true });
});

const spec = { name: 'test', kind: 'test', command: 'npm test', timeoutMs: 1, when: 'task' } as const;
const input: CheckInput = { commit: 'c', tree: 't', checks: [spec] };
const earlier = { id: 'r-1' };

async function passed(): Promise<Evidence> {
  const log = await world.parts.blobs.put(world.parts.screener.redact('1 passed'));
  return { check: 'test', kind: 'test', tree: 't', verdict: 'PASS', because: 'ok', ms: 9, log };
}

async function kept(change: Partial<CheckInput> = {}): Promise<void> {
  await keepPasses(parts(), { ...input, ...change }, { ...run, ...earlier }, [await passed()]);
}

const parts = () => ({ ...world.parts, passes: filePasses(dir) });

describe('a check of the base that passed in an earlier run', () => {
  test('stands for it in the next one, and says so', async () => {
    await kept();
    expect(await passedElsewhere(parts(), input, run)).toEqual([
      { ...(await passed()), ms: 0, reused: true },
    ]);
  });

  test('does not stand for another tree, command, level or way to run them, nor for its own run', async () => {
    await kept();
    const other = { ...spec, command: 'npm run other' };
    expect(await passedElsewhere(parts(), { ...input, tree: 'u' }, run)).toBeUndefined();
    expect(await passedElsewhere(parts(), { ...input, checks: [other] }, run)).toBeUndefined();
    expect(await passedElsewhere(parts(), { ...input, checks: [spec, other] }, run)).toBeUndefined();
    const fenced = { ...parts(), processes: { ...world.parts.processes, level: 'fenced' as const } };
    expect(await passedElsewhere(fenced, input, run)).toBeUndefined();
    const alone = { ...spec, alone: true };
    expect(await passedElsewhere(parts(), { ...input, checks: [alone] }, run)).toBeUndefined();
    const empty = [{ path: 'spec', commit: 'c' }];
    expect(await passedElsewhere(parts(), { ...input, empty }, run)).toBeUndefined();
    const sideBySide = { ...run, policy: { ...run.policy, checksAtOnce: 2 } };
    expect(await passedElsewhere(parts(), input, sideBySide)).toBeUndefined();
    expect(await passedElsewhere(parts(), input, { ...run, ...earlier })).toBeUndefined();
  });

  test('is not asked about a change, which is held against a base of its own', async () => {
    await kept();
    expect(await passedElsewhere(parts(), { ...input, against: [] }, run)).toBeUndefined();
  });

  test('grows old, and policy may want none of it', async () => {
    await kept();
    const aged = {
      ...parts(),
      clock: { ...world.parts.clock, now: () => world.parts.clock.now() + 90_000_000 },
    };
    expect(await passedElsewhere(aged, input, run)).toBeUndefined();
    const strict = { ...run, policy: { ...defaultPolicy, reuseMs: 0 } };
    expect(await passedElsewhere(parts(), input, strict)).toBeUndefined();
    const { reuseMs: _reuseMs, ...before } = defaultPolicy; // a run that began before there was such a thing
    expect(await passedElsewhere(parts(), input, { ...run, policy: before })).toBeUndefined();
  });

  test('is no pass without its log, or where what was kept cannot be read', async () => {
    const gone = { ...(await passed()), log: `sha256:${'0'.repeat(64)}` };
    await keepPasses(parts(), input, { ...run, ...earlier }, [gone]);
    expect(await passedElsewhere(parts(), input, run)).toBeUndefined();
    await kept();
    const [file = '', ...others] = await readdir(dir);
    expect([others, await passedElsewhere(parts(), input, run)]).toEqual([[], expect.any(Array)]);
    for (const text of ['', '{', '{"key":"x"}']) {
      await writeFile(path.join(dir, file), text);
      expect(await passedElsewhere(parts(), input, run)).toBeUndefined();
    }
  });
});

test('only what passed without a reservation is kept; a setup that a layer stands for is no reservation', async () => {
  const plain = await passed();
  expect(isPlainPass(plain)).toBe(true);
  expect(isPlainPass({ ...plain, kind: 'setup', reused: true })).toBe(true);
  const others: readonly Partial<Evidence>[] = [
    { verdict: 'FAIL', because: 'exit' },
    { verdict: 'WARN', because: 'flaky' },
    { flaky: 1 },
    { known: 1 },
    { fewer: { base: 2, now: 1 } },
    { reused: true },
  ];
  expect(others.filter((change) => isPlainPass({ ...plain, ...change }))).toEqual([]);
  await keepPasses(parts(), input, { ...run, ...earlier }, [{ ...plain, reused: true }]);
  expect(await passedElsewhere(parts(), input, run)).toBeUndefined();
});
