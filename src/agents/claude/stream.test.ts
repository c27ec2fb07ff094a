import { describe, expect, test } from 'vitest';
import { readRecording, wordFor } from '../../../test/agents/read-recording.ts';
import { recordingsOf } from '../../../test/agents/recordings.ts';
import type { ProgramEnd, Reading } from '../reading.ts';
import { claudeDialect } from './stream.ts';

const recordings = recordingsOf('claude');
/** What became of a recording, where that is not its own word for it. */
const differently: Readonly<Record<string, string>> = {
  // The text is handed on as it is; whether it is an answer is for Slipway to say.
  'schema-ignored': 'completed',
  'schema-never-valid': 'malformed',
  // It answered all the same, and what it was not allowed is told beside the answer.
  'permission-denied': 'completed',
  // Nothing comes back by itself: somebody has to pay.
  'quota-credit-balance': 'auth',
  // An answer as data was asked for, and there is not even a text.
  'empty-text': 'malformed',
};

describe('what claude printed', () => {
  test.each([...recordings])('in the case %s is read as what happened', (name, recording) => {
    const before = name.startsWith('resume') || name.startsWith('fork') ? { before: { id: 'x' } } : {};
    const reading = readRecording(claudeDialect, recording, before);
    expect(wordFor(reading, recording)).toBe(differently[name] ?? recording.expected);
  });

  test.each([...recordings].filter(([name]) => !name.endsWith('-unknown')))(
    'in the case %s names its session and its version at once',
    (_name, recording) => {
      const reading = readRecording(claudeDialect, recording);
      expect(reading.session?.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(reading.version).toBe(recording.version);
    },
  );

  test('about a subscription’s quota tells when it comes back', () => {
    const recording = recordings.get('quota-429-unified-reset-subscription');
    if (recording === undefined) throw new Error('this recording is gone');
    const seconds = Number(/"resetsAt":(\d+)/.exec(recording.stdout)?.[1]);
    const resetsAt = seconds * 1_000;
    const reading = readRecording(claudeDialect, recording, { now: resetsAt - 3_600_000 });
    expect(reading.problem).toMatchObject({ reason: 'quota', resetsAt });
  });

  test('of several results is the last, and their costs add up', () => {
    const recording = recordings.get('several-results');
    if (recording === undefined) throw new Error('this recording is gone');
    const costs = [...recording.stdout.matchAll(/"total_cost_usd":([\d.]+)/g)].map(([, usd]) => Number(usd));
    expect(costs.length).toBe(2);
    const reading = readRecording(claudeDialect, recording);
    expect(reading.usd).toBeCloseTo(Math.max(...costs), 9);
    expect(reading.answer).toBe('The background command has finished.');
  });

  test('of a session that was gone on with costs only what this launch used', () => {
    const recording = recordings.get('resumed');
    if (recording === undefined) throw new Error('this recording is gone');
    const total = Number(/"total_cost_usd":([\d.]+)/.exec(recording.stdout)?.[1]);
    const reading = readRecording(claudeDialect, recording);
    expect(reading.usd).toBeGreaterThan(0);
    expect(reading.usd).toBeLessThan(total);
  });
});

const end: ProgramEnd = { how: 'exited', exit: 0, stderrTail: '', wantsSchema: false, now: 1_000_000 };
const id = '11111111-2222-4333-8444-555555555555';
const init = { type: 'system', subtype: 'init', session_id: id, claude_code_version: '2.1.325' };
const done = { type: 'result', subtype: 'success', is_error: false, result: 'done', permission_denials: [] };
const failed = { ...done, is_error: true };

function read(events: readonly unknown[], changes: Partial<ProgramEnd> = {}): Reading {
  const lines = events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event)));
  return claudeDialect.conclude(lines.reduce(claudeDialect.see, claudeDialect.start), { ...end, ...changes });
}

const reasonOf = (events: readonly unknown[], changes: Partial<ProgramEnd> = {}): string | undefined =>
  read(events, { exit: 1, ...changes }).problem?.reason;

const saying = (text: string, more: object = {}): unknown => ({
  type: 'assistant',
  message: { content: [{ type: 'text', text }] },
  ...more,
});

const api = (more: object): unknown => ({
  ...failed,
  terminal_reason: 'api_error',
  result: 'API Error',
  ...more,
});

const told = (more: object): unknown => saying('API Error', { is_api_error_message: true, ...more });

const rejected = (resetsAt: unknown): unknown => ({
  type: 'rate_limit_event',
  rate_limit_info: { status: 'rejected', resetsAt },
});

const since = (...models: readonly unknown[]): object => ({
  total_cost_usd: 99,
  model_usage_since_last_result: Object.fromEntries(models.map((model, n) => [`m${n}`, model])),
});

const replied = (content: unknown): unknown => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', content }] },
});

describe('a reading of claude', () => {
  test('passes over lines nobody knows', () => {
    const noise = [
      '',
      'not json',
      '[1]',
      'null',
      '{"type":7}',
      '{"type":"new"}',
      '{"type":"system"}',
      '{"type":"system","subtype":"new"}',
    ];
    expect(read([init, ...noise, done])).toEqual(read([init, done]));
  });

  test('takes only a session it could go on with', () => {
    expect(read([{ ...init, session_id: '--dangerous' }, done]).session).toBeUndefined();
    expect(read([{ ...init, session_id: 7, claude_code_version: 7 }, done])).toEqual({ answer: 'done' });
  });

  test('needs a result that is a success and no error (AGENTS-CLAUDE-STREAM-2)', () => {
    expect(read([init, done]).answer).toBe('done');
    for (const wrong of [
      { is_error: true },
      { is_error: 'false' },
      { is_error: null },
      { subtype: 'successful' },
      { subtype: undefined },
    ]) {
      const reading = read([init, { ...done, ...wrong }]);
      expect(reading.answer, JSON.stringify(wrong)).toBeUndefined();
      expect(reading.problem, JSON.stringify(wrong)).toBeDefined();
    }
  });

  test('does not end with a result that is followed by more talk (AGENTS-CLAUDE-STREAM-1)', () => {
    expect(read([init, done, init]).answer).toBeUndefined();
    expect(read([init, done, saying('more')]).answer).toBeUndefined();
    expect(read([init, done, saying('a helper', { parent_tool_use_id: 'toolu_1' })]).answer).toBe('done');
  });

  test('prefers the answer as data over the text beside it', () => {
    const reading = read([init, { ...done, structured_output: { ok: true } }], { wantsSchema: true });
    expect(reading.answer).toBe('{"ok":true}');
    expect(read([init, { ...done, structured_output: null }]).answer).toBe('done');
  });

  test('finds the answer in what was said before the program nudged for data', () => {
    const events = [init, saying('{"ok":true}'), saying('It is done.'), { ...done, result: 'It is done.' }];
    expect(read(events, { wantsSchema: true }).answer).toBe('{"ok":true}');
    expect(read(events).answer).toBe('It is done.');
    const last = [init, saying('{"ok":true}'), { ...done, result: '{"ok":false}' }];
    expect(read(last, { wantsSchema: true }).answer).toBe('{"ok":false}');
  });

  test('without any text is malformed where data was asked for, and has no answer where not', () => {
    const empty = [init, { ...done, result: ' ' }];
    expect(read(empty, { wantsSchema: true }).problem).toMatchObject({ reason: 'malformed-answer' });
    expect(read(empty).problem).toBeUndefined();
    expect(read(empty).answer).toBeUndefined();
    expect(read([init, { ...done, result: 7 }]).answer).toBeUndefined();
  });

  test('tells what was not allowed, and calls it denied where nothing else came of it', () => {
    const permission_denials = [
      { tool_name: 'Bash', tool_input: { command: 'npm publish' } },
      { tool_name: 'Write', tool_input: { file_path: '/etc/x', content: 'y' } },
      { tool_input: {} },
      'nonsense',
    ];
    const denials = ['Bash npm publish', 'Write /etc/x', 'a tool'];
    expect(read([init, { ...done, permission_denials }])).toMatchObject({ answer: 'done', denials });
    const nothing = read([init, { ...done, permission_denials, result: '' }]);
    expect(nothing).toMatchObject({ denials, problem: { reason: 'denied' } });
    expect(nothing.problem?.sentence).toContain('npm publish');
  });

  test('tells the tools that were called and are not there', () => {
    const missing = '<tool_use_error>Error: No such tool available: WebFetch. It is disabled.';
    const events = [init, replied(missing), replied(missing), replied(['x']), replied('fine'), done];
    expect(read(events).denials).toEqual(['WebFetch']);
  });

  test('keeps no more denials than it may', () => {
    const permission_denials = Array.from({ length: 200 }, (_, n) => ({ tool_name: `T${n}` }));
    expect(
      read([init, { ...done, permission_denials }, { ...done, permission_denials }]).denials,
    ).toHaveLength(50);
  });

  test('gives up on a key that was refused, before the program does', () => {
    const retry = { type: 'system', subtype: 'api_retry', error_status: 401 };
    const seen = [init, retry]
      .map((event) => JSON.stringify(event))
      .reduce(claudeDialect.see, claudeDialect.start);
    expect(seen.hopeless).toBe(true);
    expect(reasonOf([init, retry], { how: 'aborted' })).toBe('auth');
    const slow = claudeDialect.see(claudeDialect.start, JSON.stringify({ ...retry, error_status: 529 }));
    expect(slow.hopeless).toBeUndefined();
  });

  test('has lost its session only where one was to be gone on with', () => {
    const lost = {
      type: 'result',
      subtype: 'error_during_execution',
      is_error: true,
      errors: [`No conversation found with session ID: ${id}`],
    };
    expect(read([lost], { exit: 1, before: { id } }).lostSession).toBe(true);
    expect(read([lost], { exit: 1 }).lostSession).toBeUndefined();
    expect(read([init, lost], { exit: 1, before: { id } }).lostSession).toBeUndefined();
    const words = { exit: 1, before: { id }, stderrTail: 'Error: --resume requires a valid session ID' };
    expect(read([], words).lostSession).toBe(true);
    expect(read([], { exit: 1, before: { id } }).lostSession).toBeUndefined();
  });
});

describe('a problem of claude', () => {
  test.each([
    ['a status 401', [api({ api_error_status: 401 })], 'auth'],
    ['a status 402', [api({ api_error_status: 402 })], 'auth'],
    ['a status 403', [api({ api_error_status: 403 })], 'auth'],
    ['no login', [told({ error: 'authentication_failed' }), api({})], 'auth'],
    ['no login, in words only', [api({ result: 'Not logged in · Please run /login' })], 'auth'],
    ['an empty account', [told({ error: 'billing_error' }), api({ api_error_status: 400 })], 'auth'],
    ['a status 413', [api({ api_error_status: 413 })], 'prompt-too-long'],
    ['a prompt that is too long', [api({ terminal_reason: 'prompt_too_long' })], 'prompt-too-long'],
    ['a status 429', [api({ api_error_status: 429 })], 'quota'],
    ['a used-up subscription', [api({ api_error: 'usage_limit_reached' })], 'quota'],
    ['a used-up subscription, told before', [told({ api_error: 'usage_limit_reached' }), api({})], 'quota'],
    ['a status 503', [api({ api_error_status: 503 })], 'overloaded'],
    ['a status 529', [api({ api_error_status: 529 })], 'overloaded'],
    ['nobody there', [api({ api_error: 'connection_failed' })], 'network'],
    ['nonsense from the server', [api({ result: 'API Error: JSON Parse error' })], 'network'],
    ['a server’s fault without a status', [told({ error: 'server_error' }), api({})], 'network'],
    ['a message and no result', [told({ error: 'server_error' })], 'network'],
    ['anything else', [api({ api_error_status: 400 })], 'agent-failed'],
    ['turns', [{ ...failed, subtype: 'error_max_turns' }], 'max-turns'],
    ['money', [{ ...failed, subtype: 'error_max_budget_usd' }], 'over-budget'],
    ['a schema', [{ ...failed, subtype: 'error_max_structured_output_retries' }], 'malformed-answer'],
    [
      'an interrupt',
      [{ ...failed, subtype: 'error_during_execution', terminal_reason: 'aborted_tools' }],
      'agent-killed',
    ],
    ['a failure of its own', [{ ...failed, subtype: 'error_during_execution' }], 'agent-failed'],
    ['no subtype at all', [{ ...failed, subtype: undefined }], 'agent-failed'],
  ])('from %s is told apart', (_what, events, reason) => {
    expect(reasonOf([init, ...events])).toBe(reason);
  });

  test('says what the program said, in a sentence that has an end', () => {
    const errors = ['Reached maximum number of turns (2)', 7];
    const sentence = read([init, { ...failed, result: undefined, subtype: 'error_max_turns', errors }])
      .problem?.sentence;
    expect(sentence).toBe('The agent used up its turns: Reached maximum number of turns (2)');
    expect(read([init, { ...failed, result: 'x'.repeat(10_000) }]).problem?.sentence.length).toBeLessThan(
      700,
    );
    expect(read([init, { ...failed, result: '' }]).problem?.sentence).toContain('it does not say why');
  });

  test('without a result is an interrupt where the program says so by its exit', () => {
    for (const exit of [0, 130, 143]) expect(reasonOf([init], { exit })).toBe('agent-killed');
    expect(reasonOf([init], { exit: 1 })).toBeUndefined();
    expect(reasonOf([], { exit: 0 })).toBeUndefined();
    expect(reasonOf([init], { how: 'signalled', exit: 143 })).toBeUndefined();
  });

  const limited = api({ api_error_status: 429 });

  test('of a quota names its reset where that can be one', () => {
    expect(read([init, rejected(5_000), limited]).problem?.resetsAt).toBe(5_000_000);
    for (const wrong of [1, -1, 1e300, '5000', null]) {
      expect(read([init, rejected(wrong), limited]).problem?.resetsAt, String(wrong)).toBeUndefined();
    }
  });

  test('of a quota names its reset also where only the message in the model’s place tells it', () => {
    const api_error_params = { rate_limit_info: { status: 'rejected', resetsAt: 5_000 } };
    expect(read([init, told({ api_error_params }), limited]).problem?.resetsAt).toBe(5_000_000);
  });

  test('is none where the quota only runs low', () => {
    const low = { type: 'rate_limit_event', rate_limit_info: { status: 'allowed_warning', resetsAt: 5_000 } };
    expect(read([init, low, done])).toEqual(read([init, done]));
  });

  test('that the program got over is none', () => {
    expect(read([init, told({ error: 'server_error' }), done])).toEqual(read([init, done]));
  });
});

describe('the spend of claude', () => {
  const used = { costUSD: 0.5, inputTokens: 10, outputTokens: 20, cacheReadInputTokens: 3 };

  test('is the sum over models and results, never the total of the session (AGENTS-CLAUDE-STREAM-3)', () => {
    const reading = read([init, { ...done, ...since(used, used) }, init, { ...done, ...since(used) }]);
    expect(reading).toMatchObject({ usd: 1.5, tokens: 99 });
  });

  test('is nothing where nothing was used', () => {
    expect(read([init, { ...failed, ...since() }])).toMatchObject({ usd: 0, tokens: 0 });
  });

  test('is unknown where a part of it has no price', () => {
    const unpriced = { ...used, costBasis: 'unknown' };
    const reading = read([init, { ...done, ...since(unpriced) }, init, { ...done, ...since(used) }]);
    expect(reading.usd).toBeUndefined();
    expect(reading.tokens).toBe(66);
    expect(read([init, { ...done, ...since({ inputTokens: 1 }) }]).usd).toBeUndefined();
    expect(read([init, { ...done, ...since('nonsense') }]).usd).toBeUndefined();
  });

  test('of an older version is the total it tells, which is that of the launch', () => {
    const old = { ...done, total_cost_usd: 0.25, modelUsage: { m: used } };
    expect(read([init, old])).toMatchObject({ usd: 0.25, tokens: 33 });
    const unpriced = { ...old, modelUsage: { m: { ...used, costBasis: 'unknown' } } };
    expect(read([init, unpriced]).usd).toBeUndefined();
  });

  test('is unknown where nobody tells it', () => {
    const reading = read([init, done]);
    expect(reading.usd).toBeUndefined();
    expect(reading.tokens).toBeUndefined();
    expect(read([init, { ...done, total_cost_usd: 'much', modelUsage: [] }]).usd).toBeUndefined();
  });
});
