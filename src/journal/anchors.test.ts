import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AnchorReader, Anchors, readAnchors } from './anchors.ts';

const hash = 'a'.repeat(64);

describe('anchors', () => {
  let dir = '';
  let file = '';
  beforeEach(() => {
    dir = mkdtempSync(path.join(os.tmpdir(), 'slipway-anchors-'));
    file = path.join(dir, 'heads.jsonl');
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  test('are in the file as soon as they are written, whatever a stream is called', () => {
    const anchors = new Anchors(dir);
    anchors.write([['run/"größe"\n', { seq: 3, hash }]]);
    expect(readAnchors(dir).get('run/"größe"\n')).toEqual({ seq: 3, hash });
    anchors.close(false);
  });

  test('go into the file that has the name now, not into the one that had it before', () => {
    const anchors = new Anchors(dir);
    anchors.write([['run/a', { seq: 1, hash }]]);
    writeFileSync(`${file}.next`, readFileSync(file));
    renameSync(`${file}.next`, file);
    anchors.write([['run/a', { seq: 2, hash }]]);
    expect(readAnchors(dir).get('run/a')).toEqual({ seq: 2, hash });
    anchors.close(false);
  });

  test('go into a new file where the old one was moved away', () => {
    const anchors = new Anchors(dir);
    anchors.write([['run/a', { seq: 1, hash }]]);
    renameSync(file, `${file}.moved`);
    anchors.write([['run/b', { seq: 1, hash }]]);
    expect([...readAnchors(dir).keys()]).toEqual(['run/b']);
    anchors.close(true);
    expect([...readAnchors(dir).keys()]).toEqual(['run/a', 'run/b']);
  });

  test('go into room that is there already: the file does not grow with each of them (ANCHORS-4)', () => {
    const anchors = new Anchors(dir);
    anchors.write([['run/a', { seq: 1, hash }]]);
    const { size } = statSync(file);
    for (let seq = 2; seq <= 200; seq += 1) anchors.write([['run/a', { seq, hash }]]);
    expect(statSync(file).size).toBe(size);
    expect(readAnchors(dir).get('run/a')).toEqual({ seq: 200, hash });
    const next = new Anchors(dir); // whoever comes after a crash reads the same, and keeps none of the blanks
    expect(next.of('run/a')).toEqual({ seq: 200, hash });
    expect(readFileSync(file, 'utf8')).toBe(`{"stream":"run/a","seq":200,"hash":"${hash}"}\n`);
    next.close(true);
    anchors.close(false);
  });

  test('go on in new room where more of them come than fit', () => {
    const anchors = new Anchors(dir);
    for (let seq = 1; seq <= 1500; seq += 1) anchors.write([[`run/${seq % 7}`, { seq, hash }]]);
    expect([...readAnchors(dir).values()].map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 7 }, (_, n) => 1494 + n),
    );
    anchors.close(false);
  });

  test('are the same for whoever reads on as for whoever reads anew, whatever happened to the file meanwhile', () => {
    const reader = new AnchorReader(dir);
    const same = (): void => expect(new Map(reader.read())).toEqual(new Map(readAnchors(dir)));
    same(); // there is none yet
    const anchors = new Anchors(dir);
    for (let seq = 1; seq <= 1200; seq += 1) {
      anchors.write([[`run/${seq % 5}`, { seq, hash }]]);
      if (seq % 100 === 0) same();
    }
    const other = new Anchors(dir); // makes another file
    same();
    anchors.write([['run/a', { seq: 1, hash }]]);
    other.write([['run/b', { seq: 1, hash }]]); // behind the room of the first
    same();
    anchors.write([['run/a', { seq: 2, hash }]]); // into that room
    same();
    expect(reader.read().get('run/a')).toEqual({ seq: 2, hash });
    renameSync(file, `${file}.moved`);
    same();
    anchors.write([['run/c', { seq: 1, hash }]]);
    same();
    writeFileSync(file, ''); // cut, and still the same file
    same();
    anchors.close(false);
    other.close(false);
  });

  test('keep what another writer wrote when they are rewritten, into a new file or behind ours', () => {
    const anchors = new Anchors(dir);
    anchors.write([['run/a', { seq: 1, hash }]]);
    const other = new Anchors(dir);
    other.write([['run/b', { seq: 4, hash }]]);
    anchors.write([['run/a', { seq: 2, hash }]]); // into a file that another one made
    anchors.compact();
    expect([...readAnchors(dir).keys()]).toEqual(['run/a', 'run/b']);
    anchors.write([['run/a', { seq: 3, hash }]]);
    other.write([['run/b', { seq: 5, hash }]]); // behind ours in the same file
    anchors.compact();
    expect(readAnchors(dir).get('run/b')).toEqual({ seq: 5, hash });
    anchors.close(true);
    other.close(false);
  });
});
