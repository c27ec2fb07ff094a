// A home with many real runs: every one driven through the core to where it is meant to rest, and appended to a SQLite
// journal with its view. For measuring commands that read.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { RunEvent } from '../../src/core/events.ts';
import { fold } from '../../src/core/evolve/evolve.ts';
import { must } from '../../src/core/run.ts';
import { openSqliteJournal } from '../../src/journal/sqlite/sqlite.ts';
import { rebuildView } from '../../src/app/home/rebuild-view.ts';
import { viewOf } from '../../src/views/run/summarise.ts';
import type { Driver } from './core.ts';
import { aPlan, aTask, drive } from './core.ts';

const firstAt = 1_700_000_000_000;
const betweenMs = 60_000;

/** Where runs rest, over and over: most homes hold mostly completed runs. */
const rests: readonly (() => Driver)[] = [
  () => drive({ plans: [twoTasks()] }).go(),
  () => drive({ plans: [twoTasks()] }).go(),
  () => drive({ plans: [twoTasks()] }).go((run) => run.gates.some((gate) => gate.kind === 'plan')),
  () => drive({ plans: [twoTasks()] }).to('merge'),
];

function twoTasks() {
  return aPlan([aTask('a'), aTask('b', { dependsOn: ['a'] })]);
}

export async function makeManyRuns(home: string, count: number): Promise<readonly string[]> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const opened = await openSqliteJournal({
    file: path.join(home, 'slipway.db'),
    anchorsDir: path.join(home, 'anchors'),
    rebuildView,
  });
  if (!opened.ok) throw new Error(opened.problem.message);
  const { journal } = opened;
  await journal.takeOver();
  // The same few streams serve all runs: only their ids and times differ.
  const streams = rests.map((rest) => rest().events());
  const ids = Array.from({ length: count }, (_, index) => `r-${String(index).padStart(6, '0')}`);
  await Promise.all(
    ids.map(async (run, index) => {
      const at = firstAt + index * betweenMs;
      const events = must(streams[index % streams.length], 'there are streams').map((event) =>
        named(event, run),
      );
      const state = must(fold(events.map((event) => ({ event, at }))), 'a run has events');
      const view = viewOf(state, at);
      const appended = await journal.append({ stream: `run/${run}`, after: 0, at, events, view: () => view });
      if (!appended.ok) throw new Error(`run ${run} was not appended: ${appended.refused}`);
    }),
  );
  await journal.close();
  return ids;
}

function named(event: RunEvent, run: string): RunEvent {
  return event.type === 'run.started' ? { ...event, run, title: `Change number ${run}` } : event;
}
