// Drives the sample's run in a world from wherever it is to its end: starts it where there is none, takes it up where
// there is one, and makes the demo's decisions where they are due.

import type { Owner } from '../../../src/app/home/owner.ts';
import { becomeOwner } from '../../../src/app/home/owner.ts';
import type { Tools } from '../../../src/app/parts.ts';
import { toolsOf } from '../../../src/app/parts.ts';
import { openReader } from '../../../src/app/home/reader.ts';
import { prepareRun } from '../../../src/app/starting/prepare-run.ts';
import { decisionDue, demoDecider } from '../../../src/cli/demo/decisions.ts';
import { ticket } from '../../../src/cli/demo/sample.ts';
import type { BoundaryHook } from '../../../src/engine/engine.ts';
import { must } from '../../../src/core/run.ts';
import type { RunSummary } from '../../../src/views/run/summary.ts';
import { counterClock, seededIds } from '../../../src/telemetry/counter-clock.ts';
import { roundsTicket, strangerGoesOn } from './rounds.ts';
import type { World } from './world.ts';
import { epochMs, placesIn, surroundingsOf } from './world.ts';

const stepMs = 1000;
const decisionsMax = 10;

/** An event whose append was acknowledged: it must be there for ever after. */
export interface Acknowledged {
  readonly seq: number;
  readonly hash: string;
}

export interface DriveOptions {
  readonly onBoundary?: BoundaryHook;
  readonly onAcknowledged?: (event: Acknowledged) => void;
  /** Replaces parts of the world's tools: how a defect is planted. */
  readonly tools?: (tools: Tools) => Tools;
}

/** Resolves with the id of the run when it needs nothing and nobody any more, however it ended. */
export async function drive(world: World, options: DriveOptions = {}): Promise<string> {
  const before = await newestRun(world);
  const clock = counterClock(before === undefined ? epochMs : before.updatedAt + stepMs, stepMs);
  const surroundings = surroundingsOf(world);
  const plain = toolsOf(placesIn(world), surroundings, clock);
  const tools = options.tools?.(plain) ?? plain;
  let trouble: unknown;
  const owner = must(
    await becomeOwner(tools, {
      onTrouble: (error) => (trouble = error),
      ...(options.onBoundary === undefined ? {} : { onBoundary: options.onBoundary }),
    }),
    'nobody else owns this world',
  );
  try {
    listen(owner, options);
    const id = before === undefined ? await begin(owner, tools, world) : await takenUp(owner, before.run);
    await decideAll(owner, world, id);
    if (trouble !== undefined) throw trouble;
    return id;
  } finally {
    await owner.close();
  }
}

async function newestRun(world: World): Promise<RunSummary | undefined> {
  const reader = await openReader(placesIn(world));
  try {
    return (await reader.journal?.summaries())?.[0];
  } finally {
    await reader.close();
  }
}

function listen(owner: Owner, { onAcknowledged }: DriveOptions): void {
  if (onAcknowledged === undefined) return;
  const acknowledge = async (run: string): Promise<void> => {
    const events = await owner.journal.read(`run/${run}`);
    const { seq, hash } = must(events.at(-1), 'an appended event is there');
    onAcknowledged({ seq, hash });
  };
  owner.runs.onEvents((run) => void acknowledge(run));
}

async function begin(owner: Owner, tools: Tools, world: World): Promise<string> {
  const prepared = await prepareRun(tools, seededIds('crash'), {
    dir: world.repository,
    ticket: { text: world.story === 'rounds' ? roundsTicket : ticket },
    auto: false,
    interactive: true,
    by: demoDecider,
  });
  await owner.engine.submit(prepared.run, prepared.command);
  return prepared.run;
}

async function takenUp(owner: Owner, id: string): Promise<string> {
  await owner.engine.recover();
  return id;
}

async function decideAll(owner: Owner, world: World, id: string): Promise<void> {
  for (let decisions = 0; decisions < decisionsMax; decisions += 1) {
    await owner.engine.settled(id);
    const due = decisionDue(must(await owner.runs.load(id), 'a started run has a state'));
    if (due === undefined) return;
    if (due.type === 'run.land' && world.story === 'rounds') strangerGoesOn(world.repository);
    await owner.engine.submit(id, due);
  }
}
