// The world that is damaged: the demo's short run, which waits at its merge gate. Kept twice, as it lies after its process has
// ended, and as it lies while its process is there, with events that are only in the WAL.

import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { becomeOwner } from '../../../src/app/home/owner.ts';
import { toolsOf } from '../../../src/app/parts.ts';
import { prepareRun } from '../../../src/app/starting/prepare-run.ts';
import { decisionDue, demoDecider } from '../../../src/cli/demo/decisions.ts';
import { ticket } from '../../../src/cli/demo/sample.ts';
import { must, openGates } from '../../../src/core/run.ts';
import { randomIds, systemClock } from '../../../src/telemetry/system-clock.ts';
import type { World } from '../support/world.ts';
import { asLeft, copyWorld, makeWorld, names, placesIn, surroundingsOf, worldAt } from '../support/world.ts';

export interface Waiting {
  readonly run: string;
  /** What whoever orders the merge has seen. */
  readonly seen: string;
  readonly repository: string;
  /** As it lies when its process has ended. */
  readonly closed: World;
  /** As it lies when its process was killed. */
  readonly killed: World;
}

const decisionsMax = 10;

export async function atMergeGate(root: string): Promise<Waiting> {
  const closed = await makeWorld(path.join(root, 'closed'), 'short');
  const tools = toolsOf(placesIn(closed), surroundingsOf(closed), systemClock());
  const owner = must(await becomeOwner(tools, { onTrouble: throws }), 'nobody else owns this world');
  const prepared = await prepareRun(tools, randomIds(), {
    dir: closed.repository,
    ticket: { text: ticket },
    auto: false,
    interactive: true,
    by: demoDecider,
  });
  await owner.engine.submit(prepared.run, prepared.command);
  for (let decisions = 0; decisions < decisionsMax; decisions += 1) {
    await owner.engine.settled(prepared.run);
    const due = decisionDue(must(await owner.runs.load(prepared.run), 'a started run has a state'));
    if (due === undefined || due.type === 'run.land') break;
    await owner.engine.submit(prepared.run, due);
  }
  const run = must(owner.runs.state(prepared.run), 'a started run has a state');
  const gate = must(openGates(run)[0], 'it waits for a person');
  if (gate.kind !== 'merge') throw new Error(`the run waits at its ${gate.kind} gate`);
  const killed = copyWorld(closed, path.join(root, 'killed'));
  await owner.close();
  for (const world of [closed, killed]) withoutWeight(world);
  const { repository } = must(run.repositories[0], 'a run has a repository');
  return { run: run.id, seen: gate.digest, repository, closed, killed };
}

function throws(error: unknown): void {
  throw error;
}

/** What nothing that follows looks at: a copy of it for every case would take longer than the case. */
function withoutWeight({ home }: World): void {
  for (const name of ['scratch', 'layers', 'agent-home']) {
    for (const entry of names(path.join(home, name))) {
      rmSync(path.join(home, name, entry), { recursive: true, force: true });
    }
  }
}

/** What is written once and never changed is linked, and the rest copied: most of a world is objects and texts. */
export function copyOf(from: World, to: string): World {
  const world = worldAt(to, from.story);
  execFileSync('cp', ['-al', from.root, to]);
  for (const file of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    const name = path.join(to, file);
    if (/\/objects\/|\/blobs\//.test(file) || !lstatSync(name).isFile()) continue;
    const { mode } = lstatSync(name);
    const bytes = readFileSync(name);
    unlinkSync(name);
    writeFileSync(name, bytes, { mode });
  }
  asLeft(world);
  return world;
}
