// The demo's run: a home of its own, the sample's repository, and every decision made by the demo, until the run has
// ended. What is told on the way goes through `onEvent`.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Owner } from '../../app/home/owner.ts';
import { becomeOwner } from '../../app/home/owner.ts';
import type { Tools } from '../../app/parts.ts';
import { toolsOf } from '../../app/parts.ts';
import type { Surroundings } from '../../app/home/home-places.ts';
import { placesOf } from '../../app/home/home-places.ts';
import { prepareRun } from '../../app/starting/prepare-run.ts';
import { UserError } from '../../app/ending/user-error.ts';
import type { RunEvent } from '../../core/events.ts';
import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import type { Ids, Clock } from '../../telemetry/clock.ts';
import { decisionDue, demoDecider, wished } from './decisions.ts';
import type { TestsRun } from './repository.ts';
import { testsAt } from './repository.ts';
import { reviewersWish, sampleName, ticket } from './sample.ts';
import type { DemoResult } from './summary.ts';
import { demoResult } from './summary.ts';

/** More than any run of the sample asks: a loop that does not end is a bug, not a demo. */
const decisionsMax = 10;

export interface DemoRequest {
  /** The sample's repository, in the making. */
  readonly sample: Promise<void>;
  /** Made by the demo; must not exist, or be empty. */
  readonly dir: string;
  readonly surroundings: Surroundings;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly onEvent: (event: RunEvent, run: Run) => void;
  /** Ends the demo early; what was begun is stopped in order. */
  readonly signal: AbortSignal;
}

export async function runDemo(request: DemoRequest): Promise<DemoResult> {
  const { dir, clock } = request;
  const repository = path.join(dir, sampleName);
  const surroundings = withHome(request.surroundings, path.join(dir, 'home'));
  const startedMs = clock.monotonic();
  const tools = toolsOf(placesOf(surroundings), surroundings, clock);
  const events: RunEvent[] = [];
  let tests: Promise<TestsRun> | undefined;
  const run = await driven(tools, repository, {
    ...request,
    onEvent: (event, state) => {
      events.push(event);
      request.onEvent(event, state);
      if (state.landed === undefined || tests !== undefined) return;
      // What landed can be tested while the run comes to its end.
      tests = testsAt(repository, surroundings.env, state.landed.branch);
      tests.catch(() => undefined); // heard of where it is awaited
    },
  });
  const report = path.join(tools.places.runs, run.id, 'report.html');
  const places = {
    dir,
    repository,
    home: tools.places.home,
    ...(existsSync(report) ? { report } : {}),
  };
  const tested = (await tests) ?? { ok: false, passed: 0 };
  return demoResult({ run, events, places, tests: tested, ms: Math.round(clock.monotonic() - startedMs) });
}

/** A home inside the demo's folder: the user's own is neither read nor made. */
function withHome(surroundings: Surroundings, home: string): Surroundings {
  return { ...surroundings, env: { ...surroundings.env, SLIPWAY_HOME: home } };
}

async function driven(tools: Tools, repository: string, request: DemoRequest): Promise<Run> {
  let trouble: unknown;
  const owner = await becomeOwner(tools, { onTrouble: (error) => (trouble = error) });
  if (owner === undefined) throw new UserError(`Another process owns ${tools.places.home}.`, 'missing');
  const stop = (): void => void owner.close();
  request.signal.addEventListener('abort', stop, { once: true });
  try {
    await request.sample;
    const prepared = await prepareRun(tools, request.ids, {
      dir: repository,
      ticket: { text: ticket },
      auto: false,
      interactive: true,
      by: demoDecider,
    });
    owner.runs.onEvents((id, events) => {
      const state = must(owner.runs.state(id), 'a run that has events has a state');
      for (const event of events) request.onEvent(event, state);
    });
    await owner.engine.submit(prepared.run, prepared.command);
    const run = await decided(owner, tools, prepared.run);
    if (trouble !== undefined) throw trouble;
    return run;
  } finally {
    request.signal.removeEventListener('abort', stop);
    await owner.close();
  }
}

async function decided(owner: Owner, tools: Tools, id: string): Promise<Run> {
  let isReviewed = false;
  for (let decisions = 0; decisions < decisionsMax; decisions += 1) {
    await restOrGate(owner, id);
    const run = must(await owner.runs.load(id), 'a started run has a state');
    const decision = decisionDue(run);
    if (decision === undefined) return run;
    // Before it is merged, somebody looks at the pull request and wants a change.
    const isFirst: boolean = decision.type === 'run.land' && !isReviewed;
    isReviewed ||= isFirst;
    const due = isFirst ? wished(await tools.blobs.put(tools.screener.redact(reviewersWish))) : decision;
    const submitted = await owner.engine.submit(id, due);
    if (!submitted.ok)
      throw new Error(`the demo's decision was refused: ${JSON.stringify(submitted.refusal)}`);
  }
  throw new Error(`the demo's run asked for more than ${decisionsMax} decisions`);
}

/** A gate can be decided as soon as it is open; nobody has to wait until its artifacts are written. */
async function restOrGate(owner: Owner, id: string): Promise<void> {
  const listening: { stop?: () => void } = {};
  const opened = new Promise<void>((resolve) => {
    listening.stop = owner.runs.onEvents((run, events) => {
      if (run === id && events.some((event) => event.type === 'gate.opened')) resolve();
    });
  });
  await Promise.race([owner.engine.settled(id), opened]);
  listening.stop?.();
}
