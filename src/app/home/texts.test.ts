import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { anAsk as effect } from '../../../test/support/an-ask.ts';
import { workspaceName } from '../../effects/launches/launch.ts';
import { placesOf } from './home-places.ts';
import { openTexts } from './texts.ts';

const homes: string[] = [];

afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true });
});

function growingFile(): { readonly file: string; readonly home: string } {
  const home = mkdtempSync(path.join(tmpdir(), 'slipway-texts-'));
  homes.push(home);
  const folder = path.join(home, 'blobs', 'transcripts');
  mkdirSync(folder, { recursive: true });
  return { home, file: path.join(folder, workspaceName('r-1', effect)) };
}

function textsIn(home: string): ReturnType<typeof openTexts> {
  return openTexts(placesOf({ env: { SLIPWAY_HOME: home }, homedir: home, tmp: tmpdir(), uid: 0, cores: 1 }));
}

test('a transcript that grows is read from where the last look ended', async () => {
  const { home, file } = growingFile();
  const texts = await textsIn(home);
  expect(await texts.growing('r-1', effect, 0)).toBeUndefined();
  writeFileSync(file, 'one\n');
  expect(await texts.growing('r-1', effect, 0)).toEqual({ text: 'one\n', nextByte: 4, end: true });
  appendFileSync(file, 'two\n');
  expect(await texts.growing('r-1', effect, 4)).toEqual({ text: 'two\n', nextByte: 8, end: true });
  expect(await texts.growing('r-1', effect, 8)).toEqual({ text: '', nextByte: 8, end: true });
});

test.each(['é', '語', '👩'])('the first half of %s waits for the second', async (character) => {
  const { home, file } = growingFile();
  const texts = await textsIn(home);
  const bytes = Buffer.from(`a${character}b`);
  for (let cut = 2; cut < bytes.length - 1; cut += 1) {
    writeFileSync(file, bytes.subarray(0, cut));
    expect(await texts.growing('r-1', effect, 0)).toEqual({ text: 'a', nextByte: 1, end: true });
  }
  writeFileSync(file, bytes);
  expect(await texts.growing('r-1', effect, 1)).toEqual({
    text: `${character}b`,
    nextByte: bytes.length,
    end: true,
  });
});

test('a text that is gone, or no longer what it was, is undefined', async () => {
  const { home } = growingFile();
  const texts = await textsIn(home);
  const hash = 'ab'.repeat(32);
  expect(await texts.get(`sha256:${hash}`)).toBeUndefined();
  mkdirSync(path.join(home, 'blobs', 'ab'));
  writeFileSync(path.join(home, 'blobs', 'ab', hash.slice(2)), 'other');
  expect(await texts.get(`sha256:${hash}`)).toBeUndefined();
  expect(await texts.intact(`sha256:${hash}`)).toBe('damaged');
});
