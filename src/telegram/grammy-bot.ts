// A bot over the Bot API, by grammY: the calls and the kinds of failure are its own, how long is waited and whether again is not.
//
//   GRAMMY-BOT-1. Every call takes a bounded time. The token is in no message of a failure.
//   GRAMMY-BOT-2. A message that is what it should be already, and a press that nobody waits for any more, are no failures.

import { Api, GrammyError } from 'grammy/web';
import type { NoticeResult } from '../notifiers/notifier.ts';
import type { Bot, Known, Outgoing, Polled } from './bot.ts';
import { answerCharsMax, fitting, labelCharsMax, messageCharsMax } from './fitting.ts';

const secondsMax = 20;
/** How long Telegram keeps a question for updates open. */
const pollSeconds = 25;
const updatesMax = 100;

export interface BotParts {
  readonly token: string;
  /** Where the Bot API is; undefined: Telegram's own. */
  readonly api?: string | undefined;
  /** How long a question for updates stays open; the usual time, where nothing is said. */
  readonly pollSeconds?: number | undefined;
}

type Failed = Extract<Polled, { ok: false }>;

export function grammyBot({ token, api: apiRoot, pollSeconds: wait = pollSeconds }: BotParts): Bot {
  const root = apiRoot === undefined ? {} : { apiRoot: apiRoot.replace(/\/$/, '') };
  const api = new Api(token, { ...root, timeoutSeconds: secondsMax });
  const polling = new Api(token, { ...root, timeoutSeconds: wait + secondsMax });
  return {
    me: () =>
      api.getMe().then(
        ({ id, username }): Known => ({ ok: true, id, name: username }),
        (error: unknown) => failedBy(error),
      ),
    send: (chat, message) =>
      api.sendMessage(chat, textOf(message), optionsOf(message)).then(
        ({ message_id: id }): NoticeResult => ({ ok: true, as: String(id) }),
        (error: unknown) => saidBy(error),
      ),
    edit: (chat, as, message) =>
      api.editMessageText(chat, Number(as), textOf(message), optionsOf(message)).then(
        (): NoticeResult => ({ ok: true, as }),
        (error: unknown): NoticeResult => (isSame(error) ? { ok: true, as } : saidBy(error)), // GRAMMY-BOT-2
      ),
    answer: (press, text) =>
      api.answerCallbackQuery(press, text === undefined ? {} : { text: fitting(text, answerCharsMax) }).then(
        () => undefined,
        () => undefined, // GRAMMY-BOT-2
      ),
    updates: (after, signal) =>
      polling
        .getUpdates(
          {
            ...(after === undefined ? {} : { offset: after + 1 }),
            timeout: wait,
            limit: updatesMax,
            allowed_updates: [...allowed],
          },
          isItsSignal(signal) ? signal : undefined,
        )
        .then(
          (updates): Polled => ({ ok: true, updates }),
          (error: unknown) => failedBy(error),
        ),
    postTo: (hook) => postTo(api, hook),
  };
}

type ItsSignal = NonNullable<Parameters<Api['getUpdates']>[1]>;

/** It names that of a package which its build for the web does not use: it takes the one that everybody has. */
function isItsSignal(signal: unknown): signal is ItsSignal {
  return signal instanceof AbortSignal;
}

const allowed = ['message', 'callback_query'] as const;

function postTo(api: Api, hook: Parameters<Bot['postTo']>[0]): Promise<NoticeResult> {
  const asked =
    hook === undefined
      ? api.deleteWebhook()
      : api.setWebhook(hook.url, {
          secret_token: hook.secret,
          allowed_updates: [...allowed],
          max_connections: 4,
        });
  return asked.then(
    (): NoticeResult => ({ ok: true }),
    (error: unknown) => saidBy(error),
  );
}

function textOf({ text }: Outgoing): string {
  return fitting(text, messageCharsMax);
}

/** Words are words: no form is asked for, and nothing in them is looked up. */
function optionsOf({ buttons = [], silent = false }: Outgoing) {
  return {
    link_preview_options: { is_disabled: true },
    ...(silent ? { disable_notification: true } : {}),
    ...(buttons.length === 0
      ? {}
      : {
          reply_markup: {
            inline_keyboard: buttons.map(({ label, data }) => [
              { text: fitting(label, labelCharsMax), callback_data: data },
            ]),
          },
        }),
  };
}

function isSame(error: unknown): boolean {
  return error instanceof GrammyError && /message is not modified/i.test(error.description);
}

const waitMsMax = 3_600_000;

/** GRAMMY-BOT-1: of what the network says, nothing is told. */
function failedBy(error: unknown): Failed {
  if (!(error instanceof GrammyError))
    return { ok: false, why: 'down', because: 'the Bot API does not answer' };
  const { error_code: code, parameters } = error;
  if (code === 401 || code === 404)
    return {
      ok: false,
      why: 'revoked',
      because:
        'Telegram does not know its token: it was taken back, or is another one. Get one from @BotFather',
    };
  if (code === 409)
    return {
      ok: false,
      why: 'taken',
      because:
        'somebody else asks for what is sent to this bot: another home, or a webhook. One bot serves one home',
    };
  const { retry_after: seconds } = parameters;
  return {
    ok: false,
    why: 'down',
    because: code === 429 ? 'Telegram wants less at once' : `Telegram answered with ${code}`,
    ...(seconds === undefined ? {} : { waitMs: Math.min(seconds * 1_000, waitMsMax) }),
  };
}

function saidBy(error: unknown): NoticeResult {
  if (error instanceof GrammyError && error.error_code === 403)
    return {
      ok: false,
      why: 'refused',
      because: 'they have not pressed Start in its chat, or have stopped it',
    };
  if (error instanceof GrammyError && error.error_code === 400)
    return {
      ok: false,
      why: 'refused',
      because: `Telegram does not take it (${error.description.slice(0, 200)})`,
    };
  const { because, waitMs } = failedBy(error);
  return { ok: false, why: 'down', because, waitMs };
}
