import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { fileBlobs } from '../../src/blobs/files.ts';
import { fakeBlobs } from '../../src/blobs/fake-blobs.ts';
import { screenedForTest as screened } from '../support/screened.ts';
import { blobsContract } from './blobs.ts';

const folders: string[] = [];

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(os.tmpdir(), 'slipway-blobs-'));
  folders.push(made);
  return made;
}

afterEach(async () => {
  for (const made of folders.splice(0)) await rm(made, { recursive: true, force: true });
});

blobsContract('in memory', async () => fakeBlobs());
blobsContract('in files', async () => fileBlobs(path.join(await folder(), 'blobs')));

describe('blobs in files', () => {
  test('are readable by the user alone', async () => {
    const dir = await folder();
    const blobs = fileBlobs(dir);
    const file = place(dir, await blobs.put(screened('secret-free text')));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
    const transcript = await blobs.transcript('t');
    expect((await stat(path.join(dir, 'transcripts', 't'))).mode & 0o777).toBe(0o600);
    expect((await stat(place(dir, await transcript.seal()))).mode & 0o777).toBe(0o600);
  });

  test('are not written again when the same text is put again', async () => {
    const dir = await folder();
    const blobs = fileBlobs(dir);
    const file = place(dir, await blobs.put(screened('once')));
    const { ino } = await stat(file);
    await blobs.put(screened('once'));
    expect((await stat(file)).ino).toBe(ino);
    expect(await readdir(path.join(dir, 'unfinished'))).toEqual([]);
  });

  test('are young when they are put again: what nobody names goes only when it is old', async () => {
    const dir = await folder();
    const blobs = fileBlobs(dir);
    const file = place(dir, await blobs.put(screened('again')));
    await utimes(file, 0, 0);
    const before = Date.now();
    await blobs.put(screened('again'));
    expect((await stat(file)).mtimeMs).toBeGreaterThanOrEqual(before - 1);
  });

  test('that were changed on disk are reported, never given out, and healed by the next put', async () => {
    const dir = await folder();
    const blobs = fileBlobs(dir);
    const hash = await blobs.put(screened('approved by alice'));
    await writeFile(place(dir, hash), 'approved by blice');
    expect(await blobs.intact(hash)).toBe('damaged');
    await expect(blobs.get(hash)).rejects.toThrow(`${hash} is damaged`);
    await blobs.put(screened('approved by alice'));
    expect(await blobs.get(hash)).toBe('approved by alice');
  });

  test('outlive the handle that wrote them', async () => {
    const dir = await folder();
    const hash = await fileBlobs(dir).put(screened('kept'));
    expect(await fileBlobs(dir).get(hash)).toBe('kept');
  });

  test('let a reader follow a transcript while it grows, and move it away at its seal', async () => {
    const dir = await folder();
    const transcript = await fileBlobs(dir).transcript('r-1/attempt-1');
    const growing = path.join(dir, 'transcripts', 'r-1', 'attempt-1');
    transcript.write(screened('first\n'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(await readFile(growing, 'utf8')).toBe('first\n');
    transcript.write(screened('y'.repeat(70_000)));
    expect((await stat(growing)).size).toBe(70_006);
    await transcript.seal();
    await expect(stat(growing)).rejects.toThrow('ENOENT');
  });

  test('keep what a transcript held when its process died, and go on after it', async () => {
    const dir = await folder();
    const dying = await fileBlobs(dir).transcript('t');
    dying.write(screened('before the crash\n'));
    await new Promise((resolve) => setImmediate(resolve));
    const blobs = fileBlobs(dir);
    const next = await blobs.transcript('t');
    next.write(screened('after it\n'));
    expect(await blobs.get(await next.seal())).toBe('before the crash\nafter it\n');
  });
});

function place(dir: string, hash: string): string {
  const digest = hash.slice('sha256:'.length);
  return path.join(dir, digest.slice(0, 2), digest.slice(2));
}
