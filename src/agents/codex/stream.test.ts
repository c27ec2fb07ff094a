import { describe, expect, test } from 'vitest';
import { readRecording, wordFor } from '../../../test/agents/read-recording.ts';
import { recordingsOf } from '../../../test/agents/recordings.ts';
import type { ProgramEnd, Reading } from '../reading.ts';
import { codexDialect } from './stream.ts';

const recordings = recordingsOf('codex');
/** What became of a recording, where that is not its own word for it. */
const differently: Readonly<Record<string, string>> = {
  // The text is handed on as it is; whether it is an answer is for Slipway to say.
  'schema-ignored': 'completed',
  // It answered all the same, and what it was not allowed is told beside the answer.
  'permission-denied-patch': 'completed',
  // Nothing comes back by itself: somebody has to pay.
  'quota-insufficient-429': 'auth',
  'quota-insufficient-event': 'auth',
};

describe('what codex printed', () => {
  test.each([...recordings])('in the case %s is read as what happened', (name, recording) => {
    const before = name.endsWith('-unknown') ? { before: { id: 'x' } } : {};
    const reading = readRecording(codexDialect, recording, before);
    expect(wordFor(reading, recording)).toBe(differently[name] ?? recording.expected);
  });
});

test('a thread that is a copy goes on counting where its first one was', () => {
  const recording = recordings.get('forked');
  if (recording === undefined) throw new Error('this recording is gone');
  const reading = readRecording(codexDialect, recording, { before: { id: 'x', tokens: 150 } });
  expect(reading).toMatchObject({ tokens: 300, session: { tokens: 450 } });
});

const end: ProgramEnd = { how: 'exited', exit: 0, stderrTail: '', wantsSchema: false, now: 0 };

function read(events: readonly unknown[], changes: Partial<ProgramEnd> = {}): Reading {
  const lines = events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event)));
  return codexDialect.conclude(lines.reduce(codexDialect.see, codexDialect.start), { ...end, ...changes });
}

const started = { type: 'thread.started', thread_id: 't-1' };
const said = (text: string): unknown => ({ type: 'item.completed', item: { type: 'agent_message', text } });
const done = (input: number, output: number): unknown => ({
  type: 'turn.completed',
  usage: { input_tokens: input, output_tokens: output },
});

describe('a reading of codex', () => {
  test('has the last message as its answer, and the thread as its session', () => {
    expect(read([started, said('first'), said('last'), done(100, 20)])).toEqual({
      answer: 'last',
      session: { id: 't-1', tokens: 120 },
      tokens: 120,
    });
  });

  test('has no answer before the turn is completed, whatever was said', () => {
    expect(read([started, said('almost')]).answer).toBeUndefined();
    expect(read([started, done(1, 1)]).answer).toBeUndefined();
  });

  test('counts only what this launch has used of a thread that was gone on with', () => {
    const reading = read([started, said('x'), done(300, 50)], { before: { id: 't-1', tokens: 150 } });
    expect(reading).toMatchObject({ tokens: 200, session: { id: 't-1', tokens: 350 } });
  });

  test('does not know what it used where nobody knows what the thread had used before', () => {
    const reading = read([started, said('x'), done(300, 50)], { before: { id: 't-1' } });
    expect(reading.tokens).toBeUndefined();
    expect(reading.session).toEqual({ id: 't-1', tokens: 350 });
  });

  test('leaves what a failed launch used to the next one to be counted', () => {
    const failed = read([started, { type: 'turn.failed', error: { message: 'status 503' } }], { exit: 1 });
    expect(failed.tokens).toBeUndefined();
    expect(failed.session).toEqual({ id: 't-1', tokens: 0 });
    const unknown = read([started], { exit: 1, before: { id: 't-1' } });
    expect(unknown.session).toEqual({ id: 't-1' });
  });

  test('says when a usage limit ends, in UTC', () => {
    const message =
      'You’ve hit your usage limit. Visit https://example.com or try again at Nov 18th, 2026 1:26 AM.';
    const reading = read([started, { type: 'turn.failed', error: { message } }], {
      exit: 1,
      now: Date.UTC(2026, 10, 16, 3, 0),
    });
    expect(reading.problem).toMatchObject({ reason: 'quota', resetsAt: Date.UTC(2026, 10, 18, 1, 26) });
  });

  test('takes a notice for the reason only where the program gave up after it', () => {
    const notice = { type: 'error', message: 'Reconnecting... 1/5 (unexpected status 503)' };
    expect(read([started, notice, said('x'), done(1, 1)]).problem).toBeUndefined();
    expect(read([started, notice], { exit: 1 }).problem).toMatchObject({ reason: 'overloaded' });
    expect(read([started, notice]).problem).toBeUndefined();
  });

  test('that failed without a word is a failure all the same', () => {
    expect(read([started, { type: 'turn.failed' }], { exit: 1 }).problem).toMatchObject({
      reason: 'agent-failed',
    });
  });

  test('knows a turn that was interrupted', () => {
    expect(read([started], { exit: 1 }).problem).toMatchObject({ reason: 'agent-killed' });
    expect(read([started], { how: 'signalled' }).problem).toBeUndefined();
    expect(read([], { exit: 2 }).problem).toBeUndefined();
  });

  test('tells what was declined, by its command or by its kind, up to a limit', () => {
    const command = {
      type: 'item.completed',
      item: { type: 'command_execution', command: 'rm -r /', status: 'declined' },
    };
    const change = { type: 'item.completed', item: { type: 'file_change', status: 'declined' } };
    const bare = { type: 'item.completed', item: { status: 'declined' } };
    const reading = read([started, command, change, bare, said('x'), done(1, 1)]);
    expect(reading.denials).toEqual(['run rm -r /', 'run file_change', 'run something']);
    expect(read(Array.from({ length: 80 }, () => command)).denials).toHaveLength(50);
  });

  test('tells of patches its own sandbox refused', () => {
    const stderrTail =
      'ERROR codex_core: error=patch rejected: writing is blocked by read-only sandbox; rejected\n';
    expect(read([started], { stderrTail }).denials).toEqual([
      'patch rejected: writing is blocked by read-only sandbox',
    ]);
  });

  test('takes the answer out of the form the schema had', () => {
    const text = JSON.stringify({ answer: { type: 'work', note: null } });
    const events = [started, said(text), done(1, 1)];
    expect(read(events, { wantsSchema: true }).answer).toBe('{"type":"work"}');
    expect(read(events).answer).toBe(text);
  });

  test('is lost only where there was a session to lose', () => {
    const stderrTail = 'Error: thread/resume failed: no rollout found for thread id x';
    expect(read([], { exit: 1, stderrTail, before: { id: 'x' } })).toEqual({ lostSession: true });
    expect(read([], { exit: 1, stderrTail }).lostSession).toBeUndefined();
  });

  test.each([
    'no JSON',
    '[]',
    '{"type":7}',
    '{"type":"__proto__"}',
    '{"type":"toString"}',
    '{"type":"thread.started"}',
    '{"type":"error"}',
    '{"type":"item.completed"}',
    '{"type":"item.completed","item":{"type":"agent_message"}}',
    '{"type":"turn.completed","usage":{"input_tokens":"many"}}',
    '{"type":"turn.completed","usage":{"input_tokens":1e999,"output_tokens":1}}',
  ])('is not led astray by the line %s', (line) => {
    expect(read([line])).toEqual({});
  });
});
