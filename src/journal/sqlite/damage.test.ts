import { appendFileSync, readFileSync, rmSync, truncateSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, batch, fact, item, noted, summary } from '../../../test/contract/journal.ts';
import { homeAt, journalHome, type JournalHome } from '../../../test/support/journal-home.ts';
import { canonicalJson, genesis, linkHash } from '../chain.ts';
import { type Journal, JournalDamaged } from '../journal.ts';
import { openSqliteJournal } from './sqlite.ts';

const frameBytes = 24 + 4096;

/** A home with five events of run/a and three of run/b, closed. */
async function written(): Promise<JournalHome> {
  const home = journalHome();
  const journal = await home.open();
  await journal.append(batch('run/a', 0, 5));
  const approved = { type: 'x.approved', by: 'alice' };
  await journal.append({
    stream: 'run/b',
    after: 0,
    at,
    events: [approved],
  });
  await journal.append(batch('run/b', 1, 2));
  await journal.close();
  return home;
}

async function seen(journal: Journal): Promise<readonly unknown[]> {
  return [await journal.summaries(), await journal.inbox(), await journal.facts({ factsMax: 9 })];
}

describe('a damaged journal', () => {
  test('is found by one flipped letter in a body, and the other stream is left in use', async () => {
    const home = await written();
    const bytes = readFileSync(home.file);
    bytes.write('blice', bytes.indexOf('alice'));
    writeFileSync(home.file, bytes);
    const journal = await home.open();
    expect(await journal.verify('run/b')).toEqual({ ok: false, seq: 1, wrong: 'hash' });
    expect(await journal.verify('run/a')).toMatchObject({ ok: true, events: 5 });
    expect(await journal.append(batch('run/a', 5))).toMatchObject({ ok: true });
  });

  test.each([
    ["delete from event where stream = 'run/a' and seq = 5", 5, 'behind-anchor'],
    ["delete from event where stream = 'run/a'", 5, 'behind-anchor'],
    ["delete from event where stream = 'run/a' and seq = 2", 2, 'missing'],
    ["delete from event where stream = 'run/a' and seq = 1", 1, 'missing'],
    ["update event set at = at + 1 where stream = 'run/a' and seq = 3", 3, 'hash'],
    ["update event set type = 'test.other' where stream = 'run/a' and seq = 3", 3, 'hash'],
    ["update event set previous = hash where stream = 'run/a' and seq = 3", 3, 'hash'],
    ["update event set hash = previous where stream = 'run/a' and seq = 5", 5, 'hash'],
    ["update event set body = '{' where stream = 'run/a' and seq = 4", 4, 'unreadable'],
    ["update event set body = '[]' where stream = 'run/a' and seq = 4", 4, 'unreadable'],
    [
      `update event set seq = -2 where stream = 'run/a' and seq = 2;
       update event set seq = 2 where stream = 'run/a' and seq = 3;
       update event set seq = 3 where stream = 'run/a' and seq = -2`,
      2,
      'hash',
    ],
    ["update event set stream = 'run/c' where stream = 'run/a' and seq = 5", 5, 'behind-anchor'],
  ])('names the first wrong event after %s', async (change, seq, wrong) => {
    const home = await written();
    await home.sql(change);
    expect(await (await home.open({ readOnly: true })).verify('run/a')).toEqual({ ok: false, seq, wrong });
  });

  test.each([
    ["delete from event where stream = 'run/a' and seq = 5", 5],
    ["delete from event where stream = 'run/a' and seq = 2", 2],
    ["update event set at = at + 1 where stream = 'run/a' and seq = 3", 3],
    ["update event set type = 'test.other' where stream = 'run/a' and seq = 3", 3],
    ["update event set hash = previous where stream = 'run/a' and seq = 5", 5],
    ["update event set body = replace(body, 'n', 'm') where stream = 'run/a' and seq = 4", 4],
  ])('is read by nobody after %s, from whichever event on (JOURNAL-8)', async (change, seq) => {
    const home = await written();
    await home.sql(change);
    for (const readOnly of [true, false]) {
      const journal = await home.open({ readOnly });
      for (const after of [0, 3, 5]) {
        await expect(journal.read('run/a', after)).rejects.toThrow(`run/a is damaged at event ${seq}`);
      }
      expect(await journal.read('run/b')).toHaveLength(3);
    }
  });

  test('is looked at again from what was known: what came since, and whether that is still there', async () => {
    const home = await written();
    const journal = await home.open();
    const [, , third] = await journal.read('run/a');
    const since = { seq: 3, hash: third?.hash ?? '' };
    expect(await journal.verify('run/a', since)).toMatchObject({ ok: true, events: 5 });
    await home.sql("update event set at = at + 1 where stream = 'run/a' and seq = 4");
    expect(await journal.verify('run/a', since)).toEqual({ ok: false, seq: 4, wrong: 'hash' });
    await home.sql("delete from event where stream = 'run/a' and seq > 2");
    expect(await journal.verify('run/a', since)).toEqual({ ok: false, seq: 3, wrong: 'missing' });
  });

  test('whose anchors are gone is not used: an end that was lost with them would not be noticed', async () => {
    const home = await written();
    rmSync(home.anchorsDir, { recursive: true });
    for (const readOnly of [true, false]) {
      const opened = await openSqliteJournal({ ...home, readOnly });
      expect(opened).toMatchObject({ ok: false, problem: { code: 'lost' } });
      expect(opened.ok ? '' : opened.problem.message).toContain('The anchors of the journal are lost');
    }
  });

  test('whose anchor of a stream is gone is named as that, once a head would have been written down', async () => {
    const home = journalHome();
    const journal = await home.open();
    for (let n = 0; n < 4; n += 1) await journal.append({ ...batch('run/a', n), at: at + n * 5_000 });
    await journal.append(batch('run/b', 0));
    await journal.close();
    truncateSync(path.join(home.anchorsDir, 'heads.jsonl'));
    const after = await home.open();
    expect(await after.verify('run/a')).toEqual({ ok: false, seq: 4, wrong: 'unanchored' });
    await expect(after.read('run/a')).rejects.toThrow('nothing of the stream is written down outside');
    expect(await after.read('run/b')).toHaveLength(1);
  });

  test.each([
    ['is gone', (home: JournalHome) => rmSync(home.file)],
    ['is empty', (home: JournalHome) => truncateSync(home.file)],
  ])(
    'whose file %s is lost, for whoever reads and whoever writes, and none is made in its place',
    async (how, hurt) => {
      const home = await written();
      hurt(home);
      for (const readOnly of [true, false]) {
        const opened = await openSqliteJournal({ ...home, readOnly });
        expect(opened).toMatchObject({ ok: false, problem: { code: 'lost' } });
        expect(opened.ok ? '' : opened.problem.message).toContain(`${home.file} ${how}`);
      }
    },
  );

  test('of which a run is written down outside and not shown says which', async () => {
    const home = await written();
    const journal = await home.open();
    expect(await journal.lost()).toEqual(['a', 'b']);
    await journal.append({ ...batch('run/a', 5), view: () => ({ summary: summary('a'), inbox: [] }) });
    expect(await journal.lost()).toEqual(['b']);
  });

  test.each([
    "update run_summary set body = replace(body, 'old', 'odd')",
    'update run_summary set open = 1 - open',
    'delete from run_summary',
    "update inbox set gate = 'g9'",
    "update fact set body = replace(body, 'stale', 'stole')",
    "update fact set state = 'withdrawn'",
  ])('whose views are not what was written shows none, and makes them anew: %s', async (change) => {
    const home = journalHome();
    const made = await home.open();
    const view = { summary: summary('a', { title: 'old' }), inbox: [item('a', 'g1')] };
    await made.append({ ...batch('run/a', 0), view: () => view });
    await made.append({
      ...batch('repository/quay', 0),
      facts: [fact('f', { repository: 'quay', text: 'stale' })],
    });
    await made.close();
    const before = await seen(await home.open({ readOnly: true }));
    await home.sql(change);
    const reader = await home.open({ readOnly: true });
    if (!change.startsWith('delete')) await expect(seen(reader)).rejects.toThrow('is damaged');
    const mended = await home.open({
      rebuildView: () => view,
      rebuildFacts: () => [fact('f', { repository: 'quay', text: 'stale' })],
    });
    expect(await seen(mended)).toEqual(before);
  });

  test('is found when the history was replaced by another whole one', async () => {
    const home = await written();
    const statements = forgedHistory(5).map(
      ({ seq, body, previous, hash }) =>
        `update event set body = '${body}', previous = '${previous}', hash = '${hash}'
         where stream = 'run/a' and seq = ${seq}`,
    );
    await home.sql(statements.join(';'));
    expect(await (await home.open()).verify('run/a')).toEqual({ ok: false, seq: 5, wrong: 'anchor-differs' });
  });

  test('that lost the end of its WAL is noticed against the anchor, and only that run is refused', async () => {
    const home = journalHome();
    const journal = await home.open();
    await journal.append(batch('run/b', 0));
    for (let n = 0; n < 20; n += 1) await journal.append(batch('run/a', n));
    const crashed = home.crashed();
    const wal = `${crashed.file}-wal`;
    truncateSync(wal, statSync(wal).size - 3 * frameBytes);

    const after = await crashed.open();
    const kept = (await after.tail(0, 100)).filter(({ stream }) => stream === 'run/a').length;
    expect(kept).toBeLessThan(20);
    expect(await after.verify('run/a')).toEqual({ ok: false, seq: 20, wrong: 'behind-anchor' });
    await expect(after.read('run/a')).rejects.toThrow(
      'run/a is damaged at event 20: the stream ends before it',
    );
    await expect(after.append(batch('run/a', kept))).rejects.toMatchObject({
      name: 'JournalDamaged',
      stream: 'run/a',
    });
    expect(await after.append(batch('run/b', 1))).toMatchObject({ ok: true });
    expect(await journal.verify('run/a')).toMatchObject({ ok: true, events: 20 });
  });

  test('still refuses the run after it was closed and opened again', async () => {
    const home = await written();
    await home.sql("delete from event where stream = 'run/a' and seq > 3");
    await (await home.open()).close();
    const journal = await home.open();
    await expect(journal.append(batch('run/a', 3))).rejects.toBeInstanceOf(JournalDamaged);
    expect(await journal.verify('run/a')).toEqual({ ok: false, seq: 5, wrong: 'behind-anchor' });
  });

  test('refuses to read past an event that cannot be read, while the tail shows the others', async () => {
    const home = await written();
    await home.sql("update event set body = 'nothing' where stream = 'run/a' and seq = 4");
    const journal = await home.open();
    await expect(journal.read('run/a')).rejects.toThrow('run/a is damaged at event 4');
    await expect(journal.read('run/a', 2)).rejects.toThrow('run/a is damaged at event 4');
    expect(await journal.tail(0, 100)).toHaveLength(7);
    expect((await journal.tail(3, 1)).map(({ seq }) => seq)).toEqual([5]);
  });

  test('does not reject the neighbours of a damaged stream in the same tick', async () => {
    const home = await written();
    await home.sql("delete from event where stream = 'run/a' and seq = 5");
    const journal = await home.open();
    const [a, b] = await Promise.allSettled([
      journal.append(batch('run/a', 4)),
      journal.append(batch('run/b', 3)),
    ]);
    expect(a.status).toBe('rejected');
    expect(b).toMatchObject({ status: 'fulfilled', value: { ok: true, seq: 4 } });
  });

  test('whose tables refuse one stream still takes its neighbours in the same tick', async () => {
    const home = await written();
    await home.sql(`create trigger stuck before insert on event when new.stream = 'run/a' and new.seq = 7
      begin select raise(abort, 'the index says that this row exists'); end`);
    const journal = await home.open();
    const [b, a, c] = await Promise.allSettled([
      journal.append(batch('run/b', 3)),
      journal.append(batch('run/a', 5, 2)),
      journal.append(batch('run/c', 0)),
    ]);
    expect(a).toMatchObject({ status: 'rejected', reason: { name: 'JournalDamaged', stream: 'run/a' } });
    expect([b, c]).toMatchObject([{ value: { ok: true, seq: 4 } }, { value: { ok: true, seq: 1 } }]);
    expect(await journal.read('run/a')).toHaveLength(5);
    expect(await journal.verify('run/b')).toMatchObject({ ok: true, events: 4 });
  });

  test('never gives a position out again, even when the newest event is gone', async () => {
    const home = await written();
    const last = (await (await home.open({ readOnly: true })).tail(0, 100)).at(-1)?.position ?? 0;
    await home.sql(`delete from event where position = ${last}`);
    const appended = await (await home.open()).append(batch('run/new', 0));
    expect(appended).toMatchObject({ ok: true, position: last + 1 });
  });

  test('is noticed or harmless, wherever one byte of the database is flipped', async () => {
    const home = await written();
    const whole = readFileSync(home.file);
    const reader = await home.open({ readOnly: true });
    const expected = JSON.stringify([await reader.read('run/a'), await reader.read('run/b')]);
    let noticed = 0;
    for (let offset = 0; offset < whole.length; offset += 131) {
      const hurt = Buffer.from(whole);
      hurt.writeUInt8(hurt.readUInt8(offset) ^ 0x10, offset);
      const found = await look(home, hurt);
      if (found === 'noticed') noticed += 1;
      else expect(found, `byte ${offset}`).toBe(expected);
    }
    expect(noticed).toBeGreaterThan(10);
  });
});

/** What a reader of this database gets: both streams, or that something is wrong. */
async function look(home: JournalHome, database: Uint8Array): Promise<string> {
  writeFileSync(home.file, database);
  try {
    const journal = await homeAt(home.dir).open({ readOnly: true });
    if (!(await journal.verify('run/a')).ok || !(await journal.verify('run/b')).ok) return 'noticed';
    return JSON.stringify([await journal.read('run/a'), await journal.read('run/b')]);
  } catch {
    return 'noticed';
  }
}

interface Forged {
  readonly seq: number;
  readonly body: string;
  readonly previous: string;
  readonly hash: string;
}

function forgedHistory(count: number): readonly Forged[] {
  const forged: Forged[] = [];
  for (let seq = 1; seq <= count; seq += 1) {
    const previous = forged.at(-1)?.hash ?? genesis;
    const body = canonicalJson(noted(seq + 100));
    forged.push({ seq, body, previous, hash: linkHash({ previous, stream: 'run/a', seq, at, body }) });
  }
  return forged;
}

describe('the anchor', () => {
  test('ignores a torn last line, and goes on after it', async () => {
    const home = await written();
    const heads = path.join(home.anchorsDir, 'heads.jsonl');
    appendFileSync(heads, '{"stream":"run/a","seq":99,"ha');
    const journal = await home.open();
    expect(await journal.verify('run/a')).toMatchObject({ ok: true, events: 5 });
    await journal.append(batch('run/a', 5));
    expect(await journal.verify('run/a')).toMatchObject({ ok: true, events: 6 });
    await home.sql("delete from event where stream = 'run/a' and seq = 6");
    expect(await journal.verify('run/a')).toEqual({ ok: false, seq: 6, wrong: 'behind-anchor' });
  });

  test('keeps one line a stream after closing, however many commits there were', async () => {
    const home = journalHome();
    const journal = await home.open();
    for (let n = 0; n < 50; n += 1) {
      await Promise.all([journal.append(batch('run/a', n)), journal.append(batch('run/b', n))]);
    }
    await journal.close();
    const lines = readFileSync(path.join(home.anchorsDir, 'heads.jsonl'), 'utf8').trim().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      { stream: 'run/a', seq: 50, hash: expect.any(String) },
      { stream: 'run/b', seq: 50, hash: expect.any(String) },
    ]);
  });

  test('is not set back by the close of a writer that was taken over from', async () => {
    const home = journalHome();
    const first = await home.open();
    await first.append(batch('run/a', 0));
    const second = await home.open();
    await second.takeOver();
    await second.append(batch('run/a', 1));
    await first.close();
    await second.append(batch('run/a', 2));
    await home.sql('delete from event where seq = 3');
    expect(await second.verify('run/a')).toEqual({ ok: false, seq: 3, wrong: 'behind-anchor' });
  });
});
