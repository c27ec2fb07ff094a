// What every command that moves a run does after its order was taken: see the run through to where it rests, and
// say where that is.

import { existsSync } from 'node:fs';
import { placesOf } from '../app/places.ts';
import { findRun } from '../app/reader.ts';
import type { Gate } from '../core/gate.ts';
import type { Run } from '../core/run.ts';
import { openGates } from '../core/run.ts';
import { askGate } from './ask-gate.ts';
import type { CommandContext } from './command.ts';
import { endingOf, tellEnding } from './ending.ts';
import { follow } from './follow.ts';
import { exitOf, isAtRest } from './rest.ts';
import type { Session } from './session.ts';
import { toolsFor, withSession } from './session.ts';

/** A person answers that often in one sitting, and no more. */
const stopsMax = 1_000;

/** A command on one run: finds it, orders something, and goes on with it. */
export function onRun(
  context: CommandContext,
  word: string | undefined,
  work: (session: Session, run: Run) => Promise<number>,
): Promise<number> {
  return inHome(context, async (session) => {
    const { run } = findRun(session.journal, word);
    return work(session, session.stateOf(run));
  });
}

/** A session in a home that is there: an order to a run never makes a home. */
export async function inHome(
  context: CommandContext,
  work: (session: Session) => Promise<number>,
): Promise<number> {
  if (!existsSync(placesOf(context.surroundings).database)) findRun(undefined, context.words[0]);
  return withSession(context, toolsFor(context), work);
}

/** After an order: the owner sees it through; anybody else leaves that to the owner. */
export async function goOn(session: Session, run: string): Promise<number> {
  if (session.owner === undefined) {
    const state = session.stateOf(run);
    if (!isAtRest(state)) session.io.err('Taken. The process that owns this home goes on with it.\n');
    tell(session, state);
    return isAtRest(state) ? exitOf(state) : 0;
  }
  return endWith(session, await follow(session, run));
}

/** Follows a run and asks the person at the terminal whatever it waits for, but for the merge. */
export async function followAndAsk(session: Session, run: string): Promise<Run> {
  for (let stops = 0; ; stops += 1) {
    const state = await follow(session, run);
    if (!session.io.interactive || session.signalled !== undefined || session.isTroubled) return state;
    const gate = gateToAsk(state);
    if (gate === undefined || stops >= stopsMax) return state;
    if (await askGate(session, state, gate)) continue;
    tellIfInterrupted(session, run);
    return state;
  }
}

/** A signal at a question ends the question, not the run. */
function tellIfInterrupted(session: Session, run: string): void {
  if (session.signalled === undefined) return;
  session.io.err(`Run ${run} is kept and waits; \`slipway resume ${run}\` asks again.\n`);
}

/** The merge is not asked about in passing: the change wants to be looked at first. */
function gateToAsk(run: Run): Gate | undefined {
  if (run.ended !== undefined || run.blocked !== undefined || run.paused) return undefined;
  return openGates(run).find((gate) => gate.kind !== 'merge');
}

export function endWith(session: Session, run: Run): number {
  if (session.isTroubled) return 4;
  tell(session, run);
  return exitOf(run);
}

/** A stop was told already, with what takes the run up again. */
function tell(session: Session, run: Run): void {
  const { io, context, signalled } = session;
  if (signalled !== undefined && !context.json) return;
  tellEnding(io, context.json, endingOf(run, session.tools.clock.now()));
}
