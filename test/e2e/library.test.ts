// Slipway inside another program: the example that embeds it, as somebody runs it who installed the package.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { isRecord, parseJson } from '../../src/plain/json.ts';
import type { Sample } from '../support/sample.ts';
import { makeSample } from '../support/sample.ts';

const program = fileURLToPath(new URL('../../examples/embedding/embed.mjs', import.meta.url));

let sample: Sample | undefined;
afterEach(() => sample?.remove());

test('the example starts a run, tells its events in order, approves what it was shown, and leaves nobody at work', async () => {
  sample = await makeSample({ config: 'gates: { plan: true }\n' });
  const { dir } = sample.repository;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, dir, 'Change a'], {
    env: sample.env,
    timeout: 100_000,
  });
  const said = parseJson(stdout);
  expect(said).toEqual({ run: expect.any(String), waits: ['merge'] });
  const told = stderr.trim().split('\n');
  expect(told.map((line) => Number(line.split(' ')[0]))).toEqual(told.map((_, at) => at + 1));
  expect(told).toEqual(expect.arrayContaining(['1 run.started', expect.stringContaining('gate.decided')]));
  const run = isRecord(said) ? String(said['run']) : '';
  expect((await sample.slipway('verify', run)).exit).toBe(0);
  expect((await sample.slipway('engine', 'status')).out).not.toContain('since');
});
