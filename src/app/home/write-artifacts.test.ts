import { appendFile, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { screenedForTest } from '../../../test/support/screened.ts';
import { eventful } from '../../../test/support/told.ts';
import { fileBlobs } from '../../blobs/files.ts';
import type { RunEvent } from '../../core/events.ts';
import type { Journal } from '../../journal/journal.ts';
import { fakeJournal } from '../../journal/fake-journal.ts';
import { artifactWriter } from './write-artifacts.ts';
import { placesOf } from './home-places.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A home whose journal holds the events of one run, to which more can be added. */
async function home(events: readonly RunEvent[]) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-artifacts-'));
  folders.push(folder);
  const places = placesOf({ env: { SLIPWAY_HOME: folder }, homedir: folder, tmp: folder, uid: 0, cores: 1 });
  await mkdir(places.blobs, { recursive: true });
  const blobs = fileBlobs(places.blobs);
  await blobs.put(screenedForTest('a text nobody names'));
  const journal = fakeJournal();
  await journal.takeOver();
  let seq = 0;
  const add = async (more: readonly RunEvent[]): Promise<void> => {
    await append(journal, seq, more);
    seq += more.length;
  };
  await add(events);
  const run = eventful().run();
  const writer = artifactWriter({ blobs, places }, journal);
  return { places, add, write: () => writer.write(run) };
}

async function append(journal: Journal, after: number, events: readonly RunEvent[]): Promise<void> {
  const appended = await journal.append({ stream: 'run/r1', after, at: 1_000 + after, events });
  if (!appended.ok) throw new Error(`the events were not appended: ${appended.refused}`);
}

const events = eventful().go().events();

describe('the writer of artifacts', () => {
  test('leaves a file alone that would not change, and rewrites one that does', async () => {
    const { places, add, write } = await home(events.slice(0, 60));
    const ticket = path.join(places.runs, 'r1', 'ticket.json');
    const log = path.join(places.runs, 'r1', 'log.jsonl');
    await write();
    const before = [(await stat(ticket)).ino, (await stat(log)).ino];
    await add(events.slice(60));
    await write();
    expect((await stat(ticket)).ino).toBe(before[0]);
    expect((await stat(log)).ino).not.toBe(before[1]);
    expect((await readFile(log, 'utf8')).trimEnd().split('\n')).toHaveLength(events.length);
  });

  test('writes again what somebody deleted', async () => {
    const { places, write } = await home(events);
    await write();
    await rm(path.join(places.runs, 'r1'), { recursive: true });
    await write();
    expect(await readFile(path.join(places.runs, 'r1', 'report.html'), 'utf8')).toContain(
      'slipway verify r1',
    );
  });

  test('lets writes that are asked for at once take turns', async () => {
    const { places, add, write } = await home(events.slice(0, 60));
    const first = [write(), write()];
    await add(events.slice(60));
    await Promise.all([...first, write(), write()]);
    const log = await readFile(path.join(places.runs, 'r1', 'log.jsonl'), 'utf8');
    expect(log.trimEnd().split('\n')).toHaveLength(events.length);
  });

  test('lists the outcome of a run once, however often it writes', async () => {
    const { places, write } = await home(events);
    await Promise.all([write(), write()]);
    await write();
    const lines = (await readFile(path.join(places.home, 'outcomes.ndjson'), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ run: 'r1', outcome: 'completed' });
  });

  test('lists it again on a line of its own after a line that a crash cut short', async () => {
    const { places, write } = await home(events);
    await appendFile(path.join(places.home, 'outcomes.ndjson'), '{"run":"r1","ticket":"T');
    await write();
    const [torn, whole] = (await readFile(path.join(places.home, 'outcomes.ndjson'), 'utf8')).split('\n');
    expect(torn).toBe('{"run":"r1","ticket":"T');
    expect(JSON.parse(whole ?? '')).toMatchObject({ run: 'r1' });
  });

  test('lists no outcome of a run that goes on', async () => {
    const { places, write } = await home(events.slice(0, 60));
    await write();
    await expect(stat(path.join(places.home, 'outcomes.ndjson'))).rejects.toThrow('ENOENT');
  });
});
