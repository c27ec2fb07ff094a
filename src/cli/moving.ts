// What every command that moves a run does after its order was taken: see the run through to where it rests, and
// say where that is.

import type { Exit } from '../app/exit-codes.ts';
import { existsSync } from 'node:fs';
import { placesOf } from '../app/places.ts';
import { findRun } from '../app/reader.ts';
import type { Gate } from '../core/gates/gate.ts';
import type { Run } from '../core/run.ts';
import { openGates } from '../core/run.ts';
import { askGate } from './ask-gate.ts';
import type { CommandContext } from './command.ts';
import { endingOf, tellEnding } from './ending.ts';
import { follow } from './follow.ts';
import { exitOf, isAtRest } from '../app/words/rest.ts';
import { hereOf } from './reading.ts';
import type { Sitting } from './sitting.ts';
import { toolsFor, withSitting } from './sitting.ts';

/** A person answers that often in one sitting, and no more. */
const stopsMax = 1_000;

/** A command on one run: finds it, orders something, and goes on with it. */
export function onRun(
  context: CommandContext,
  word: string | undefined,
  work: (sitting: Sitting, run: Run) => Promise<Exit>,
): Promise<Exit> {
  return inHome(context, async (sitting) => {
    const { run } = await findRun(sitting.journal, word, hereOf(context));
    return work(sitting, await sitting.stateOf(run));
  });
}

/** A sitting in a home that is there: an order to a run never makes a home. */
export async function inHome(
  context: CommandContext,
  work: (sitting: Sitting) => Promise<Exit>,
): Promise<Exit> {
  if (!existsSync(placesOf(context.surroundings).database)) {
    await findRun(undefined, context.words[0], hereOf(context));
  }
  return withSitting(context, toolsFor(context), work);
}

/** After an order: the owner sees it through; anybody else leaves that to the owner. */
export async function goOn(sitting: Sitting, run: string): Promise<Exit> {
  if (sitting.owner === undefined) {
    const state = await sitting.stateOf(run);
    if (!isAtRest(state)) sitting.io.err('Taken. The process that owns this home goes on with it.\n');
    tell(sitting, state);
    return isAtRest(state) ? exitOf(state) : 'done';
  }
  return endWith(sitting, await follow(sitting, run));
}

/** Follows a run and asks the person at the terminal whatever it waits for, but for the merge. */
export async function followAndAsk(sitting: Sitting, run: string): Promise<Run> {
  for (let stops = 0; ; stops += 1) {
    const state = await follow(sitting, run);
    if (!sitting.io.interactive || sitting.signalled !== undefined || sitting.isTroubled) return state;
    const gate = gateToAsk(state);
    if (gate === undefined || stops >= stopsMax) return state;
    if (await askGate(sitting, state, gate)) continue;
    tellIfInterrupted(sitting, run);
    return state;
  }
}

/** A signal at a question ends the question, not the run. */
function tellIfInterrupted(sitting: Sitting, run: string): void {
  if (sitting.signalled === undefined) return;
  sitting.io.err(`Run ${run} is kept and waits; \`slipway resume ${run}\` asks again.\n`);
}

/** The merge is not asked about in passing: the change wants to be looked at first. */
function gateToAsk(run: Run): Gate | undefined {
  if (run.ended !== undefined || run.blocked !== undefined || run.paused) return undefined;
  return openGates(run).find((gate) => gate.kind !== 'merge');
}

/** `also` are keys the command adds to its JSON document. */
export function endWith(sitting: Sitting, run: Run, also: Readonly<Record<string, unknown>> = {}): Exit {
  if (sitting.isTroubled) return 'missing';
  tell(sitting, run, also);
  return exitOf(run);
}

/** A stop was told already, with what takes the run up again. */
function tell(sitting: Sitting, run: Run, also: Readonly<Record<string, unknown>> = {}): void {
  const { io, context, signalled } = sitting;
  if (signalled !== undefined && !context.json) return;
  tellEnding(io, context.json, endingOf(run, sitting.tools.clock.now()), also);
}
