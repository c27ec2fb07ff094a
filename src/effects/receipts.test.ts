import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Outcome } from '../core/effects.ts';
import { fileReceipts } from './receipts.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'slipway-receipts-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const key = 'main/5/attempt/greet/1';
const outcome: Outcome = { type: 'stopped', charge: { agentMs: 7 } };

test('a receipt is found again by run and key', async () => {
  const receipts = fileReceipts(dir);
  await receipts.put('r-1', key, outcome);
  expect(await fileReceipts(dir).get('r-1', key)).toEqual(outcome);
  expect(await receipts.get('r-2', key)).toBeUndefined();
  expect(await receipts.get('r-1', 'main/5/attempt/greet/2')).toBeUndefined();
});

test('keys that look alike as file names are told apart', async () => {
  const receipts = fileReceipts(dir);
  await receipts.put('r-1', 'main/1/ask/a_b/1', outcome);
  expect(await receipts.get('r-1', 'main/1/ask/a/b/1')).toBeUndefined();
});

test('a torn receipt is no receipt', async () => {
  const receipts = fileReceipts(dir);
  await receipts.put('r-1', key, outcome);
  const [file] = await readdir(path.join(dir, 'r-1'));
  await writeFile(path.join(dir, 'r-1', file ?? ''), '{"key":"main/5/att');
  expect(await receipts.get('r-1', key)).toBeUndefined();
});

test('the receipts of a run go together', async () => {
  const receipts = fileReceipts(dir);
  await receipts.put('r-1', key, outcome);
  await receipts.dropRun('r-1');
  await receipts.dropRun('r-1');
  expect(await receipts.get('r-1', key)).toBeUndefined();
});
