// A person's conversation through a bot: what they write is said there, what is answered is a message, and its buttons are pressed there.
//
//   TELEGRAM-CONVERSATION-1. One for each person and repository. What a message means, and what a button does, is the conversation's business.

import { createHash } from 'node:crypto';
import type { Decider } from '../../core/gates/gate.ts';
import { dataOf } from '../../core/telegram/button.ts';
import type { TelegramLedger } from '../../engine/telegram-ledger.ts';
import type { Bot, Outgoing } from '../../telegram/bot.ts';
import { messageCharsMax } from '../../telegram/fitting.ts';
import type { ChatMessage } from '../chat/shown.ts';
import type { CarryingDelivery } from '../triggers/carry-out.ts';
import { verbCalled } from '../triggers/carry-out.ts';
import { answered } from '../verbs/foreign.ts';
import { verbs } from '../verbs/table.ts';

export interface Speaking {
  readonly carrying: CarryingDelivery;
  readonly bot: Bot;
  readonly ledger: Pick<TelegramLedger, 'buttons'>;
  /** Their number, and that of their chat. */
  readonly person: number;
  readonly by: Decider;
  /** Of the order. */
  readonly id: string;
}

/** TELEGRAM-CONVERSATION-1. */
export function conversationOf(person: number, folder: string): string {
  return `telegram-${person}-${createHash('sha256').update(folder).digest('hex').slice(0, 10)}`;
}

export type Spoken =
  | { readonly ok: true; readonly run?: string | undefined; readonly messages: readonly ChatMessage[] }
  | { readonly ok: false; readonly because: string };

export function say(
  speaking: Speaking,
  said: {
    readonly conversation: string;
    readonly dir: string;
    readonly text: string;
    readonly replyTo?: string;
  },
): Promise<Spoken> {
  return spoken(speaking, 'say', said);
}

export function press(
  speaking: Speaking,
  pressed: { readonly conversation: string; readonly preview: string; readonly choice: string },
): Promise<Spoken> {
  return spoken(speaking, 'press', pressed);
}

async function spoken(speaking: Speaking, verb: 'say' | 'press', input: object): Promise<Spoken> {
  const { carrying, bot, person, by, id } = speaking;
  const frame = await verbCalled(carrying, { verb, input, id, by });
  if ('trouble' in frame) return { ok: false, because: frame.trouble.message };
  if (!('output' in frame))
    return { ok: false, because: 'The engine of the home left. Say it again in a minute.' };
  const schemas = await verbs[verb].schemas();
  const { answer, conversation } = answered(schemas.output, frame.output);
  const message = conversation.messages.find((one) => one.id === answer);
  if (message !== undefined) {
    const said = await bot.send(person, await outgoing(speaking, conversation.conversation, message));
    if (!said.ok)
      return { ok: false, because: `It was understood, and the answer could not be sent: ${said.because}` };
  }
  return { ok: true, run: conversation.run?.run, messages: conversation.messages };
}

async function outgoing(
  { ledger, person, carrying }: Speaking,
  conversation: string,
  { text, texts, preview }: ChatMessage,
): Promise<Outgoing> {
  const parts = [text, preview?.does ?? '', ...texts.map((one) => `${one.name}:\n${one.text}`)];
  const words = carrying.tools.screener.redact(parts.filter((part) => part !== '').join('\n\n')).text;
  if (preview === undefined || preview.buttons.length === 0) return { text: words };
  const id = await ledger.buttons(person, { is: 'preview', conversation, preview: preview.id });
  return {
    text: words.slice(0, messageCharsMax),
    buttons: preview.buttons.map(({ choice, label }) => ({ label, data: dataOf(id, choice) })),
  };
}

/** What was asked, and what came of it: what stands there when it is not asked any more. */
export function answeredText(messages: readonly ChatMessage[], preview: string): string {
  const asked = messages.find((one) => one.preview?.id === preview);
  const { does = '', came } = asked?.preview ?? {};
  return [asked?.text ?? '', does, `(${came ?? 'answered'})`].filter((part) => part !== '').join('\n\n');
}
