import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { programNames } from '../../../test/agents/programs.ts';
import { recordingsOf } from '../../../test/agents/recordings.ts';
import type { Heard } from './transcript.ts';
import { hear, hearEnd, unheard } from './transcript.ts';

const options = { run: 'r-1', raw: false };

function wordsOf(pieces: readonly string[], how = options): string {
  let heard: Heard = unheard;
  let all = '';
  for (const piece of pieces) {
    const next = hear(heard, piece, how);
    heard = next.heard;
    all += next.words;
  }
  return all + hearEnd(heard, how);
}

function told(...events: readonly object[]): readonly string[] {
  const text = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  return wordsOf([text]).split('\n').filter(Boolean);
}

const recorded = (program: (typeof programNames)[number], name: string): readonly string[] =>
  wordsOf([recordingsOf(program).get(name)?.stdout ?? ''])
    .split('\n')
    .filter(Boolean);

const update = (content: object): object => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's', update: content },
});
const says = (text: string): object =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

describe('a recording of claude reads', () => {
  test.each([
    ['completed-edit', ['edits hello.txt', 'I changed the greeting.', 'done, 2 turns, $0.0026']],
    [
      'completed-several-tools',
      [
        'First I look around.',
        'runs ls',
        'runs cat hello.txt',
        'writes notes.md',
        'edits hello.txt',
        'I looked, wrote a note and changed the greeting.',
        'done, 5 turns, $0.0053',
      ],
    ],
    ['completed-structured', ['gives its answer', 'done, 2 turns, $0.0013']],
    [
      'completed-quota-warning',
      [
        'It is done.',
        'quota (five hour): 95 % used, resets 2030-03-17 17:46:40 UTC',
        'done, 1 turn, $0.0007',
      ],
    ],
    [
      'quota-429-unified-reset-subscription',
      [
        'quota (five hour): rejected, resets 2030-03-17 17:46:40 UTC',
        "You've hit your 5-hour limit · resets Mar 17, 2030, 5:46pm (UTC)",
        'failed, 1 turn, $0.00',
      ],
    ],
    [
      'permission-denied',
      [
        'runs npm test',
        'that failed: This command requires approval',
        'I was not allowed to.',
        'done, 2 turns, $0.0026',
      ],
    ],
    ['max-turns', ['runs ls', 'runs ls', 'failed (max turns), 3 turns, $0.0026']],
    ['budget', ['runs ls', 'failed (max budget usd), 1 turn, $1.40']],
    ['killed-sigkill-tool', ['runs touch started && sleep 120']],
  ])('%s', (name, words) => {
    expect(recorded('claude', name)).toEqual(words);
  });

  test('with its retries', () => {
    expect(recorded('claude', 'quota-429-bare')[0]).toBe('tries again in 0.5 s (1 of 1): rate_limit 429');
  });
});

describe('a recording of codex reads', () => {
  test.each([
    ['completed-edit', ['edits /workspace/hello.txt', 'I changed the greeting.', 'done, 300 tokens']],
    [
      'completed-several-tools',
      [
        'First I look around.',
        'runs cat hello.txt',
        'runs ls',
        'writes /workspace/notes.md',
        'edits /workspace/hello.txt',
        'I looked, wrote a note and changed the greeting.',
        'done, 600 tokens',
      ],
    ],
    [
      'completed-failed-command',
      [
        'runs ls nowhere; exit 3',
        "that failed: exit 3, ls: cannot access 'nowhere': No such file or directory",
        'The command failed.',
        'done, 300 tokens',
      ],
    ],
    [
      'overloaded-503-retried',
      [
        expect.stringMatching(/^tries again: Reconnecting... 1\/1 .*503/),
        expect.stringMatching(/^error: unexpected status 503/),
        'gave up',
      ],
    ],
    ['quota-usage-limit', [expect.stringMatching(/^error: You’ve hit your usage limit\./), 'gave up']],
    ['killed-sigterm-asked', []],
  ])('%s', (name, words) => {
    expect(recorded('codex', name)).toEqual(words);
  });
});

describe('a recording of opencode reads', () => {
  test.each([
    ['completed-edit', ['edits hello.txt', 'I changed the greeting.', 'done, $0.0004']],
    [
      'completed-failed-command',
      ['runs ls nowhere; exit 3', 'that failed: exit 3', 'The command failed.', 'done, $0.0004'],
    ],
    [
      'permission-rejected',
      ['reads /etc/hostname', 'that failed: The user rejected permission to use this specific tool call.'],
    ],
    ['quota-429', ['error: Rate limit reached']],
  ])('%s', (name, words) => {
    expect(recorded('opencode', name)).toEqual(words);
  });
});

describe('an agent that speaks the protocol reads', () => {
  test('its message in one piece, its acts on the way, and the end with the cost', () => {
    const call = { sessionUpdate: 'tool_call', toolCallId: 't' };
    expect(
      told(
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
    expect(told({ jsonrpc: '2.0', id: 3, error: { code: 1, message: 'no login' } })).toEqual([
      'error: no login',
    ]);
    expect(told({ jsonrpc: '2.0', id: 3, result: { stopReason: 'refusal' } })).toEqual(['stopped: refusal']);
    expect(told({ jsonrpc: '2.0', id: 'x', method: 'fs/read_text_file' })).toEqual([
      'asks for fs/read_text_file',
    ]);
  });

  test('a message that was cut off, as far as it came', () => {
    expect(told(says('Half a'), says(' sentence'))).toEqual(['Half a sentence']);
  });
});

describe('a transcript', () => {
  test('keeps what is no line of a known program as it is, answers in JSON included', () => {
    const lines = ['plain words', '', '{"type":"work","status":"done"}', '{broken', '[1]', '"x"'];
    expect(wordsOf([`${lines.join('\n')}\n`])).toBe(`${lines.join('\n')}\n`);
  });

  test('keeps kinds of lines as they are that nobody knows yet', () => {
    const lines = [
      '{"type":"surprise","session_id":"s"}',
      '{"type":"item.completed","item":{"type":"hologram"}}',
      '{"type":"surprise","sessionID":"s"}',
      '{"jsonrpc":"2.0","method":"session/update","params":{"update":{"sessionUpdate":"surprise"}}}',
    ];
    expect(wordsOf([lines.join('\n')])).toBe(`${lines.join('\n')}\n`);
  });

  test('tells a command on one line, without the folder of its workspace', () => {
    const command = 'cd /home/me/slipway/r-1-5-attempt-greet-1/src &&\n  npm test';
    const input = { command };
    const event = {
      type: 'assistant',
      session_id: 's',
      message: { content: [{ type: 'tool_use', name: 'Bash', input }] },
    };
    expect(told(event)).toEqual(['runs cd src && npm test']);
  });

  test('reads the same however it is cut into pieces', () => {
    for (const program of programNames) {
      for (const { stdout } of recordingsOf(program).values()) {
        const whole = wordsOf([stdout]);
        const middle = Math.floor(stdout.length / 2);
        expect(wordsOf([stdout.slice(0, middle), stdout.slice(middle)])).toBe(whole);
      }
    }
    fc.assert(
      fc.property(fc.array(fc.string()), (pieces) => {
        expect(wordsOf(pieces)).toBe(wordsOf([pieces.join('')]));
      }),
    );
  });

  test('comes out as it is where the raw lines are wanted', () => {
    const { stdout = '' } = recordingsOf('claude').get('completed-edit') ?? {};
    expect(wordsOf([stdout.slice(0, 100), stdout.slice(100)], { ...options, raw: true })).toBe(stdout);
  });

  test('is read to its end whatever the lines hold', () => {
    const types = fc.constantFrom(
      'assistant',
      'user',
      'result',
      'system',
      'rate_limit_event',
      'tool_use',
      'text',
    );
    const marks = fc.constantFrom({ session_id: 's' }, { sessionID: 's' }, { jsonrpc: '2.0' }, {});
    fc.assert(
      fc.property(types, marks, fc.jsonValue(), (type, mark, value) => {
        const event = {
          type,
          ...mark,
          message: { content: [value] },
          part: value,
          params: { update: value },
          item: value,
        };
        expect(typeof told(event).join('')).toBe('string');
      }),
    );
  });

  test('lets a line out that has no end, before it fills the memory', () => {
    const flood = 'x'.repeat(100_000);
    expect(hear(unheard, flood, options)).toEqual({ heard: unheard, words: flood });
    const { heard, words } = hear(unheard, `{"a":"${flood}`, options);
    expect([heard.line.length, words]).toEqual([flood.length + 6, '']);
  });
});
