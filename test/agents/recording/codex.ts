// Codex: how it is started for a recording, and the cases it is put into.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { call, say, type Turn } from '../../support/model-server/turn.ts';
import type { Case, Driver, Launch, ModelAddress, Place } from './case.ts';
import { firstLine } from './lines.ts';
import { farResetSeconds, killedCases, refusal, resumedCases, scripts, verdictSchema } from './scripts.ts';

const soonSeconds = 3_600;

const cases: readonly Case[] = [
  { name: 'completed-edit', expected: 'completed', script: scripts.edited },
  { name: 'completed-several-tools', expected: 'completed', script: scripts.severalTools },
  { name: 'completed-structured', expected: 'completed', script: scripts.verdict, schema: verdictSchema },
  { name: 'schema-ignored', expected: 'schema', script: [say('It passes.')], schema: verdictSchema },
  {
    name: 'completed-failed-patch',
    expected: 'completed',
    script: [
      call({ do: 'edit', path: 'hello.txt', find: 'no such line', replace: 'x' }),
      say('The patch did not apply.'),
    ],
  },
  {
    name: 'completed-failed-command',
    expected: 'completed',
    script: [call({ do: 'shell', command: 'ls nowhere; exit 3' }), say('The command failed.')],
  },
  {
    name: 'permission-denied-patch',
    expected: 'denied',
    script: scripts.edited,
    flags: ['-s', 'read-only'],
  },
  // What its own containment refused to a command is told to the model and to nobody else.
  {
    name: 'completed-blocked-command',
    expected: 'completed',
    script: [call({ do: 'shell', command: 'touch "$HOME/outside"' }), say('I was not allowed to.')],
  },
  {
    name: 'auth-401',
    expected: 'auth',
    script: refusal(401, 'Incorrect API key provided: dummy.', { code: 'invalid_api_key' }),
  },
  { name: 'auth-403', expected: 'auth', script: refusal(403, 'Your account is not allowed to do this') },
  { name: 'auth-no-key', expected: 'auth', script: scripts.edited, env: { FAKE_KEY: '' } },
  {
    name: 'quota-usage-limit',
    expected: 'quota',
    script: () => usageLimit(farResetSeconds - Date.now() / 1_000),
  },
  { name: 'quota-usage-limit-today', expected: 'quota', script: () => usageLimit(soonSeconds) },
  {
    name: 'quota-429-retry-after',
    expected: 'quota',
    script: [
      { type: 'status', status: 429, error: { message: 'Slow down' }, headers: { 'retry-after': '3600' } },
    ],
  },
  {
    name: 'quota-insufficient-429',
    expected: 'quota',
    script: refusal(429, 'You exceeded your current quota.', {
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    }),
  },
  {
    name: 'quota-insufficient-event',
    expected: 'quota',
    script: broken('insufficient_quota', 'You exceeded your current quota.'),
  },
  {
    name: 'quota-rate-limit-event',
    expected: 'quota',
    script: broken('rate_limit_exceeded', 'Rate limit reached. Please try again in 20s.'),
  },
  { name: 'overloaded-500', expected: 'overloaded', script: refusal(500, 'Internal server error') },
  {
    name: 'overloaded-503-retried',
    expected: 'overloaded',
    script: refusal(503, 'Overloaded'),
    flags: retries(1),
  },
  { name: 'overloaded-529', expected: 'overloaded', script: refusal(529, 'Overloaded') },
  {
    name: 'overloaded-event',
    expected: 'overloaded',
    script: broken('server_is_overloaded', 'Our servers are busy.'),
  },
  { name: 'network-refused', expected: 'network', script: 'refused' },
  { name: 'network-cut', expected: 'network', script: scripts.cutOff },
  { name: 'network-garbage', expected: 'network', script: scripts.garbage },
  {
    name: 'network-no-answer',
    expected: 'network',
    script: [{ type: 'drip', pauseMs: 60_000, speech: say('Too late.') }],
    flags: set('model_providers.fake.stream_idle_timeout_ms=2000'),
  },
  {
    name: 'prompt-too-long-event',
    expected: 'prompt-too-long',
    script: broken('context_length_exceeded', 'Your input exceeds the context window of this model.'),
  },
  {
    name: 'prompt-too-long-400',
    expected: 'prompt-too-long',
    script: refusal(400, 'Your input exceeds the context window of this model.', {
      code: 'context_length_exceeded',
    }),
  },
  {
    name: 'unknown-model',
    expected: 'failed',
    script: refusal(404, 'The model `gpt-nowhere` does not exist', { code: 'model_not_found' }),
    model: 'gpt-nowhere',
  },
  { name: 'empty-text', expected: 'no-result', script: scripts.empty },
  ...killedCases(),
  ...resumedCases('00000000-0000-7000-8000-000000000000'),
];

/** As the service of a subscription tells that it is used up. */
function usageLimit(inSeconds: number): Turn {
  const seconds = Math.round(inSeconds);
  const resetsAt = Math.round(Date.now() / 1_000) + seconds;
  const body = {
    error: {
      type: 'usage_limit_reached',
      message: 'The usage limit has been reached',
      plan_type: 'plus',
      resets_at: resetsAt,
      resets_in_seconds: seconds,
    },
  };
  const headers = {
    'x-codex-primary-used-percent': '100',
    'x-codex-primary-window-minutes': '300',
    'x-codex-primary-reset-at': String(resetsAt),
    'x-codex-primary-reset-after-seconds': String(seconds),
  };
  return { type: 'status', status: 429, body: JSON.stringify(body), headers };
}

function broken(code: string, message: string): readonly Turn[] {
  return [{ type: 'break', text: 'I was about to', error: { code, message } }];
}

function retries(count: number): readonly string[] {
  const key = 'model_providers.fake';
  return set(`${key}.request_max_retries=${count}`, `${key}.stream_max_retries=${count}`);
}

function set(...settings: readonly string[]): readonly string[] {
  return settings.flatMap((setting) => ['-c', setting]);
}

async function launch(one: Case, place: Place, model: ModelAddress): Promise<Launch> {
  const home = path.join(place.home, '.codex');
  await mkdir(home, { recursive: true });
  const schema = path.join(place.tmp, 'schema.json');
  if (one.schema !== undefined) await writeFile(schema, JSON.stringify(one.schema));
  const provider = `{name="fake",base_url="${model.url}/v1",wire_api="responses",env_key="FAKE_KEY"}`;
  const args = [
    'exec',
    '--json',
    `--model=${one.model ?? 'gpt-5.5'}`,
    ...set('model_provider="fake"', `model_providers.fake=${provider}`),
    ...set('analytics.enabled=false', 'check_for_update_on_startup=false'),
    ...retries(0),
    ...['plugins', 'apps', 'unbounded_connection_retries'].flatMap((feature) => ['--disable', feature]),
    ...(one.flags?.includes('-s') === true ? [] : ['-s', 'workspace-write']),
    ...(one.schema === undefined ? [] : ['--output-schema', schema]),
    ...(one.flags ?? []),
    ...(model.session === undefined ? [] : [one.fork === true ? 'fork' : 'resume', model.session]),
    '-',
  ];
  const key = one.env?.['FAKE_KEY'] ?? 'dummy';
  return { args, env: { CODEX_HOME: home, ...(key === '' ? {} : { FAKE_KEY: key }) } };
}

const named = z.looseObject({ type: z.literal('thread.started'), thread_id: z.string() });

export const codex: Driver = {
  program: 'codex',
  cases,
  launch,
  sessionIn: (stdout) => firstLine(stdout, named)?.thread_id,
};
