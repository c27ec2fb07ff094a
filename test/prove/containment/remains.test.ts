// A proof plants files in folders of the machine and starts processes: none of them outlives it, however it ends.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { canaryIn, rootOf, sweep, takeAway } from './remains.ts';

const proof = fileURLToPath(new URL('../containment.ts', import.meta.url));
const shared = '/var/tmp';

/** What a proof that was killed leaves: a folder, a file elsewhere, a process that stands in the folder. */
async function abandoned(nonce: string, ageSeconds: number): Promise<number> {
  const root = await rootOf(nonce);
  await mkdir(root, { recursive: true });
  await writeFile(canaryIn(shared, nonce), 'planted\n');
  const left = spawn('sleep', ['600'], { cwd: root, stdio: 'ignore', detached: true });
  await once(left, 'spawn');
  left.unref();
  const at = Date.now() / 1000 - ageSeconds;
  for (const file of [root, canaryIn(shared, nonce)]) await utimes(file, at, at);
  return left.pid ?? 0;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('what a killed proof left is taken away by the next one after an hour, and not before', async () => {
  const old = await abandoned('oldoldol', 3700);
  const young = await abandoned('youngyou', 3000);
  try {
    expect(await sweep()).toBeGreaterThan(0);
    expect(existsSync(await rootOf('oldoldol'))).toBe(false);
    expect(existsSync(canaryIn(shared, 'oldoldol'))).toBe(false);
    await expect.poll(() => isAlive(old)).toBe(false);
    expect(existsSync(await rootOf('youngyou'))).toBe(true);
    expect(existsSync(canaryIn(shared, 'youngyou'))).toBe(true);
    expect(isAlive(young)).toBe(true);
  } finally {
    await takeAway('oldoldol');
    await takeAway('youngyou');
  }
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a proof that is ended by %s takes away what it planted', async (signal, exit) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'remains-'));
  try {
    const running = spawn(process.execPath, ['--import', 'tsx', proof, '--only', 'cases in'], {
      env: { PATH: process.env['PATH'] ?? '', TMPDIR: dir },
      stdio: 'ignore',
    });
    const ended = once(running, 'exit');
    const nonces = await playing(dir);
    running.kill(signal);
    expect(await ended).toEqual([exit, null]);
    expect(await noncesIn(dir)).toEqual([]);
    expect(nonces.filter((nonce) => existsSync(canaryIn(shared, nonce)))).toEqual([]);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

/** Resolves once several worlds stand, which is when cases are played: one shows what the scripts use. */
async function playing(dir: string): Promise<readonly string[]> {
  for await (const _change of watch(dir)) {
    const nonces = await noncesIn(dir);
    if (nonces.length > 1) return nonces;
  }
  return [];
}

async function noncesIn(dir: string): Promise<readonly string[]> {
  const names = await readdir(dir);
  return names.flatMap((name) => /^slipway-contained-(.*)$/.exec(name)?.slice(1) ?? []);
}
