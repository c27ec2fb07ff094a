import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import { aRun, aStart, me, testCheck } from '../../../test/support/core.ts';
import { fakeBlobs } from '../../blobs/fake-blobs.ts';
import type { RunEvent } from '../../core/events.ts';
import type { Run } from '../../core/run.ts';
import { factsIn, MemoryLedger } from '../../engine/memory-ledger.ts';
import type { Journal } from '../../journal/journal.ts';
import { fakeJournal } from '../../journal/fake-journal.ts';
import { createScreener } from '../../screening/screen.ts';
import { counterClock } from '../../telemetry/counter-clock.ts';
import { memoryKeeper } from './memory-keeper.ts';

const screener = createScreener();
const blobs = fakeBlobs();
const survey: RunEvent = {
  type: 'survey.recorded',
  repository: 'main',
  survey: { tree: 'base', checks: [testCheck], dirty: 'clean', problems: [] },
};

function keeperOf(journal: Journal) {
  const ledger = new MemoryLedger(journal, counterClock(0, 1));
  return { ledger, keeper: memoryKeeper({ journal, blobs, screener, ledger, clock: counterClock(0, 1) }) };
}

function runOf(id: string): Run {
  return { ...aRun(), id };
}

const { repository } = theRepository(aRun());
const stream = `repository/${repository}`;

async function record(journal: Journal, run: string, events: readonly RunEvent[]): Promise<void> {
  const after = (await journal.read(`run/${run}`)).length;
  await journal.append({ stream: `run/${run}`, after, at: 1, events });
}

const started = (run: string): RunEvent => ({ ...aStart(), run });

async function note(text: string): Promise<RunEvent> {
  return { type: 'note.added', note: await blobs.put(screener.redact(text)), by: me };
}

describe('the memory of runs', () => {
  test('gathers what a run taught once, however often and by whomever it is asked to (MEMORY-KEEPER-1)', async () => {
    const journal = fakeJournal();
    await record(journal, 'r-1', [started('r-1'), survey]);
    const first = keeperOf(journal).keeper;
    await Promise.all([first.gather(runOf('r-1')), first.gather(runOf('r-1'))]);
    await record(journal, 'r-1', [await note('Mind the dates.')]);
    // The process before died without gathering; the next one has no idea how far it came.
    await keeperOf(journal).keeper.gather(runOf('r-1'));
    await first.gather({ ...runOf('r-1'), ended: 'completed' });
    expect((await journal.read(stream)).map(({ event }) => event.type)).toEqual([
      'fact.noticed',
      'fact.noticed',
    ]);
    const facts = await journal.facts({ repository, factsMax: 9 });
    expect(facts.map(({ text, state }) => [text, state])).toEqual([
      ['Mind the dates.', 'candidate'],
      ['The check test is run with `npm test`.', 'candidate'],
    ]);
    expect(factsIn(repository, await journal.read(stream)).toReversed()).toEqual(facts);
  });

  test('does not remember what screening blocks (MEMORY-KEEPER-2)', async () => {
    const journal = fakeJournal();
    const kept = await blobs.put(screener.redact('Mind the dates.'));
    await record(journal, 'r-1', [started('r-1'), { type: 'note.added', note: kept, by: me }]);
    const blocking = { ...screener, screen: () => ({ verdict: 'BLOCKED' as const, rules: ['all'] }) };
    const ledger = new MemoryLedger(journal, counterClock(0, 1));
    await memoryKeeper({ journal, blobs, screener: blocking, ledger, clock: counterClock(0, 1) }).gather(
      runOf('r-1'),
    );
    expect(await journal.read(stream)).toEqual([]);
  });

  test('tells a role what two runs have heard, and nothing before', async () => {
    const journal = fakeJournal();
    const { keeper } = keeperOf(journal);
    const known = async (run: string) => {
      await record(journal, run, [started(run), await note('Mind the dates.')]);
      return keeper.known({ run: runOf(run), role: 'reviewer', ticket: 'Change it' });
    };
    expect(await known('r-1')).toEqual({ text: '', ids: [] });
    const [promoted] = await journal.facts({ factsMax: 1 });
    expect(await known('r-2')).toEqual({
      text: `- [feedback] ${promoted?.key}: Mind the dates. (said by me, run r-1)\n`,
      ids: [promoted?.id],
    });
  });

  test('never stands in a run’s way', async () => {
    const journal = fakeJournal();
    const broken = {
      ...journal,
      append: () => Promise.reject(new Error('no room')),
      facts: () => {
        throw new Error('unreadable');
      },
    };
    const { keeper } = keeperOf(broken);
    await record(journal, 'r-1', [started('r-1'), survey]);
    await keeper.gather(runOf('r-1'));
    const known = await keeper.known({ run: runOf('r-1'), role: 'reviewer', ticket: '' });
    expect(known).toEqual({ text: '', ids: [] });
    // What could not be written down is gathered again when it can.
    await keeperOf(journal).keeper.gather(runOf('r-1'));
    expect(await journal.facts({ factsMax: 9 })).toHaveLength(1);
  });

  test('takes what many runs of a repository notice at the same moment', async () => {
    const journal = fakeJournal();
    const runs = Array.from({ length: 20 }, (_, n) => `r-${n}`);
    for (const run of runs) await record(journal, run, [started(run), survey, await note(`Note ${run}`)]);
    const { keeper } = keeperOf(journal);
    await Promise.all(runs.map((run) => keeper.gather(runOf(run))));
    const facts = await journal.facts({ factsMax: 99 });
    expect(facts).toHaveLength(21);
    expect(facts.filter(({ state }) => state === 'promoted').map(({ key }) => key)).toEqual(['check/test']);
  });
});
