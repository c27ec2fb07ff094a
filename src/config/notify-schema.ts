// The shape of `notify` in slipway.yaml, with what holds where nothing is said.

import { z } from 'zod';
import type { NotifySettings } from './notify-settings.ts';
import { isInTheClear } from './notify-settings.ts';
import { templateNames } from '../core/notices/notice.ts';
import { address, mapping, name } from './schema-parts.ts';

const namedMax = 20;
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, {
  error: 'is the name of an environment variable, and not the secret itself',
});

const url = z
  .union([variable, address()], { error: 'expected https://…, or the name of a variable that has it' })
  .refine((text) => !isInTheClear(text), {
    error: 'must begin with https:// (http:// for this machine alone)',
  })
  .describe(
    'Where to: https://…, or the variable that has the address. It may be file:/path or cmd:program.',
  );

const webhook = mapping({
  url,
  secret: variable
    .describe('The variable with the secret that messages are signed with, by the Standard Webhooks.')
    .exactOptional(),
  template: z.enum(templateNames).describe('Whose form it has. Default: standard.').exactOptional(),
}).superRefine(({ url: to, secret, template = 'standard' }, context) => {
  if (template === 'standard' && secret === undefined)
    context.addIssue({
      code: 'custom',
      path: ['secret'],
      message: 'is missing: without it nobody could tell a message of Slipway from one of somebody else',
    });
  if (template !== 'standard' && to.includes(':'))
    context.addIssue({
      code: 'custom',
      path: ['url'],
      message: `is a secret with ${template}: whoever knows the address may write there. Name the variable that has it`,
    });
});

const minute = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'is not a time of the day, such as 22:00' });

const zone = z
  .string()
  .max(100)
  .refine(isZone, { error: 'is no time zone. Zones are named after places, such as Europe/Berlin, or UTC' });

function isZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const notify = mapping({
  desktop: z
    .boolean()
    .describe('By the desktop of this machine: notify-send, or osascript. Default: no.')
    .exactOptional(),
  webhooks: z
    .record(name, webhook)
    .refine((named) => Object.keys(named).length <= namedMax, { error: `at most ${namedMax}` })
    .describe('By webhooks: a program of your own, Slack or Teams.')
    .exactOptional(),
  quiet: mapping({ from: minute, to: minute, zone })
    .describe('Hours in which nothing new is said; what is still so when they end is said then.')
    .exactOptional(),
});

type Written = z.output<typeof notify>;

export function notifyOf({ desktop, webhooks, quiet }: Written): NotifySettings {
  return {
    desktop: desktop ?? false,
    webhooks: Object.fromEntries(
      Object.entries(webhooks ?? {}).map(([each, { template = 'standard', ...rest }]) => [
        each,
        { ...rest, template },
      ]),
    ),
    ...(quiet === undefined
      ? {}
      : { quiet: { from: minuteOf(quiet.from), to: minuteOf(quiet.to), zone: quiet.zone } }),
  };
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
