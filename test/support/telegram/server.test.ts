// The Bot API of the tests has Telegram's lengths, limits and refusals: a client that got past it would meet them later.

import { afterEach, expect, test } from 'vitest';
import { isRecord } from '../../../src/plain/json.ts';
import { grammyBot } from '../../../src/telegram/grammy-bot.ts';
import type { Phone } from './phone.ts';
import type { TelegramServer } from './server.ts';
import { startTelegram } from './server.ts';

interface At {
  readonly telegram: TelegramServer;
  readonly token: string;
  readonly ann: Phone;
  /** A call as it stands, without a client that knows better. */
  readonly raw: (method: string, given: unknown) => Promise<string>;
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function started(): Promise<At> {
  const telegram = await startTelegram();
  ends.push(() => telegram.close());
  const token = telegram.bot('slipway_bot');
  const ann = telegram.person(7, 'Ann', token);
  const raw = async (method: string, given: unknown): Promise<string> => {
    const answer = await fetch(`${telegram.url}/bot${token}/${method}`, {
      method: 'POST',
      body: JSON.stringify(given),
    });
    const said: unknown = await answer.json();
    return isRecord(said) && said['ok'] !== true ? `${answer.status} ${String(said['description'])}` : 'ok';
  };
  return { telegram, token, ann, raw };
}

const button = (data: string) => ({ inline_keyboard: [[{ text: 'Go', callback_data: data }]] });

test('nobody is written to who did not write first, or has had enough', async () => {
  const { ann, raw } = await started();
  expect(await raw('sendMessage', { chat_id: 7, text: 'hi' })).toContain("403 Forbidden: bot can't initiate");
  ann.writes('/start');
  expect(await raw('sendMessage', { chat_id: 7, text: 'hi' })).toBe('ok');
  ann.stops();
  expect(await raw('sendMessage', { chat_id: 7, text: 'hi' })).toContain('403 Forbidden: bot was blocked');
});

test('a text has 4096 characters, a button 64 bytes, and a message is changed into another one alone', async () => {
  const { ann, raw, telegram } = await started();
  ann.writes('/start');
  expect(await raw('sendMessage', { chat_id: 7, text: 'x'.repeat(4_097) })).toContain(
    '400 Bad Request: message is too long',
  );
  expect(await raw('sendMessage', { chat_id: 7, text: ' ' })).toContain(
    '400 Bad Request: message text is empty',
  );
  const long = { chat_id: 7, text: 'a', reply_markup: button('ä'.repeat(33)) };
  expect(await raw('sendMessage', long)).toContain('BUTTON_DATA_INVALID');
  expect(await raw('sendMessage', { chat_id: 7, text: 'a', reply_markup: button('ä'.repeat(32)) })).toBe(
    'ok',
  );
  const [sent] = ann.shown;
  const same = { chat_id: 7, message_id: sent?.id, text: 'a', reply_markup: button('ä'.repeat(32)) };
  expect(await raw('editMessageText', same)).toContain('400 Bad Request: message is not modified');
  expect(await raw('editMessageText', { ...same, text: 'b' })).toBe('ok');
  expect(await raw('editMessageText', { ...same, message_id: 1 })).toContain('message to edit not found');
  telegram.flood(1, 3);
  expect(await raw('sendMessage', { chat_id: 7, text: 'a' })).toBe('429 Too Many Requests: retry after 3');
});

test('a press is answered once', async () => {
  const { ann, raw } = await started();
  ann.writes('/start');
  await raw('sendMessage', { chat_id: 7, text: 'a', reply_markup: button('x') });
  const press = ann.presses('Go', await ann.sees('a'));
  const answer = { callback_query_id: press, text: 'done' };
  expect([await raw('answerCallbackQuery', answer), await raw('answerCallbackQuery', answer)]).toEqual([
    'ok',
    expect.stringContaining('400 Bad Request: query is too old'),
  ]);
});

test('what came is kept until the next one is asked for, and one asks at a time', async () => {
  const { ann, token, telegram } = await started();
  const bot = grammyBot({ token, api: telegram.url });
  const never = new AbortController().signal;
  ann.writes('/start');
  const [first, again] = [await bot.updates(undefined, never), await bot.updates(undefined, never)];
  expect(first).toEqual(again);
  const waiting = bot.updates(1_001, never);
  const other = bot.updates(1_001, never);
  expect(await waiting).toMatchObject({ ok: false, why: 'taken' });
  ann.writes('more');
  expect(await other).toMatchObject({ ok: true, updates: [{ message: { text: 'more' } }] });
  telegram.revoke(token);
  expect(await bot.me()).toMatchObject({ ok: false, why: 'revoked' });
  await telegram.down();
  expect(await bot.me()).toEqual({ ok: false, why: 'down', because: 'the Bot API does not answer' });
});
