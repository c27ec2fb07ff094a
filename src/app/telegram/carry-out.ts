// What somebody wrote to a bot or pressed there, carried out as calls of the table of verbs, and answered there.
//
//   TELEGRAM-CARRY-1. Who asks is the person of this home that their number belongs to, as they may do now and not when they pressed.
//   TELEGRAM-CARRY-2. A button does what stood beside it, bound to the digest that was shown; what it cannot do any more is said.
//   TELEGRAM-CARRY-3. Nothing is begun by words alone: what they would begin is shown first, and where, and a button does it.

import path from 'node:path';
import type { ButtonsAbout, Spent } from '../../core/telegram/button.ts';
import { dataOf, pressedIn, spentBy } from '../../core/telegram/button.ts';
import type { Decider } from '../../core/gates/gate.ts';
import type { Asked, Came, Settled } from '../../core/triggers/delivery.ts';
import type { LastFrame } from '../../engine/frames.ts';
import type { TelegramLedger } from '../../engine/telegram-ledger.ts';
import { isRecord } from '../../plain/json.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { Bot, Button } from '../../telegram/bot.ts';
import { pieces } from '../../telegram/fitting.ts';
import { clip } from '../../views/words/words.ts';
import type { Person } from '../people/people.ts';
import type { Carrying } from '../triggers/carry-out.ts';
import { orderId, verbCalled } from '../triggers/carry-out.ts';
import { linkedPerson } from '../triggers/linked-person.ts';
import { reasonWords } from '../triggers/reason-words.ts';
import { standingText } from './standing-text.ts';

/** The bot that it came through. */
export interface AtBot {
  readonly bot: Bot;
  readonly ledger: TelegramLedger;
  /** The folders whose triggers brought it on. */
  readonly folders: readonly { readonly folder: string; readonly repository: string }[];
}

interface Answering {
  readonly carrying: Carrying;
  readonly at: AtBot;
  readonly came: Came;
  readonly person: Person;
  readonly chat: number;
}

export async function answerInTelegram(carrying: Carrying, at: AtBot, came: Came): Promise<Settled> {
  const person = await linkedPerson(carrying.tools.places, 'telegram', came.who); // TELEGRAM-CARRY-1
  const chat = Number(came.who);
  if (person === undefined) return refused(reasonWords['not-linked']);
  const answering = { carrying, at, came, person, chat };
  const { asks } = came;
  if (asks.do === 'press') return pressed(answering, asks);
  return asks.do === 'hear' ? heard(answering, asks) : refused('It is nothing that a bot brings');
}

type Pressed = Extract<Asked, { do: 'press' }>;
type Heard = Extract<Asked, { do: 'hear' }>;

const spentWords: Readonly<Record<Exclude<Spent, 'used'>, string>> = {
  unknown: 'Nobody knows this button any more, so nothing was done. /status shows what is asked now.',
  'of-another': 'This button was somebody else’s, so nothing was done.',
  old: 'This button is older than a week, so nothing was done. /status shows what is asked now.',
};

async function pressed(answering: Answering, { data, press, message }: Pressed): Promise<Settled> {
  const { at, chat, carrying } = answering;
  const { buttons: id, choice } = pressedIn(data);
  const buttons = (await at.ledger.state()).buttons.get(id);
  const spent = spentBy(buttons, chat, carrying.tools.clock.now());
  const settled =
    buttons === undefined || spent !== undefined
      ? refused(spent === 'used' ? usedWords(buttons?.used) : spentWords[spent ?? 'unknown'])
      : await did(answering, { id, choice, message, about: buttons.about });
  await at.bot.answer(press, settled.because);
  // What is too long for a word in passing is said where it can be read.
  if (settled.outcome === 'refused') await at.bot.send(chat, { text: settled.because });
  return settled;
}

function usedWords(used: { readonly who: string; readonly choice: string } | undefined): string {
  const by = used === undefined ? '' : ` by ${used.who}`;
  return `That was answered already${by}. Nothing more was done.`;
}

interface Choosing<About = ButtonsAbout> {
  readonly id: string;
  readonly choice: string;
  readonly about: About;
  /** That has the buttons. */
  readonly message?: number;
}

/** TELEGRAM-CARRY-2. */
async function did(answering: Answering, choosing: Choosing): Promise<Settled> {
  const { about } = choosing;
  switch (about.is) {
    case 'gate':
      return atGate(answering, { ...choosing, about });
    case 'ticket':
      return withTicket(answering, { ...choosing, about });
  }
}

type Gate = Extract<ButtonsAbout, { is: 'gate' }>;
type Ticket = Extract<ButtonsAbout, { is: 'ticket' }>;

const answers: Readonly<Record<string, 'approve' | 'reject'>> = { a: 'approve', j: 'reject' };

async function atGate(answering: Answering, choosing: Choosing<Gate>): Promise<Settled> {
  const { choice, about, id } = choosing;
  const { run, gate, digest } = about;
  if (choice === 'all') return wholeText(answering, about);
  if (choice === 'r') {
    const { at, chat } = answering;
    await at.ledger.record({ type: 'words.awaited', person: chat, buttons: id });
    await at.bot.send(chat, {
      text: 'Say it in one message: what should be otherwise, or your answer. /cancel leaves it as it is.',
    });
    return done('Your words are awaited');
  }
  const answer = Object.hasOwn(answers, choice) ? answers[choice] : undefined;
  if (answer !== undefined)
    return decided(answering, choosing, { verb: 'decide', input: { run, gate, answer }, seen: digest });
  return /^[1-9]$/.test(choice)
    ? decided(answering, choosing, { verb: 'answer', input: { run, gate, text: choice }, seen: digest })
    : refused(spentWords.unknown);
}

interface Called {
  readonly verb: string;
  readonly input: unknown;
  readonly seen?: string;
}

async function decided(
  answering: Answering,
  { id, choice }: Choosing<unknown>,
  called: Called,
): Promise<Settled> {
  const { at, person } = answering;
  const frame = await call(answering, called, 'telegram');
  const trouble = troubleIn(frame);
  if (trouble !== undefined) return refused(trouble);
  await at.ledger.record({ type: 'buttons.used', buttons: id, who: person.name, choice });
  return { ...done('Taken'), ...runIn(frame) };
}

const piecesMax = 5;

async function wholeText({ carrying, at, chat }: Answering, { run, gate }: Gate): Promise<Settled> {
  const { owner, tools } = carrying;
  const state = await owner.runs.load(run);
  const blob = state?.gates.find((one) => one.id === gate)?.blob;
  const text = blob === undefined ? undefined : await tools.blobs.get(blob);
  if (text === undefined) return refused('There is no more to read of it');
  const all = pieces(tools.screener.redact(forTerminal(text)).text, piecesMax);
  for (const piece of all.pieces) await at.bot.send(chat, { text: piece, silent: true });
  if (all.rest > 0)
    await at.bot.send(chat, {
      text: `… and ${all.rest} characters more: slipway show ${run} gate, or the page.`,
      silent: true,
    });
  return done('Here it is');
}

/** TELEGRAM-CARRY-3. What was asked is changed into what came of it. */
async function withTicket(answering: Answering, choosing: Choosing<Ticket>): Promise<Settled> {
  const { at, person, chat } = answering;
  const { id: buttons, choice, message = 0 } = choosing;
  const settled = await startedBy(answering, choosing);
  if (settled.outcome === 'refused') return settled;
  await at.ledger.record({ type: 'buttons.used', buttons, who: person.name, choice });
  await at.bot.edit(chat, String(message), { text: settled.because });
  return settled;
}

async function startedBy(answering: Answering, { choice, about }: Choosing<Ticket>): Promise<Settled> {
  const { at, carrying, came } = answering;
  const folder = about.folders[Number(choice)];
  if (choice === 'no' || folder === undefined) return done('Nothing was started.');
  if (!at.folders.some((one) => one.folder === folder))
    return refused('The triggers of that repository were turned off meanwhile, so nothing was started.');
  const body = await carrying.tools.blobs.get(about.text);
  if (body === undefined) return refused('Its words are gone. Say it again.');
  const text = JSON.stringify({ id: `telegram-${orderId(came).slice(-9).replaceAll('-', '')}`, body });
  const input = { dir: folder, ticket: { text, name: 'ticket.json' }, uncommitted: 'leave' };
  const frame = await call(answering, { verb: 'start', input }, 'chat');
  const trouble = troubleIn(frame) ?? notStarted(frame);
  if (trouble !== undefined) return refused(trouble);
  const { run = '' } = runIn(frame);
  return {
    ...done(
      `Run ${run} is started in ${path.basename(folder)}. You are told when it needs you, and when it is done.`,
    ),
    run,
  };
}

async function heard(answering: Answering, { text: blob, replyTo }: Heard): Promise<Settled> {
  const { at, chat, carrying } = answering;
  const text = ((await carrying.tools.blobs.get(blob)) ?? '').trim();
  const state = await at.ledger.state();
  const [, command] = /^\/([a-z]+)(?:@\w+)?(?:\s|$)/i.exec(text) ?? [undefined, undefined];
  if (command !== undefined) {
    if (state.awaited.has(chat)) await at.ledger.record({ type: 'words.taken', person: chat });
    return commanded(answering, command.toLowerCase());
  }
  const awaited = state.awaited.get(chat);
  const id = awaited ?? (replyTo === undefined ? undefined : pressedIn(replyTo).buttons);
  const about = id === undefined ? undefined : state.buttons.get(id)?.about;
  if (id !== undefined && about?.is === 'gate') {
    if (awaited !== undefined) await at.ledger.record({ type: 'words.taken', person: chat });
    const settled = await withWords(answering, { id, choice: 'r', about }, text);
    if (settled.outcome === 'refused') await at.bot.send(chat, { text: settled.because });
    return settled;
  }
  return asked(answering, { blob, text });
}

async function withWords(answering: Answering, choosing: Choosing<Gate>, words: string): Promise<Settled> {
  const { at, chat, carrying } = answering;
  const { run, gate, digest } = choosing.about;
  const spent = spentBy((await at.ledger.state()).buttons.get(choosing.id), chat, carrying.tools.clock.now());
  if (spent !== undefined) return refused(spent === 'used' ? usedWords(undefined) : spentWords[spent]);
  const state = await carrying.owner.runs.load(run);
  const isQuestion = state?.gates.find((one) => one.id === gate)?.kind === 'question';
  return decided(answering, choosing, {
    ...(isQuestion
      ? { verb: 'answer', input: { run, gate, text: words } }
      : { verb: 'decide', input: { run, gate, answer: 'revise', comment: words } }),
    seen: digest,
  });
}

const quoteCharsMax = 300;

/** TELEGRAM-CARRY-3. */
async function asked(
  { at, chat }: Answering,
  { blob, text }: { readonly blob: string; readonly text: string },
): Promise<Settled> {
  const folders = at.folders.map(({ folder }) => folder);
  const id = await at.ledger.buttons(chat, { is: 'ticket', text: blob, folders });
  const [only, ...others] = folders;
  const where = only === undefined || others.length > 0 ? 'one of these repositories' : path.basename(only);
  const starts = folders.map((folder, index): Button => {
    return {
      label: others.length === 0 ? 'Start' : `Start in ${nameIn(folder, folders)}`,
      data: dataOf(id, String(index)),
    };
  });
  await at.bot.send(chat, {
    text: `This will start a run in ${where}: it investigates, and asks you about its plan, before it delivers and before it merges.\n\n“${clip(text, quoteCharsMax)}”`,
    buttons: [...starts, { label: 'No', data: dataOf(id, 'no') }],
  });
  return done('It was asked whether a run should be started');
}

/** Two folders of one name are told apart by where they are. */
function nameIn(folder: string, folders: readonly string[]): string {
  const name = path.basename(folder);
  const isOnly = folders.filter((one) => path.basename(one) === name).length === 1;
  return isOnly ? name : path.join(path.basename(path.dirname(folder)), name);
}

const helpText = [
  'Write what you want done, and a run is shown before it is started.',
  'At a gate, use its buttons, or answer its message in your words: that asks for a change.',
  '/status: where runs are, and what waits for you',
].join('\n');

async function commanded({ carrying, at, chat }: Answering, command: string): Promise<Settled> {
  if (command === 'cancel') {
    await at.bot.send(chat, { text: 'Nothing was done.' });
    return done('Nothing was done');
  }
  const text = command === 'status' ? await standingText(carrying, at.folders) : helpText;
  await at.bot.send(chat, { text });
  return done('It was answered');
}

function call(
  { carrying, came, person }: Answering,
  called: Called,
  channel: Decider['channel'],
): Promise<LastFrame> {
  return verbCalled(carrying, {
    ...called,
    id: orderId(came),
    by: { who: person.name, authenticated: 'telegram', channel },
  });
}

function troubleIn(frame: LastFrame): string | undefined {
  if ('trouble' in frame) return frame.trouble.message;
  if ('wants' in frame) return 'A variable is missing for it here: slipway triggers on, where it is set';
  return 'leaving' in frame ? 'The engine of the home left. Try again in a minute.' : undefined;
}

function runIn(frame: LastFrame): { readonly run?: string } {
  const output = 'output' in frame && isRecord(frame.output) ? frame.output : {};
  const ordered = isRecord(output['ordered']) ? output['ordered'] : output;
  return typeof ordered['run'] === 'string' ? { run: ordered['run'] } : {};
}

const startWords: Readonly<Record<string, string>> = {
  'not-trusted':
    'It was not started: nobody has said yet that the commands of this repository may run. Start one run at a terminal, with slipway run --trust.',
  'not-consented':
    'It was not started: nobody has said yet at which level agents may work there. Start one run at a terminal, with slipway run --level.',
};

function notStarted(frame: LastFrame): string | undefined {
  const output = 'output' in frame && isRecord(frame.output) ? frame.output : {};
  const status = String(output['status']);
  return status === 'started' || status === 'has-run'
    ? undefined
    : (startWords[status] ?? 'It was not started.');
}

function done(because: string): Settled {
  return { outcome: 'done', because };
}

function refused(because: string): Settled {
  return { outcome: 'refused', because };
}
