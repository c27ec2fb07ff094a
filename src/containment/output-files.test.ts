// Output by way of files, seen through the runner: what only files promise. What pipes promise too is tried for both.

import { mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { processRequest, type RequestChanges } from '../../test/support/process-request.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import { processRunner } from './process-runner.ts';
import type { ProcessResult } from './process.ts';

const runner = processRunner(systemClock());
let dir = '';

beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway-files-')));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
});

const shell = (script: string, changes: RequestChanges = {}): Promise<ProcessResult> =>
  runner.run(processRequest(dir, ['/bin/sh', '-c', script], { output: 'file', ...changes }));

/** The files of ours that this process still holds open. */
const openFiles = (): readonly string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.includes('slipway-output-') ? [target] : [];
    } catch {
      return [];
    }
  });

test('output is handed on while the process works', async () => {
  const stop = new AbortController();
  const result = await shell('echo ready; exec sleep 1000', {
    signal: stop.signal,
    onOutput: () => {
      stop.abort();
    },
  });
  expect(result).toMatchObject({ how: 'aborted', stdoutTail: 'ready\n' });
});

test('characters stay whole wherever the looks fall', async () => {
  const pieces: string[] = [];
  const script = String.raw`printf '\342\202'; sleep 0.1; printf '\254'; printf 'z'`;
  await shell(script, { onOutput: (piece) => pieces.push(piece) });
  expect(pieces.join('')).toBe('€z');
});

test('everything that was printed just before the end is handed on', async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    const { outputBytes } = await shell('head -c 3000000 /dev/zero');
    expect(outputBytes).toBe(3_000_000);
  }
});

test('the files have no name while the process works (OUTPUT-FILES-1)', async () => {
  vi.stubEnv('TMPDIR', dir);
  let names: readonly string[] = ['not looked'];
  await shell('echo secret; sleep 0.1', {
    onOutput: () => {
      names = readdirSync(dir);
    },
  });
  expect(names).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'nothing stays open afterwards, also where nothing could be started',
  async () => {
    const before = openFiles().length;
    await shell('echo one');
    expect((await shell('true', { cwd: path.join(dir, 'nowhere') })).how).toBe('missing');
    expect(openFiles().length).toBe(before);
  },
);

test('a folder that takes no file ends it before it starts, with words', async () => {
  vi.stubEnv('TMPDIR', path.join(dir, 'nowhere'));
  const result = await shell('touch started');
  expect(result.how).toBe('spawn-failed');
  expect(result.stderrTail).toContain('The file for its output could not be made');
  expect(readdirSync(dir)).toEqual([]);
});

test('more than the limit is more than the limit also where the process was done before we looked', async () => {
  const result = await shell('head -c 200000 /dev/zero', { limits: { outputBytesMax: 100_000 } });
  expect(result).toMatchObject({ how: 'output-limit', outputBytes: 100_000 });
});

test('what goes on printing in its grace is thrown away again and again (OUTPUT-FILES-3)', async () => {
  // It does not listen for a while, and writes far more in that time than its file ever holds.
  const script = `trap '' TERM; ( i=0; while [ $i -lt 40 ]; do head -c 10000000 /dev/zero; wc -c < /proc/self/fd/1 >&2; i=$((i+1)); sleep 0.01; done )`;
  const sizes = `(${script}) 2> sizes`;
  const result = await shell(sizes, { limits: { outputBytesMax: 1_000_000, graceMs: 1_500 } });
  expect(result.how).toBe('output-limit');
  const seen = readFileSync(path.join(dir, 'sizes'), 'utf8').trim().split('\n').map(Number);
  expect(seen.length).toBeGreaterThan(5);
  expect(Math.max(...seen)).toBeLessThan((seen.length * 10_000_000) / 2);
});

test('a program that cuts its own output off is read from the start again', async () => {
  const result = await shell('echo first; sleep 0.2; : > /dev/stdout; sleep 0.2; echo second');
  expect(result.stdoutTail).toBe('first\nsecond\n');
});
