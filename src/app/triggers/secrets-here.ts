// What triggers need besides their words in a file: the secrets of hooks and the token of a bot, as they are known where they are turned on.
//
//   SECRETS-HERE-1. What is not known, or would be guessed, is a problem in words; the others are used.

import type { NotifySettings } from '../../config/notify-settings.ts';
import type { TelegramSettings, TriggerSettings } from '../../config/trigger-settings.ts';
import { hooksOf } from '../../config/trigger-settings.ts';
import type { Armed } from '../../engine/trigger-ledger.ts';
import { followed } from '../../secrets/reference.ts';
import { secretCharsMin } from '../../triggers/signature.ts';
import type { Tools } from '../parts.ts';
import type { Joining } from '../telegram/bots.ts';

const tokenPattern = /^(\d{1,20}):[A-Za-z0-9_-]{20,}$/;

export async function joiningOf(
  { surroundings: { env, homedir }, screener }: Tools,
  { token: variable, api, webhook }: TelegramSettings,
  {
    armed: { folder, repository, at: since },
    quiet,
    secrets,
  }: {
    readonly armed: Armed;
    readonly quiet: NotifySettings['quiet'];
    readonly secrets: ReadonlyMap<string, string>;
  },
): Promise<Joining | { readonly problem: string }> {
  const { values, problems } = await followed(env, [variable], homedir);
  const token = values[variable] ?? '';
  screener.learn(token === '' ? [] : [token]);
  const [, id] = tokenPattern.exec(token) ?? [];
  if (id === undefined)
    return {
      problem: problems.get(variable) ?? `${variable} holds no token of a bot, such as @BotFather gives.`,
    };
  const secret = webhook === undefined ? undefined : secrets.get(webhook.secret);
  if (webhook !== undefined && secret === undefined)
    return { problem: 'The bot is not on: what is posted to it could be anybody’s.' };
  const { grammyBot } = await import('../../telegram/grammy-bot.ts');
  return {
    folder,
    repository,
    since,
    quiet,
    variable,
    id,
    bot: grammyBot({ token, api }),
    hook: webhook === undefined || secret === undefined ? undefined : { url: webhook.url, secret },
  };
}

interface Secrets {
  readonly secrets: ReadonlyMap<string, string>;
  readonly problems: readonly { readonly trigger: string; readonly problem: string }[];
}

/** SECRETS-HERE-1. */
export async function secretsOf(
  { surroundings: { env, homedir }, screener }: Tools,
  settings: TriggerSettings | undefined,
): Promise<Secrets> {
  const hooks = settings === undefined ? [] : hooksOf(settings);
  const { values, problems: unfound } = await followed(
    env,
    hooks.map(({ secret }) => secret),
    homedir,
  );
  const secrets = new Map<string, string>();
  const problems: { trigger: string; problem: string }[] = [];
  for (const { trigger, secret } of hooks) {
    const value = values[secret] ?? '';
    const problem =
      unfound.get(secret) ??
      (value === ''
        ? `${secret} is not set, so nobody can be told from anybody else.`
        : value.length < secretCharsMin
          ? `The secret in ${secret} has less than ${secretCharsMin} characters, and would be guessed.`
          : undefined);
    if (problem === undefined) secrets.set(secret, value);
    else problems.push({ trigger, problem });
  }
  screener.learn([...secrets.values()]);
  return { secrets, problems };
}
