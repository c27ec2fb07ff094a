import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { processRequest, type RequestChanges, testPath } from '../../test/support/process-request.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import { counterClock } from '../telemetry/counter-clock.ts';
import { processRunner } from './process-runner.ts';
import { type ProcessResult, tagVariable } from './process.ts';

const runner = processRunner(systemClock());
let dir = '';

beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway-process-')));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const run = (file: string, args: readonly string[], changes?: RequestChanges): Promise<ProcessResult> =>
  runner.run(processRequest(dir, [file, ...args], changes));

const shell = (script: string, changes: RequestChanges = {}): Promise<ProcessResult> =>
  run('/bin/sh', ['-c', script], changes);

const node = (script: string, changes: RequestChanges = {}): Promise<ProcessResult> =>
  run(process.execPath, ['-e', script], changes);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<boolean> {
  for (let turn = 0; turn < 200 && isAlive(pid); turn += 1) await wait(10);
  return !isAlive(pid);
}

const pidIn = (file: string): number => Number(readFileSync(path.join(dir, file), 'utf8'));

describe('a process on a disk without room (PROCESS-2)', () => {
  const limits = { roomBytesMin: Number.MAX_SAFE_INTEGER };

  test('is ended, and not let run on until nothing can be recorded', async () => {
    expect(await shell('sleep 60', { limits })).toMatchObject({ how: 'no-room' });
  });

  test('that ended before anybody looked has taken it all the same', async () => {
    expect(await shell('echo done', { limits })).toMatchObject({ how: 'no-room', exit: 0 });
  });

  test('is let alone while there is enough', async () => {
    expect(await shell('echo done', { limits: { roomBytesMin: 1 } })).toMatchObject({ how: 'exited' });
    const gone = path.join(dir, 'gone');
    expect(await shell('echo done', { limits, watched: gone })).toMatchObject({ how: 'exited' });
    // A file system that counts no blocks.
    expect(await shell('echo done', { limits, watched: '/proc' })).toMatchObject({ how: 'exited' });
  });
});

describe('a process', () => {
  test('gives back its exit and the end of what it printed', async () => {
    const result = await shell('echo out; echo err >&2; exit 3');
    expect(result).toMatchObject({ how: 'exited', exit: 3, stdoutTail: 'out\n', stderrTail: 'err\n' });
    expect(result.outputBytes).toBe(8);
    expect(result.ms).toBeGreaterThanOrEqual(0);
  });

  test('runs where it is told to', async () => {
    expect((await shell('pwd -P')).stdoutTail).toBe(`${dir}\n`);
  });

  test('sees exactly the environment of the request (PROCESS-4)', async () => {
    const { stdoutTail } = await run('/usr/bin/env', [], { env: { ONLY: 'this' } });
    expect(stdoutTail).toBe('ONLY=this\n');
  });

  test('gets its whole input, then its end', async () => {
    const stdin = 'é'.repeat(300_000);
    const result = await shell('wc -c', { stdin });
    expect(result.stdoutTail.trim()).toBe('600000');
    expect((await shell('wc -c')).stdoutTail.trim()).toBe('0');
  });

  test('may end without reading its input', async () => {
    const result = await shell('exec 0<&-; exit 0', { stdin: 'x'.repeat(10_000_000) });
    expect(result).toMatchObject({ how: 'exited', exit: 0 });
  });

  test('that does not exist, or has no folder to run in, is missing', async () => {
    expect((await run('no-such-program-here', [])).how).toBe('missing');
    expect((await run(path.join(dir, 'nothing'), [])).how).toBe('missing');
    expect((await shell('true', { cwd: path.join(dir, 'nowhere') })).how).toBe('missing');
    expect((await shell('true', { cwd: process.execPath })).how).toBe('missing');
  });

  test('that cannot be started says why', async () => {
    const folder = await run(dir, []);
    expect(folder.how).toBe('spawn-failed');
    expect(folder.stderrTail).toContain('EACCES');
    const long = await run('/bin/true', ['x'.repeat(5_000_000)]);
    expect(long.how).toBe('spawn-failed');
    const nul = await run('/bin/true', ['a\0b']);
    expect(nul.how).toBe('spawn-failed');
  });

  test('killed by somebody else is signalled, without an exit', async () => {
    const result = await shell('kill -9 $$');
    expect(result.how).toBe('signalled');
    expect(result.exit).toBeUndefined();
  });

  test('has a duration that a counted clock makes the same every time', async () => {
    const counted = processRunner(counterClock(0, 1));
    const result = await counted.run(processRequest(dir, ['/bin/sh', '-c', 'echo a; echo b']));
    expect(result.ms).toBe(0);
  });
});

describe.each(['pipe', 'file'] as const)('output by way of a %s', (output) => {
  test('is handed on with characters whole, wherever they are cut', async () => {
    const pieces: string[] = [];
    const script = `
      const bytes = Buffer.from('aé€😀z');
      let at = 0;
      const next = () => at < bytes.length && process.stdout.write(bytes.subarray(at, ++at), () => setTimeout(next, 10));
      next();`;
    await node(script, { output, onOutput: (piece) => pieces.push(piece) });
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe('aé€😀z');
    expect(pieces.filter((piece) => piece.includes('\uFFFD'))).toEqual([]);
  });

  test('says which stream it came from, and a torn last character is marked', async () => {
    const pieces: string[] = [];
    await shell(String.raw`printf 'a\303'; printf b >&2`, {
      output,
      onOutput: (piece, from) => pieces.push(`${from}:${piece}`),
    });
    expect(pieces.toSorted()).toEqual(['stderr:b', 'stdout:a', 'stdout:\uFFFD']);
  });

  test('keeps the last 64 KiB of a stream, cut between characters', async () => {
    const { stdoutTail } = await node(`process.stdout.write('x' + '€'.repeat(100_000) + 'end')`, { output });
    expect(Buffer.byteLength(stdoutTail)).toBeLessThanOrEqual(65_536);
    expect(Buffer.byteLength(stdoutTail)).toBeGreaterThan(65_530);
    expect(stdoutTail).toMatch(/^€+end$/);
  });

  test('over its limit ends the process, and not one byte more is handed on (PROCESS-2)', async () => {
    let bytes = 0;
    const result = await shell('yes', {
      output,
      limits: { outputBytesMax: 100_001 },
      onOutput: (piece) => (bytes += piece.length),
    });
    expect(result).toMatchObject({ how: 'output-limit', outputBytes: 100_001 });
    expect(bytes).toBe(100_001);
  });

  test('at exactly its limit is fine', async () => {
    const result = await shell('printf 12345', { output, limits: { outputBytesMax: 5 } });
    expect(result).toMatchObject({ how: 'exited', exit: 0, outputBytes: 5 });
  });

  test('of 200 MB does not grow our memory (PROCESS-3)', async () => {
    const before = process.memoryUsage().rss;
    let peak = before;
    let pieces = 0;
    const result = await shell('head -c 200000000 /dev/zero | tr "\\0" x', {
      output,
      onOutput: () => {
        pieces += 1;
        if (pieces % 50 === 0) peak = Math.max(peak, process.memoryUsage().rss);
      },
    });
    expect(result).toMatchObject({ how: 'exited', outputBytes: 200_000_000 });
    expect((peak - before) / 1_048_576).toBeLessThanOrEqual(64);
  });

  test('that its receiver cannot take ends the process, and the bug comes to the caller', async () => {
    const failing = shell('echo $$ > leader; echo first; sleep 1000', {
      output,
      onOutput: () => {
        throw new Error('no room');
      },
    });
    await expect(failing).rejects.toThrow('no room');
    expect(await gone(pidIn('leader'))).toBe(true);
  });
});

describe('the end of a process', () => {
  test('comes when its time is up, for its whole group (PROCESS-1, PROCESS-2)', async () => {
    const result = await shell('sleep 1000 & echo $! > child; wait', { limits: { timeMs: 200 } });
    expect(result.how).toBe('timeout');
    expect(result.ms).toBeGreaterThanOrEqual(190);
    expect(result.ms).toBeLessThan(5_000);
    expect(await gone(pidIn('child'))).toBe(true);
  });

  test('comes when it has been silent too long, and output puts that off', async () => {
    expect((await shell('echo one; sleep 1000', { limits: { silenceMs: 200 } })).how).toBe('silent');
    const talking = 'i=0; while [ $i -lt 15 ]; do echo $i; sleep 0.1; i=$((i+1)); done';
    expect((await shell(talking, { limits: { silenceMs: 1_000 } })).how).toBe('exited');
  });

  test('comes when the signal fires, and a process that tidies up within its grace may', async () => {
    const stop = new AbortController();
    const script = `trap 'echo saved > saved; exit 0' TERM; echo ready; while :; do sleep 0.02; done`;
    const result = await shell(script, {
      signal: stop.signal,
      onOutput: () => {
        stop.abort();
      },
    });
    expect(result).toMatchObject({ how: 'aborted', exit: 0 });
    expect(existsSync(path.join(dir, 'saved'))).toBe(true);
  });

  test('comes by force after the grace for one that ignores being asked', async () => {
    const stop = new AbortController();
    const result = await shell(`trap '' TERM; echo $$ > leader; echo ready; while :; do sleep 0.02; done`, {
      signal: stop.signal,
      limits: { graceMs: 300 },
      onOutput: () => {
        stop.abort();
      },
    });
    expect(result.how).toBe('aborted');
    expect(result.exit).toBeUndefined();
    expect(result.ms).toBeGreaterThanOrEqual(290);
    expect(result.ms).toBeLessThan(3_000);
    expect(await gone(pidIn('leader'))).toBe(true);
  });

  test('leaves the rest of the group its grace, also when the leader goes at once', async () => {
    const stop = new AbortController();
    const child = `trap "sleep 0.2; echo saved > saved; exit 0" TERM; echo ready; while :; do sleep 0.02; done`;
    await shell(`sh -c '${child}' & wait`, {
      signal: stop.signal,
      onOutput: () => {
        stop.abort();
      },
    });
    expect(existsSync(path.join(dir, 'saved'))).toBe(true);
  });

  test('happens without a start where the signal has already fired', async () => {
    const result = await shell('touch started', { signal: AbortSignal.abort() });
    expect(result.how).toBe('aborted');
    expect(existsSync(path.join(dir, 'started'))).toBe(false);
  });

  test('takes what the leader left behind in the group with it, quickly', async () => {
    const deaf = `trap "" TERM; echo armed; while :; do sleep 0.02; done`;
    const script = `sh -c '${deaf}' > ready & echo $! > child; until [ -s ready ]; do sleep 0.01; done; echo done`;
    const result = await shell(script);
    expect(result).toMatchObject({ how: 'exited', exit: 0, stdoutTail: 'done\n' });
    expect(result.ms).toBeLessThan(4_000);
    expect(await gone(pidIn('child'))).toBe(true);
  });

  test('is reported even though a process outside the group keeps the pipes open', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn('sleep', ['1000'], { detached: true, stdio: 'inherit' });
      require('node:fs').writeFileSync('child', String(child.pid));
      child.unref();
      console.log('done');`;
    const result = await node(script);
    expect(result).toMatchObject({ how: 'exited', exit: 0, stdoutTail: 'done\n' });
    expect(result.ms).toBeLessThan(10_000);
    process.kill(pidIn('child'), 'SIGKILL');
  });

  test('hands on everything that was printed just before it', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const { outputBytes } = await shell('head -c 150000 /dev/zero');
      expect(outputBytes).toBe(150_000);
    }
  });
});

const strayScript = (count: number): string => `
  const { spawn } = require('node:child_process');
  const pids = [];
  for (let n = 0; n < ${count}; n++) {
    const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
    pids.push(child.pid);
    child.unref();
  }
  console.log(pids.join(' '));`;

async function strays(tag: string, count: number): Promise<readonly number[]> {
  const { stdoutTail } = await node(strayScript(count), { env: { PATH: testPath, [tagVariable]: tag } });
  return stdoutTail.trim().split(' ').map(Number);
}

const ownTag = (): string => `test-${process.pid}-${Math.round(performance.now() * 1000)}`;

describe.runIf(existsSync('/proc/self/environ'))('survivors', () => {
  test('that left their group are found by their tag and ended', async () => {
    const tag = ownTag();
    const pids = await strays(`${tag}/attempt`, 3);
    expect(pids.filter(isAlive)).toHaveLength(3);
    expect(await runner.endSurvivors(tag)).toBe(3);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(await runner.endSurvivors(tag)).toBe(0);
  });

  test('under a tag that only begins with the same letters are left alone', async () => {
    const tag = ownTag();
    const pids = await strays(`${tag}/12`, 1);
    expect(await runner.endSurvivors(`${tag}/1`)).toBe(0);
    expect(pids.filter(isAlive)).toHaveLength(1);
    expect(await runner.endSurvivors(`${tag}/`)).toBe(1);
  });

  test('that keep forking are ended too', async () => {
    const tag = ownTag();
    const script = 'f() { sh -c "sleep 0.01; exec setsid sh ./fork.sh" & }; f; exit 0';
    const made = await shell(`printf '%s' '${script}' > fork.sh; setsid sh ./fork.sh; echo started`, {
      env: { PATH: testPath, [tagVariable]: tag },
    });
    expect(made.stdoutTail).toBe('started\n');
    await runner.endSurvivors(tag);
    expect(await runner.endSurvivors(tag)).toBe(0);
  });

  test('are never found for an empty tag', async () => {
    const tag = ownTag();
    const pids = await strays(tag, 1);
    expect(await runner.endSurvivors('')).toBe(0);
    expect(pids.filter(isAlive)).toHaveLength(1);
    expect(await runner.endSurvivors(tag)).toBe(1);
  });
});
