// What somebody did in Telegram, read: a text they wrote, or a button they pressed. Everything else is nothing.

import { z } from 'zod';

const id = z.int().min(1);
const user = z.object({ id, is_bot: z.boolean(), first_name: z.string().max(500) });
const chat = z.object({ id: z.int(), type: z.string().max(50) });
const keyboard = z
  .object({
    inline_keyboard: z
      .array(z.array(z.object({ callback_data: z.string().max(64).optional() })).max(20))
      .max(100),
  })
  .optional();

const update = z.object({
  update_id: id,
  message: z
    .object({
      message_id: id,
      date: z.int(),
      chat,
      from: user.optional(),
      text: z.string().max(10_000).optional(),
      forward_origin: z.looseObject({}).optional(),
      reply_to_message: z.object({ message_id: id, reply_markup: keyboard }).optional(),
    })
    .optional(),
  callback_query: z
    .object({
      id: z.string().min(1).max(200),
      from: user,
      data: z.string().max(64).optional(),
      message: z.object({ message_id: z.int(), chat }).optional(),
    })
    .optional(),
});

export type Update = { readonly update: number; readonly from: From } & (
  | {
      readonly is: 'text';
      readonly text: string;
      readonly at: number;
      /** What comes back from the buttons of the message that they answered. */
      readonly replyTo?: string;
    }
  | { readonly is: 'press'; readonly press: string; readonly data: string; readonly message: number }
  | { readonly is: 'other' }
);

export interface From {
  readonly id: number;
  readonly name: string;
  /** They write to the bot alone, and nobody reads along. */
  readonly isAlone: boolean;
  readonly isBot: boolean;
}

/** The number of an update that is not understood, so that it does not come again; undefined where it has none. */
export function readUpdate(value: unknown): Update | { readonly unread: number | undefined } {
  const read = update.safeParse(value);
  if (!read.success) return { unread: z.object({ update_id: id }).safeParse(value).data?.update_id };
  const { update_id: number, message, callback_query: pressed } = read.data;
  if (pressed !== undefined) {
    const from = fromOf(pressed.from, pressed.message?.chat);
    const { id: press, data = '', message: shown } = pressed;
    return { is: 'press', update: number, from, press, data, message: shown?.message_id ?? 0 };
  }
  if (message?.from === undefined) return { unread: number };
  const from = fromOf(message.from, message.chat);
  const { text, date, reply_to_message: answered, forward_origin: forwarded } = message;
  if (text === undefined || forwarded !== undefined) return { is: 'other', update: number, from };
  const data = answered?.reply_markup?.inline_keyboard[0]?.[0]?.callback_data;
  return {
    is: 'text',
    update: number,
    from,
    text,
    at: date * 1_000,
    ...(data === undefined ? {} : { replyTo: data }),
  };
}

function fromOf(
  { id: who, is_bot: isBot, first_name: name }: z.output<typeof user>,
  where: z.output<typeof chat> | undefined,
): From {
  return { id: who, name, isBot, isAlone: where?.type === 'private' && where.id === who };
}
