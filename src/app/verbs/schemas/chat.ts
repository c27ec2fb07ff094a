// What goes in and out of conversations.

import { z } from 'zod';
import type { ConversationShown } from '../../chat/shown.ts';
import { messageCharsMax } from '../../chat/message-size.ts';
import { folder, word } from './parts.ts';

const messagesMax = 500;
const conversationsMax = 200;

/** Stands in the name of a stream, in addresses and in buttons. */
const name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'has up to 63 small letters, digits and hyphens');

const button = z.object({ choice: z.string(), label: z.string() });

const message = z.object({
  id: z.string(),
  at: z.number(),
  from: z.enum(['person', 'slipway']),
  who: z.string().optional(),
  run: z.string().optional(),
  text: z.string(),
  texts: z.array(z.object({ name: z.string(), text: z.string() })),
  preview: z
    .object({ id: z.string(), does: z.string(), buttons: z.array(button), came: z.string().optional() })
    .optional(),
});

const shown: z.ZodType<ConversationShown> = z.object({
  conversation: z.string(),
  folder: z.string().optional(),
  run: z.object({ run: z.string(), title: z.string(), status: z.string(), stage: z.string() }).optional(),
  messages: z.array(message),
  spent: z.object({ launches: z.int(), usd: z.number() }),
});

const answered = z.object({ answer: z.string(), conversation: shown });

export type SayInput = z.infer<typeof say.input>;
export type PressInput = z.infer<typeof press.input>;
export type ConversationInput = z.infer<typeof conversation.input>;
export type ConversationsInput = z.infer<typeof conversations.input>;

export const say = {
  input: z.strictObject({
    conversation: name,
    text: z
      .string()
      .min(1)
      .max(messageCharsMax + 1),
    /** Where its tickets are worked on; said once, with the first message. */
    dir: folder.optional(),
    /** The preview that it replies to, where a surface has replies: what a yes answers. */
    replyTo: word.optional(),
    /** The preview that whoever says it has before them: a yes that would answer another one answers none. */
    looksAt: word.optional(),
  }),
  output: answered,
};

export const press = {
  input: z.strictObject({
    conversation: name,
    preview: word,
    /** As a button of the preview has it. */
    choice: z.string().regex(/^(?:yes|no|change|stop|investigate|auto|[1-9])$/, 'is what a button has'),
  }),
  output: answered,
};

export const conversation = {
  input: z.strictObject({ conversation: name, messagesMax: z.int().min(1).max(messagesMax).optional() }),
  output: shown,
};

export const conversations = {
  input: z.strictObject({ conversationsMax: z.int().min(1).max(conversationsMax).optional() }),
  output: z.object({
    conversations: z.array(
      z.object({
        conversation: z.string(),
        folder: z.string().optional(),
        by: z.string(),
        lastAt: z.number(),
        run: z.string().optional(),
        last: z.string(),
      }),
    ),
    folders: z.array(z.string()),
  }),
};

export const hear = { input: conversation.input, output: shown };
