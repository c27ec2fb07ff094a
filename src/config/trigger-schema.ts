// The shape of `triggers` in slipway.yaml, with what holds where nothing is said.

import { z } from 'zod';
import { address, line, mapping, name } from './schema-parts.ts';
import type { TriggerSettings } from './trigger-settings.ts';
import { usualPorts } from './trigger-settings.ts';

const portMax = 65_535;
const namedMax = 20;
const perHourMax = 1_000;
const usualPerAuthor = 10;
const usualPerTrigger = 60;

const secret = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, {
    error: 'is the name of an environment variable, and not the secret itself',
  })
  .describe(
    'The environment variable with its secret; what is in it may be file:/path or cmd:program. Without a secret nothing is listened to.',
  );
const labels = z
  .array(z.string().min(1).max(100))
  .max(namedMax)
  .describe('Labels that start a run, when a ticket is opened with one or is given one.')
  .exactOptional();
const service = mapping({ secret, start: labels });
const perHour = z.int().min(1).max(perHourMax).exactOptional();

const schedule = mapping({
  cron: z
    .string()
    .max(200)
    .regex(/^\S+(?:\s+\S+){4}$/, {
      error: 'has five fields: minute, hour, day, month and weekday, such as 0 6 * * 1-5',
    })
    .describe('Minute, hour, day of the month, month and day of the week.'),
  zone: z
    .string()
    .min(1)
    .max(100)
    .describe('Whose clock it is, such as Europe/Berlin. Default: UTC.')
    .exactOptional(),
  ticket: line.describe('What is to be done, each time a ticket of its own.'),
  missed: z
    .enum(['skip', 'once', 'all'])
    .describe('What becomes of times at which nobody was there. Default: once.')
    .exactOptional(),
  overlap: z
    .enum(['skip', 'start'])
    .describe('While the run of the time before is open: skip this one, or start it beside. Default: skip.')
    .exactOptional(),
});

export const triggers = mapping({
  listen: mapping({
    host: z
      .string()
      .min(1)
      .max(200)
      .describe('The address to listen at. Default: 127.0.0.1.')
      .exactOptional(),
    port: z
      .int()
      .min(0)
      .max(portMax)
      .describe(
        `Default: the first that is free from ${usualPorts[0] ?? 0} on; a repository keeps the one it got.`,
      )
      .exactOptional(),
  })
    .describe('Where webhooks come to.')
    .exactOptional(),
  github: service.describe('Webhooks of GitHub, at /github.').exactOptional(),
  jira: service.describe('Webhooks of Jira, at /jira.').exactOptional(),
  webhooks: z
    .record(name, mapping({ secret }))
    .refine((named) => Object.keys(named).length <= namedMax, { error: `at most ${namedMax}` })
    .describe('Webhooks of your own by the Standard Webhooks, at /webhooks/NAME.')
    .exactOptional(),
  telegram: mapping({
    token: secret.describe(
      'The environment variable with the token of the bot, from @BotFather; it may be file:/path or cmd:program.',
    ),
    api: address()
      .describe('A Bot API server of your own. Default: https://api.telegram.org.')
      .exactOptional(),
    webhook: mapping({
      url: address().describe('Where Telegram posts to: https://…/telegram, handed on to the listener.'),
      secret,
    })
      .describe('Telegram posts what comes, instead of being asked for it.')
      .exactOptional(),
  })
    .describe(
      'A bot of Telegram: gates, tickets and where runs are, for people who are linked (`slipway people`).',
    )
    .exactOptional(),
  schedules: z
    .record(name, schedule)
    .refine((named) => Object.keys(named).length <= namedMax, { error: `at most ${namedMax}` })
    .describe('Tickets that are started at a time, by a name of your own.')
    .exactOptional(),
  limits: mapping({
    perAuthorHour: perHour.describe(`What one person may ask for in an hour. Default: ${usualPerAuthor}.`),
    perTriggerHour: perHour.describe(
      `What may come through one trigger in an hour. Default: ${usualPerTrigger}.`,
    ),
  })
    .describe('How much triggers may ask for.')
    .exactOptional(),
});

type Written = z.output<typeof triggers>;

export function triggersOf({
  listen,
  github,
  jira,
  webhooks,
  telegram,
  schedules,
  limits,
}: Written): TriggerSettings {
  return {
    listen: { host: '127.0.0.1', ...listen },
    ...(github === undefined ? {} : { github: { ...github, start: github.start ?? [] } }),
    ...(jira === undefined ? {} : { jira: { ...jira, start: jira.start ?? [] } }),
    webhooks: webhooks ?? {},
    ...(telegram === undefined ? {} : { telegram }),
    schedules: Object.fromEntries(
      Object.entries(schedules ?? {}).map(
        ([each, { zone = 'UTC', missed = 'once', overlap = 'skip', ...rest }]) => [
          each,
          { ...rest, zone, missed, overlap },
        ],
      ),
    ),
    limits: {
      perAuthorHour: limits?.perAuthorHour ?? usualPerAuthor,
      perTriggerHour: limits?.perTriggerHour ?? usualPerTrigger,
    },
  };
}
