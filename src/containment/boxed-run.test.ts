// What the runner does with a containment. The containments here hold nobody; they show what is asked of one.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processRequest, type RequestChanges } from '../../test/support/process-request.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import type { Box } from './box.ts';
import type { Containment } from './containment.ts';
import { processRunner } from './process-runner.ts';
import type { ProcessRequest } from './process.ts';

let dir = '';

beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway-boxed-')));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const box: Box = { writable: ['/a'], readable: [], hidden: [], egress: [], views: [] };

const echo = (changes: RequestChanges = {}): ProcessRequest =>
  processRequest(dir, ['/bin/sh', '-c', 'echo "$WHERE"'], { env: { WHERE: 'outside' }, ...changes });

/** Says in the environment that it was asked, and counts how often it was closed. */
class Telling implements Containment {
  readonly level = 'contained';
  readonly asked: Box[] = [];
  closed = 0;

  confine(request: ProcessRequest, wanted: Box): ReturnType<Containment['confine']> {
    this.asked.push(wanted);
    return Promise.resolve({
      request: { ...request, env: { WHERE: 'inside' } },
      close: () => {
        this.closed += 1;
        return Promise.resolve({ refused: ['example.com:443'] });
      },
    });
  }
}

test('a request with a box runs as its containment says, and tells what was refused', async () => {
  const containment = new Telling();
  const result = await processRunner(systemClock(), containment).run(echo({ box }));
  expect(result).toMatchObject({ how: 'exited', stdoutTail: 'inside\n', refused: ['example.com:443'] });
  expect(containment.asked).toEqual([box]);
  expect(containment.closed).toBe(1);
});

test('a request without a box runs as it is', async () => {
  const containment = new Telling();
  const result = await processRunner(systemClock(), containment).run(echo());
  expect(result.stdoutTail).toBe('outside\n');
  expect(result.refused).toBeUndefined();
  expect(containment.asked).toEqual([]);
});

test('the level is that of the containment; without one it is open, and a box changes nothing', async () => {
  expect(processRunner(systemClock(), new Telling()).level).toBe('contained');
  const open = processRunner(systemClock());
  expect(open.level).toBe('open');
  expect((await open.run(echo({ box }))).stdoutTail).toBe('outside\n');
});

test('the box is taken away whatever happens inside it', async () => {
  const containment = new Telling();
  const runner = processRunner(systemClock(), containment);
  expect((await runner.run(echo({ box, file: path.join(dir, 'nothing') }))).how).toBe('missing');
  const throwing = runner.run(
    echo({
      box,
      onOutput: () => {
        throw new Error('no room');
      },
    }),
  );
  await expect(throwing).rejects.toThrow('no room');
  expect(containment.closed).toBe(2);
});

test('a request that was stopped before it began makes no box', async () => {
  const containment = new Telling();
  const runner = processRunner(systemClock(), containment);
  expect((await runner.run(echo({ box, signal: AbortSignal.abort() }))).how).toBe('aborted');
  expect(containment.asked).toEqual([]);
});

test('nothing runs where its box cannot be made', async () => {
  const broken: Containment = {
    level: 'contained',
    confine: () => Promise.reject(new Error('no room for a socket')),
  };
  const result = await processRunner(systemClock(), broken).run(echo({ box }));
  expect(result).toMatchObject({ how: 'spawn-failed', stdoutTail: '' });
  expect(result.stderrTail).toContain('The box could not be made: no room for a socket');
});
