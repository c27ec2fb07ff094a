// Whether a step costs more the longer a run lives: the 10,000th event of a run against the 100th of another, both of the
// same mix of rounds, gates, failures and notes. The real core and engine append to a journal in memory, because next to
// a disk nothing of it would show. The two runs take turns command by command.

import { must } from '../src/core/run.ts';
import type { Run } from '../src/core/run.ts';
import { Runs } from '../src/engine/runs.ts';
import { fakeJournal } from '../src/journal/fake-journal.ts';
import { systemClock } from '../src/telemetry/system-clock.ts';
import type { Measurement } from './support/bench.ts';
import { compare, timed } from './support/compare.ts';
import { nextCommand, startOf } from './support/long-life.ts';

const limit = 1.2;
const young = 100;
const old = 10_000;
/** Commands of each whose medians are compared. */
const rounds = 200;

export const longRun: Measurement = async ({ say }) => {
  const aged = await lived('r-old', old);
  say(
    `a run of ${aged.events()} events, ${aged.run().trail.length} visits and ${aged.run().gates.length} gates`,
  );
  const fresh = await lived('r-young', young);
  const ratio = await compare(
    { ours: () => aged.step(), against: () => fresh.step(), rounds, warmUps: 0, say },
    limit,
  );
  return { ...ratio, oldEvents: old, youngEvents: young };
};

interface Life {
  readonly run: () => Run;
  readonly events: () => number;
  /** The next thing that happens, in milliseconds an event. */
  readonly step: () => Promise<number>;
}

async function lived(id: string, events: number): Promise<Life> {
  const runs = new Runs(fakeJournal(), systemClock());
  const run = (): Run => must(runs.state(id), `run ${id} was started`);
  let count = 0;
  const send = async (command: Parameters<Runs['submit']>[1]): Promise<number> => {
    const submitted = await runs.submit(id, command);
    if (!submitted.ok) throw new Error(`${command.type} was refused: ${JSON.stringify(submitted.refusal)}`);
    count += submitted.events.length;
    return submitted.events.length;
  };
  const step = async (): Promise<number> => {
    const command = nextCommand(run());
    let appended = 1;
    const ms = await timed(async () => (appended = await send(command)));
    return ms / appended;
  };
  await send(startOf(id));
  for (let before = 0; before < events; before = count) await step();
  return { run, events: () => count, step };
}
