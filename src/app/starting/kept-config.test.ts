import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileBlobs } from '../../blobs/files.ts';
import type { Config } from '../../config/config.ts';
import { loadConfig } from '../../config/load.ts';
import { surroundingsIn } from '../../../test/support/app.ts';
import { castFound } from '../agents/cast-found.ts';
import { keptConfig } from './kept-config.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-kept-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

// What the screener takes for a random value although it is only the name of a folder.
const odd = '/tmp/q7Zm2Xp9Lk4Rt8Vb3Nc6Wd1Yf5';

async function plain(): Promise<Config> {
  return loadConfig({ read: () => Promise.resolve(undefined), cores: 2 });
}

async function kept(config: Config, found: Parameters<typeof castFound>[1], root: string): Promise<string> {
  const blobs = fileBlobs(path.join(folder, 'blobs'));
  const hash = await keptConfig(
    { blobs, surroundings: surroundingsIn(folder) },
    { config: castFound(config, found), found, root },
  );
  return (await blobs.get(hash)) ?? '';
}

test('a program that was found in a folder with a random name is kept as it was found', async () => {
  const found = [{ type: 'claude', program: `${odd}/bin/claude` }] as const;
  expect(await kept(await plain(), found, '/src/shop')).toContain(`"${odd}/bin/claude"`);
});

test('a checkout in a folder with a random name is no secret, but what a person wrote below it may be one', async () => {
  const config = await plain();
  const program = (file: string): Config => ({
    ...config,
    agents: { mine: { type: 'claude', program: file, env: [], egress: [], mcp: {}, skills: [] } },
  });
  expect(await kept(program(`${odd}/tools/claude`), [], odd)).toContain(`"${odd}/tools/claude"`);
  const secret = 'Zx8kQ2mVw4tRb7NcYpL3sDf9GhJ1aE5u';
  await expect(kept(program(`${odd}/${secret}`), [], odd)).rejects.toThrow(/looks like a secret/);
  await expect(kept(program(`${odd}/tools/claude`), [], '/src/shop')).rejects.toThrow(/high-entropy/);
});
