// The owner's lock, between real processes.

import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeOwnerLock } from './lock.ts';

let dir: string;
let file: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'slipway-lock-'));
  file = path.join(dir, 'owner.lock');
});

afterEach(() => rm(dir, { recursive: true, force: true }));

test('a second taker is refused until the first lets go', async () => {
  const first = await takeOwnerLock(file);
  expect(first).toBeDefined();
  expect(await takeOwnerLock(file)).toBeUndefined();
  first?.release();
  const next = await takeOwnerLock(file);
  expect(next).toBeDefined();
  next?.release();
});

test('the lock of a process that was killed is free at once', async () => {
  const child = spawn(process.execPath, [...typescript, holder, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(await takeOwnerLock(file)).toBeUndefined();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const next = await takeOwnerLock(file);
  expect(next).toBeDefined();
  next?.release();
});

test('a held lock survives garbage collection (LOCK-1)', async () => {
  const child = spawn(process.execPath, ['--expose-gc', ...typescript, collector, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(await takeOwnerLock(file)).toBeUndefined();
  child.kill('SIGKILL');
  await once(child, 'exit');
});

test('what keeps the lock from being taken, and is nobody, is told', async () => {
  await writeFile(file, 'This is no database. '.repeat(100));
  await expect(takeOwnerLock(file)).rejects.toThrow(`${file} cannot be used`);
});

/** Node as it understands our sources. */
const typescript = ['--import', 'tsx', '--input-type=module', '-e'];
const lock = JSON.stringify(new URL('lock.ts', import.meta.url).href);

const holder = `
  const { takeOwnerLock } = await import(${lock});
  globalThis.held = await takeOwnerLock(process.argv[1]);
  console.log('held');
  setInterval(() => undefined, 1000);
`;

const collector = `
  const { takeOwnerLock } = await import(${lock});
  globalThis.held = await takeOwnerLock(process.argv[1]);
  for (let i = 0; i < 20; i += 1) { globalThis.gc(); await new Promise((done) => setImmediate(done)); }
  console.log('held');
  setInterval(() => undefined, 1000);
`;
