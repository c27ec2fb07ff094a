// opencode: how it is started for a recording, and the cases it is put into.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { call, say, type Turn } from '../../support/model-server/turn.ts';
import type { Case, Driver, Launch, ModelAddress, Place } from './case.ts';
import { firstLine } from './lines.ts';
import { killedCases, refusal, resumedCases, scripts } from './scripts.ts';

/** Its number of retries is fixed, but it waits only as long as it is told. */
const retrySoon = { 'retry-after-ms': '10' };

const tooLong: Turn = {
  type: 'status',
  status: 400,
  error: {
    message: 'This model’s maximum context length is 100000 tokens.',
    code: 'context_length_exceeded',
  },
};

const cases: readonly Case[] = [
  { name: 'completed-edit', expected: 'completed', script: scripts.edited },
  { name: 'completed-several-tools', expected: 'completed', script: scripts.severalTools },
  { name: 'completed-structured', expected: 'completed', script: scripts.verdict },
  {
    name: 'completed-failed-command',
    expected: 'completed',
    script: [call({ do: 'shell', command: 'ls nowhere; exit 3' }), say('The command failed.')],
  },
  {
    name: 'permission-denied-by-rule',
    expected: 'denied',
    script: [call({ do: 'shell', command: 'npm test' }), say('I was not allowed to.')],
    permission: { bash: { '*': 'deny', 'ls*': 'allow' } },
  },
  {
    name: 'permission-rejected',
    expected: 'denied',
    script: [
      call({ do: 'tool', name: 'read', input: { filePath: '/etc/hostname' } }),
      say('I looked elsewhere.'),
    ],
  },
  {
    name: 'auth-401',
    expected: 'auth',
    script: refusal(401, 'Incorrect API key provided: dummy.', { code: 'invalid_api_key' }),
  },
  { name: 'auth-403', expected: 'auth', script: refusal(403, 'Your account is not allowed to do this') },
  {
    name: 'quota-429',
    expected: 'quota',
    script: [limited({ ...retrySoon, 'retry-after': '3600' })],
  },
  // It waits as long as it is told, without a word.
  {
    name: 'stalled-429-retry-after',
    expected: 'stalled',
    script: [limited({ 'retry-after': '3600' })],
    cut: { signal: 'SIGTERM', when: { quietMs: 10_000 } },
  },
  {
    name: 'quota-insufficient-429',
    expected: 'quota',
    script: soon(429, {
      message: 'You exceeded your current quota.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    }),
  },
  { name: 'overloaded-500', expected: 'overloaded', script: soon(500, { message: 'Internal server error' }) },
  { name: 'overloaded-529', expected: 'overloaded', script: soon(529, { message: 'Overloaded' }) },
  {
    name: 'overloaded-event',
    expected: 'overloaded',
    script: [
      {
        type: 'break',
        text: 'I was about to',
        error: { message: 'Overloaded', type: 'server_error', code: 'overloaded' },
      },
    ],
  },
  { name: 'network-refused', expected: 'network', script: 'refused' },
  { name: 'network-cut', expected: 'network', script: scripts.cutOff },
  // It asks again and again, without end.
  {
    name: 'stalled-garbage',
    expected: 'stalled',
    script: scripts.garbage,
    cut: { signal: 'SIGTERM', when: { asked: 6 } },
  },
  // It makes room again and again, without end.
  {
    name: 'prompt-too-long',
    expected: 'prompt-too-long',
    script: () => tooLong,
    cut: { signal: 'SIGTERM', when: { asked: 6 } },
  },
  // It makes room and goes on, and still ends as if it had failed.
  {
    name: 'prompt-too-long-compacted',
    expected: 'prompt-too-long',
    script: [tooLong, say('There was room again.')],
  },
  {
    name: 'quota-credit-balance',
    expected: 'quota',
    script: refusal(402, 'Insufficient credits. Add more to go on.', { code: 'insufficient_credits' }),
  },
  { name: 'unknown-model', expected: 'failed', script: scripts.edited, model: 'fake/nowhere' },
  {
    name: 'unknown-model-404',
    expected: 'failed',
    script: refusal(404, 'The model `m1` does not exist', { code: 'model_not_found' }),
  },
  { name: 'empty-text', expected: 'no-result', script: scripts.empty },
  ...killedCases(),
  ...resumedCases('ses_000000000000000000000000'),
];

function limited(headers: Readonly<Record<string, string>>): Turn {
  return { type: 'status', status: 429, error: { message: 'Rate limit reached' }, headers };
}

function soon(status: number, error: Readonly<Record<string, unknown>>): readonly Turn[] {
  return [{ type: 'status', status, error, headers: retrySoon }];
}

async function launch(one: Case, place: Place, model: ModelAddress): Promise<Launch> {
  const config = path.join(place.home, 'opencode.json');
  await writeFile(config, JSON.stringify(configuration(one, `${model.url}/v1`)));
  const args = [
    'run',
    '--format',
    'json',
    '-m',
    one.model ?? 'fake/m1',
    ...(model.session === undefined ? [] : ['-s', model.session]),
    ...(model.session !== undefined && one.fork === true ? ['--fork'] : []),
    ...(one.flags ?? []),
  ];
  const env = {
    OPENCODE_CONFIG: config,
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    ...one.env,
  };
  return { args, env };
}

function configuration(one: Case, baseURL: string): unknown {
  const m1 = {
    name: 'm1',
    tool_call: true,
    limit: { context: 100_000, output: 8_000 },
    cost: { input: 1, output: 2 },
  };
  const fake = {
    npm: '@ai-sdk/openai-compatible',
    name: 'Fake',
    options: { baseURL, apiKey: 'dummy' },
    models: { m1 },
  };
  const permission = one.permission === undefined ? {} : { permission: one.permission };
  return { autoupdate: false, share: 'disabled', model: 'fake/m1', provider: { fake }, ...permission };
}

const named = z.looseObject({ sessionID: z.string() });

export const opencode: Driver = {
  program: 'opencode',
  cases,
  launch,
  sessionIn: (stdout) => firstLine(stdout, named)?.sessionID,
};
