// Plays what is laid out on a stage, in a process of its own: where a rehearsal says that Slipway is killed, this process is. Whoever
// started it starts it again, and it takes up the run as any owner would.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from '../../core/commands.ts';
import type { Effect } from '../../core/effects.ts';
import type { RunEvent } from '../../core/events.ts';
import type { Decider } from '../../core/gates/gate.ts';
import type { Run } from '../../core/run.ts';
import { headsOf, must, openGates } from '../../core/run.ts';
import type { Boundary, BoundaryHook } from '../../engine/engine.ts';
import { randomIds, systemClock } from '../../telemetry/system-clock.ts';
import { UserError } from '../ending/user-error.ts';
import type { Surroundings } from '../home/home-places.ts';
import { placesOf } from '../home/home-places.ts';
import type { Owner } from '../home/owner.ts';
import { becomeOwner } from '../home/owner.ts';
import { openReader } from '../home/reader.ts';
import { toolsOf } from '../parts.ts';
import { prepareRun } from '../starting/prepare-run.ts';
import { hurriedClock } from './hurried-clock.ts';
import type { Laid } from './lay-out.ts';
import { commitBeside, laidIn } from './lay-out.ts';
import type { Crash } from './rehearsal-file.ts';
import type { World } from './world-faults.ts';
import { inWorld } from './world-faults.ts';

/** More than any policy asks: a run that asks for more turns in place. */
const decisionsMax = 40;

const decider: Decider = { who: 'the rehearsal', authenticated: 'none', channel: 'rehearsal' };

export interface Playing {
  readonly dir: string;
  readonly surroundings: Surroundings;
  readonly onEvent: (event: RunEvent, run: Run) => void;
  readonly signal: AbortSignal;
}

export async function playStage({ dir, surroundings, onEvent, signal }: Playing): Promise<void> {
  const laid = await laidIn(dir);
  const places = placesOf(surroundings);
  const before = await lastIn(surroundings);
  const clock = hurriedClock(systemClock(), before?.at ?? 0);
  const tools = inWorld(
    toolsOf(places, surroundings, clock),
    worldOn(dir, laid, { env: surroundings.env, now: () => clock.now() }),
  );
  let trouble: unknown;
  const owner = await becomeOwner(tools, {
    onTrouble: (error) => (trouble = error),
    onBoundary: dyingAt(dir, laid.crashes),
  });
  if (owner === undefined) throw new UserError(`Another process owns ${places.home}.`, 'missing');
  const stop = (): void => void owner.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    owner.runs.onEvents((id, events) => {
      const state = must(owner.runs.state(id), 'a run that has events has a state');
      for (const event of events) onEvent(event, state);
    });
    const run = before?.run ?? (await started(tools, owner, laid));
    if (before !== undefined) await owner.engine.recover(run);
    await decided(owner, run, laid);
    if (trouble !== undefined) throw trouble;
  } finally {
    signal.removeEventListener('abort', stop);
    await owner.close();
  }
}

/** The run of the stage, where an owner before us began it, and when it last moved. */
async function lastIn(
  surroundings: Surroundings,
): Promise<{ readonly run: string; readonly at: number } | undefined> {
  const reader = await openReader(placesOf(surroundings));
  try {
    const [stream] = (await reader.journal?.streams('run/')) ?? [];
    if (stream === undefined) return undefined;
    const last = (await reader.journal?.read(stream))?.at(-1);
    return { run: stream.slice('run/'.length), at: last?.at ?? 0 };
  } finally {
    await reader.close();
  }
}

async function started(
  tools: Parameters<typeof prepareRun>[0],
  owner: Owner,
  { repository, ticket }: Laid,
): Promise<string> {
  const prepared = await prepareRun(tools, randomIds(), {
    dir: repository,
    ticket: { text: ticket },
    auto: false,
    interactive: false,
    by: decider,
  });
  await prepared.ticket.keep();
  await owner.engine.submit(prepared.run, prepared.command);
  return prepared.run;
}

async function decided(owner: Owner, id: string, laid: Laid): Promise<void> {
  for (let decisions = 0; decisions < decisionsMax; decisions += 1) {
    await owner.engine.settled(id);
    const due = dueIn(must(await owner.runs.load(id), 'a started run has a state'), laid);
    if (due === undefined) return;
    const submitted = await owner.engine.submit(id, due);
    if (!submitted.ok) return; // it stays where it is, and that is what is told
  }
}

/** What the person of the rehearsal answers next; undefined where they answer nothing. */
function dueIn(run: Run, { answers }: Laid): Command | undefined {
  if (run.ended !== undefined || run.blocked !== undefined) return undefined;
  for (const gate of openGates(run)) {
    const answer = answers[gate.kind] ?? 'nobody';
    if (answer === 'nobody') continue;
    if (gate.kind === 'merge' && answer === 'approve') {
      return { type: 'run.merge', by: decider, head: headsOf(run) };
    }
    const decision = { answer, by: decider };
    return { type: 'gate.decide', gate: gate.id, seen: gate.digest, decision };
  }
  return undefined;
}

/** Where each strike of a fault of the world has left the time at which it came. */
export function strikesFolder(dir: string): string {
  return path.join(dir, 'strikes');
}

function worldOn(
  dir: string,
  { world, repository }: Laid,
  { env, now }: { readonly env: Surroundings['env']; readonly now: () => number },
): World {
  return {
    faults: world,
    now,
    strikes: (at) => {
      mkdirSync(strikesFolder(dir), { recursive: true });
      const times = Array.from({ length: world[at]?.times ?? 0 }, (_, time) => time);
      return times.some((time) => isNew(path.join(strikesFolder(dir), `${at}-${time}`), String(now())));
    },
    moveTarget: (file) => commitBeside(repository, env, file),
  };
}

/** Where each crash that happened has left its word. */
export function crashesFolder(dir: string): string {
  return path.join(dir, 'crashes');
}

function dyingAt(dir: string, crashes: readonly Crash[]): BoundaryHook {
  return (boundary, _run, effect) => {
    const at = crashes.findIndex((crash) => strikes(crash, boundary, effect));
    if (at === -1 || !isFirst(dir, at, effect)) return;
    process.kill(process.pid, 'SIGKILL');
  };
}

function strikes(crash: Crash, boundary: Boundary, { kind, subject }: Effect): boolean {
  return (
    crash.at === boundary &&
    (crash.effect === undefined || crash.effect === kind) &&
    (crash.task === undefined || crash.task === subject)
  );
}

/** Written before the end, and only once: whoever comes after knows that it happened. */
function isFirst(dir: string, at: number, { key }: Effect): boolean {
  mkdirSync(crashesFolder(dir), { recursive: true });
  return isNew(path.join(crashesFolder(dir), String(at)), key);
}

function isNew(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}
