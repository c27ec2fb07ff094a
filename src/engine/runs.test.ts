import { describe, expect, test } from 'vitest';
import { aStart, me } from '../../test/support/core.ts';
import { journals } from '../../test/support/journals.ts';
import type { RunEvent } from '../core/events.ts';
import { fakeStore } from '../journal/fake-journal.ts';
import type { Journal } from '../journal/journal.ts';
import { counterClock } from '../telemetry/counter-clock.ts';
import { Bell } from './bell.ts';
import { identityOf } from './identify.ts';
import { Runs } from './runs.ts';

const { type: _type, ...started } = aStart();
const start = { type: 'run.start', start: { ...started, run: 'r' } } as const;
const tell = (note: string) => ({ type: 'run.tell', note, by: me }) as const;
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

  test('decide the next command on what is on its way, and show what has arrived (RUNS-4)', async () => {
    const { journal, runs } = await startedOn(held(journalOn()));
    const order: string[] = [];
    const answers = [pause, resume, pause, pause].map((command, n) =>
      runs
        .submit('r', command, undefined, () => order.push(`decided ${n}`))
        .then(({ ok }) => order.push(`${ok ? 'done' : 'refused'} ${n}`)),
    );
    await Promise.resolve();
    expect(order).toEqual(['decided 0', 'decided 1', 'decided 2']);
    expect([runs.state('r')?.paused, runs.ahead('r')?.paused]).toEqual([false, true]);
    journal.let(Infinity);
    await Promise.all([...answers, runs.settledIn('r')]);
    expect(order.slice(3, 5)).toEqual(['done 0', 'done 1']);
    expect(order.slice(5).toSorted()).toEqual(['done 2', 'refused 3']);
    expect(runs.ahead('r')).toBe(runs.state('r'));
  });

  test('forget what was decided on an append that failed, and decide a refusal anew (RUNS-5)', async () => {
    const { journal, runs } = await startedOn(held(journalOn()));
    journal.fail(1);
    const [first, second] = [runs.submit('r', pause), runs.submit('r', pause)];
    journal.let(Infinity);
    await expect(first).rejects.toThrow('the disk failed');
    expect(await second).toMatchObject({ ok: true });
    expect(runs.state('r')?.paused).toBe(true);
  });

  test('answer a repeat when what it repeats is in the journal', async () => {
    const { journal, runs } = await startedOn(held(journalOn()));
    const identity = identityOf('c-1', pause);
    const both = [1, 2].map(() => runs.submit('r', pause, identity));
    journal.let(Infinity);
    const [first, second] = await Promise.all(both);
    expect(second).toMatchObject({ ok: true, repeated: true });
    expect(second).toMatchObject({ events: first?.ok === true ? first.events : [] });
  });

  test.each(Array.from({ length: 25 }, (_, seed) => seed))(
    'hold what the journal holds, whoever writes beside them and whatever fails (seed %i)',
    async (seed) => {
      const store = fakeStore();
      const random = lehmer(seed);
      const journal = failing(journalOn(store), random);
      const [mine, theirs] = [runsOn(journal), runsOn(journalOn(store))];
      await theirs.submit('r', start);
      const done: string[] = [];
      const telling = Array.from({ length: 30 }, async (_, n) => {
        for (let turns = Math.floor(random() * 6); turns > 0; turns -= 1) await turn();
        // Somebody else tells one now and then, and this process must notice.
        const runs = random() < 0.15 ? theirs : mine;
        const submitted = await runs.submit('r', tell(`note ${n}`)).catch(() => undefined);
        if (submitted?.ok === true) done.push(`note ${n}`);
      });
      await Promise.all(telling);
      await mine.settledIn('r');
      const notes = (await journalOn(store).read('run/r')).flatMap(({ event }) =>
        event.type === 'note.added' ? [String('note' in event ? event.note : '')] : [],
      );
      expect(new Set(notes).size).toBe(notes.length); // nothing twice
      expect(done.filter((note) => !notes.includes(note))).toEqual([]); // nothing lost that was answered
      expect((await journalOn(store).verify('run/r')).ok).toBe(true);
      const last = () => mine.submit('r', tell('last'));
      let isTold = false;
      while (!isTold)
        isTold = await last().then(
          ({ ok }) => ok,
          () => false, // the disk failed once more
        );
      expect(mine.state('r')).toEqual(await runsOn(journalOn(store)).load('r'));
    },
  );
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A run is there, and nothing more gets through. */
async function startedOn(journal: ReturnType<typeof held>) {
  const runs = runsOn(journal);
  journal.let(Infinity);
  await runs.submit('r', start);
  journal.let(0);
  return { journal, runs };
}

/** A journal whose appends wait until they are let through, and of which the next so many fail. */
function held(journal: Journal): Journal & {
  readonly let: (count: number) => void;
  readonly fail: (count: number) => void;
} {
  let [free, ill] = [0, 0];
  const waiting: (() => void)[] = [];
  const pass = (): void => {
    while (free > 0 && waiting.length > 0) {
      free -= 1;
      waiting.shift()?.();
    }
  };
  return {
    ...journal,
    let: (count) => {
      free = count;
      pass();
    },
    fail: (count) => {
      ill = count;
    },
    append: async (batch) => {
      const breaks = ill > 0;
      if (breaks) ill -= 1;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        pass();
      });
      if (breaks) throw new Error('the disk failed');
      return journal.append(batch);
    },
  };
}

/** One append in six fails, and half of those were written all the same. */
function failing(journal: Journal, random: () => number): Journal {
  return {
    ...journal,
    append: async (batch) => {
      const ill = random() < 1 / 6;
      if (ill && random() < 0.5) throw new Error('the disk failed');
      const appended = await journal.append(batch);
      if (ill) throw new Error('the disk failed after it wrote');
      return appended;
    },
  };
}

function lehmer(seed: number): () => number {
  let state = seed * 7_919 + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
