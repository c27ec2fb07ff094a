import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followed, isReference } from './reference.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'slipway-reference-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

test('a path of this machine and a program name a secret; an address and a key do not', () => {
  expect(['file:/run/key', 'file:~/key', 'cmd:pass show key'].map(isReference)).toEqual([true, true, true]);
  expect(['file:///run/key', 'file:key', 'sk-key', ''].map(isReference)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('of the names that are asked for, each is followed; what is not there is told and left out', async () => {
  const file = path.join(dir, 'key');
  writeFileSync(file, '  the-key\n');
  const env = {
    A: `file:${file}`,
    B: `cmd:cat ${file}`,
    C: 'plain',
    D: `file:${dir}/none`,
    E: 'cmd:',
    OTHER: `file:${file}`,
    PATH: process.env['PATH'],
  };
  const { values, problems } = await followed(env, ['A', 'B', 'C', 'D', 'E', 'F']);
  expect(values).toEqual({ ...env, A: 'the-key', B: 'the-key', D: undefined, E: undefined });
  expect([...problems.keys()]).toEqual(['D', 'E']);
  expect(problems.get('D')).toContain('that D names cannot be read (ENOENT)');
});
