// What a coverage command leaves, with real commands in a real checkout.

import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { processRunner } from '../containment/process-runner.ts';
import type { CheckSpec } from '../core/evidence/evidence.ts';
import { createScreener } from '../screening/screen.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import type { FoundReport } from './checks.ts';
import { createChecks } from './run-checks.ts';

let root = '';
let dir = '';

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'slipway-measure-'));
  dir = path.join(root, 'checkout');
  await mkdir(dir);
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const checks = createChecks({
  processes: processRunner(systemClock()),
  screener: createScreener(),
  environment: { PATH: '/usr/local/bin:/usr/bin:/bin' },
});

async function measured(
  command: string,
  {
    reports = ['lcov.info'],
    before = [],
  }: { reports?: readonly string[]; before?: readonly CheckSpec[] } = {},
): Promise<FoundReport> {
  const ran = await checks.measure({
    dir,
    checks: before,
    spec: { command, reports, timeoutMs: 30_000 },
    tag: 'tag-1',
    signal: new AbortController().signal,
  });
  if (ran.ended !== 'ran') throw new Error('it was stopped');
  return ran.report;
}

describe('the report of a coverage command', () => {
  test('is what it wrote, whatever it ended with', async () => {
    expect(await measured('echo SF:a > lcov.info; exit 1')).toEqual({
      found: 'report',
      path: 'lcov.info',
      text: 'SF:a\n',
    });
  });

  test('is the first of the places it may be in', async () => {
    const found = await measured('mkdir out && echo two > out/two && echo three > three', {
      reports: ['one', 'out/two', 'three'],
    });
    expect(found).toMatchObject({ path: 'out/two' });
  });

  test('is none where it was committed, and the command wrote nothing', async () => {
    await writeFile(path.join(dir, 'lcov.info'), 'SF:forged\n');
    expect(await measured('true')).toEqual({ found: 'none' });
    expect(await readdir(dir)).toEqual([]);
  });

  test('is none where it is a copy of something older than the command', async () => {
    await writeFile(path.join(dir, 'kept.info'), 'SF:forged\n');
    await utimes(path.join(dir, 'kept.info'), 1_000_000, 1_000_000);
    expect(await measured('cp -p kept.info lcov.info')).toEqual({ found: 'none' });
    expect(await measured('cp kept.info lcov.info')).toMatchObject({ found: 'report' });
  });

  test('is none where it is a link, or lies behind one', async () => {
    await writeFile(path.join(root, 'outside.info'), 'SF:outside\n');
    expect(await measured('touch ../outside.info; ln -s ../outside.info lcov.info')).toEqual({
      found: 'none',
    });
    await symlink(root, path.join(dir, 'out'));
    expect(await measured('touch out/outside.info', { reports: ['out/outside.info'] })).toEqual({
      found: 'none',
    });
    expect(await readdir(root)).toContain('outside.info');
  });

  test('is none where what it needs failed before it', async () => {
    const setup: CheckSpec = {
      name: 'setup',
      kind: 'setup',
      command: 'false',
      timeoutMs: 30_000,
      when: 'task',
    };
    expect(await measured('echo SF:a > lcov.info', { before: [setup] })).toEqual({ found: 'none' });
  });

  test('is not read where it is larger than any report', async () => {
    expect(await measured('dd if=/dev/zero of=lcov.info bs=1M count=0 seek=65 2>/dev/null')).toEqual({
      found: 'too-large',
      path: 'lcov.info',
    });
  });
});

test('a command that was stopped says nothing', async () => {
  const ran = await checks.measure({
    dir,
    checks: [],
    spec: { command: 'echo SF:a > lcov.info', reports: ['lcov.info'], timeoutMs: 1_000 },
    tag: 'tag-1',
    signal: AbortSignal.abort(),
  });
  expect(ran).toEqual({ ended: 'stopped' });
});
