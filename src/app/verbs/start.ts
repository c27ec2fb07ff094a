// From a ticket to a run: everything is looked at, then trust, consent, the claim on the ticket, and the run itself.
//
// Invariants
//   START-1. Nothing is started, claimed or kept before a person trusted these commands (HOME-2), consented to the level (HOME-3) and,
//        where the caller wants to be asked, knows of what is not committed. What is missing is the result; whoever says
//        yes calls again and names what they saw: a yes to other commands is no yes.
//   START-2. A ticket has one open run (HOME-1). Starting it again answers with that run.
//   START-3. The same start, sent again under its id (HOME-4), is answered with the run it began.

import type { Refusal } from '../../core/commands.ts';
import { claimKey, isConsented, startKnownAs } from '../../core/home.ts';
import type { Run } from '../../core/run.ts';
import { randomIds } from '../../telemetry/system-clock.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import type { Exit } from '../ending/exit-codes.ts';
import type { LevelHere } from '../starting/level-here.ts';
import type { PreparedRun } from '../starting/prepare-run.ts';
import { prepareRun } from '../starting/prepare-run.ts';
import { UserError } from '../ending/user-error.ts';
import { endingDocument, endingOf } from '../words/ending.ts';
import type { Opening } from '../words/opening.ts';
import { commandsText, levelText, openingOf, openingText } from '../words/opening.ts';
import { refusalWords } from '../words/refusal-words.ts';
import { exitOf, isAtRest } from '../words/rest.ts';
import type { Ordered } from './ordered.ts';
import { orderedAt, orderedExit, orderedWords, stateOf, submit, takenBefore } from './ordered.ts';
import type { StartInput } from './schemas/start.ts';
import type { TrustSaid } from './trust.ts';
import { trustSaid } from './trust.ts';
import type { Order, OrderContext, Paper, Words } from './verb.ts';

interface Looked {
  readonly opening: Opening;
  /** What nobody had trusted before this call. */
  readonly commands?: readonly string[] | undefined;
  /** What nobody had consented to before this call. */
  readonly level?: LevelHere | undefined;
}

export type Started =
  | ({ readonly status: 'started'; readonly ordered: Ordered } & Looked)
  /** START-2. `moved`: somebody is at work on it. */
  | ({
      readonly status: 'has-run';
      readonly ordered: Ordered;
      readonly ticket: string;
      readonly changed: boolean;
      readonly moved: boolean;
    } & Looked)
  | ({ readonly status: 'not-trusted'; readonly commandsHash: string } & Looked)
  | ({ readonly status: 'not-consented' } & Looked)
  | ({ readonly status: 'uncommitted' } & Looked)
  /** Nothing is in the way, and nothing was begun: it was only to be shown. */
  | ({ readonly status: 'shown' } & Looked);

export const start: Order<StartInput, Started> = {
  order: async (context, input) => {
    const { tools, by } = context;
    const { plan, until, level } = input;
    const prepared = await prepareRun(tools, randomIds(), {
      dir: input.dir,
      ticket: ticketOf(input),
      ...(plan === undefined ? {} : { plan }),
      auto: input.auto ?? false,
      ...(until === undefined ? {} : { until }),
      interactive: input.asksPlan ?? false,
      ...(level === undefined ? {} : { level }),
      by,
    });
    try {
      return await begin(context, input, prepared);
    } finally {
      await dropUnclaimed(context, prepared);
    }
  },
  words: startedWords,
  exit: startedExit,
};

export function startedExit(started: Started): Exit {
  switch (started.status) {
    case 'started':
      return orderedExit(started.ordered);
    case 'has-run':
      return started.moved ? started.ordered.exit : 'awaits-person';
    case 'not-trusted':
    case 'not-consented':
    case 'uncommitted':
    case 'shown':
      return 'awaits-person';
  }
}

function ticketOf({
  ticket: { text, name, isPiped, at },
}: StartInput): Parameters<typeof prepareRun>[2]['ticket'] {
  return {
    text,
    ...(name === undefined ? {} : { name }),
    ...(isPiped === undefined ? {} : { isPiped }),
    ...(at === undefined ? {} : { at }),
  };
}

async function begin(context: OrderContext, input: StartInput, prepared: PreparedRun): Promise<Started> {
  const { commandsHash } = prepared;
  const { config } = prepared.command.start;
  const { environments } = context.owner;
  await environments.wanted({ config }, context);
  const opening = openingOf(prepared);
  const trust = await trusted(context, input, prepared);
  const commands = trust === 'before' ? {} : { commands: prepared.commands };
  if (trust === 'no') return { status: 'not-trusted', commandsHash, opening, ...commands };
  const consent = await consented(context, input, prepared);
  const looked = { opening, ...commands, ...(consent === 'before' ? {} : { level: prepared.containment }) };
  if (consent === 'no') return { status: 'not-consented', ...looked };
  if (input.uncommitted === 'ask' && prepared.checkout.dirty === 'dirty') {
    return { status: 'uncommitted', ...looked };
  }
  if (input.showsFirst === true) return { status: 'shown', ...looked };
  const command =
    input.uncommitted === 'include'
      ? await (await import('../starting/include-changes.ts')).includingChanges(context.tools, prepared)
      : prepared.command;
  const claimed = await claim(context, input, prepared);
  if (claimed.by === 'other') return hasRun(context, prepared, claimed.run, looked);
  if (claimed.by === 'before') {
    return { status: 'started', ordered: await takenBefore(context, claimed.run), ...looked };
  }
  await prepared.ticket.keep();
  await environments.give({ id: prepared.run, config }, context, 'start');
  await submit(context, prepared.run, command);
  return { status: 'started', ordered: await orderedAt(context, prepared.run, 0), ...looked };
}

/** A ticket that no run ever claimed came with this start, and is not left behind by it. */
async function dropUnclaimed(
  { owner }: OrderContext,
  { checkout: { repository }, ticket }: PreparedRun,
): Promise<void> {
  const { claims } = await owner.home.state();
  if (!claims.has(claimKey(repository, ticket.id))) await ticket.drop();
}

/** HOME-2: exactly these commands, once for each repository. */
async function trusted(
  { owner, by }: OrderContext,
  { trust }: StartInput,
  { checkout: { repository }, commandsHash: hash }: PreparedRun,
): Promise<TrustSaid> {
  return trustSaid({ owner, by }, { repository, hash, trust });
}

/**
 * HOME-3: once for each repository. A run that is played from scripts alone needs no consent: what it does was trusted with
 * its commands.
 */
async function consented(
  { owner, by }: OrderContext,
  { level: accepted }: StartInput,
  { checkout: { repository }, containment, needsConsent }: PreparedRun,
): Promise<TrustSaid> {
  if (!needsConsent) return 'before';
  if (isConsented(await owner.home.state(), repository, containment.level)) return 'before';
  if (accepted === undefined) return 'no';
  await owner.home.record({ type: 'level.consented', repository, level: accepted, by });
  return 'now';
}

/** Who has the ticket now: the run that was prepared, the one that this very start began before, or another. */
type Claimed =
  | { readonly by: 'us' }
  | { readonly by: 'before'; readonly run: string }
  | { readonly by: 'other'; readonly run: RunSummary };

/** START-2, START-3. */
async function claim(
  context: OrderContext,
  input: StartInput,
  { checkout: { repository }, ticket: { id: ticket }, run }: PreparedRun,
): Promise<Claimed> {
  const { owner, sent } = context;
  const home = await owner.home.state();
  const known = startKnownAs(home, sent);
  if (known !== undefined && 'refused' in known) throw idReused(known, home.starts.get(sent.id)?.run ?? run);
  if (known !== undefined && (await startedRun(context, known.run)) !== undefined) {
    return { by: 'before', run: known.run };
  }
  const before = home.claims.get(claimKey(repository, ticket));
  const holder = input.again === true ? undefined : await startedRun(context, before);
  if (holder !== undefined && (isOpen(holder) || holder.status === 'completed')) {
    return { by: 'other', run: holder };
  }
  const winner = await owner.home.claim({ type: 'ticket.claimed', repository, ticket, run, sent }, before);
  if (typeof winner !== 'string') throw idReused(winner, run);
  const other = winner === run ? undefined : await startedRun(context, winner);
  return other === undefined ? { by: 'us' } : { by: 'other', run: other };
}

/** `run` has the id. */
function idReused(refusal: Refusal, run: string): UserError {
  return new UserError(refusalWords(refusal, run), 'refused');
}

function isOpen({ status }: RunSummary): boolean {
  return status === 'running' || status === 'waiting' || status === 'blocked';
}

const looksMax = 10;
const lookMs = 100;

/** A ticket is claimed a moment before its run starts; a claim whose run never comes was left by a crash. */
async function startedRun(
  { owner, tools: { clock } }: OrderContext,
  run: string | undefined,
): Promise<RunSummary | undefined> {
  if (run === undefined) return undefined;
  for (let looks = 0; looks < looksMax; looks += 1) {
    const found = (await owner.journal.summaries()).find((summary) => summary.run === run);
    if (found !== undefined) return found;
    await clock.until(clock.now() + lookMs, new AbortController().signal);
  }
  return undefined;
}

async function hasRun(
  context: OrderContext,
  { ticket }: PreparedRun,
  holder: RunSummary,
  looked: Looked,
): Promise<Started> {
  const state = await stateOf(context, holder.run);
  const ordered = {
    run: state.id,
    before: context.owner.runs.seq(state.id),
    ending: endingOf(state, holder.updatedAt),
    atRest: isAtRest(state),
    exit: exitOf(state),
    notes: [],
  };
  return {
    status: 'has-run',
    ordered,
    ticket: ticket.id,
    changed: ticket.isChanged,
    moved: holder.status !== 'running' || (await isMoved(context, state)),
    ...looked,
  };
}

const movedMs = 50;

/** Whether somebody moves a run: one whose owner is gone waits for a person to take it up. */
async function isMoved({ owner, tools: { clock } }: OrderContext, { id }: Run): Promise<boolean> {
  return Promise.race([
    owner.engine.settled(id).then(() => false),
    clock.until(clock.now() + movedMs, new AbortController().signal).then(() => true),
  ]);
}

function startedWords(started: Started, paper: Paper): Words {
  const { data, talk } = outcomeWords(started, paper);
  return { ...(data === undefined ? {} : { data }), talk: `${lookedTexts(started).join('')}${talk ?? ''}` };
}

/** What was looked at, and what a person was asked or has said; each is told once, however often they are asked. */
export function lookedTexts({ opening, commands, level }: Looked): readonly string[] {
  return [
    openingText(opening),
    ...(commands === undefined ? [] : [commandsText(commands)]),
    ...(level === undefined ? [] : [levelText(level)]),
  ];
}

export function outcomeWords(started: Started, paper: Paper): Words {
  switch (started.status) {
    case 'started':
      return orderedWords(started.ordered, paper);
    case 'has-run': {
      const { data, talk } = orderedWords({ ...started.ordered, atRest: true }, paper);
      return { ...(data === undefined ? {} : { data }), talk: `${hasRunWords(started)}${talk ?? ''}` };
    }
    case 'not-trusted':
      return {
        talk:
          'Nothing was started: nobody has said yet that these commands may run. ' +
          'Read them, then start again with --trust; it holds until they change.\n',
      };
    case 'not-consented': {
      const level = started.level?.level ?? 'open';
      return {
        talk:
          `Nothing was started: nobody has said yet that agents may work at level ${level} here. ` +
          `Start again with --level ${level} if they may; it holds for this repository.\n`,
      };
    }
    case 'uncommitted':
      return {
        talk: 'Nothing was started. Commit what the run should see, or start it with --include-changes.\n',
      };
    case 'shown':
      return { talk: 'Nothing was started: it was only to be shown.\n' };
  }
}

function hasRunWords({
  ticket,
  changed,
  ordered: { run, ending },
}: Extract<Started, { status: 'has-run' }>): string {
  return (
    `Ticket ${ticket} has a run already: ${run}, ${ending.summary.status}. ` +
    (changed ? 'The text of the ticket has changed since; that run has the text it was started with. ' : '') +
    '--again starts another.\n'
  );
}

/** As a document; that of a run says what it is expected to take. */
export function startedDocument(started: Started): Readonly<Record<string, unknown>> {
  const { status, opening, commands, level } = started;
  const { expected } = opening;
  switch (started.status) {
    case 'started':
      return { ...endingDocument(started.ordered.ending), expected };
    case 'has-run':
      return endingDocument(started.ordered.ending);
    case 'not-trusted':
      return { status, commands, commandsHash: started.commandsHash, expected };
    case 'not-consented':
      return { status, ...level, expected };
    case 'uncommitted':
    case 'shown':
      return { status, expected };
  }
}
