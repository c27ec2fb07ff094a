// The bots of a home that are on: what comes to each, and who is told by it. One bot may bring the triggers of several folders.
//
//   BOTS-1. What came is in the inbox before Telegram is told so; what could not be put there comes again.
//   BOTS-2. A bot that cannot be heard is said, and asked again: at once where that helps, and within minutes where it does not.
//   BOTS-3. Whoever is let in or dismissed meanwhile is told, or is not, within seconds.
//   BOTS-4. A bot hears in one way. A folder that wants it otherwise is told so, and is served all the same.

import { createHash, timingSafeEqual } from 'node:crypto';
import { runOf } from '../../core/chat/conversation.ts';
import type { Quiet } from '../../core/notices/quiet.ts';
import type { Came } from '../../core/triggers/delivery.ts';
import type { NoticeLedger } from '../../engine/notice-ledger.ts';
import { notifierKey } from '../../engine/notice-ledger.ts';
import type { TelegramLedger } from '../../engine/telegram-ledger.ts';
import type { NoticeResult } from '../../notifiers/notifier.ts';
import { messageOf } from '../../plain/errors.ts';
import { parseJson } from '../../plain/json.ts';
import type { Bot, Polled } from '../../telegram/bot.ts';
import type { Posted, Reply } from '../../triggers/posted.ts';
import { noticeLoop } from '../notices/notice-loop.ts';
import type { Tools } from '../parts.ts';
import { everybody, mayDo } from '../people/people.ts';
import type { AskedOrder } from '../verbs/verb.ts';
import type { AtBot } from './carry-out.ts';
import type { BotDesk } from './take-update.ts';
import { conversationOf } from './conversation.ts';
import { reportLoop } from './report-loop.ts';
import { Strangers, takeUpdate } from './take-update.ts';
import { telegramNotifier } from './telegram-notifier.ts';

export interface BotsParts {
  readonly tools: Tools;
  readonly owner: AskedOrder['owner'];
  readonly inbox: BotDesk['ledger'];
  readonly notices: NoticeLedger;
  readonly telegram: TelegramLedger;
  readonly isDue: (id: string) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** A folder that is to be served by a bot. */
export interface Joining {
  readonly folder: string;
  readonly repository: string;
  /** When its triggers were turned on. */
  readonly since: number;
  readonly quiet: Quiet | undefined;
  /** That holds its token. */
  readonly variable: string;
  /** The number before the colon of its token. */
  readonly id: string;
  readonly bot: Bot;
  /** Updates are posted there; else they are asked for. */
  readonly hook: { readonly url: string; readonly secret: string } | undefined;
}

interface BotOn {
  readonly id: string;
  /** Another one of the same number, when its token is a new one. */
  bot: Bot;
  readonly hook: Joining['hook'];
  readonly folders: Map<string, Joining>;
  readonly strangers: Strangers;
  readonly stop: AbortController;
  readonly loops: Promise<unknown>[];
}

/** Somebody who is told of the runs of a folder. */
interface Told {
  readonly key: string;
  readonly person: number;
  readonly name: string;
  readonly joined: Joining;
}

const peopleLookMs = 5_000;
/** Of an answer. */
const triesMax = 4;
const patienceMs = 15_000;
const downMsFirst = 1_000;
const downMsMax = 60_000;
/** Nothing but a person helps there. */
const hopelessMs = 60_000;

export class Bots {
  readonly #parts: BotsParts;
  readonly #on = new Map<string, BotOn>();

  constructor(parts: BotsParts) {
    this.#parts = parts;
  }

  /** Gives what is otherwise than the folder wants it: BOTS-4. */
  async join(joining: Joining): Promise<string | undefined> {
    await this.#parts.telegram.joined(joining.folder, joining.id);
    const known = this.#on.get(joining.id);
    if (known !== undefined) {
      const otherwise = otherwiseThan(known, joining);
      known.folders.set(joining.folder, joining);
      known.bot = joining.bot;
      return otherwise;
    }
    const { id, bot, hook, folder } = joining;
    const on: BotOn = {
      id,
      bot,
      hook,
      folders: new Map([[folder, joining]]),
      strangers: new Strangers(),
      stop: new AbortController(),
      loops: [],
    };
    this.#on.set(id, on);
    on.loops.push(
      this.#hear(on).catch(this.#parts.onTrouble),
      this.#tellPeople(on).catch(this.#parts.onTrouble),
    );
    return undefined;
  }

  async leave(folder: string): Promise<void> {
    for (const [id, on] of this.#on) {
      if (!on.folders.delete(folder) || on.folders.size > 0) continue;
      this.#on.delete(id);
      on.stop.abort();
      await Promise.all(on.loops);
    }
  }

  /** The bot that a delivery came through; undefined where it is not on any more. */
  of({ id }: Pick<Came, 'id'>): AtBot | undefined {
    const on = this.#on.get(id.split('/')[1] ?? '');
    return on === undefined
      ? undefined
      : { bot: this.#patient(on), ledger: this.#parts.telegram, folders: [...on.folders.values()] };
  }

  /** What was posted for the bot of a folder. */
  async posted(folder: string, { headers, body }: Posted): Promise<Reply> {
    const on = [...this.#on.values()].find((one) => one.folders.has(folder));
    if (on?.hook === undefined) return { status: 404, message: 'Nothing is listened to at this address.' };
    const { secret } = on.hook;
    if (!isSame(secret, headers['x-telegram-bot-api-secret-token'] ?? '')) {
      await this.#parts.inbox.turnAway({ folder, trigger: 'telegram', reason: 'forged', about: 'a request' });
      return { status: 401, message: 'Its secret token is another one.' };
    }
    await takeUpdate(this.#desk(on), parseJson(new TextDecoder().decode(body)));
    return { status: 200, message: 'Taken.' };
  }

  /** An answer that Telegram does not take now is given a moment later, as far as somebody waits for it. */
  #patient(on: BotOn): Bot {
    const again = async (say: () => Promise<NoticeResult>): Promise<NoticeResult> => {
      for (let tries = 1; ; tries += 1) {
        const said = await say();
        if (said.ok || said.why === 'refused' || tries >= triesMax || on.stop.signal.aborted) return said;
        await this.#wait(Math.min(said.waitMs ?? backoff(tries), patienceMs), on.stop.signal);
      }
    };
    return {
      ...on.bot,
      send: (chat, message) => again(() => on.bot.send(chat, message)),
      edit: (chat, as, message) => again(() => on.bot.edit(chat, as, message)),
    };
  }

  #desk({ id, bot, folders, strangers }: BotOn): BotDesk {
    const { inbox: ledger, tools, isDue } = this.#parts;
    const folder = [...folders.keys()].toSorted()[0] ?? '';
    return { id, bot, folder, ledger, tools, strangers, isDue };
  }

  /** BOTS-1. */
  async #hear(on: BotOn): Promise<void> {
    const { signal } = on.stop;
    const { telegram } = this.#parts;
    await this.#posting(on);
    let after: number | undefined;
    let failures = 0;
    while (!signal.aborted && on.hook === undefined) {
      const polled = await on.bot.updates(after, signal);
      if (signal.aborted) return;
      if (polled.ok) {
        failures = 0;
        await telegram.isHeard(on.id);
        after = await this.#takeIn(on, polled.updates, after);
      } else {
        await telegram.isHeard(on.id, polled.because);
        await this.#wait(waitFor(polled, failures), signal);
        failures += 1;
      }
    }
  }

  /** BOTS-1. */
  async #takeIn(
    on: BotOn,
    updates: readonly unknown[],
    before: number | undefined,
  ): Promise<number | undefined> {
    let after = before;
    try {
      for (const update of updates) {
        // What is not taken in any more comes again, to whoever asks next.
        if (on.stop.signal.aborted) return after;
        after = (await takeUpdate(this.#desk(on), update)) ?? after;
      }
    } catch (error) {
      await this.#parts.telegram.isHeard(on.id, messageOf(error));
      await this.#wait(downMsFirst, on.stop.signal);
    }
    return after;
  }

  /** Where it is asked, nothing may be posted, and the other way round. */
  async #posting(on: BotOn): Promise<void> {
    const { signal } = on.stop;
    for (let failures = 0; !signal.aborted; failures += 1) {
      const said = await on.bot.postTo(on.hook);
      await this.#parts.telegram.isHeard(on.id, said.ok ? undefined : said.because);
      if (said.ok) return;
      const waitMs = said.why === 'down' ? said.waitMs : hopelessMs;
      await this.#wait(waitMs ?? backoff(failures), signal);
    }
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts.tools;
    await clock.until(clock.now() + ms, signal);
  }

  /** BOTS-3. */
  async #tellPeople(on: BotOn): Promise<void> {
    const { tools } = this.#parts;
    const { signal } = on.stop;
    let before: readonly Told[] = [];
    const telling = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>();
    while (!signal.aborted) {
      // Nobody is let in or dismissed while the file of people cannot be read; what is wrong with it is said where it is asked for.
      const people = await this.#peopleOf(on).catch(() => undefined);
      const wanted = new Map((people ?? before).map((one) => [one.key, one]));
      before = [...wanted.values()];
      for (const [key, { stop }] of telling) {
        if (wanted.has(key)) continue;
        stop.abort();
        telling.delete(key);
      }
      for (const [key, { person, name, joined }] of wanted) {
        if (telling.has(key)) continue;
        const stop = new AbortController();
        const done = this.#tellOne(on, { person, name, joined }, stop.signal);
        telling.set(key, { stop, done });
      }
      await tools.clock.until(tools.clock.now() + peopleLookMs, signal);
    }
    for (const { stop } of telling.values()) stop.abort();
    await Promise.all([...telling.values()].map(({ done }) => done));
  }

  async #peopleOf({ folders }: BotOn): Promise<readonly Told[]> {
    const people = await everybody(this.#parts.tools.places);
    return [...folders.values()].flatMap((joined) =>
      people.flatMap(({ name, access, elsewhere: { telegram }, program }) => {
        const person = Number(telegram);
        const isTold =
          mayDo(access, 'decide') && program !== true && Number.isSafeInteger(person) && person > 0;
        const key = `${joined.folder} ${joined.since} ${name} ${person}`;
        return isTold ? [{ key, person, name, joined }] : [];
      }),
    );
  }

  async #tellOne(
    on: BotOn,
    { person, name: who, joined }: Omit<Told, 'key'>,
    signal: AbortSignal,
  ): Promise<void> {
    const { owner, tools, notices: ledger, telegram, onTrouble } = this.#parts;
    const { folder, repository, since, quiet } = joined;
    const bot: Bot = {
      ...on.bot,
      send: (chat, message) => on.bot.send(chat, message),
      edit: (chat, as, message) => on.bot.edit(chat, as, message),
    };
    const notifier = telegramNotifier({ bot, person, ledger: telegram });
    const conversation = conversationOf(person, folder);
    const talksOf = async () => runOf(await owner.chat.ledger.state(conversation));
    const name = notifierKey(folder, `telegram ${who}`);
    const of = { notifier, name, repository, since, quiet, talksOf };
    await Promise.all([
      noticeLoop({ owner, tools, ledger, ...of }, signal).catch(onTrouble),
      reportLoop({ owner, tools, bot, ledger: telegram, person, conversation }, signal).catch(onTrouble),
    ]);
  }
}

/** BOTS-4. */
function otherwiseThan({ hook, folders }: BotOn, { hook: wanted, variable }: Joining): string | undefined {
  if (hook?.url === wanted?.url) return undefined;
  const [first = ''] = folders.keys();
  const how =
    hook === undefined ? 'asks Telegram what came' : `is told by Telegram what came, at ${hook.url}`;
  return `The bot of ${variable} is on for ${first} already, and ${how}. A bot hears in one way, so what is written here is left out; write the same in both, and turn the triggers of both off and on again.`;
}

/** BOTS-2. */
function waitFor({ why, waitMs }: Extract<Polled, { ok: false }>, failures: number): number {
  return why === 'down' ? (waitMs ?? backoff(failures)) : hopelessMs;
}

function backoff(failures: number): number {
  return Math.min(downMsFirst * 2 ** Math.min(failures, 10), downMsMax);
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
