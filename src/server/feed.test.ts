import { describe, expect, test } from 'vitest';
import { aStart } from '../../test/support/core.ts';
import { Runs } from '../engine/runs.ts';
import { fakeJournal } from '../journal/fake-journal.ts';
import type { Journal } from '../journal/journal.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import { Feed } from './feed.ts';

const never = new AbortController().signal;

async function appended(journal: Journal, stream: string, events: number): Promise<void> {
  const [last] = (await journal.read(stream)).slice(-1);
  const batch = {
    stream,
    after: last?.seq ?? 0,
    at: 1,
    events: Array.from({ length: events }, () => ({ type: 'x' })),
  };
  expect(await journal.append(batch)).toMatchObject({ ok: true });
}

/** The positions that come, until so many are there. */
async function positions(feed: Feed, after: number, count: number): Promise<readonly number[]> {
  const stop = new AbortController();
  const found: number[] = [];
  for await (const pieces of feed.after(after, AbortSignal.any([stop.signal, never]))) {
    found.push(...pieces.map(({ position }) => position));
    if (found.length >= count) stop.abort();
  }
  return found;
}

const upTo = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, n) => from + n + 1);

describe('a feed', () => {
  test('gives everything after a position, once and in order: the past first, then what comes (FEED-1)', async () => {
    const journal = fakeJournal();
    await appended(journal, 'home', 1_300);
    const feed = await Feed.open(journal, new Runs(journal, systemClock()), systemClock());
    expect(feed.head).toBe(1_300);
    const all = positions(feed, 0, 1_500);
    const late = positions(feed, 1_250, 250);
    await appended(journal, 'home', 200);
    expect(await all).toEqual(upTo(0, 1_500));
    expect(await late).toEqual(upTo(1_250, 1_500));
    feed.close();
  });

  test('leaves nothing out for who falls far behind what is kept (FEED-2)', async () => {
    const journal = fakeJournal();
    const feed = await Feed.open(journal, new Runs(journal, systemClock()), systemClock());
    const quick = positions(feed, 0, 12_000);
    const stop = new AbortController();
    const slow = feed.after(0, stop.signal);
    const first = slow.next();
    for (let round = 0; round < 24; round += 1) await appended(journal, 'home', 500);
    expect(await quick).toEqual(upTo(0, 12_000));
    const found = [...((await first).value ?? [])];
    while (found.length < 12_000) found.push(...((await slow.next()).value ?? []));
    expect(found.map(({ position }) => position)).toEqual(upTo(0, 12_000));
    stop.abort();
    await slow.return(undefined);
    feed.close();
  });

  test('hears of a run at once, and says where it is', async () => {
    const journal = fakeJournal();
    const runs = new Runs(journal, systemClock());
    const feed = await Feed.open(journal, runs, systemClock());
    const stop = new AbortController();
    const following = feed.after(0, stop.signal);
    const first = following.next();
    await runs.submit('r-1', { type: 'run.start', start: { ...aStart(), run: 'r-1' } });
    const [piece] = (await first).value ?? [];
    expect(piece?.text).toMatch(
      /^id: 1\nevent: event\ndata: \{"position":1,"stream":"run\/r-1","run":"r-1","seq":1,"type":"run.started"/,
    );
    stop.abort();
    await following.return(undefined);
    feed.close();
  });

  test('says that somebody is there where nothing comes, and ends when whoever listens is gone', async () => {
    const journal = fakeJournal();
    const feed = await Feed.open(journal, new Runs(journal, systemClock()), systemClock());
    const stop = new AbortController();
    const following = feed.after(0, stop.signal, 5);
    expect(await following.next()).toEqual({ done: false, value: [] });
    stop.abort();
    expect(await following.next()).toEqual({ done: true, value: undefined });
    feed.close();
  });
});
