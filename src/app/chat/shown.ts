// A conversation as people see it: what they said, what was answered, what its runs reported, in the order of time; and every preview
// with its buttons and what came of it. The same for the terminal, the page and a phone.
//
//   CHAT-SHOWN-1. A message keeps its id, so that whoever can edit one shows it once, with what came of it.
//   CHAT-SHOWN-2. What is decided in another channel is shown here as decided, by whom and through which.

import type { Conversation, ConversationEntry, Preview, Stay } from '../../core/chat/conversation.ts';
import { runOf } from '../../core/chat/conversation.ts';
import type { Gate } from '../../core/gates/gate.ts';
import type { Run } from '../../core/run.ts';
import { openGates } from '../../core/run.ts';
import { statusOf } from '../../core/status.ts';
import { conversationIn, conversationPrefix } from '../../engine/conversation-ledger.ts';
import type { Journal } from '../../journal/journal.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { capital } from '../../views/words/words.ts';
import { readRun } from '../home/reader.ts';
import type { Texts } from '../home/texts.ts';
import { openTexts } from '../home/texts.ts';
import type { LookContext } from '../verbs/verb.ts';
import type { Button } from '../words/chat-words.ts';
import { actButtons, decidedWords, doesWords, gateButtons } from '../words/chat-words.ts';
import type { Report } from './reports.ts';
import { gatePreviewId, reportsOf } from './reports.ts';

export interface PreviewShown {
  readonly id: string;
  /** "This will approve plan 3f2a91c04e: the work begins." */
  readonly does: string;
  /** None once it was answered. */
  readonly buttons: readonly Button[];
  readonly came?: string | undefined;
}

export interface ChatMessage {
  readonly id: string;
  readonly at: number;
  readonly from: 'person' | 'slipway';
  readonly who?: string | undefined;
  readonly run?: string | undefined;
  readonly text: string;
  /** Longer texts, each cut to what a message holds. */
  readonly texts: readonly { readonly name: string; readonly text: string }[];
  readonly preview?: PreviewShown | undefined;
}

export interface ConversationShown {
  readonly conversation: string;
  readonly folder?: string | undefined;
  readonly run?:
    | { readonly run: string; readonly title: string; readonly status: string; readonly stage: string }
    | undefined;
  /** The oldest first. */
  readonly messages: readonly ChatMessage[];
  /** What reading messages cost: launches that belong to no run. */
  readonly spent: { readonly launches: number; readonly usd: number };
}

const messagesUsual = 60;
const textCharsMax = 6_000;
const staysShown = 3;
/** Longer than anybody takes to read a message. */
const readingMsMax = 180_000;

interface Parts {
  readonly texts: Texts;
  readonly runs: ReadonlyMap<string, Told>;
  readonly now: number;
}

interface Told {
  readonly run: Run;
  readonly reports: readonly Report[];
}

export async function conversationShown(
  { journal, places, clock }: Pick<LookContext, 'journal' | 'places' | 'clock'>,
  id: string,
  messagesMax = messagesUsual,
): Promise<ConversationShown> {
  const conversation = conversationIn((await journal?.read(`${conversationPrefix}${id}`)) ?? []);
  const stays = conversation.stays.slice(-staysShown);
  const [texts, told] = await Promise.all([
    openTexts(places),
    Promise.all(stays.map(async ({ run }) => [run, await toldOf(journal, run)] as const)),
  ]);
  const runs = new Map(told.flatMap(([run, one]) => (one === undefined ? [] : [[run, one] as const])));
  const parts = { texts, runs, now: clock.now() };
  const drafts = [...entryDrafts(conversation), ...stays.flatMap((stay) => reportDrafts(stay, runs))]
    .toSorted((a, b) => a.at - b.at)
    .slice(-messagesMax);
  const messages = await Promise.all(drafts.map((draft) => draft.message(conversation, parts)));
  const { begun, spend } = conversation;
  return {
    conversation: id,
    folder: begun?.folder,
    run: runShown(runs.get(runOf(conversation) ?? '')?.run),
    messages,
    spent: spend,
  };
}

async function toldOf(journal: Journal | undefined, id: string): Promise<Told | undefined> {
  if (journal === undefined) return undefined;
  const { run, events } = await readRun(journal, id);
  return { run, reports: reportsOf(events) };
}

function runShown(run: Run | undefined): ConversationShown['run'] {
  if (run === undefined) return undefined;
  return { run: run.id, title: forTerminal(run.title), status: statusOf(run), stage: run.visit.stage };
}

/** Texts are read for those alone that are shown. */
interface Draft {
  readonly at: number;
  readonly message: (conversation: Conversation, parts: Parts) => Promise<ChatMessage>;
}

function entryDrafts({ entries }: Conversation): readonly Draft[] {
  return entries.map((entry) => ({ at: entry.at, message: (now, parts) => entryMessage(entry, now, parts) }));
}

function reportDrafts({ run, until }: Stay, runs: Parts['runs']): readonly Draft[] {
  return (runs.get(run)?.reports ?? [])
    .filter(({ at }) => until === undefined || at <= until)
    .map((report) => ({ at: report.at, message: (_now, parts) => reportMessage(report, parts) }));
}

async function entryMessage(entry: ConversationEntry, now: Conversation, parts: Parts): Promise<ChatMessage> {
  const { id, at } = entry;
  switch (entry.is) {
    case 'heard': {
      const isAnswered = now.entries.some((item) => item.is === 'answer' && item.to === id);
      const lost = !isAnswered && parts.now - at > readingMsMax;
      const note = 'This was not answered: the engine left before it was understood. Say it again.';
      return {
        id,
        at,
        from: 'person',
        who: forTerminal(entry.by.who),
        text: await textOf(parts, entry.words),
        texts: lost ? [{ name: 'not answered', text: note }] : [],
      };
    }
    case 'answer': {
      const { words, preview, raw } = entry;
      return {
        id,
        at,
        from: 'slipway',
        run: preview?.run,
        text: await textOf(parts, words),
        texts: raw === undefined ? [] : [{ name: 'raw output', text: await textOf(parts, raw, true) }],
        ...(preview === undefined ? {} : { preview: await previewShown(preview, now, parts) }),
      };
    }
  }
}

async function previewShown(preview: Preview, now: Conversation, parts: Parts): Promise<PreviewShown> {
  const run = preview.run === undefined ? undefined : parts.runs.get(preview.run)?.run;
  const words = preview.words === undefined ? undefined : await textOf(parts, preview.words);
  const pressed = now.pressed.get(preview.id);
  const does = doesWords(preview, run, words);
  if (pressed === undefined) return { id: preview.id, does, buttons: actButtons(preview) };
  const who = forTerminal(pressed.by.who);
  const came = pressed.choice === 'no' ? `no, by ${who}` : `yes, by ${who} through ${pressed.by.channel}`;
  return { id: preview.id, does, buttons: [], came };
}

async function reportMessage(
  { id, at, run: of, lines, texts, asks }: Report,
  parts: Parts,
): Promise<ChatMessage> {
  const run = parts.runs.get(of)?.run;
  const told = await Promise.all(
    texts.map(async ({ name, blob, fromEnd }) => ({
      name: capital(name),
      text: await textOf(parts, blob, fromEnd, `slipway show ${of}`),
    })),
  );
  return {
    id,
    at,
    from: 'slipway',
    run: of,
    text: lines.join('\n'),
    texts: told,
    ...(asks === undefined || run === undefined ? {} : { preview: await askedShown(run, asks, parts) }),
  };
}

/** CHAT-SHOWN-2. */
async function askedShown(run: Run, asked: Gate, parts: Parts): Promise<PreviewShown> {
  const id = gatePreviewId(run.id, asked);
  const gate = run.gates.find((item) => item.id === asked.id);
  const act = { wish: 'approve', run: run.id, gate: asked.id, digest: asked.digest } as const;
  const does = doesWords(act, run, undefined);
  const isOpen =
    run.ended === undefined &&
    openGates(run).some((item) => item.id === asked.id && item.digest === asked.digest);
  if (isOpen) {
    const text = asked.blob === undefined ? undefined : await parts.texts.get(asked.blob);
    return { id, does, buttons: gateButtons(asked, text) };
  }
  const came = gate === undefined ? undefined : decidedWords(gate);
  return { id, does, buttons: [], came: came ?? 'something else is asked by now' };
}

async function textOf(
  { texts }: Pick<Parts, 'texts'>,
  blob: string,
  fromEnd = false,
  more?: string,
): Promise<string> {
  const text = forTerminal((await texts.get(blob)) ?? '[this text was erased]').trim();
  if (text.length <= textCharsMax) return text;
  if (fromEnd) return `…${text.slice(-textCharsMax).toWellFormed()}`;
  return `${text.slice(0, textCharsMax).toWellFormed()}…${more === undefined ? '' : `\n(more: ${more})`}`;
}
