// Real processes that take too much: each is ended as what it did, and everything it started with it.

import { describe, expect, test } from 'vitest';
import { systemClock } from '../telemetry/system-clock.ts';
import { loadLimitsHere, overranWords } from './process-limits.ts';
import { statFields } from './process-table.ts';
import { processRunner } from './process-runner.ts';
import type { ProcessResult } from './process.ts';

const megabyte = 1024 ** 2;

function run(
  args: readonly string[],
  load: { readonly memoryBytesMax: number; readonly processesMax: number },
): Promise<ProcessResult> {
  return processRunner(systemClock()).run({
    file: process.execPath,
    args,
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '' },
    limits: { timeMs: 60_000, silenceMs: 60_000, outputBytesMax: 1e6, graceMs: 500, load },
    signal: new AbortController().signal,
  });
}

const forever = 'setInterval(() => undefined, 1000)';
const hog = `const kept = []; setInterval(() => kept.push(Buffer.alloc(20 * ${megabyte}, 1)), 20)`;
const spawning = `const { spawn } = require('node:child_process');
for (let n = 0; n < 12; n += 1) console.log(spawn('sleep', ['600']).pid); ${forever}`;

describe.skipIf(process.platform !== 'linux')('a program', () => {
  test('that takes more memory than it may is ended for that', async () => {
    const { how } = await run(['-e', hog], { memoryBytesMax: 300 * megabyte, processesMax: 100 });
    expect(how).toBe('memory-limit');
  });

  test('that starts more processes than it may is ended for that, and they with it', async () => {
    const { how, stdoutTail } = await run(['-e', spawning], { memoryBytesMax: 1e12, processesMax: 10 });
    expect(how).toBe('process-limit');
    const started = stdoutTail.trim().split('\n').map(Number);
    expect(started).toHaveLength(12);
    expect(started.filter((pid) => !['Z', 'X', undefined].includes(statFields(pid)[0]))).toEqual([]);
  });

  test('that takes what it may is left alone', async () => {
    const { how } = await run(['-e', 'setTimeout(() => undefined, 2500)'], {
      memoryBytesMax: 1_000 * megabyte,
      processesMax: 100,
    });
    expect(how).toBe('exited');
  });
});

test('the limits of a machine leave room for others, and are told in words', () => {
  expect(loadLimitsHere.memoryBytesMax).toBeGreaterThan(0);
  expect(overranWords('memory-limit')).toMatch(
    /more than four fifths of this machine's memory \(\d+ MB\)\.$/,
  );
  expect(overranWords('process-limit')).toContain('more than 4096 processes');
});
