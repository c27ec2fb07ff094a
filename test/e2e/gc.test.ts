// `slipway gc`: what goes, what never goes, and what is left when it is killed.

import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nameOf } from '../../src/blobs/content.ts';
import { blobFile } from '../../src/blobs/files.ts';
import { homeAt } from '../support/journal-home.ts';
import { atMergeGate, preparedSample } from '../support/prepared.ts';
import type { Sample } from '../support/sample.ts';

let sample: Sample;
let run: string;
let repository: string;

beforeEach(async () => {
  sample = await preparedSample(atMergeGate);
  const { runs } = await sample.json('list');
  if (!Array.isArray(runs)) throw new Error('list tells no runs');
  ({ run, repository } = runs[0]);
});
afterEach(() => sample.remove());

const inHome = (...parts: readonly string[]): string => path.join(sample.home, ...parts);
const longAgo = new Date(0);

/** A folder or a file that was last used long ago. */
function old(file: string, text = 'x'.repeat(1000)): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, longAgo, longAgo);
  utimesSync(path.dirname(file), longAgo, longAgo);
  return file;
}

function text(content: string): string {
  return blobFile(inHome('blobs'), nameOf(Buffer.from(content)));
}

/** What a run leaves, and what all share. */
function leave(): Readonly<Record<string, string>> {
  return {
    workspace: old(inHome('workspaces', `${run}-3-attempt-one-1`, 'a.js')),
    aside: old(inHome('workspaces', '.aside', `${run}-3-attempt-one-1.1`, 'a.js')),
    session: old(inHome('sessions', run, 's', 'talk')),
    ownLayer: old(inHome('cache', 'layers', 'runs', run, 'k', 'layer.json')),
    layer: old(inHome('cache', 'layers', 'a'.repeat(40), 'layer.json')),
    packages: old(inHome('cache', 'packages', repository, 'tarball')),
    unnamed: old(text('nobody names this'), 'nobody names this'),
    unfinished: old(inHome('blobs', 'unfinished', 'half')),
    unpacking: old(inHome('imported', '.unpacking-1', 'slipway.db')),
  };
}

const there = (left: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(left).filter((name) => existsSync(left[name] ?? ''));

describe('of a run that has ended', () => {
  test('what it left is told with its bytes and stays, until its deletion is ordered', async () => {
    await sample.slipway('cancel', run);
    const left = leave();
    const told = await sample.slipway('gc', '--older-than', '0d');
    expect(told.exit, told.err).toBe(0);
    expect(told.out).toMatch(/^workspaces +2\.0 kB {2}2 items$/m);
    expect(told.out).toMatch(/^texts +17 bytes {2}1 item$/m);
    expect(told.err).toContain('Nothing was deleted. `slipway gc --yes` does it.');
    expect(there(left)).toEqual(Object.keys(left));

    const done = await sample.slipway('gc', '--older-than', '0d', '--yes');
    expect(done.exit, done.err).toBe(0);
    expect(done.err).toMatch(/\d kB deleted\.\n$/);
    expect(there(left)).toEqual([]);
    expect(await sample.json('gc', '--older-than', '0d')).toMatchObject({ kinds: [], bytes: 0 });
  });

  test('its journal is whole afterwards, with every text it names, however old those are', async () => {
    await sample.slipway('cancel', run);
    for (const two of readdirSync(inHome('blobs')).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
      for (const rest of readdirSync(inHome('blobs', two)))
        utimesSync(inHome('blobs', two, rest), longAgo, longAgo);
    }
    const before = await sample.slipway('verify', '--all');
    expect((await sample.slipway('gc', '--older-than', '0d', '--yes')).exit).toBe(0);
    const after = await sample.slipway('verify', '--all');
    expect(after.exit, after.out).toBe(0);
    // The home has one event more: that this was ordered.
    expect(otherThanHome(after.out)).toEqual(otherThanHome(before.out));
    expect((await sample.slipway('report', run)).exit).toBe(0);
  });

  test('what a person was handed stays: it may be their work', async () => {
    await sample.slipway('cancel', run);
    const work = old(inHome('workspaces', `${run}-3-hand-out-one-1`, 'a.js'));
    await sample.slipway('gc', '--older-than', '0d', '--yes');
    expect(existsSync(work)).toBe(true);
  });

  test('nothing goes before its age', async () => {
    await sample.slipway('cancel', run);
    const workspace = old(inHome('workspaces', `${run}-3-attempt-one-1`, 'a.js'));
    await sample.slipway('gc', '--yes');
    expect(existsSync(workspace)).toBe(true);
  });
});

test('of a run that is open nothing goes, nor of what its repository uses', async () => {
  const left = leave();
  const said = await sample.slipway('gc', '--older-than', '0d', '--yes');
  expect(said.exit, said.err).toBe(0);
  expect(there(left)).toEqual(['workspace', 'aside', 'session', 'ownLayer', 'packages']);
  const landed = await sample.decides('land');
  expect(landed.exit, landed.err).toBe(0);
});

test('a text that nobody names yet stays while it is young', async () => {
  const young = text('an event will name this');
  mkdirSync(path.dirname(young), { recursive: true });
  writeFileSync(young, 'an event will name this');
  await sample.slipway('gc', '--older-than', '0d', '--yes');
  expect(existsSync(young)).toBe(true);
});

test('a text stays that a receipt names, whose event is still to come', async () => {
  const named = old(text('in a receipt'), 'in a receipt');
  old(inHome('receipts', run, 'key.json'), JSON.stringify({ log: nameOf(Buffer.from('in a receipt')) }));
  await sample.slipway('gc', '--older-than', '0d', '--yes');
  expect(existsSync(named)).toBe(true);
});

test('where a journal is damaged, texts stay, and why is said', async () => {
  const unnamed = old(text('nobody names this'), 'nobody names this');
  await homeAt(sample.home).sql(
    "update event set body = replace(body, 'Change', 'Choose') where stream like 'run/%' and body like '%Change%'",
  );
  const said = await sample.slipway('gc', '--older-than', '0d');
  expect(said.err).toContain(`Texts stay, because run/${run} is damaged`);
  expect(existsSync(unnamed)).toBe(true);
});

test('killed in the middle, it has lost nothing, and the next one goes on', async () => {
  await sample.slipway('cancel', run);
  const before = (await sample.slipway('verify', '--all')).out;
  const workspaces = Array.from({ length: 60 }, (_, n) => `${run}-3-attempt-one-${n}`);
  for (const name of workspaces) {
    for (let n = 0; n < 40; n += 1) old(inHome('workspaces', name, `${n}.js`));
  }
  const seal = old(inHome('cache', 'layers', 'b'.repeat(40), 'folders', '0', 'x'));
  old(inHome('cache', 'layers', 'b'.repeat(40), 'layer.json'));
  const started = sample.start('gc', '--older-than', '0d', '--yes');
  const isUnderWay = (): boolean => workspaces.some((name) => !existsSync(inHome('workspaces', name)));
  while (!isUnderWay() && started.child.exitCode === null) await turn();
  started.child.kill('SIGKILL');
  expect((await started.ended).signal).toBe('SIGKILL');
  // A layer is there whole, or not at all.
  expect(existsSync(seal)).toBe(existsSync(inHome('cache', 'layers', 'b'.repeat(40), 'layer.json')));
  const after = await sample.slipway('verify', '--all');
  expect(after.exit, after.out).toBe(0);
  expect(after.out).toBe(before);
  const again = await sample.slipway('gc', '--older-than', '0d', '--yes');
  expect(again.exit, again.err).toBe(0);
  expect(readdirSync(inHome('workspaces')).filter((name) => name.startsWith(run))).toEqual([]);
  expect(readdirSync(inHome('scratch'))).toEqual([]);
});

test('a home in which nothing ran has nothing to delete, and none is made', async () => {
  rmSync(sample.home, { recursive: true, force: true });
  const said = await sample.slipway('gc', '--yes');
  expect(said.exit, said.err).toBe(0);
  expect(said.err).toContain('There is nothing to delete.');
  expect(existsSync(sample.home)).toBe(false);
});

test('an age that cannot be understood is named', async () => {
  const said = await sample.slipway('gc', '--older-than', 'long');
  expect(said.exit).toBe(2);
  expect(said.err).toContain("--older-than takes an age such as 30d or 12h, and not 'long'.");
});

function otherThanHome(out: string): readonly string[] {
  const lines = out.split('\n').filter((line) => !/^ok +home /.test(line));
  expect(lines.length).toBeGreaterThan(1);
  return lines;
}
