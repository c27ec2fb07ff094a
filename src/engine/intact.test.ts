import { describe, expect, test } from 'vitest';
import { aStart, me } from '../../test/support/core.ts';
import { fakeJournal } from '../journal/fake-journal.ts';
import type { Head, Journal } from '../journal/journal.ts';
import { counterClock } from '../telemetry/counter-clock.ts';
import { deliversCommits, Intact, reachesOutside } from './intact.ts';
import { Runs, streamOf } from './runs.ts';

const { type: _type, ...started } = aStart();
const start = { type: 'run.start', start: { ...started, run: 'r' } } as const;
const pause = { type: 'run.pause', by: me } as const;

/** The journal, and from where each look at a stream began. */
function watched(journal: Journal): Journal & { readonly looks: (readonly [string, number])[] } {
  const looks: (readonly [string, number])[] = [];
  const verify = (stream: string, since?: Head) => {
    looks.push([stream, since?.seq ?? 0]);
    return journal.verify(stream, since);
  };
  return { ...journal, verify, looks };
}

const blobs = (lost: ReadonlySet<string>) => ({
  intact: (hash: string) => Promise.resolve(lost.has(hash) ? ('missing' as const) : ('intact' as const)),
});

describe('what a run rests on', () => {
  test('is walked once from its beginning, and after that only from what was looked at (INTACT-1)', async () => {
    const journal = watched(fakeJournal());
    const runs = new Runs(
      journal,
      counterClock(1_000, 1),
      undefined,
      new Intact({ journal, blobs: blobs(new Set()) }),
    );
    await runs.submit('r', start);
    await runs.submit('r', pause);
    await runs.check('r');
    const { length: events } = await journal.read(streamOf('r'));
    await runs.check('r');
    const ofRun = journal.looks.filter(([stream]) => stream === 'run/r').map(([, since]) => since);
    expect(ofRun).toEqual([0, 0, events]); // before the first event there was nothing to be known
  });

  test('is looked at with what it shares: the home, and what is remembered of its repositories', async () => {
    const journal = watched(fakeJournal());
    const runs = new Runs(
      journal,
      counterClock(1_000, 1),
      undefined,
      new Intact({ journal, blobs: blobs(new Set()) }),
    );
    await runs.submit('r', start);
    await runs.check('r');
    const shared = new Set(journal.looks.map(([stream]) => stream).filter((stream) => stream !== 'run/r'));
    expect(shared).toEqual(
      new Set([
        'home',
        ...(runs.state('r')?.repositories ?? []).map((item) => `repository/${item.repository}`),
      ]),
    );
  });

  test('is not loaded where a text is gone, and is once it is back', async () => {
    const journal = fakeJournal();
    const before = new Runs(journal, counterClock(1_000, 1));
    const note = `sha256:${'a'.repeat(64)}`;
    await before.submit('r', start);
    await before.submit('r', { type: 'run.tell', note, by: me });
    const lost = new Set([note]);
    const runs = new Runs(
      journal,
      counterClock(1_000, 1),
      undefined,
      new Intact({ journal, blobs: blobs(lost) }),
    );
    await expect(runs.load('r')).rejects.toThrow(
      /run\/r is damaged at event \d+: the text it names \(sha256:\w+\) is gone/,
    );
    lost.clear();
    expect((await runs.load('r'))?.id).toBe('r');
  });
});

test('what brings commits out is seen outside', () => {
  for (const kind of ['push', 'merge', 'land'] as const) {
    expect([deliversCommits(kind), reachesOutside(kind)]).toEqual([true, true]);
  }
  expect([deliversCommits('comment-ticket'), reachesOutside('comment-ticket')]).toEqual([false, true]);
  expect([deliversCommits('check'), reachesOutside('check')]).toEqual([false, false]);
});
