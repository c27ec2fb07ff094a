// The demo to be looked at and decided in a browser: three runs of the sample in a home of its own, served by this process until it is
// told to end. One asks at every gate, one leaves the merge to whoever looks, and one is decided by the demo.

import path from 'node:path';
import { UserError } from '../../app/ending/user-error.ts';
import type { Owner } from '../../app/home/owner.ts';
import { becomeOwner } from '../../app/home/owner.ts';
import type { Surroundings } from '../../app/home/home-places.ts';
import { placesOf } from '../../app/home/home-places.ts';
import { toolsOf } from '../../app/parts.ts';
import { prepareRun } from '../../app/starting/prepare-run.ts';
import type { Clock, Ids } from '../../telemetry/clock.ts';
import type { Decider } from '../../core/gates/gate.ts';
import type { Run } from '../../core/run.ts';
import { openGates } from '../../core/run.ts';
import { decisionDue, demoDecider } from './decisions.ts';
import { sampleName, ticketCalled } from './sample.ts';

/** Which gates the demo decides, by the kind of the gate. */
type Decides = (kind: string) => boolean;

const runs: readonly { readonly id: string; readonly title: string; readonly decides: Decides }[] = [
  { id: 'TEA-7', title: 'Say when the tea is ready', decides: () => false },
  { id: 'TEA-8', title: 'With --at, say when a pot is ready', decides: (kind) => kind !== 'merge' },
  { id: 'TEA-9', title: 'Tell the time of day at which a tea is ready', decides: () => true },
];

export interface ServeDemoRequest {
  /** The sample's repository, in the making. */
  readonly sample: Promise<void>;
  readonly dir: string;
  readonly surroundings: Surroundings;
  readonly clock: Clock;
  readonly ids: Ids;
  /** 0 takes one that is free. */
  readonly port: number;
  /** Who looks and decides. */
  readonly by: Decider;
  readonly onLink: (link: string) => void;
  readonly signal: AbortSignal;
}

export async function serveDemo(request: ServeDemoRequest): Promise<void> {
  const { dir, clock, signal } = request;
  const env = { ...request.surroundings.env, SLIPWAY_HOME: path.join(dir, 'home') };
  const surroundings = { ...request.surroundings, env };
  const tools = toolsOf(placesOf(surroundings), surroundings, clock);
  let trouble: unknown;
  const owner = await becomeOwner(tools, {
    onTrouble: (error) => (trouble ??= error),
    openListener: async (at, its) => (await import('../../server/listener.ts')).openListener(at, its),
  });
  if (owner === undefined) throw new UserError(`Another process owns ${tools.places.home}.`, 'missing');
  try {
    await request.sample;
    const listener = await owner.listening.open({ host: '127.0.0.1', port: request.port }, owner);
    request.onLink(listener.newLink(request.by));
    for (const { id, title, decides } of runs) {
      const prepared = await prepareRun(tools, request.ids, {
        dir: path.join(dir, sampleName),
        ticket: { text: ticketCalled(id, title) },
        // A plan that nobody is to read is not put to anybody, not even for a moment.
        auto: decides('plan'),
        interactive: !decides('plan'),
        by: demoDecider,
      });
      decideFor(owner, prepared.run, decides, (error) => (trouble ??= error));
      await owner.engine.submit(prepared.run, prepared.command);
    }
    await ended(signal);
    if (trouble !== undefined) throw trouble;
  } finally {
    await owner.close();
  }
}

function decideFor(owner: Owner, id: string, decides: Decides, onTrouble: (error: unknown) => void): void {
  owner.runs.onEvents((run, events) => {
    if (run !== id || !events.some(({ type }) => type === 'gate.opened')) return;
    const state = owner.runs.state(id);
    const due = state === undefined ? undefined : decisionFor(state, decides);
    if (due !== undefined) owner.engine.submit(id, due).catch(onTrouble);
  });
}

function decisionFor(run: Run, decides: Decides): ReturnType<typeof decisionDue> {
  const [gate] = openGates(run);
  return gate !== undefined && decides(gate.kind) ? decisionDue(run) : undefined;
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
