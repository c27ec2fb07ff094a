// Checks of several trees on one machine: how many are at work at once.

import { EventEmitter, once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { processRunner } from '../containment/process-runner.ts';
import type { CheckSpec } from '../core/evidence/evidence.ts';
import { createScreener } from '../screening/screen.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import type { Checks } from './checks.ts';
import { createChecks } from './run-checks.ts';
import { Seats } from './seats.ts';

const never = new AbortController().signal;

/** A promise, and what keeps it. */
function promised(): readonly [Promise<void>, () => void] {
  const kept = new EventEmitter();
  return [once(kept, 'kept').then(() => undefined), () => void kept.emit('kept')];
}

/** Work that is under way until it is let go. */
function held(): {
  readonly begun: Promise<void>;
  readonly work: () => Promise<string>;
  readonly end: () => void;
} {
  const [begun, begin] = promised();
  const [ended, end] = promised();
  const work = async (): Promise<string> => {
    begin();
    await ended;
    return 'done';
  };
  return { begun, work, end };
}

describe('seats', () => {
  test('are taken by as many as there are, and by the others in the order they came', async () => {
    const seats = new Seats(2);
    const order: string[] = [];
    const all = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...held() }));
    const taken = all.map(({ name, work }) =>
      seats.take(never, 1, () => {
        order.push(name);
        return work();
      }),
    );
    const [a, b, c, d] = all;
    await Promise.all([a?.begun, b?.begun]);
    expect(order).toEqual(['a', 'b']);
    b?.end();
    await c?.begun;
    expect(order).toEqual(['a', 'b', 'c']);
    for (const one of [a, c, d]) one?.end();
    expect(await Promise.all(taken)).toEqual(['done', 'done', 'done', 'done']);
  });

  test('are given back by work that fails', async () => {
    const seats = new Seats(1);
    await expect(seats.take(never, 1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await seats.take(never, 1, () => Promise.resolve('next'))).toBe('next');
  });

  test('are not waited for by who was stopped, and whoever stood behind comes sooner', async () => {
    const seats = new Seats(1);
    const first = held();
    const working = seats.take(never, 1, first.work);
    const stopping = new AbortController();
    const stopped = seats.take(stopping.signal, 1, () => Promise.resolve('never'));
    const behind = seats.take(never, 1, () => Promise.resolve('behind'));
    stopping.abort();
    expect(await stopped).toBe('stopped');
    first.end();
    expect(await Promise.all([working, behind])).toEqual(['done', 'behind']);
    expect(await seats.take(AbortSignal.abort(), 1, () => Promise.resolve('never'))).toBe('stopped');
  });

  test('are as many as somebody asked for who wants more at once than there are cores', async () => {
    const seats = new Seats(1);
    const both = [held(), held()];
    const working = both.map(({ work }) => seats.take(never, 2, work));
    await Promise.all(both.map(({ begun }) => begun));
    for (const { end } of both) end();
    expect(await Promise.all(working)).toEqual(['done', 'done']);
  });
});

/** How many are at work, and the most that ever were. */
const atWork = { now: 0, most: 0 };

function checksWith(cores: number): Checks {
  const real = processRunner(systemClock());
  return createChecks({
    processes: {
      ...real,
      level: 'open',
      run: async (request) => {
        atWork.now += 1;
        atWork.most = Math.max(atWork.most, atWork.now);
        return real.run(request).finally(() => (atWork.now -= 1));
      },
    },
    screener: createScreener(),
    environment: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    seats: new Seats(cores),
  });
}

describe('checks of two trees at once', () => {
  let root = '';

  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'slipway-seats-'));
    for (const name of ['one', 'two']) await mkdir(path.join(root, name));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const inTree = (checks: Checks, name: string, command: string, signal = never) => {
    const check: CheckSpec = { name: 'test', kind: 'custom', command, timeoutMs: 30_000, when: 'task' };
    return checks.run({ dir: path.join(root, name), checks: [check], tag: `tag-${name}`, signal });
  };

  test('do not put more on the machine than it has cores', async () => {
    const checks = checksWith(2);
    const trees = ['one', 'two', 'one', 'two'].map((name, n) => path.join(name, String(n)));
    for (const name of trees) await mkdir(path.join(root, name));
    const ran = await Promise.all(trees.map((name) => inTree(checks, name, 'true')));
    expect(ran.map(({ ended }) => ended)).toEqual(['ran', 'ran', 'ran', 'ran']);
    expect(atWork).toEqual({ now: 0, most: 2 });
  });

  test('are stopped while they wait as they are while they work', async () => {
    const checks = checksWith(1);
    const stopping = new AbortController();
    const fifo = path.join(root, 'one', 'go');
    const first = inTree(checks, 'one', `mkfifo '${fifo}'; read line < '${fifo}'`, stopping.signal);
    const second = inTree(checks, 'two', 'true', stopping.signal);
    stopping.abort();
    expect(await Promise.all([first, second])).toEqual([{ ended: 'stopped' }, { ended: 'stopped' }]);
  });
});
