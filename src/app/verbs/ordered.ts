// What every order to a run has in common: which run is meant, that it was taken, and where the run is then.

import type { Command, Refusal } from '../../core/commands.ts';
import type { Run } from '../../core/run.ts';
import type { Exit } from '../ending/exit-codes.ts';
import type { Giving } from '../home/environments.ts';
import { findRun } from '../home/reader.ts';
import { UserError } from '../ending/user-error.ts';
import type { Ending } from '../words/ending.ts';
import { endingOf, endingText } from '../words/ending.ts';
import { lateWords } from '../words/late-words.ts';
import { nextLines } from '../words/next.ts';
import { refusalWords } from '../words/refusal-words.ts';
import { isWatched } from '../../core/stages/watched.ts';
import { exitOf, isAtRest } from '../words/rest.ts';
import { nowWords } from '../words/unseen-words.ts';
import { mayMove } from '../starting/level-consent.ts';
import type { OrderContext, Paper, Words } from './verb.ts';
import type { WhichRun } from './which-run.ts';
import { hereOf, isLeft } from './which-run.ts';

/** Where the run is after the order was taken. */
export interface Ordered {
  readonly run: string;
  /** The last event before the order: what is after it came of it. */
  readonly before: number;
  readonly ending: Ending;
  /** Nobody has to be waited for: the run is where it stays until somebody says something. */
  readonly atRest: boolean;
  /** How a command ends that sees the run there. */
  readonly exit: Exit;
  /** What was noticed on the way. */
  readonly notes: readonly string[];
}

/** The run that is meant, as it is now. */
export async function runMeant({ tools, owner }: OrderContext, input: WhichRun): Promise<Run> {
  const { run } = await findRun(owner.journal, input.run, hereOf(tools.places, input.dir), isLeft);
  return stateOf({ owner }, run);
}

export async function stateOf({ owner }: Pick<OrderContext, 'owner'>, run: string): Promise<Run> {
  const state = await owner.runs.load(run);
  if (state === undefined) throw new UserError(`The journal of run ${run} is empty.`, 'refused');
  return state;
}

/** What an order moves that was taken before: its run, what a person took of it, or nothing. */
type Moves = 'run' | 'hand-outs' | 'nothing';

/** One order to one run. `commandFor` refuses what the run would take for something else. */
export async function orderOn(
  context: OrderContext,
  input: WhichRun,
  commandFor: (run: Run, notes: string[]) => Command | Promise<Command>,
  moves: Moves = 'run',
): Promise<Ordered> {
  const [taken] = context.taken;
  // The gate it was for is decided by now, the head it named has moved, and without a name another run may be meant.
  if (taken !== undefined) return takenBefore(context, taken, moves);
  const run = await runMeant(context, input);
  const before = context.owner.runs.seq(run.id);
  const notes: string[] = [];
  await submit(context, run.id, await commandFor(run, notes));
  return { ...(await orderedAt(context, run.id, before)), notes };
}

/** Whoever took it in may have left before it moved the run: it is moved here, as far as it was asked to. */
export async function takenBefore(
  context: OrderContext,
  run: string,
  moves: Moves = 'run',
): Promise<Ordered> {
  const { owner } = context;
  if (moves === 'run') {
    await equip(context, await stateOf(context, run));
    await owner.engine.recover(run);
  }
  if (moves === 'hand-outs') owner.engine.handOut(run);
  await owner.runs.load(run);
  return orderedAt(context, run, owner.runs.seq(run));
}

/** Hands a command to its run; a refusal is thrown as a sentence. */
export async function submit(context: OrderContext, run: string, command: Command): Promise<void> {
  const state = await context.owner.runs.load(run);
  if (state !== undefined) await equip(context, state, 'if-none', command);
  const submitted = await context.owner.engine.submit(run, command, context.sent);
  if (!submitted.ok) throw await refused(context, run, command, submitted.refusal);
}

/** The run has an environment to work with, and may be moved in it; else it is said why not. */
export async function equip(
  context: OrderContext,
  run: Run,
  how: Giving = 'if-none',
  command?: Command,
): Promise<void> {
  const { environments, home } = context.owner;
  if (command === undefined || !movesNobody.has(command.type)) await environments.give(run, context, how);
  await mayMove({ owner: { home }, tools: environments.of(run.id) }, run, command);
}

const movesNobody: ReadonlySet<Command['type']> = new Set<Command['type']>([
  'run.tell',
  'run.pause',
  'run.cancel',
  'task.take',
]);

async function refused(
  { owner }: OrderContext,
  run: string,
  command: Command,
  refusal: Refusal,
): Promise<UserError> {
  const late = await lateWords(owner.journal, { run, command, refusal });
  const isOther = refusal.refused === 'subject-changed' || refusal.refused === 'already-decided';
  const now = isOther ? nowWords(await stateOf({ owner }, run)) : '';
  return new UserError(refusalWords(refusal, run) + late + now, 'refused');
}

export async function orderedAt(context: OrderContext, run: string, before: number): Promise<Ordered> {
  const state = await stateOf(context, run);
  const trouble = context.owner.engine.lookTrouble(run);
  return {
    run,
    before,
    ending: endingOf(state, context.tools.clock.now()),
    atRest: isAtRest(state),
    exit: exitOf(state),
    notes:
      isWatched(state) && trouble !== undefined
        ? [`The forge could not be asked how the pull request is: ${trouble}`]
        : [],
  };
}

export function orderedWords({ ending, atRest, notes }: Ordered, { style }: Paper): Words {
  const said = [...notes, ...(atRest ? [] : ['Taken. The process that owns this home goes on with it.'])];
  const next = ending.next.length === 0 ? '' : `Next:\n${nextLines(ending.next)}`;
  return {
    data: endingText(ending, style),
    talk: `${said.map((line) => `${line}\n`).join('')}${next}`,
  };
}

/** A run that is at work is nobody's wait. */
export function orderedExit({ atRest, exit }: Ordered): Exit {
  return atRest ? exit : 'done';
}

/** Where the exit is what was asked for, it is no trouble. */
export function meant(wanted: Exit): (ordered: Ordered) => Exit {
  return (ordered) => {
    const exit = orderedExit(ordered);
    return exit === wanted ? 'done' : exit;
  };
}

/** Keeps a person's words, screened as everything that comes in is. */
export async function keepWords({ tools }: OrderContext, text: string, notes: string[]): Promise<string> {
  const screening = tools.screener.screen(text);
  if (screening.verdict === 'BLOCKED') {
    throw new UserError(
      `Your words were not taken: screening found something that must not be stored (${screening.rules.join(', ')}). ` +
        'Take it out and try again; nothing was kept.',
      'refused',
    );
  }
  if (screening.verdict === 'REDACTED') {
    notes.push(`Screening replaced something in your words (${screening.rules.join(', ')}).`);
  }
  return tools.blobs.put(screening.text);
}

/** The text of a blob, as it was kept. */
export async function textOf({ tools }: Pick<OrderContext, 'tools'>, blob: string): Promise<string> {
  return (await tools.blobs.get(blob)) ?? '[this text was erased]';
}
