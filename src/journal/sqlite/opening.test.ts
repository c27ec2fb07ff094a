import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { batch, fact, summary } from '../../../test/contract/journal.ts';
import { journalHome, type JournalHome, watchedDriver } from '../../../test/support/journal-home.ts';
import { isSafe } from './driver.ts';
import { migrations } from './migrations.ts';
import { openSqliteJournal } from './sqlite.ts';

function listing({ dir }: JournalHome): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).toSorted();
}

describe('opening a journal', () => {
  test('refuses one that a newer Slipway has changed, naming both versions, and leaves it as it is', async () => {
    const home = journalHome();
    await (await home.open()).close();
    await home.sql(`pragma user_version = 99; update meta set value = 99 where key = 'readable-from'`);
    for (const readOnly of [false, true]) {
      const opened = await openSqliteJournal({ ...home, readOnly });
      expect(opened).toMatchObject({
        ok: false,
        problem: { code: 'newer-version', found: 99, supported: migrations.length },
      });
      expect(opened.ok ? '' : opened.problem.message).toMatch(
        new RegExp(`version 99.*version ${migrations.length}.*newer Slipway.*Use that`),
      );
    }
  });

  test('reads one that a newer Slipway has changed where its tables say that it can, and offers that to who would write', async () => {
    const home = journalHome();
    const before = await home.open();
    await before.append(batch('run/r-1', 0, 1));
    await before.close();
    await home.sql('pragma user_version = 99');
    const writing = await openSqliteJournal(home);
    expect(writing).toMatchObject({ ok: false, problem: { code: 'newer-version', found: 99 } });
    expect(writing.ok ? '' : writing.problem.message).toContain('commands that look can read it');
    const reading = await openSqliteJournal({ ...home, readOnly: true });
    expect(reading.ok && (await reading.journal.read('run/r-1')).length).toBe(1);
    if (reading.ok) await reading.journal.close();
  });

  test('refuses to read one that is not set up yet, instead of setting it up', async () => {
    const home = journalHome();
    await home.sql('create table other (x)');
    const opened = await openSqliteJournal({ ...home, readOnly: true });
    expect(opened).toMatchObject({ ok: false, problem: { code: 'older-version', found: 0 } });
  });

  test('says that there is none, and creates nothing, when it is only to be read', async () => {
    const home = journalHome();
    const opened = await openSqliteJournal({ ...home, readOnly: true });
    expect(opened).toMatchObject({ ok: false, problem: { code: 'missing' } });
    expect(listing(home)).toEqual([]);
  });

  test('says so when the file is no database or the folder is not there', async () => {
    const home = journalHome();
    writeFileSync(
      home.file,
      'This is not a database, although it is long enough to look like one.'.repeat(100),
    );
    const problem = { ok: false, problem: { code: 'unusable' } };
    expect(await openSqliteJournal(home)).toMatchObject(problem);
    expect(await openSqliteJournal({ ...home, readOnly: true })).toMatchObject(problem);
    const nowhere = path.join(home.dir, 'none', 'slipway.db');
    expect(await openSqliteJournal({ ...home, file: nowhere })).toMatchObject(problem);
  });

  test('makes files that only the user can read', async () => {
    const home = journalHome();
    const journal = await home.open();
    await journal.append(batch('run/a', 0));
    const files = listing(home).filter((name) => statSync(path.join(home.dir, name)).isFile());
    expect(files).toContain('slipway.db-wal');
    expect(files).toContain('anchors/heads.jsonl');
    for (const name of files) expect(statSync(path.join(home.dir, name)).mode & 0o077, name).toBe(0);
  });

  test('asks for full synchronous writes at every open, not only at the first', async () => {
    const home = journalHome();
    const { driver, connections } = await watchedDriver();
    await (await home.open({ driver })).close();
    await home.open({ driver });
    expect(connections).toHaveLength(2);
    expect(connections.at(-1)?.prepare('pragma synchronous').get()).toMatchObject({ synchronous: 2 });
    expect(connections.at(-1)?.prepare('pragma journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
  });

  test.each([
    ['3.51.3', true],
    ['3.51.2', false],
    ['3.53.0', true],
    ['3.9.99', false],
    ['4.0.0', true],
    ['unknown', false],
  ])('takes SQLite %s: %s', (version, safe) => {
    expect(isSafe(version)).toBe(safe);
  });
});

describe('a journal open for reading only', () => {
  test('follows a writer event by event', async () => {
    const home = journalHome();
    const writer = await home.open();
    await writer.append(batch('run/a', 0));
    const reader = await home.open({ readOnly: true });
    for (let after = 1; after < 5; after += 1) {
      await writer.append(batch('run/a', after));
      expect(await reader.read('run/a')).toHaveLength(after + 1);
      expect(await reader.verify('run/a')).toMatchObject({ ok: true, events: after + 1 });
    }
  });

  test('creates no file where nobody writes, and sees a writer that comes later', async () => {
    const home = journalHome();
    const first = await home.open();
    await first.append(batch('run/a', 0));
    await first.close();
    const before = listing(home);
    const reader = await home.open({ readOnly: true });
    expect(await reader.read('run/a')).toHaveLength(1);
    expect(listing(home)).toEqual(before);

    const second = await home.open();
    expect(await reader.read('run/a')).toHaveLength(1);
    await second.append(batch('run/a', 1));
    expect(await reader.read('run/a')).toHaveLength(2);
    await second.append(batch('run/a', 2));
    await second.close();
    expect(await reader.read('run/a')).toHaveLength(3);
    expect(await reader.tail(0, 10)).toHaveLength(3);
  });

  test('writes nothing and says why', async () => {
    const home = journalHome();
    await (await home.open()).close();
    const reader = await home.open({ readOnly: true });
    await expect(reader.append(batch('run/a', 0))).rejects.toMatchObject({ code: 'read-only' });
    await expect(reader.takeOver()).rejects.toMatchObject({ code: 'read-only' });
    await reader.close();
    await expect(reader.read('run/a')).rejects.toThrow('closed');
  });

  test('works from a folder whose name means something in an address', async () => {
    const home = journalHome();
    const dir = path.join(home.dir, 'a b%20#?&é');
    mkdirSync(dir);
    const file = path.join(dir, 'slipway.db');
    const writer = await home.open({ file });
    await writer.append(batch('run/a', 0));
    await writer.close();
    expect(await (await home.open({ file, readOnly: true })).read('run/a')).toHaveLength(1);
  });
});

describe('view tables of another version', () => {
  test('are made again from the events of each run, once', async () => {
    const home = journalHome();
    const old = await home.open();
    await old.append({
      ...batch('run/a', 0, 3),
      view: () => ({ summary: summary('a', { title: 'old' }), inbox: [] }),
    });
    await old.append(batch('run/b', 0, 2));
    await old.append(batch('home', 0));
    await old.close();

    const rebuilt = await home.open({
      rebuildView: (events) => {
        const run = events[0]?.stream.slice('run/'.length) ?? '';
        return { summary: summary(run, { title: `from ${events.length} events` }), inbox: [] };
      },
    });
    expect((await rebuilt.summaries()).map(({ run, title }) => [run, title])).toEqual([
      ['a', 'from 3 events'],
      ['b', 'from 2 events'],
    ]);
    await rebuilt.close();

    const again = await home.open({ rebuildView: () => undefined });
    expect(await again.summaries()).toHaveLength(2);
    await again.close();
    await home.sql("update meta set value = 999 where key = 'view-version'");
    expect(await (await home.open({ rebuildView: () => undefined })).summaries()).toEqual([]);
  });

  test('are made again from the events of each repository, but for one that cannot be read', async () => {
    const home = journalHome();
    const old = await home.open();
    for (const name of ['harbour', 'quay']) {
      const facts = [fact('old', { repository: name, text: 'stale' }), fact('gone', { repository: name })];
      await old.append({ ...batch(`repository/${name}`, 0), facts });
    }
    await old.close();
    await home.sql("update event set body = '{' where stream = 'repository/quay'");
    const journal = await home.open({
      rebuildView: () => undefined,
      rebuildFacts: (repository, events) => [
        fact('old', { repository, text: `from ${events.length} events` }),
      ],
    });
    const rows = (await journal.facts({ factsMax: 9 })).map(({ repository, id, text }) => [
      repository,
      id,
      text,
    ]);
    expect(rows).toEqual([
      ['harbour', 'old', 'from 1 events'],
      ['quay', 'gone', 'Text of gone'],
      ['quay', 'old', 'stale'],
    ]);
  });

  test('keep the row of a run that cannot be read, and are made again for the others', async () => {
    const home = journalHome();
    const old = await home.open();
    for (const run of ['a', 'b']) {
      const view = { summary: summary(run, { title: 'old' }), inbox: [] };
      await old.append({ ...batch(`run/${run}`, 0), view: () => view });
    }
    await old.close();
    await home.sql("update event set body = '{' where stream = 'run/a'");
    const journal = await home.open({
      rebuildView: () => ({ summary: summary('b', { title: 'new' }), inbox: [] }),
    });
    expect((await journal.summaries()).map(({ run, title }) => [run, title])).toEqual([
      ['a', 'old'],
      ['b', 'new'],
    ]);
  });
});
