// What counts as a sign of life for a process whose folder is watched.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { processRequest, testPath } from '../../test/support/process-request.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import { lifeSigns, livedBetween } from './life-signs.ts';
import { processRunner } from './process-runner.ts';
import { type ProcessResult, tagVariable } from './process.ts';

const runner = processRunner(systemClock());
const silenceMs = 800;
let dir = '';
let watched = '';

beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway-silence-')));
  watched = path.join(dir, 'watched');
  mkdirSync(watched);
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const run = (file: string, args: readonly string[], tag?: string): Promise<ProcessResult> =>
  runner.run(
    processRequest(watched, [file, ...args], {
      env: { PATH: testPath, ...(tag === undefined ? {} : { [tagVariable]: tag }) },
      watched,
      limits: { silenceMs },
    }),
  );

const shell = (script: string): Promise<ProcessResult> => run('/bin/sh', ['-c', script]);

/** Does something every 0.2 s for 2 s, four times the silence there may be. */
const again = (what: string): string => `i=0; while [ $i -lt 10 ]; do ${what}; sleep 0.2; i=$((i+1)); done`;

const changedMs = async (): Promise<number> => (await lifeSigns(watched, process.pid, undefined)).changedMs;

/** Waits until the clock of the file system has moved on: two changes within one of its ticks have the same time. */
async function tick(near: string): Promise<void> {
  const probe = path.join(dir, 'tick');
  const changed = (): number => {
    writeFileSync(probe, '');
    return statSync(probe).ctimeMs;
  };
  const newest = Math.max(changed(), statSync(near).ctimeMs);
  for (let turn = 0; turn < 1_000 && changed() <= newest; turn += 1) await nextTurn();
}

describe('a process whose folder is watched', () => {
  test('is stalled when it does nothing at all, and not before its silence is over', async () => {
    const result = await shell('exec sleep 1000');
    expect(result.how).toBe('silent');
    expect(result.ms).toBeGreaterThanOrEqual(silenceMs - 10);
    expect(result.ms).toBeLessThan(5_000);
  });

  test('is alive while it prints', async () => {
    expect((await shell(again('echo working'))).how).toBe('exited');
  });

  test('is alive while it changes files, in folders of folders', async () => {
    expect((await shell(`mkdir -p a/b; ${again('echo x > a/b/file')}`)).how).toBe('exited');
  });

  test.runIf(process.platform === 'linux')('is alive while it works without a word', async () => {
    const result = await run(process.execPath, [
      '-e',
      'const end = Date.now() + 2500; while (Date.now() < end);',
    ]);
    expect(result).toMatchObject({ how: 'exited', exit: 0 });
  });

  test.runIf(process.platform === 'linux')(
    'is alive while a program works that it put into a session of its own',
    async () => {
      const work = 'const end = Date.now() + 2500; while (Date.now() < end);';
      const script = `
        const { spawn } = require('node:child_process');
        const child = spawn(process.execPath, ['-e', ${JSON.stringify(work)}], { detached: true, stdio: 'ignore' });
        child.on('exit', () => process.exit(7));`;
      const result = await run(process.execPath, ['-e', script], `test-${process.pid}/silence`);
      expect(result).toMatchObject({ how: 'exited', exit: 7 });
    },
  );
});

describe('signs of life', () => {
  test('come from files that are made, changed and removed, in folders of folders', async () => {
    const folder = path.join(watched, 'a', 'b');
    const seen = [await changedMs()];
    for (const work of [
      () => mkdirSync(folder, { recursive: true }),
      () => writeFileSync(path.join(folder, 'file'), 'one'),
      () => writeFileSync(path.join(folder, 'file'), 'two'),
      () => rmSync(path.join(folder, 'file')),
    ]) {
      await tick(watched);
      work();
      seen.push(await changedMs());
    }
    expect(new Set(seen).size).toBe(5);
  });

  test('do not come from places that change by themselves', async () => {
    for (const place of ['.git', 'node_modules']) mkdirSync(path.join(watched, place));
    const before = await changedMs();
    await tick(dir);
    for (const place of ['.git', 'node_modules']) writeFileSync(path.join(watched, place, 'x'), 'x');
    expect(await changedMs()).toBe(before);
  });

  test('are none in a folder that is not there', async () => {
    rmSync(watched, { recursive: true });
    expect(await changedMs()).toBe(0);
  });

  const before = { changedMs: 1_000, processorMs: 500 };

  test('are a change, more than a little work, and the end of a process', () => {
    expect(livedBetween(before, { changedMs: 1_001, processorMs: 500 }, 1_000)).toBe(true);
    expect(livedBetween(before, { changedMs: 1_000, processorMs: 600 }, 1_000)).toBe(true);
    expect(livedBetween(before, { changedMs: 1_000, processorMs: 400 }, 1_000)).toBe(true);
  });

  test('are not the little work of a program that only waits', () => {
    expect(livedBetween(before, before, 1_000)).toBe(false);
    expect(livedBetween(before, { changedMs: 1_000, processorMs: 520 }, 1_000)).toBe(false);
  });
});
