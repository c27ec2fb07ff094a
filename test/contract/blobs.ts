// What every implementation of the blob port does alike.

import { describe, expect, test } from 'vitest';
import type { Blobs } from '../../src/blobs/blobs.ts';
import { screenedForTest as screened } from '../support/screened.ts';

export function blobsContract(name: string, open: () => Promise<Blobs>): void {
  describe(`blobs: ${name}`, () => {
    test('give back what was put, byte for byte', async () => {
      const blobs = await open();
      for (const text of ['', 'plain', 'größer 🚢\r\n\u0000 end', 'x'.repeat(300_000)]) {
        const hash = await blobs.put(screened(text));
        expect(await blobs.get(hash)).toBe(text);
        expect(await blobs.intact(hash)).toBe('intact');
      }
    });

    test('name text by the SHA-256 of its bytes', async () => {
      const blobs = await open();
      expect(await blobs.put(screened('abc'))).toBe(
        'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      );
    });

    test('give equal text one name, also when it is put twice at once', async () => {
      const blobs = await open();
      const names = await Promise.all(['same', 'same', 'other'].map((text) => blobs.put(screened(text))));
      expect(names[0]).toBe(names[1]);
      expect(names[2]).not.toBe(names[0]);
      expect(await blobs.get(names[0] ?? '')).toBe('same');
    });

    test('say that nothing lies under an unknown hash, or under what is no hash', async () => {
      const blobs = await open();
      for (const hash of [`sha256:${'0'.repeat(64)}`, 'sha256:../../etc/passwd', '', 'abc']) {
        expect(await blobs.get(hash)).toBeUndefined();
        expect(await blobs.intact(hash)).toBe('missing');
      }
    });

    test('seal a transcript under the name its whole text has, in the order of the writes', async () => {
      const blobs = await open();
      const transcript = await blobs.transcript('r-1/attempt-1.txt');
      const pieces = Array.from({ length: 2000 }, (_, n) => `line ${n} ${'.'.repeat(n % 90)}\n`);
      for (const piece of pieces) transcript.write(screened(piece));
      const hash = await transcript.seal();
      expect(await blobs.get(hash)).toBe(pieces.join(''));
      expect(hash).toBe(await blobs.put(screened(pieces.join(''))));
    });

    test('keep a character whose halves come in two pieces', async () => {
      const blobs = await open();
      const transcript = await blobs.transcript('split');
      transcript.write(screened('ship \ud83d'));
      await nextTick();
      transcript.write(screened('\udea2 ahoy'));
      expect(await blobs.get(await transcript.seal())).toBe('ship 🚢 ahoy');
    });

    test('seal once: a second seal gives the same name, and a write after it is refused', async () => {
      const blobs = await open();
      const transcript = await blobs.transcript('once');
      transcript.write(screened('text'));
      const hash = await transcript.seal();
      expect(await transcript.seal()).toBe(hash);
      expect(() => transcript.write(screened('more'))).toThrow('sealed');
    });

    test('seal an empty transcript', async () => {
      const blobs = await open();
      const transcript = await blobs.transcript('empty');
      expect(await blobs.get(await transcript.seal())).toBe('');
    });

    test('let one writer have a transcript at a time, and give the name free at its seal', async () => {
      const blobs = await open();
      const first = await blobs.transcript('r-1/a');
      await expect(blobs.transcript('r-1/a')).rejects.toThrow('being written');
      await first.seal();
      const second = await blobs.transcript('r-1/a');
      second.write(screened('again'));
      expect(await blobs.get(await second.seal())).toBe('again');
    });

    test.each(['', '..', 'a/../b', '/etc/x', 'a//b', 'a b', 'a\\b', './a', 'a/'])(
      'refuse %j as the name of a transcript',
      async (bad) => {
        const blobs = await open();
        await expect(blobs.transcript(bad)).rejects.toThrow('is not the name');
      },
    );
  });
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
