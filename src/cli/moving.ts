// What every command that orders something does: bring the order to the owner of the home, see the run through to where it
// rests where that is this process, and say where that is.

import type { Exit } from '../app/ending/exit-codes.ts';
import { placesOf } from '../app/home/home-places.ts';
import { findRun, isNew } from '../app/home/reader.ts';
import type { Ordered } from '../app/verbs/ordered.ts';
import { orderedExit } from '../app/verbs/ordered.ts';
import type { Order, OrderEntry } from '../app/verbs/verb.ts';
import type { Ending } from '../app/words/ending.ts';
import { endingDocument, endingOf } from '../app/words/ending.ts';
import { exitOf } from '../app/words/rest.ts';
import type { Gate } from '../core/gates/gate.ts';
import type { Run } from '../core/run.ts';
import { openGates } from '../core/run.ts';
import { askGate } from './ask-gate.ts';
import type { CommandContext } from './command.ts';
import { callAsking, consentGiven } from './consent-asking.ts';
import type { Followed } from './follow.ts';
import { follow } from './follow.ts';
import { paperOf, tellNotes, tellWords } from './print.ts';
import { hereOf, json } from './reading.ts';
import type { Sitting } from './sitting.ts';
import { toolsFor, withSitting } from './sitting.ts';
import { tellEnding } from './tell-ending.ts';

/** A person answers that often in one sitting, and no more. */
const stopsMax = 1_000;

/** A command that is one order to one run. */
export function orderRun<In, Out extends Ordered>(
  context: CommandContext,
  verb: OrderEntry<In, Out>,
  input: In,
  seen?: string,
): Promise<Exit> {
  return inHome(context, async (sitting) => {
    await consentGiven(sitting, context);
    const ordered = await callAsking(sitting, verb, input, seen);
    return goOn(sitting, await verb.load(), ordered);
  });
}

/** A sitting in a home that is there: an order to a run never makes a home. */
export async function inHome(
  context: CommandContext,
  work: (sitting: Sitting) => Promise<Exit>,
  /** Nothing that was ordered is worked on for long: where nobody owns the home, the command itself does it. */
  isShort = false,
): Promise<Exit> {
  if (isNew(placesOf(context.surroundings))) {
    await findRun(undefined, context.words[0], hereOf(context));
  }
  return withSitting(context, toolsFor(context), work, !isShort);
}

/** After an order: the owner sees it through; anybody else leaves that to the owner. */
export async function goOn<Out extends Ordered>(
  sitting: Sitting,
  { words, exit = orderedExit }: Pick<Order<never, Out>, 'words' | 'exit'>,
  ordered: Out,
): Promise<Exit> {
  const { io, context } = sitting;
  if (sitting.owner === undefined && !(await sitting.attached())) {
    if (context.json) io.out(json(endingDocument(ordered.ending)));
    tellWords(io, words(ordered, paperOf(io)), context.json);
    return exit(ordered);
  }
  tellNotes(io, ordered);
  const run = await follow(sitting, ordered);
  const ended = endWith(sitting, run);
  return sitting.isTroubled ? ended : exit({ ...ordered, atRest: true, exit: ended });
}

/** Follows a run and asks the person at the terminal whatever it waits for, but for the merge. */
export async function followAndAsk(sitting: Sitting, ordered: Followed): Promise<Run> {
  for (let stops = 0; ; stops += 1) {
    const state = await follow(sitting, ordered);
    const isOver = sitting.signalled !== undefined || sitting.isTroubled || sitting.stoppedElsewhere.aborted;
    if (!sitting.io.interactive || isOver) return state;
    const gate = gateToAsk(state);
    if (gate === undefined || stops >= stopsMax) return state;
    if (await askGate(sitting, state, gate)) continue;
    tellIfInterrupted(sitting, ordered.run);
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

/** Where a run is at the end of a sitting: nobody works any more on one that a signal stopped in this process. */
export function endingIn({ signalled, owner, tools }: Sitting, run: Run): Ending {
  return endingOf(run, tools.clock.now(), signalled === undefined || owner === undefined);
}

/** `also` are keys the command adds to its JSON document. */
export function endWith(sitting: Sitting, run: Run, also: Readonly<Record<string, unknown>> = {}): Exit {
  if (sitting.isTroubled) return 'missing';
  const { io, context, signalled, stoppedElsewhere } = sitting;
  // A stop was told already, with what takes the run up again.
  if ((signalled === undefined && !stoppedElsewhere.aborted) || context.json) {
    tellEnding(io, context.json, endingIn(sitting, run), also);
  }
  return exitOf(run);
}
