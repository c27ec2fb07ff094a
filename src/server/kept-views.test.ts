// What pages ask for again and again is what the journal says, whoever appended it and whenever.

import { describe, expect, test } from 'vitest';
import { aPlan, aTask, drive } from '../../test/support/core.ts';
import { fakeJournal } from '../journal/fake-journal.ts';
import type { Journal } from '../journal/journal.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import { viewOf } from '../views/run/summarise.ts';
import { KeptViews } from './kept-views.ts';

const driver = drive({ plans: [aPlan([aTask('a')])] }).go((run) => run.gates.length > 0);

async function append(journal: Journal, name: string, title = name): Promise<void> {
  const [last] = (await journal.read(`run/${name}`)).slice(-1);
  const events = driver
    .events()
    .map((event) => (event.type === 'run.started' ? { ...event, run: name } : event));
  const view = () => viewOf({ ...driver.run(), id: name, title }, 1);
  const after = last?.seq ?? 0;
  expect(await journal.append({ stream: `run/${name}`, after, at: 1, events, view })).toMatchObject({
    ok: true,
  });
}

/** How often all runs are read. */
function counted(journal: Journal): { readonly journal: Journal; readonly wholes: () => number } {
  let wholes = 0;
  const summaries: Journal['summaries'] = (filter) => {
    if (filter === undefined) wholes += 1;
    return journal.summaries(filter);
  };
  return { journal: { ...journal, summaries }, wholes: () => wholes };
}

describe('views that are kept', () => {
  test('say what an append changed as soon as it is answered, and read all runs once (KEPT-VIEWS-1)', async () => {
    const inner = fakeJournal();
    const { journal, wholes } = counted(inner);
    const kept = new KeptViews(journal, systemClock()).journal;
    expect(await kept.summaries()).toEqual([]);
    await append(inner, 'one');
    await append(inner, 'two');
    expect(await kept.summaries()).toEqual(expect.arrayContaining([...(await inner.summaries())]));
    await append(inner, 'one', 'another title');
    expect((await kept.summaries()).map(({ title }) => title).toSorted()).toEqual(['another title', 'two']);
    expect(await kept.inbox()).toEqual(await inner.inbox());
    expect(wholes()).toBe(1);
    await append(inner, 'two', 'what changed last comes first');
    expect((await kept.summaries())[0]?.title).toBe('what changed last comes first');
  });

  test('follow more appends than one page of the journal has', async () => {
    const inner = fakeJournal();
    const kept = new KeptViews(inner, systemClock()).journal;
    await kept.summaries();
    const names = Array.from({ length: 120 }, (_, n) => `r-${n}`);
    for (const name of names) await append(inner, name);
    expect((await kept.summaries()).map(({ run }) => run).toSorted()).toEqual(names.toSorted());
  });
});
