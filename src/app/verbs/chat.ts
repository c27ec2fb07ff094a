// Conversations: a message, a button, and how one stands. What they mean and do is in `app/chat/`.

import { runOf } from '../../core/chat/conversation.ts';
import { conversationIn, conversationPrefix } from '../../engine/conversation-ledger.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { clip, timeOfDay } from '../../views/words/words.ts';
import type { ChatMessage, ConversationShown } from '../chat/shown.ts';
import { conversationShown } from '../chat/shown.ts';
import { knownFolders } from '../home/known-folders.ts';
import { openTexts } from '../home/texts.ts';
import type { ConversationInput, ConversationsInput, PressInput, SayInput } from './schemas/chat.ts';
import type { Look, Order, OrderContext, Paper, Subscription, Words } from './verb.ts';

export interface ChatAnswered {
  /** The message that answers it. */
  readonly answer: string;
  readonly conversation: ConversationShown;
}

export const say: Order<SayInput, ChatAnswered> = {
  order: async (context, input) => {
    const answer = await context.owner.chat.say(context, input);
    return { answer, conversation: await shownNow(context, input.conversation) };
  },
  words: answeredWords,
};

export const press: Order<PressInput, ChatAnswered> = {
  order: async (context, input) => {
    const answer = await context.owner.chat.press(context, input);
    return { answer, conversation: await shownNow(context, input.conversation) };
  },
  words: answeredWords,
};

function shownNow({ owner, tools }: OrderContext, id: string): Promise<ConversationShown> {
  return conversationShown({ journal: owner.journal, places: tools.places, clock: tools.clock }, id);
}

function answeredWords({ answer, conversation: { messages } }: ChatAnswered, paper: Paper): Words {
  return {
    data: messages
      .filter(({ id }) => id === answer)
      .map((message) => messageText(message, paper))
      .join(''),
  };
}

export const conversation: Look<ConversationInput, ConversationShown> = {
  look: (context, { conversation: id, messagesMax }) => conversationShown(context, id, messagesMax),
  words: ({ messages }, paper) => ({
    data: messages.map((message) => messageText(message, paper)).join('\n'),
  }),
};

/** One message at a terminal: who, what, and how it is answered. */
export function messageText({ at, from, who, text, texts, preview }: ChatMessage, { style }: Paper): string {
  const name = from === 'person' ? (who ?? 'you') : 'slipway';
  return [
    `${style.dim(timeOfDay(at))} ${style.bold(name)}: ${text}`,
    ...texts.map((one) => `\n${style.bold(one.name)}\n${one.text}\n`),
    ...(preview === undefined
      ? []
      : [
          preview.does,
          preview.came === undefined
            ? preview.buttons.map(({ choice, label }) => `[${choice}] ${label}`).join('   ')
            : style.dim(`(${preview.came})`),
        ]),
  ]
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('');
}

export interface ConversationsShown {
  /** The one that was said something in last first. */
  readonly conversations: readonly {
    readonly conversation: string;
    readonly folder?: string | undefined;
    readonly by: string;
    readonly lastAt: number;
    readonly run?: string | undefined;
    readonly last: string;
  }[];
  /** Where a new one may begin: runs were started there before. */
  readonly folders: readonly string[];
}

const conversationsUsual = 30;
const lastCharsMax = 120;

export const conversations: Look<ConversationsInput, ConversationsShown> = {
  look: async ({ journal, places }, { conversationsMax = conversationsUsual }) => {
    const [streams, texts, folders] = await Promise.all([
      journal?.streams(conversationPrefix) ?? [],
      openTexts(places),
      knownFolders(places.home),
    ]);
    const all = await Promise.all(
      streams.map(async (stream) => {
        const { begun, entries, ...rest } = conversationIn((await journal?.read(stream)) ?? []);
        const last = entries.findLast(({ is }) => is === 'heard');
        const text = last === undefined ? '' : ((await texts.get(last.words)) ?? '');
        return {
          conversation: stream.slice(conversationPrefix.length),
          folder: begun?.folder,
          by: forTerminal(begun?.by.who ?? ''),
          lastAt: entries.at(-1)?.at ?? begun?.at ?? 0,
          run: runOf(rest),
          last: clip(forTerminal(text), lastCharsMax),
        };
      }),
    );
    return {
      conversations: all.toSorted((a, b) => b.lastAt - a.lastAt).slice(0, conversationsMax),
      folders: [...folders],
    };
  },
  words: ({ conversations: all }) =>
    all.length === 0
      ? { talk: 'Nobody said anything yet: slipway chat\n' }
      : { data: all.map(({ conversation: id, run, last }) => `${id}  ${run ?? '-'}  ${last}\n`).join('') },
};

const lookMs = 300;

/** Whenever something in it is other than before. */
export const hear: Subscription<ConversationInput, ConversationShown> = {
  follow: async function* follow(context, { conversation: id, messagesMax }, gone) {
    const { journal, clock } = context;
    let newest = -1;
    let before = '';
    while (!gone.aborted) {
      const position = (await journal?.newest()) ?? 0;
      if (position !== newest) {
        newest = position;
        const shown = await conversationShown(context, id, messagesMax);
        const text = JSON.stringify(shown);
        if (text !== before) yield shown;
        before = text;
      }
      await clock.until(clock.now() + lookMs, gone);
    }
  },
  words: ({ messages }, paper) => ({
    data: messages.map((message) => messageText(message, paper)).join('\n'),
  }),
};
