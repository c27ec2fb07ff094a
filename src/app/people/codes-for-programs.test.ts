import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isCode, newCode, spendCode } from './codes-for-programs.ts';

const gate = { run: 'r-1', gate: 'g1', digest: 'd1' };
const now = 1_000;
let folder = '';
let places = { codes: '' };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'slipway-codes-'));
  places = { codes: path.join(folder, 'codes.json') };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a code is good for its gate and what that asks, however it is typed, and is in no file (CODES-1)', async () => {
  const { code } = await newCode(places, gate, now);
  expect(await isCode(places, gate, { code, now })).toBe(true);
  expect(await isCode(places, gate, { code: code.toLowerCase().replace('-', ' '), now })).toBe(true);
  expect(await isCode(places, { ...gate, digest: 'd2' }, { code, now })).toBe(false);
  expect(await isCode(places, { ...gate, gate: 'g2' }, { code, now })).toBe(false);
  expect(await isCode(places, { ...gate, run: 'r-2' }, { code, now })).toBe(false);
  expect(await readFile(places.codes, 'utf8')).not.toContain(code);
  expect((await stat(places.codes)).mode & 0o777).toBe(0o600);
});

test('a code grows old (CODES-1)', async () => {
  const { code, until } = await newCode(places, gate, now);
  expect(await isCode(places, gate, { code, now: until })).toBe(true);
  expect(await isCode(places, gate, { code, now: until + 1 })).toBe(false);
});

test('a code is spent with its gate, and others stay (CODES-2)', async () => {
  const other = { ...gate, gate: 'g2' };
  const [one, two] = [await newCode(places, gate, now), await newCode(places, other, now)];
  await spendCode(places, gate);
  expect(await isCode(places, gate, { code: one.code, now })).toBe(false);
  expect(await isCode(places, other, { code: two.code, now })).toBe(true);
});

test('after five wrong ones there is none any more (CODES-3)', async () => {
  const { code } = await newCode(places, gate, now);
  for (let tries = 0; tries < 4; tries += 1)
    expect(await isCode(places, gate, { code: 'AAAAA-AAAAA', now })).toBe(false);
  expect(await isCode(places, gate, { code, now })).toBe(true);
  expect(await isCode(places, gate, { code: 'AAAAA-AAAAA', now })).toBe(false);
  expect(await isCode(places, gate, { code, now })).toBe(false);
});

test('a gate has one code, the last, and a home has few (CODES-4)', async () => {
  const first = await newCode(places, gate, now);
  const second = await newCode(places, gate, now);
  expect(await isCode(places, gate, { code: first.code, now })).toBe(false);
  expect(await isCode(places, gate, { code: second.code, now })).toBe(true);
  for (let count = 0; count < 70; count += 1) await newCode(places, { ...gate, gate: `g${count + 2}` }, now);
  expect(await isCode(places, gate, { code: second.code, now })).toBe(false);
  expect(JSON.parse(await readFile(places.codes, 'utf8'))).toMatchObject({ codes: { length: 64 } });
});

test('a file that cannot be read lets nobody decide, and is written anew', async () => {
  await writeFile(places.codes, 'nonsense');
  expect(await isCode(places, gate, { code: 'AAAAA-AAAAA', now })).toBe(false);
  const { code } = await newCode(places, gate, now);
  expect(await isCode(places, gate, { code, now })).toBe(true);
});
