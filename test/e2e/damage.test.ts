// Runs whose data was damaged behind Slipway's back: each is stopped before anything of it is seen outside, in the words of
// `slipway verify`, and other runs go on.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { becomeOwner } from '../../src/app/home/owner.ts';
import type { Owner } from '../../src/app/home/owner.ts';
import { Reach } from '../../src/app/home/reach.ts';
import { openReader } from '../../src/app/home/reader.ts';
import { openTexts } from '../../src/app/home/texts.ts';
import { verifyStream } from '../../src/app/home/verify-home.ts';
import { verbs } from '../../src/app/verbs/table.ts';
import { styleOf } from '../../src/app/words/style.ts';
import { blobFile } from '../../src/blobs/files.ts';
import { must, openGates } from '../../src/core/run.ts';
import { witnessIn } from '../../src/views/words/witness.ts';
import type { App, Story } from '../support/app.ts';
import { person, startApp } from '../support/app.ts';
import { homeAt } from '../support/journal-home.ts';
import { done, oneTask, write } from '../support/scripts.ts';

const apps: App[] = [];

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** Two runs of one home that wait at their merge gates. */
async function atMergeGates(): Promise<{ readonly app: App; readonly one: Story; readonly other: Story }> {
  const app = await startApp({ script: oneTask(['a.txt'], [write('a.txt', 'other\n'), done]) });
  apps.push(app);
  const one = await app.play();
  const other = await app.play(undefined, { id: 'T-2' });
  for (const { run } of [one, other]) expect(openGates(run).map(({ kind }) => kind)).toEqual(['merge']);
  return { app, one, other };
}

const sql = (app: App, text: string): Promise<void> => homeAt(app.home).sql(text);

async function said(app: App, run: string): Promise<string> {
  const reader = await openReader(app.tools.places);
  try {
    const texts = await openTexts(app.tools.places);
    const verified = await verifyStream(must(reader.journal, 'there is one'), `run/${run}`, texts);
    return verified.ok ? 'ok' : `event ${verified.seq}: ${verified.wrong}`;
  } finally {
    await reader.close();
  }
}

/** A merge as the next process orders it. */
async function merged(
  app: App,
  { run }: Story,
  onTrouble: (error: unknown) => void,
): Promise<Owner | undefined> {
  const reach = new Reach(app.tools, { onTrouble });
  try {
    const seen = openGates(run)[0]?.digest;
    await reach.call(verbs.merge, { run: run.id }, { by: person, seen });
    await reach.owner?.engine.idle();
    return reach.owner;
  } finally {
    await reach.close();
  }
}

async function stateOf(app: App, story: Story): Promise<string | undefined> {
  return (await app.pullRequests(story)).find(({ branch }) => branch === story.run.branch)?.state;
}

describe('a run that waits at its merge gate', () => {
  test.each([
    [
      'an event that was changed',
      (run: string) => `update event set at = at + 1 where stream = 'run/${run}' and seq = 9`,
    ],
    ['an end that was lost', (run: string) => `delete from event where stream = 'run/${run}' and seq > 20`],
  ])('is not merged on %s, and the other one is', async (_name, change) => {
    const { app, one, other } = await atMergeGates();
    await app.owner.close();
    await sql(app, change(one.run.id));
    const told = await said(app, one.run.id);
    expect(told).toMatch(/^event \d+: /);
    const words = told.replace(/^event /, '');
    const troubles: unknown[] = [];
    await expect(merged(app, one, (error) => troubles.push(error))).rejects.toThrow(words);
    await merged(app, other, (error) => troubles.push(error));
    expect(await stateOf(app, other)).toBe('merged');
    expect(await stateOf(app, one)).toBe('open');
  });

  test.each([
    ['gone', (file: string) => rmSync(file)],
    ['no longer what it was', (file: string) => writeFileSync(file, 'other words')],
  ])('is not merged where a text it names is %s', async (how, hurt) => {
    const { app, one } = await atMergeGates();
    const blob = must(one.run.analysis?.blob, 'it was analysed');
    await app.owner.close();
    hurt(blobFile(path.join(app.home, 'blobs'), blob));
    await expect(merged(app, one, () => undefined)).rejects.toThrow(`the text it names (${blob}) is ${how}`);
    expect(await said(app, one.run.id)).toContain(`the text it names (${blob}) is ${how}`);
    expect(await stateOf(app, one)).toBe('open');
  });

  test('is stopped by what was damaged while its process had it in memory, before it is merged', async () => {
    const { app, one } = await atMergeGates();
    const blob = must(one.run.analysis?.blob, 'it was analysed');
    writeFileSync(blobFile(path.join(app.home, 'blobs'), blob), 'other words');
    await app.submit(one.run.id, {
      type: 'run.merge',
      by: person,
      head: must(one.run.repositories[0], 'it has a repository').head.commit,
    });
    await app.owner.engine.settled(one.run.id);
    expect(app.trouble).toMatchObject([{ name: 'JournalDamaged', stream: `run/${one.run.id}` }]);
    expect(await stateOf(app, one)).toBe('open');
  });

  test('is taken up again once what was damaged is put back', async () => {
    const { app, one } = await atMergeGates();
    const file = blobFile(path.join(app.home, 'blobs'), must(one.run.analysis?.blob, 'it was analysed'));
    const text = await app.text(one.run.analysis?.blob);
    await app.owner.close();
    writeFileSync(file, 'other words');
    await expect(merged(app, one, () => undefined)).rejects.toThrow('no longer what it was');
    writeFileSync(file, text);
    await merged(app, one, () => undefined);
    expect(await stateOf(app, one)).toBe('merged');
  });
});

/** `verify` as it is typed, and how it ends. */
async function verified(
  app: App,
  run: string,
  against: string | number,
): Promise<readonly [boolean, string]> {
  const reader = await openReader(app.tools.places);
  try {
    const { look, words } = await verbs.verify.load();
    const { surroundings, places, clock } = app.tools;
    const output = await look({ surroundings, places, clock, journal: reader.journal }, { run, against });
    return [output.ok, words(output, { style: styleOf(false), width: 100, now: 0 }).data ?? ''];
  } finally {
    await reader.close();
  }
}

describe('the head that the pull request keeps', () => {
  test('is in its text, and the journal has it', async () => {
    const { app, one } = await atMergeGates();
    const [record] = await app.pullRequests(one);
    const witness = must(witnessIn(record?.body ?? ''), 'the pull request has a head in it');
    await app.owner.close();
    for (const against of [1, record?.body ?? '', witness.hash]) {
      const [ok, said] = await verified(app, one.run.id, against);
      expect([ok, said]).toEqual([true, expect.stringContaining(`still has event ${witness.seq} `)]);
    }
    await expect(verified(app, one.run.id, 99)).rejects.toThrow('There is no pull request 99');
    await expect(verified(app, one.run.id, 'no head')).rejects.toThrow('There is no head of a journal');
  });

  test('is missed in a home that was rewritten with its anchors, where nothing else is wrong', async () => {
    const { app, one } = await atMergeGates();
    await app.owner.close();
    const run = one.run.id;
    const before = await eventsIn(app, run);
    await sql(app, `delete from event where stream = 'run/${run}' and seq > 20`);
    const { seq, hash } = must(before[19], 'it has events');
    const heads = path.join(app.home, 'anchors', 'heads.jsonl');
    const others = readFileSync(heads, 'utf8')
      .split('\n')
      .filter((line) => !line.includes(`run/${run}`));
    writeFileSync(heads, `${JSON.stringify({ stream: `run/${run}`, seq, hash })}\n${others.join('\n')}`);
    expect(await said(app, run)).toBe('ok');
    const [ok, told] = await verified(app, run, 1);
    expect([ok, told]).toEqual([false, expect.stringContaining('it ends at event 20')]);
  });
});

async function eventsIn(app: App, run: string) {
  const reader = await openReader(app.tools.places);
  try {
    return await must(reader.journal, 'there is one').read(`run/${run}`);
  } finally {
    await reader.close();
  }
}

test('an owner is not made for a journal that is lost, and nothing is made in its place', async () => {
  const { app } = await atMergeGates();
  await app.owner.close();
  rmSync(app.tools.places.database);
  await expect(openReader(app.tools.places)).rejects.toThrow(
    /The journal is lost: .* is gone, though .* knows of 2 runs/,
  );
  await expect(becomeOwner(app.tools, { onTrouble: () => undefined })).rejects.toThrow('The journal is lost');
});
