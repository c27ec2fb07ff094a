// Claude Code: how it is started for a recording, and the cases it is put into.

import { z } from 'zod';
import { call, say } from '../../support/model-server/turn.ts';
import type { Case, Driver, Launch, ModelAddress, Place } from './case.ts';
import { firstLine } from './lines.ts';
import { farResetSeconds, killedCases, refusal, resumedCases, scripts, verdictSchema } from './scripts.ts';

const usualFlags = [
  '-p',
  '--output-format',
  'stream-json',
  '--verbose',
  '--permission-mode',
  'acceptEdits',
  '--setting-sources=',
  '--strict-mcp-config',
  '--disable-slash-commands',
  '--disallowedTools=Agent',
];

/** A login by a long-lived token instead of a key. */
const subscription = { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'dummy' };

/** What a copy of a session is to be called. */
const copied = '22222222-2222-4222-8222-222222222222';

const cases: readonly Case[] = [
  { name: 'completed-edit', expected: 'completed', script: scripts.edited },
  {
    name: 'completed-several-tools',
    expected: 'completed',
    script: scripts.severalTools,
    flags: ['--allowedTools=Bash'],
  },
  { name: 'completed-structured', expected: 'completed', script: scripts.verdict, schema: verdictSchema },
  { name: 'schema-ignored', expected: 'schema', script: () => say('It passes.'), schema: verdictSchema },
  {
    name: 'schema-never-valid',
    expected: 'schema',
    script: () => call({ do: 'tool', name: 'StructuredOutput', input: { verdict: 'perhaps' } }),
    schema: verdictSchema,
  },
  {
    name: 'permission-denied',
    expected: 'denied',
    script: [call({ do: 'shell', command: 'npm test' }), say('I was not allowed to.')],
  },
  {
    name: 'max-turns',
    expected: 'max-turns',
    script: () => call({ do: 'shell', command: 'ls' }),
    flags: ['--max-turns', '2'],
  },
  {
    name: 'budget',
    expected: 'budget',
    script: () => ({
      ...call({ do: 'shell', command: 'ls' }),
      usage: { input: 100_000, cacheRead: 0, cacheWrite: 0, output: 50_000 },
    }),
    flags: ['--max-budget-usd', '0.5'],
  },
  { name: 'auth-401', expected: 'auth', script: refusal(401, 'invalid x-api-key') },
  { name: 'auth-403', expected: 'auth', script: refusal(403, 'Your account is not allowed to do this') },
  { name: 'auth-no-key', expected: 'auth', script: scripts.edited, env: { ANTHROPIC_API_KEY: '' } },
  {
    name: 'quota-429-retry-after',
    expected: 'quota',
    script: [{ ...limited(), headers: { 'retry-after': '3600' } }],
  },
  // With a key, the program keeps to itself when the quota comes back; with a subscription it tells.
  {
    name: 'quota-429-unified-reset-key',
    expected: 'quota',
    script: [{ ...limited(), headers: unifiedLimit('rejected') }],
  },
  {
    name: 'quota-429-unified-reset-subscription',
    expected: 'quota',
    script: [{ ...limited(), headers: unifiedLimit('rejected') }],
    env: subscription,
  },
  {
    name: 'completed-quota-warning',
    expected: 'completed',
    script: [{ ...say('It is done.'), headers: unifiedLimit('allowed_warning') }],
    env: subscription,
  },
  { name: 'quota-429-bare', expected: 'quota', script: [limited()], env: { CLAUDE_CODE_MAX_RETRIES: '1' } },
  {
    name: 'quota-credit-balance',
    expected: 'quota',
    script: refusal(400, 'Your credit balance is too low to access the Anthropic API.'),
  },
  { name: 'overloaded-500', expected: 'overloaded', script: refusal(500, 'Internal server error') },
  { name: 'overloaded-529', expected: 'overloaded', script: refusal(529, 'Overloaded') },
  { name: 'network-refused', expected: 'network', script: 'refused' },
  { name: 'network-cut', expected: 'network', script: scripts.cutOff },
  { name: 'network-garbage', expected: 'network', script: scripts.garbage },
  {
    name: 'network-error-event',
    expected: 'overloaded',
    script: [
      { type: 'break', text: 'I was about to', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ],
  },
  {
    name: 'network-no-answer',
    expected: 'network',
    script: scripts.hanging,
    env: { API_TIMEOUT_MS: '3000' },
  },
  {
    name: 'prompt-too-long',
    expected: 'prompt-too-long',
    script: refusal(400, 'prompt is too long: 210000 tokens > 200000 maximum'),
  },
  {
    name: 'unknown-model',
    expected: 'failed',
    script: refusal(404, 'model: claude-nowhere-1'),
    model: 'claude-nowhere-1',
  },
  {
    name: 'killed-sigint-asked',
    expected: 'killed',
    script: scripts.hanging,
    cut: { signal: 'SIGINT', when: { asked: 1 } },
  },
  {
    name: 'several-results',
    expected: 'completed',
    script: [
      call({
        do: 'tool',
        name: 'Bash',
        input: { command: 'sleep 1; echo finished', description: 'Slow', run_in_background: true },
      }),
      say('It runs in the background.'),
      say('The background command has finished.'),
    ],
    flags: ['--allowedTools=Bash'],
    env: { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '' },
  },
  { name: 'empty-text', expected: 'no-result', script: scripts.empty },
  ...killedCases(['--allowedTools=Bash']),
  ...resumedCases('00000000-0000-4000-8000-000000000000'),
];

function limited() {
  const message = 'This request would exceed your account’s rate limit.';
  return { type: 'status', status: 429, error: { message } } as const;
}

/** What the service says about a subscription's limits with every reply. */
function unifiedLimit(status: 'allowed_warning' | 'rejected'): Readonly<Record<string, string>> {
  const reset = String(farResetSeconds);
  return {
    'anthropic-ratelimit-unified-status': status,
    'anthropic-ratelimit-unified-reset': reset,
    'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    'anthropic-ratelimit-unified-5h-status': status,
    'anthropic-ratelimit-unified-5h-reset': reset,
    'anthropic-ratelimit-unified-5h-utilization': status === 'rejected' ? '1' : '0.95',
    'anthropic-ratelimit-unified-5h-surpassed-threshold': '0.9',
    'anthropic-ratelimit-unified-overage-status': 'rejected',
    'anthropic-ratelimit-unified-overage-disabled-reason': 'org_level_disabled',
  };
}

async function launch(one: Case, place: Place, model: ModelAddress): Promise<Launch> {
  const env: Record<string, string> = {
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'dummy',
    CLAUDE_CONFIG_DIR: `${place.home}/.claude`,
    CLAUDE_CODE_TMPDIR: place.tmp,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
    CLAUDE_CODE_MAX_RETRIES: '0',
    DISABLE_AUTOUPDATER: '1',
    API_TIMEOUT_MS: '60000',
    ...one.env,
  };
  const args = [
    ...usualFlags,
    ...(one.model === undefined ? [] : ['--model', one.model]),
    ...(one.schema === undefined ? [] : ['--json-schema', JSON.stringify(one.schema)]),
    ...(model.session === undefined ? [] : ['--resume', model.session]),
    ...(model.session !== undefined && one.fork === true ? ['--fork-session', '--session-id', copied] : []),
    ...(one.flags ?? []),
  ];
  // An empty variable is not always the same as none.
  return { args, env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')) };
}

const named = z.looseObject({ subtype: z.literal('init'), session_id: z.string() });

export const claude: Driver = {
  program: 'claude',
  cases,
  launch,
  sessionIn: (stdout) => firstLine(stdout, named)?.session_id,
};
