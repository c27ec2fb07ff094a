// Taking in what somebody did in Telegram: who they are, whether they may, and into the inbox.
//
//   TAKE-UPDATE-1. It is taken once, by its number; Telegram is told that it came when it is in the journal, and not before.
//   TAKE-UPDATE-2. Only people of this home are heard who may decide and whose number it is, in a chat of their own with the bot. A name proves nothing.
//   TAKE-UPDATE-3. A stranger is told their number, and no more, and not without end.

import type { Delivery, Reason } from '../../core/triggers/delivery.ts';
import type { TriggerLedger } from '../../engine/trigger-ledger.ts';
import { reveal } from '../../screening/hidden.ts';
import type { Bot } from '../../telegram/bot.ts';
import type { From, Update } from '../../telegram/read-update.ts';
import { readUpdate } from '../../telegram/read-update.ts';
import type { Tools } from '../parts.ts';
import { linkedPerson } from '../triggers/linked-person.ts';
import { reasonWords } from '../triggers/reason-words.ts';

export interface BotDesk {
  /** The number before the colon of its token. */
  readonly id: string;
  readonly bot: Bot;
  /** Of those whose triggers it brings, the first. */
  readonly folder: string;
  readonly ledger: Pick<TriggerLedger, 'receive' | 'turnAway'>;
  readonly tools: Pick<Tools, 'clock' | 'screener' | 'blobs' | 'places'>;
  readonly strangers: Strangers;
  readonly isDue: (id: string) => void;
}

/** What one person writes in an hour who means it; a conversation is more than a webhook. */
const limits = { perAuthorHour: 120, perTriggerHour: 1_000 };

/** Gives the number of the update, after which the next comes. */
export async function takeUpdate(desk: BotDesk, value: unknown): Promise<number | undefined> {
  const update = readUpdate(value);
  if ('unread' in update) {
    await turned(desk, 'not-understood', 'an update');
    return update.unread;
  }
  await take(desk, update);
  return update.update;
}

async function take(desk: BotDesk, update: Update): Promise<void> {
  const { from } = update;
  if (from.isBot || !from.isAlone) return turned(desk, 'not-trusted', 'somebody in a group, or a bot');
  if ((await linkedPerson(desk.tools.places, 'telegram', String(from.id))) === undefined)
    return strange(desk, update); // TAKE-UPDATE-2
  if (update.is === 'other') {
    await desk.bot.send(from.id, {
      text: 'I read texts and buttons alone. Write it in words, as a message of your own.',
    });
    return turned(desk, 'not-understood', 'something that is no text');
  }
  const delivery = await deliveryOf(desk, update);
  if (delivery === undefined) {
    await desk.bot.send(from.id, {
      text: `${reasonWords.secret}. Nothing of it was kept here; delete it in this chat too.`,
    });
    return turned(desk, 'secret', String(from.id));
  }
  const taken = await desk.ledger.receive(delivery, limits); // TAKE-UPDATE-1
  if (taken.taken) desk.isDue(delivery.id);
  else if (taken.reason !== 'repeated') await say(desk, update, `${reasonWords[taken.reason]}.`);
}

/** Undefined where something in it must not be kept. */
async function deliveryOf(
  { id, folder, tools: { clock, screener, blobs } }: BotDesk,
  update: Exclude<Update, { is: 'other' }>,
): Promise<Delivery | undefined> {
  const of = {
    id: `telegram/${id}/${update.update}`,
    folder,
    trigger: 'telegram',
    who: String(update.from.id),
    known: 'telegram',
  };
  if (update.is === 'press') {
    const { data, press, message } = update;
    const isOurs = /^[A-Za-z0-9_-]{1,40}:[a-z0-9]{1,20}$/.test(data);
    const asks = { do: 'press', data: isOurs ? data : '', press, message } as const;
    return { ...of, happenedAt: clock.now(), subject: 'their chat', asks };
  }
  const screening = screener.screen(reveal(update.text).text);
  if (screening.verdict === 'BLOCKED') return undefined;
  const { replyTo } = update;
  const text = await blobs.put(screening.text);
  const asks = { do: 'hear', text, ...(replyTo === undefined ? {} : { replyTo }) } as const;
  return { ...of, happenedAt: update.at, subject: 'their chat', asks };
}

async function say({ bot }: BotDesk, update: Update, text: string): Promise<void> {
  if (update.is === 'press') await bot.answer(update.press, text);
  else await bot.send(update.from.id, { text });
}

/** TAKE-UPDATE-3. */
async function strange(desk: BotDesk, update: Update): Promise<void> {
  const { id } = update.from;
  if (desk.strangers.isTold(id, desk.tools.clock.now()))
    await say(
      desk,
      update,
      `I do not know you. Your number here is ${id}; whoever keeps this Slipway can let you in: slipway people add NAME --access decide --telegram ${id}`,
    );
  await turned(desk, 'not-linked', nameless(update.from));
}

/** What they call themselves is theirs to choose, so it is not what they are known by. */
function nameless({ id }: From): string {
  return `number ${id}`;
}

async function turned({ ledger, folder }: BotDesk, reason: Reason, about: string): Promise<void> {
  await ledger.turnAway({ folder, trigger: 'telegram', reason, about });
}

const hourMs = 3_600_000;
const strangersAnHour = 20;

/** Who was told their number lately. */
export class Strangers {
  readonly #told = new Map<number, number>();

  isTold(id: number, now: number): boolean {
    for (const [known, at] of this.#told) if (at <= now - hourMs) this.#told.delete(known);
    if (this.#told.has(id) || this.#told.size >= strangersAnHour) return false;
    this.#told.set(id, now);
    return true;
  }
}
