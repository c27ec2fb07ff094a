// What somebody wrote to a bot or pressed there, carried out as calls of the table of verbs, and answered there.
//
//   TELEGRAM-CARRY-1. Who asks is the person of this home that their number belongs to, as they may do now and not when they pressed.
//   TELEGRAM-CARRY-2. A button does what stood beside it, bound to the digest that was shown; what it cannot do any more is said.
//   TELEGRAM-CARRY-3. What is written is said in a conversation of that person and repository, where nothing is begun by words alone; where
//       several repositories are served, they are asked which is meant.

import path from 'node:path';
import type { ButtonsAbout, Spent } from '../../core/telegram/button.ts';
import { dataOf, pressedIn, spentBy } from '../../core/telegram/button.ts';
import { runOf } from '../../core/chat/conversation.ts';
import type { Asked, Came, Settled } from '../../core/triggers/delivery.ts';
import type { LastFrame } from '../../engine/frames.ts';
import type { TelegramLedger } from '../../engine/telegram-ledger.ts';
import { isRecord } from '../../plain/json.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { Bot, Button } from '../../telegram/bot.ts';
import { pieces } from '../../telegram/fitting.ts';
import { clip } from '../../views/words/words.ts';
import { gatePreviewId } from '../chat/reports.ts';
import type { Person } from '../people/people.ts';
import type { CarryingDelivery } from '../triggers/carry-out.ts';
import { orderId, verbCalled } from '../triggers/carry-out.ts';
import { linkedPerson } from '../triggers/linked-person.ts';
import { reasonWords } from '../triggers/reason-words.ts';
import { helpWords } from '../words/chat-words.ts';
import type { Speaking } from './conversation.ts';
import { answeredText, conversationOf, press, say } from './conversation.ts';
import { standingText } from './standing-text.ts';
import type { VerbName } from '../verbs/table.ts';

/** The bot that it came through. */
export interface AtBot {
  readonly bot: Bot;
  readonly ledger: TelegramLedger;
  /** The folders whose triggers brought it on. */
  readonly folders: readonly { readonly folder: string; readonly repository: string }[];
}

interface Answering {
  readonly carrying: CarryingDelivery;
  readonly at: AtBot;
  readonly came: Came;
  readonly person: Person;
  readonly chat: number;
}

export async function answerInTelegram(carrying: CarryingDelivery, at: AtBot, came: Came): Promise<Settled> {
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

async function pressed(answering: Answering, { data, press: waiting, message }: Pressed): Promise<Settled> {
  const { at, chat, carrying } = answering;
  const { buttons: id, choice } = pressedIn(data);
  const buttons = (await at.ledger.state()).buttons.get(id);
  const spent = spentBy(buttons, chat, carrying.tools.clock.now());
  const settled =
    buttons === undefined || spent !== undefined
      ? refused(spent === 'used' ? usedWords(buttons?.used) : spentWords[spent ?? 'unknown'])
      : await did(answering, { id, choice, message, about: buttons.about });
  await at.bot.answer(waiting, settled.because);
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
    case 'preview':
      return withPreview(answering, { ...choosing, about });
  }
}

type Gate = Extract<ButtonsAbout, { is: 'gate' }>;
type Ticket = Extract<ButtonsAbout, { is: 'ticket' }>;
type Preview = Extract<ButtonsAbout, { is: 'preview' }>;

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
  readonly verb: VerbName;
  readonly input: unknown;
  readonly seen?: string;
}

async function decided(
  answering: Answering,
  { id, choice }: Choosing<unknown>,
  called: Called,
): Promise<Settled> {
  const { at, person } = answering;
  const frame = await call(answering, called);
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

/** Which repository was meant; what they wrote is said there. */
async function withTicket(answering: Answering, choosing: Choosing<Ticket>): Promise<Settled> {
  const { at, person, chat, carrying } = answering;
  const { id: buttons, choice, message = 0, about } = choosing;
  const folder = about.folders[Number(choice)];
  if (folder !== undefined && !at.folders.some((one) => one.folder === folder))
    return refused('The triggers of that repository were turned off meanwhile, so nothing was done.');
  await at.ledger.record({ type: 'buttons.used', buttons, who: person.name, choice });
  const chosen = folder === undefined ? 'Nothing was done.' : `In ${nameIn(folder, about.folders)}:`;
  await at.bot.edit(chat, String(message), { text: chosen });
  if (folder === undefined) return done(chosen);
  await at.ledger.record({ type: 'folder.chosen', person: chat, folder });
  const text = await carrying.tools.blobs.get(about.text);
  return text === undefined
    ? refused('Its words are gone. Say it again.')
    : spokenIn(answering, folder, { text });
}

/** What it does is the conversation's business; what it showed is not asked any more. */
async function withPreview(answering: Answering, choosing: Choosing<Preview>): Promise<Settled> {
  const { at, person, chat, carrying } = answering;
  const { id: buttons, choice, message = 0, about } = choosing;
  const spoken = await press(speakingOf(answering), {
    conversation: about.conversation,
    preview: about.preview,
    choice,
  });
  if (!spoken.ok) return refused(spoken.because);
  await at.ledger.record({ type: 'buttons.used', buttons, who: person.name, choice });
  const text = answeredText(spoken.messages, about.preview);
  await at.bot.edit(chat, String(message), { text: carrying.tools.screener.redact(text).text });
  return { ...done('Answered'), ...(spoken.run === undefined ? {} : { run: spoken.run }) };
}

function speakingOf({ carrying, at, came, person, chat }: Answering): Speaking {
  const by = { who: person.name, authenticated: 'telegram', channel: 'telegram' };
  return { carrying, bot: at.bot, ledger: at.ledger, person: chat, by, id: orderId(came) };
}

async function spokenIn(
  answering: Answering,
  folder: string,
  said: { readonly text: string; readonly replyTo?: string },
): Promise<Settled> {
  const conversation = conversationOf(answering.chat, folder);
  const spoken = await say(speakingOf(answering), { conversation, dir: folder, ...said });
  if (!spoken.ok) return refused(spoken.because);
  return { ...done('It was answered'), ...(spoken.run === undefined ? {} : { run: spoken.run }) };
}

async function heard(answering: Answering, { text: blob, replyTo }: Heard): Promise<Settled> {
  const { at, chat, carrying } = answering;
  const text = ((await carrying.tools.blobs.get(blob)) ?? '').trim();
  const state = await at.ledger.state();
  const awaited = state.awaited.get(chat);
  if (awaited !== undefined) await at.ledger.record({ type: 'words.taken', person: chat });
  const [, command] = /^\/([a-z]+)(?:@\w+)?(?:\s|$)/i.exec(text) ?? [undefined, undefined];
  const own = command === undefined ? undefined : await commanded(answering, command.toLowerCase());
  if (own !== undefined) return own;
  const id = awaited ?? (replyTo === undefined ? undefined : pressedIn(replyTo).buttons);
  const about = id === undefined ? undefined : state.buttons.get(id)?.about;
  const settled =
    id !== undefined && about?.is === 'gate' && (awaited !== undefined || !isAnswer(text))
      ? await withWords(answering, { id, choice: 'r', about }, text)
      : await placed(answering, { blob, text, about });
  if (settled.outcome === 'refused') await at.bot.send(chat, { text: settled.because });
  return settled;
}

/** What could be meant for a button is no wish for a change. */
function isAnswer(text: string): boolean {
  return /^(?:yes|y|no|n|ok|okay|go|approve|approved|reject|merge|deliver|\+1|👍)[.!]*$/iu.test(text);
}

interface Written {
  readonly blob: string;
  readonly text: string;
  /** What the message they answered asks. */
  readonly about: ButtonsAbout | undefined;
}

/** In the conversation they are in; where it could be several, they are asked. */
async function placed(answering: Answering, written: Written): Promise<Settled> {
  const { at, chat, carrying } = answering;
  const { about, text } = written;
  const folders = at.folders.map(({ folder }) => folder);
  if (about?.is === 'preview') {
    const folder = folders.find((one) => conversationOf(chat, one) === about.conversation);
    if (folder !== undefined) return spokenIn(answering, folder, { text, replyTo: about.preview });
  }
  if (about?.is === 'gate') {
    const run = await carrying.owner.runs.load(about.run);
    const gate = run?.gates.find(({ id }) => id === about.gate);
    const folder =
      gate === undefined ? undefined : await folderOf(answering, (joined) => joined === about.run);
    if (gate === undefined || folder === undefined)
      return refused('Use the button of what you mean; words besides yes and no ask for a change.');
    return spokenIn(answering, folder, { text, replyTo: gatePreviewId(about.run, gate) });
  }
  const [only, ...others] = folders;
  if (only !== undefined && others.length === 0) return spokenIn(answering, only, { text });
  const chosen = await folderOf(answering, (joined) => joined !== undefined);
  return chosen === undefined ? asked(answering, written) : spokenIn(answering, chosen, { text });
}

/** The one they chose last first, of those in whose conversation a run is open. */
async function folderOf(
  { at, chat, carrying }: Answering,
  isMeant: (run: string | undefined) => boolean,
): Promise<string | undefined> {
  const last = (await at.ledger.state()).folders.get(chat);
  const folders = at.folders
    .map(({ folder }) => folder)
    .toSorted((a, b) => Number(b === last) - Number(a === last));
  for (const folder of folders) {
    const id = runOf(await carrying.owner.chat.ledger.state(conversationOf(chat, folder)));
    const run = id === undefined ? undefined : await carrying.owner.runs.load(id);
    if (run !== undefined && run.ended === undefined && isMeant(run.id)) return folder;
  }
  return undefined;
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

async function asked({ at, chat }: Answering, { blob, text }: Written): Promise<Settled> {
  const folders = at.folders.map(({ folder }) => folder);
  const id = await at.ledger.buttons(chat, { is: 'ticket', text: blob, folders });
  const each = folders.map((folder, index): Button => {
    return { label: nameIn(folder, folders), data: dataOf(id, String(index)) };
  });
  await at.bot.send(chat, {
    text: `In which repository?\n\n“${clip(text, quoteCharsMax)}”`,
    buttons: [...each, { label: 'None', data: dataOf(id, 'no') }],
  });
  return done('It was asked which repository is meant');
}

/** Two folders of one name are told apart by where they are. */
function nameIn(folder: string, folders: readonly string[]): string {
  const name = path.basename(folder);
  const isOnly = folders.filter((one) => path.basename(one) === name).length === 1;
  return isOnly ? name : path.join(path.basename(path.dirname(folder)), name);
}

const helpText = [
  helpWords,
  'At a gate, use its buttons; or answer its message in your words, which asks for a change.',
  '/status: where all runs are, and what waits for you',
].join('\n');

/** Undefined for what is said in a conversation. */
async function commanded({ carrying, at, chat }: Answering, command: string): Promise<Settled | undefined> {
  const texts: Readonly<Record<string, () => string | Promise<string>>> = {
    start: () => helpText,
    help: () => helpText,
    cancel: () => 'Nothing was done.',
    status: () => standingText(carrying, at.folders),
  };
  const text = Object.hasOwn(texts, command) ? texts[command] : undefined;
  if (text === undefined) return undefined;
  await at.bot.send(chat, { text: await text() });
  return done('It was answered');
}

function call(answering: Answering, called: Called): Promise<LastFrame> {
  const { carrying, id, by } = speakingOf(answering);
  return verbCalled(carrying, { ...called, id, by });
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

function done(because: string): Settled {
  return { outcome: 'done', because };
}

function refused(because: string): Settled {
  return { outcome: 'refused', because };
}
