// The notifiers of a configuration, made: with the addresses and secrets that its variables name.
//
//   NOTIFIERS-ON-1. One without its address or its secret says nothing, and that is told; the others are made.

import { z } from 'zod';
import type { NotifySettings, NotifyWebhook } from '../../config/notify-settings.ts';
import { isInTheClear, isVariable, notifiersOf } from '../../config/notify-settings.ts';
import { desktopNotifier } from '../../notifiers/desktop.ts';
import type { Notifier } from '../../notifiers/notifier.ts';
import { webhookNotifier } from '../../notifiers/webhook.ts';
import { followed } from '../../secrets/reference.ts';
import { secretCharsMin } from '../../triggers/signature.ts';
import type { Tools } from '../parts.ts';

export interface MadeNotifier {
  readonly name: string;
  readonly notifier: Notifier;
}

export interface MadeNotifiers {
  readonly made: readonly MadeNotifier[];
  readonly problems: readonly { readonly name: string; readonly problem: string }[];
}

type Value = (variable: string) => string | { readonly problem: string };

export async function notifiersOn(
  { surroundings: { env, homedir }, screener, clock }: Tools,
  settings: NotifySettings,
): Promise<MadeNotifiers> {
  const variables = notifiersOf(settings).flatMap((one) => one.variables);
  const { values, problems: unfound } = await followed(env, variables, homedir);
  screener.learn(variables.flatMap((name) => values[name] ?? []));
  const valueOf: Value = (name) => {
    const problem = unfound.get(name);
    if (problem !== undefined) return { problem };
    const value = values[name] ?? '';
    return value === '' ? { problem: `${name} is not set.` } : value;
  };
  const hooks = Object.entries(settings.webhooks).map(([name, hook]) => {
    return { name: `webhook ${name}`, notifier: webhookOf(hook, valueOf, clock) };
  });
  const desktop = settings.desktop
    ? [{ name: 'desktop', notifier: desktopNotifier({ platform: process.platform, env }) }]
    : [];
  return {
    made: [
      ...desktop,
      ...hooks.flatMap(({ name, notifier }) => ('say' in notifier ? [{ name, notifier }] : [])),
    ],
    problems: hooks.flatMap(({ name, notifier }) =>
      'problem' in notifier ? [{ name, problem: notifier.problem }] : [],
    ),
  };
}

const addressWanted = z.url({ protocol: /^https?$/ }).max(2_000);

/** NOTIFIERS-ON-1. */
function webhookOf(
  { url, secret, template }: NotifyWebhook,
  valueOf: Value,
  clock: Tools['clock'],
): Notifier | { readonly problem: string } {
  const to = isVariable(url) ? valueOf(url) : url;
  const signedBy = secret === undefined ? undefined : valueOf(secret);
  if (typeof to !== 'string') return to;
  if (typeof signedBy === 'object') return signedBy;
  if (!addressWanted.safeParse(to).success)
    return { problem: `What ${url} has is no address that begins with https://.` };
  if (isInTheClear(to))
    return {
      problem: `What ${url} has begins with http://, which is for this machine alone: take https://.`,
    };
  if (signedBy !== undefined && signedBy.length < secretCharsMin)
    return {
      problem: `The secret in ${secret ?? ''} has less than ${secretCharsMin} characters, and would be guessed.`,
    };
  return webhookNotifier({ url: to, secret: signedBy, template, clock });
}
