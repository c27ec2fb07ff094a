import { describe, expect, test } from 'vitest';
import { linesOf } from '../../../test/support/transcript-words.ts';

const update = (content: object): object => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's', update: content },
});
const says = (text: string): object =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

describe('an agent that speaks the protocol reads', () => {
  test('its message in one piece, its acts on the way, and the end with the cost', () => {
    const call = { sessionUpdate: 'tool_call', toolCallId: 't' };
    expect(
      linesOf(
        { jsonrpc: '2.0', id: 1, result: { protocolVersion: 1 } },
        says('I look '),
        update({ sessionUpdate: 'usage_update', cost: { amount: 0.25, currency: 'USD' } }),
        says('around.\nThen I'),
        says(' write.'),
        update({
          ...call,
          kind: 'edit',
          title: 'Write a.js',
          locations: [{ path: '/home/r-1-5-attempt-a-1/a.js' }],
        }),
        update({ ...call, kind: 'execute', title: '`npm test`' }),
        update({
          sessionUpdate: 'tool_call_update',
          status: 'failed',
          content: [{ type: 'content', content: { type: 'text', text: 'exit 1' } }],
        }),
        update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } }),
        { jsonrpc: '2.0', id: 3, result: { stopReason: 'end_turn' } },
      ),
    ).toEqual([
      'I look around.',
      'Then I write.',
      'edits a.js',
      'runs npm test',
      'that failed: exit 1',
      'done, $0.25',
    ]);
  });

  test('its error, its refusal, and what it asks of us', () => {
    expect(linesOf({ jsonrpc: '2.0', id: 3, error: { code: 1, message: 'no login' } })).toEqual([
      'error: no login',
    ]);
    expect(linesOf({ jsonrpc: '2.0', id: 3, result: { stopReason: 'refusal' } })).toEqual([
      'stopped: refusal',
    ]);
    expect(linesOf({ jsonrpc: '2.0', id: 'x', method: 'fs/read_text_file' })).toEqual([
      'asks for fs/read_text_file',
    ]);
  });

  test('a message that was cut off, as far as it came', () => {
    expect(linesOf(says('Half a'), says(' sentence'))).toEqual(['Half a sentence']);
  });
});
