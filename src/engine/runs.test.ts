import { describe, expect, test } from 'vitest';
import { aStart, me } from '../../test/support/core.ts';
import { journals } from '../../test/support/journals.ts';
import type { RunEvent } from '../core/events.ts';
import { fakeStore } from '../journal/fake-journal.ts';
import type { Journal } from '../journal/journal.ts';
import { counterClock } from '../telemetry/counter-clock.ts';
import { Bell } from './bell.ts';
import { Runs } from './runs.ts';

const { type: _type, ...started } = aStart();
const start = { type: 'run.start', start: { ...started, run: 'r' } } as const;
const [pause, resume] = [{ type: 'run.pause', by: me } as const, { type: 'run.resume', by: me } as const];

/** The journal, and which streams were read from it. */
function counted(journal: Journal): Journal & { readonly reads: string[] } {
  const reads: string[] = [];
  const read: Journal['read'] = (stream, after) => {
    reads.push(stream);
    return journal.read(stream, after);
  };
  return { ...journal, read, reads };
}

const runsOn = (journal: Journal): Runs => new Runs(journal, counterClock(1_000, 1));

describe.each(journals)('the runs of a process, %s', (_name, journalOn) => {
  test('are in memory after a load, and read once by all that ask at the same moment (RUNS-3)', async () => {
    const store = fakeStore();
    await runsOn(journalOn(store)).submit('r', start);
    const journal = counted(journalOn(store));
    const runs = runsOn(journal);
    expect(runs.state('r')).toBeUndefined();
    const loaded = await Promise.all([runs.load('r'), runs.load('r'), runs.submit('r', pause)]);
    expect(loaded).toMatchObject([{ paused: false }, { paused: false }, { ok: true }]);
    expect(await runs.load('r')).toBe(runs.state('r'));
    expect(runs.state('r')?.paused).toBe(true);
    expect(journal.reads).toEqual(['run/r']);
  });

  test('are looked for again where there was none', async () => {
    const store = fakeStore();
    const runs = runsOn(journalOn(store));
    expect(await runs.load('r')).toBeUndefined();
    await runsOn(journalOn(store)).submit('r', start);
    expect((await runs.load('r'))?.id).toBe('r');
  });

  test('decide commands one after the other, each on what the one before left (RUNS-1)', async () => {
    const runs = runsOn(journalOn());
    const told: RunEvent['type'][] = [];
    runs.onEvents((_run, events) => told.push(...events.map(({ type }) => type)));
    const answers = await Promise.all(
      [start, pause, pause, resume].map((command) => runs.submit('r', command)),
    );
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, false, true]);
    expect(told.filter((type) => type === 'run.paused' || type === 'run.resumed')).toEqual([
      'run.paused',
      'run.resumed',
    ]);
  });

  test('stay known while a stream that somebody else moved is read again, and the command meets what is there', async () => {
    const store = fakeStore();
    const [mine, theirs] = [runsOn(journalOn(store)), runsOn(journalOn(store))];
    await mine.submit('r', start);
    await theirs.submit('r', pause);
    const answer = mine.submit('r', pause);
    for (let turns = 0; turns < 30; turns += 1) {
      expect(mine.state('r')).toBeDefined();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await answer).toMatchObject({ ok: false });
    expect(mine.state('r')?.paused).toBe(true);
  });

  test('never go back: a load that was under way when a command was recorded does not undo it (RUNS-3)', async () => {
    const journal = journalOn();
    const [asked, recorded] = [new Bell(), new Bell()];
    let isHeld = false;
    const runs = runsOn({
      ...journal,
      read: async (stream, after) => {
        const found = await journal.read(stream, after);
        asked.ring();
        if (isHeld) await recorded.heard(); // this answer was the slower one
        return found;
      },
      append: async (batch) => {
        if (isHeld) await asked.heard();
        return journal.append(batch);
      },
    });
    await runs.submit('r', start);
    runs.onEvents(() => recorded.ring());
    asked.hush();
    isHeld = true;
    const paused = runs.submit('r', pause);
    await Promise.resolve(); // decided, and on its way
    runs.forget('r');
    await Promise.all([runs.load('r'), paused]);
    expect(runs.state('r')?.paused).toBe(true);
    expect(await runs.submit('r', resume)).toMatchObject({ ok: true });
  });

  test('that were forgotten while commands came in are decided in turn all the same', async () => {
    const runs = runsOn(journalOn());
    await runs.submit('r', start);
    const answers = [pause, resume, pause, resume, pause].map((command) => {
      const answer = runs.submit('r', command);
      runs.forget('r');
      return answer;
    });
    expect((await Promise.all(answers)).map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
    expect((await runs.load('r'))?.paused).toBe(true);
  });

  test('that could not be read are read again the next time', async () => {
    const store = fakeStore();
    await runsOn(journalOn(store)).submit('r', start);
    const journal = journalOn(store);
    let isBroken = true;
    const runs = runsOn({
      ...journal,
      read: (stream, after) =>
        isBroken ? Promise.reject(new Error('no answer')) : journal.read(stream, after),
    });
    await expect(Promise.all([runs.load('r'), runs.load('r')])).rejects.toThrow('no answer');
    isBroken = false;
    expect((await runs.load('r'))?.id).toBe('r');
  });
});
