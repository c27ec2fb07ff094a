// Runs as the core makes them, event by event, without a world: what the journal is filled with.

import type { RunEvent } from '../../src/core/events.ts';
import type { Run } from '../../src/core/run.ts';
import { openGates } from '../../src/core/run.ts';
import type { Journal, RunView } from '../../src/journal/journal.ts';
import { viewOf } from '../../src/views/run/summarise.ts';
import type { Driver, Options } from '../../test/support/core.ts';
import { aPlan, aTask, drive } from '../../test/support/core.ts';

/** Three tasks, one of which waits for another. */
export const sampleWorld: Options = {
  plans: [aPlan([aTask('a'), aTask('b'), aTask('c', { dependsOn: ['a'] })])],
};

export interface SampleStep {
  readonly event: RunEvent;
  readonly view: RunView;
}

/** From the first event to the last one of a run in which everything goes well, with what people see after each. */
export function sampleSteps(): readonly SampleStep[] {
  const driver = drive(sampleWorld).go();
  const steps = driver.steps();
  return steps.map(({ event }, index) => ({
    event,
    view: viewOf(steps[index + 1]?.before ?? driver.run(), 1),
  }));
}

/** The same view, but of another run. */
export function viewFor(view: RunView, run: string): RunView {
  return {
    summary: { ...view.summary, run },
    inbox: view.inbox.map((item) => ({ ...item, run })),
  };
}

/** Of as many runs of a home one waits for a person, one is under way, and the others are done. */
const mixRuns = 20;

function restOf(n: number): (driver: Driver) => Driver {
  if (n % mixRuns === 0) return (driver) => driver.go((run) => openGates(run).length > 0);
  return n % mixRuns === 1 ? (driver) => driver.to('implementation') : (driver) => driver.go();
}

const startedAt = Date.UTC(2026, 0, 1);
const betweenRunsMs = 60_000;
const betweenEventsMs = 100;

/** Appends so many runs, whole histories with their views; the first was started at `from`. */
export async function appendRuns(journal: Journal, count: number, from = startedAt): Promise<void> {
  const kinds = Array.from({ length: mixRuns }, (_, n) => restOf(n)(drive(sampleWorld)));
  for (let n = 0; n < count; n += 1) {
    const driver = kinds[n % kinds.length];
    if (driver === undefined) throw new Error('invariant: there is a kind of run');
    await appendRun(journal, `r-${String(n).padStart(8, '0')}`, driver, from + n * betweenRunsMs);
  }
}

async function appendRun(journal: Journal, id: string, driver: Driver, at: number): Promise<void> {
  const events = driver
    .events()
    .map((event) => (event.type === 'run.started' ? { ...event, run: id } : event));
  const run: Run = { ...driver.run(), id, title: `Sample ${id}`, startedAt: at };
  const appended = await journal.append({
    stream: `run/${id}`,
    after: 0,
    at,
    events,
    view: () => viewOf(run, at + events.length * betweenEventsMs),
  });
  if (!appended.ok) throw new Error(`The run ${id} was not appended: ${appended.refused}.`);
}
