// Bots, people and their chats, and what the Bot API makes of a call: its lengths, its limits and its refusals, in its own words.

import { z } from 'zod';

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: number;
  readonly retryAfter: number | undefined;

  constructor(code: number, message: string, retryAfter?: number) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export interface Person {
  readonly id: number;
  readonly name: string;
}

export interface Sent {
  readonly id: number;
  readonly date: number;
  readonly byBot: boolean;
  text: string;
  buttons: readonly { readonly text: string; readonly data: string }[];
  /** How often it was changed. */
  edits: number;
  readonly silent: boolean;
}

interface Chat {
  readonly person: Person;
  readonly messages: Sent[];
  hasStarted: boolean;
  hasStopped: boolean;
}

interface BotKept {
  readonly id: number;
  readonly name: string;
  readonly updates: Readonly<Record<string, unknown>>[];
  readonly chats: Map<number, Chat>;
  /** Presses that nobody answered yet. */
  readonly presses: Set<string>;
  nextUpdate: number;
  webhook?: { readonly url: string; readonly secret: string } | undefined;
  /** Ends the poll that is open. */
  poll?: ((how: 'come' | 'conflict' | 'gone') => void) | undefined;
  isRevoked: boolean;
}

export interface Called {
  readonly token: string;
  readonly method: string;
  readonly given: Readonly<Record<string, unknown>>;
}

const textCharsMax = 4_096;
const dataBytesMax = 64;
const answerCharsMax = 200;

const markup = z.object({
  inline_keyboard: z.array(z.array(z.object({ text: z.string().min(1), callback_data: z.string() }))),
});
const sendAsked = z.object({
  chat_id: z.int(),
  text: z.string(),
  reply_markup: markup.optional(),
  disable_notification: z.boolean().optional(),
});
const editAsked = sendAsked.extend({ message_id: z.int() });
const pollAsked = z.object({
  offset: z.int().optional(),
  limit: z.int().optional(),
  timeout: z.int().optional(),
});
const answerAsked = z.object({ callback_query_id: z.string(), text: z.string().optional() });
const hookAsked = z.object({ url: z.string(), secret_token: z.string().optional() });

export class World {
  readonly violations: { of: 'answer'; call: string; why: string }[] = [];
  readonly #bots = new Map<string, BotKept>();
  readonly #wrongIn: (update: unknown) => readonly string[];
  readonly #watchers = new Set<() => void>();
  readonly #closed = new AbortController();
  #ids = 100;
  #floods = 0;
  #retryAfter = 1;

  constructor(wrongIn: (update: unknown) => readonly string[]) {
    this.#wrongIn = wrongIn;
  }

  bot(name: string): string {
    this.#ids += 1;
    const token = `${this.#ids}:loopback-token-of-${name.replaceAll('_', '-')}-for-tests`;
    this.#bots.set(token, {
      id: this.#ids,
      name,
      updates: [],
      chats: new Map(),
      presses: new Set(),
      nextUpdate: 1_000,
      isRevoked: false,
    });
    return token;
  }

  revoke(token: string): void {
    const bot = this.#botOf(token);
    bot.isRevoked = true;
    bot.poll?.('gone');
  }

  person(id: number, name: string): Person {
    return { id, name };
  }

  flood(times: number, retryAfter: number): void {
    this.#floods = times;
    this.#retryAfter = retryAfter;
  }

  close(): void {
    this.#closed.abort();
    for (const bot of this.#bots.values()) bot.poll?.('gone');
  }

  /** Resolves when something changed. */
  changed(): Promise<void> {
    return new Promise((resolve) => {
      const watcher = (): void => {
        this.#watchers.delete(watcher);
        resolve();
      };
      this.#watchers.add(watcher);
    });
  }

  messages(token: string, person: Person): readonly Sent[] {
    return this.#chat(this.#botOf(token), person).messages;
  }

  writes(token: string, person: Person, text: string, answered?: Sent): Sent {
    const bot = this.#botOf(token);
    const chat = this.#chat(bot, person);
    chat.hasStarted = true;
    chat.hasStopped = false;
    const sent = this.#add(chat, { byBot: false, text, buttons: [], silent: false });
    const reply = answered === undefined ? {} : { reply_to_message: this.#messageOf(bot, chat, answered) };
    this.#update(bot, { message: { ...this.#messageOf(bot, chat, sent), ...reply } });
    return sent;
  }

  stops(token: string, person: Person): void {
    this.#chat(this.#botOf(token), person).hasStopped = true;
  }

  /** Gives what its waiting is called. */
  presses(token: string, person: Person, message: Sent, data: string): string {
    const bot = this.#botOf(token);
    this.#ids += 1;
    const id = String(this.#ids);
    bot.presses.add(id);
    const chat = this.#chat(bot, person);
    this.#update(bot, {
      callback_query: {
        id,
        from: userOf(person),
        message: this.#messageOf(bot, chat, message),
        chat_instance: '1',
        data,
      },
    });
    return id;
  }

  isAnswered(token: string, press: string): boolean {
    return !this.#botOf(token).presses.has(press);
  }

  /** What came before comes once more, as after an answer that was lost. */
  again(token: string, update: Readonly<Record<string, unknown>>): void {
    const bot = this.#botOf(token);
    bot.updates.push(update);
    bot.poll?.('come');
  }

  async call({ token, method, given }: Called, gone: AbortSignal, pollMsMax: number): Promise<unknown> {
    const bot = this.#bots.get(token);
    if (bot === undefined || bot.isRevoked) throw new Refused(401, 'Unauthorized');
    switch (method) {
      case 'getMe':
        return { ...userOf({ id: bot.id, name: bot.name }), is_bot: true, username: bot.name };
      case 'getUpdates':
        return this.#poll(bot, parsed(pollAsked, given), gone, pollMsMax);
      case 'sendMessage':
        return this.#send(bot, parsed(sendAsked, given));
      case 'editMessageText':
        return this.#edit(bot, parsed(editAsked, given));
      case 'answerCallbackQuery':
        return answer(bot, parsed(answerAsked, given));
      case 'setWebhook':
        return this.#hook(bot, parsed(hookAsked, given));
      case 'deleteWebhook':
        bot.webhook = undefined;
        return true;
      default:
        throw new Refused(404, 'Not Found: method not found');
    }
  }

  async #poll(
    bot: BotKept,
    { offset, limit = 100, timeout = 0 }: z.output<typeof pollAsked>,
    gone: AbortSignal,
    pollMsMax: number,
  ): Promise<unknown> {
    if (bot.webhook !== undefined)
      throw new Refused(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    bot.poll?.('conflict');
    if (offset !== undefined) {
      const kept = bot.updates.filter(({ update_id: id }) => Number(id) >= offset);
      bot.updates.splice(0, bot.updates.length, ...kept);
    }
    if (bot.updates.length === 0 && timeout > 0) {
      const how = await new Promise<'come' | 'conflict' | 'gone'>((resolve) => {
        const timer = setTimeout(() => resolve('come'), Math.min(timeout * 1_000, pollMsMax));
        const end = (by: 'come' | 'conflict' | 'gone'): void => {
          clearTimeout(timer);
          resolve(by);
        };
        bot.poll = end;
        gone.addEventListener('abort', () => end('gone'), { once: true });
      });
      bot.poll = undefined;
      if (how === 'conflict')
        throw new Refused(
          409,
          'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
        );
      if (bot.isRevoked) throw new Refused(401, 'Unauthorized');
    }
    return bot.updates.slice(0, limit);
  }

  #send(
    bot: BotKept,
    {
      chat_id: to,
      text,
      reply_markup: keys,
      disable_notification: silent = false,
    }: z.output<typeof sendAsked>,
  ): unknown {
    this.#refuseFlood();
    const chat = bot.chats.get(to);
    if (chat === undefined || !chat.hasStarted)
      throw new Refused(403, "Forbidden: bot can't initiate conversation with a user");
    if (chat.hasStopped) throw new Refused(403, 'Forbidden: bot was blocked by the user');
    const sent = this.#add(chat, { byBot: true, text: textIn(text), buttons: buttonsIn(keys), silent });
    return this.#messageOf(bot, chat, sent);
  }

  #edit(
    bot: BotKept,
    { chat_id: to, message_id: id, text, reply_markup: keys }: z.output<typeof editAsked>,
  ): unknown {
    this.#refuseFlood();
    const chat = bot.chats.get(to);
    const sent = chat?.messages.find((one) => one.id === id && one.byBot);
    if (chat === undefined || sent === undefined)
      throw new Refused(400, 'Bad Request: message to edit not found');
    const [words, buttons] = [textIn(text), buttonsIn(keys)];
    if (sent.text === words && JSON.stringify(sent.buttons) === JSON.stringify(buttons))
      throw new Refused(
        400,
        'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
      );
    sent.text = words;
    sent.buttons = buttons;
    sent.edits += 1;
    this.#tell();
    return this.#messageOf(bot, chat, sent);
  }

  #hook(bot: BotKept, { url, secret_token: secret = '' }: z.output<typeof hookAsked>): true {
    if (!/^[A-Za-z0-9_-]{0,256}$/.test(secret))
      throw new Refused(400, 'Bad Request: secret token contains unallowed characters');
    bot.webhook = url === '' ? undefined : { url, secret };
    bot.poll?.('conflict');
    void this.#post(bot);
    return true;
  }

  #refuseFlood(): void {
    if (this.#floods === 0) return;
    this.#floods -= 1;
    throw new Refused(429, `Too Many Requests: retry after ${this.#retryAfter}`, this.#retryAfter);
  }

  #botOf(token: string): BotKept {
    const bot = this.#bots.get(token);
    if (bot === undefined) throw new Error(`there is no bot with the token ${token}`);
    return bot;
  }

  #chat(bot: BotKept, person: Person): Chat {
    const known = bot.chats.get(person.id) ?? { person, messages: [], hasStarted: false, hasStopped: false };
    bot.chats.set(person.id, known);
    return known;
  }

  #add(chat: Chat, what: Pick<Sent, 'byBot' | 'text' | 'buttons' | 'silent'>): Sent {
    this.#ids += 1;
    const sent = { ...what, id: this.#ids, date: Math.floor(Date.now() / 1_000), edits: 0 };
    chat.messages.push(sent);
    this.#tell();
    return sent;
  }

  #messageOf({ id, name }: BotKept, { person }: Chat, sent: Sent): Readonly<Record<string, unknown>> {
    const keyboard = sent.buttons.map(({ text, data }) => [{ text, callback_data: data }]);
    return {
      message_id: sent.id,
      date: sent.date,
      chat: { id: person.id, type: 'private', first_name: person.name },
      from: sent.byBot ? { ...userOf({ id, name }), is_bot: true, username: name } : userOf(person),
      text: sent.text,
      ...(keyboard.length === 0 ? {} : { reply_markup: { inline_keyboard: keyboard } }),
    };
  }

  #update(bot: BotKept, what: Readonly<Record<string, unknown>>): void {
    bot.nextUpdate += 1;
    const update = { update_id: bot.nextUpdate, ...what };
    for (const why of this.#wrongIn(update)) this.violations.push({ of: 'answer', call: 'update', why });
    bot.updates.push(update);
    bot.poll?.('come');
    void this.#post(bot);
  }

  /** To its webhook, until each is taken. */
  async #post(bot: BotKept): Promise<void> {
    while (bot.webhook !== undefined && bot.updates.length > 0 && !this.#closed.signal.aborted) {
      const [update] = bot.updates;
      const { url, secret } = bot.webhook;
      const answered = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
        body: JSON.stringify(update),
        signal: this.#closed.signal,
      }).catch(() => undefined);
      await answered?.body?.cancel();
      if (answered?.ok === true && bot.updates[0] === update) bot.updates.shift();
      else await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

function answer(bot: BotKept, { callback_query_id: id, text = '' }: z.output<typeof answerAsked>): true {
  if (text.length > answerCharsMax) throw new Refused(400, 'Bad Request: MESSAGE_TOO_LONG');
  if (!bot.presses.delete(id))
    throw new Refused(
      400,
      'Bad Request: query is too old and response timeout expired or query ID is invalid',
    );
  return true;
}

function userOf({ id, name }: Person): Readonly<Record<string, unknown>> {
  return { id, is_bot: false, first_name: name };
}

function textIn(text: string): string {
  if (text.trim() === '') throw new Refused(400, 'Bad Request: message text is empty');
  if (text.length > textCharsMax) throw new Refused(400, 'Bad Request: message is too long');
  return text;
}

function buttonsIn(keys: z.output<typeof markup> | undefined): Sent['buttons'] {
  return (keys?.inline_keyboard ?? []).flat().map(({ text, callback_data: data }) => {
    const bytes = Buffer.byteLength(data);
    if (bytes < 1 || bytes > dataBytesMax) throw new Refused(400, 'Bad Request: BUTTON_DATA_INVALID');
    return { text, data };
  });
}

function parsed<T>(schema: z.ZodType<T>, given: unknown): T {
  const read = schema.safeParse(given);
  if (!read.success)
    throw new Refused(400, `Bad Request: ${read.error.issues[0]?.path.join('.') ?? ''} is wrong`);
  return read.data;
}
