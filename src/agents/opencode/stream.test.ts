import { describe, expect, test } from 'vitest';
import { readRecording, wordFor } from '../../../test/agents/read-recording.ts';
import { recordingsOf } from '../../../test/agents/recordings.ts';
import type { ProgramEnd, Reading } from '../reading.ts';
import { opencodeDialect } from './stream.ts';

const recordings = recordingsOf('opencode');
/** What became of a recording, where that is not its own word for it. */
const differently: Readonly<Record<string, string>> = {
  // It answered all the same, and what it was not allowed is told beside the answer.
  'permission-denied-by-rule': 'completed',
  // Nothing comes back by itself: somebody has to pay.
  'quota-insufficient-429': 'auth',
  'quota-credit-balance': 'auth',
  // Waiting for an hour, it says nothing at all: only our own limit ends that.
  'stalled-429-retry-after': 'killed',
  // Asking again and again can be seen, and is ended at once.
  'stalled-garbage': 'network',
};

describe('what opencode printed', () => {
  test.each([...recordings])('in the case %s is read as what happened', (name, recording) => {
    const before = name.endsWith('-unknown') ? { before: { id: 'x' } } : {};
    const reading = readRecording(opencodeDialect, recording, before);
    expect(wordFor(reading, recording)).toBe(differently[name] ?? recording.expected);
  });
});

const end: ProgramEnd = { how: 'exited', exit: 0, stderrTail: '', wantsSchema: true, now: 1_000 };

function seenIn(events: readonly unknown[]): typeof opencodeDialect.start {
  const lines = events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event)));
  return lines.reduce(opencodeDialect.see, opencodeDialect.start);
}

function read(events: readonly unknown[], changes: Partial<ProgramEnd> = {}): Reading {
  return opencodeDialect.conclude(seenIn(events), { ...end, ...changes });
}

const starts = { type: 'step_start', sessionID: 'ses_1' };
const text = (said: string, more: object = {}): unknown => ({ type: 'text', part: { text: said, ...more } });
const finish = (reason: string, cost: unknown = 0.5, tokens: unknown = { input: 8, output: 2 }): unknown => ({
  type: 'step_finish',
  part: { reason, cost, tokens },
});
const tool = (name: string, error: string, input: object = {}): unknown => ({
  type: 'tool_use',
  part: { tool: name, state: { status: 'error', error, input } },
});
const failure = (name: string, data: object = {}): unknown => ({ type: 'error', error: { name, data } });

describe('a reading of opencode', () => {
  test('has what the step that stopped by itself said last as its answer, and sums up what it cost', () => {
    const events = [
      starts,
      text('looking'),
      finish('tool-calls'),
      starts,
      text('a'),
      text('b'),
      finish('stop'),
    ];
    expect(read(events)).toEqual({ answer: 'b', session: { id: 'ses_1' }, usd: 1, tokens: 20 });
  });

  test('counts what was thought and what was cached', () => {
    const tokens = { total: 1, input: 1, output: 2, reasoning: 3, cache: { read: 4, write: 5 } };
    expect(read([finish('stop', 0.1, tokens)]).tokens).toBe(15);
  });

  test('does not take no price for free', () => {
    expect(read([starts, text('x'), finish('stop', 0)]).usd).toBeUndefined();
    expect(read([starts, text('x'), finish('stop', -3)]).usd).toBeUndefined();
    expect(read([starts, text('x'), finish('stop', 'much', { input: -5 })])).toMatchObject({ tokens: 0 });
  });

  test('has no answer where the last step went on to something else', () => {
    expect(read([starts, text('x'), finish('tool-calls')]).answer).toBeUndefined();
    expect(read([starts, text('x'), finish('stop'), starts]).answer).toBeUndefined();
    expect(read([]).tokens).toBeUndefined();
  });

  test('does not take what the program says to the model for an answer', () => {
    expect(read([starts, text('x'), text('go on', { synthetic: true }), finish('stop')]).answer).toBe('x');
  });

  test('is denied where a rejected permission ended it without a word', () => {
    const rejected = tool('bash', 'The user rejected permission to use this tool.', { command: 'touch x' });
    const reading = read([starts, rejected, finish('tool-calls')]);
    expect(reading.problem).toMatchObject({ reason: 'denied' });
    expect(reading.problem?.sentence).toContain('bash touch x');
    expect(reading.denials).toEqual(['bash touch x']);
  });

  test('is answered where it went on after it was denied', () => {
    const rule = tool('read', 'a rule which prevents you', { filePath: '/etc/passwd' });
    const missing = {
      type: 'tool_use',
      part: { tool: 'invalid', state: { input: { tool: 'write', error: 'unavailable tool' } } },
    };
    const reading = read([
      starts,
      rule,
      missing,
      tool('', 'a rule which prevents'),
      starts,
      text('x'),
      finish('stop'),
    ]);
    expect(reading.problem).toBeUndefined();
    expect(reading.denials).toEqual(['read /etc/passwd', 'invalid write', '']);
    expect(read(Array.from({ length: 80 }, () => rule)).denials).toHaveLength(50);
  });

  test('is not denied by a tool that failed for another reason', () => {
    const events = [
      starts,
      tool('bash', 'exit 1'),
      { type: 'tool_use' },
      { type: 'tool_use', part: { tool: 'invalid' } },
    ];
    expect(read(events).denials).toBeUndefined();
  });

  test.each([
    ['ProviderAuthError', {}, 'auth'],
    ['ContextOverflowError', { message: 'too big' }, 'prompt-too-long'],
    ['MessageOutputLengthError', {}, 'malformed-answer'],
    ['APIError', { message: 'no', statusCode: 401 }, 'auth'],
    ['APIError', { message: 'no', statusCode: 503 }, 'overloaded'],
    ['APIError', { message: 'Unable to connect.' }, 'network'],
    ['toString', { message: 'hm' }, 'agent-failed'],
  ])('reports %s %j as %s', (name, data, reason) => {
    expect(read([failure(name, data)], { exit: 1 }).problem?.reason).toBe(reason);
  });

  test('says when a quota comes back', () => {
    const data = { message: 'slow down', statusCode: 429, responseHeaders: { 'retry-after': '60' } };
    expect(read([failure('APIError', data)], { exit: 1 }).problem).toMatchObject({
      reason: 'quota',
      resetsAt: 61_000,
    });
    const never = { ...data, responseHeaders: { 'retry-after': 'soon' } };
    expect(read([failure('APIError', never)], { exit: 1 }).problem?.resetsAt).toBeUndefined();
    expect(read([{ type: 'error' }], { exit: 1 }).problem?.reason).toBe('agent-failed');
  });

  test('is hopeless where the model says nothing again and again', () => {
    const empty = [starts, finish('unknown', 0, {})];
    const two = Array.from({ length: 2 }, () => empty).flat();
    expect(seenIn(two).hopeless).toBeUndefined();
    expect(seenIn([...two, ...empty]).hopeless).toBe(true);
    expect(read([...two, ...empty]).problem).toMatchObject({ reason: 'network' });
    expect(seenIn([...two, starts, text('x'), finish('stop'), ...empty]).hopeless).toBeUndefined();
  });

  test('is lost only where there was a session to lose', () => {
    const stderrTail = '\u001B[91mError: \u001B[0mSession not found';
    expect(read([], { exit: 1, stderrTail, before: { id: 'x' } })).toEqual({ lostSession: true });
    expect(read([], { exit: 1, stderrTail }).lostSession).toBeUndefined();
    expect(read([], { stderrTail, before: { id: 'x' } }).lostSession).toBeUndefined();
  });

  test('is lost too where it ended before its first step and no model was at fault', () => {
    const before = { id: 'x' };
    const unexpected = failure('UnknownError', { message: 'Unexpected server error.' });
    expect(read([unexpected], { exit: 1, before })).toEqual({ lostSession: true });
    expect(read([failure('APIError')], { exit: 1, before }).lostSession).toBeUndefined();
    expect(read([starts, finish('stop')], { exit: 1, before }).lostSession).toBeUndefined();
    expect(read([unexpected], { how: 'signalled', before }).lostSession).toBeUndefined();
  });

  test.each([
    'no JSON',
    '[]',
    '{"type":7}',
    '{"type":"__proto__"}',
    '{"type":"text"}',
    '{"type":"step_start"}',
  ])('is not led astray by the line %s', (line) => {
    expect(read([line])).toEqual({});
  });
});
