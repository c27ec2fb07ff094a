import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { programNames } from '../../../test/agents/programs.ts';
import { recordingsOf } from '../../../test/agents/recordings.ts';
import { asHeard, linesOf, wordsOf } from '../../../test/support/transcript-words.ts';
import { transcriptDialects } from '../../app/agents/transcript-dialects.ts';
import { parsed } from './look.ts';
import { hear, unheard } from './transcript.ts';

const ownersOf = (line: string) => transcriptDialects.filter((dialect) => dialect.isOwn(parsed(line)));

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
    expect(linesOf(event)).toEqual(['runs cd src && npm test']);
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
    expect(wordsOf([stdout.slice(0, 100), stdout.slice(100)], { ...asHeard, raw: true })).toBe(stdout);
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
        expect(typeof linesOf(event).join('')).toBe('string');
      }),
    );
  });

  test('lets a line out that has no end, before it fills the memory', () => {
    const flood = 'x'.repeat(100_000);
    expect(hear(unheard, flood, asHeard)).toEqual({ heard: unheard, words: flood });
    const { heard, words } = hear(unheard, `{"a":"${flood}`, asHeard);
    expect([heard.line.length, words]).toEqual([flood.length + 6, '']);
  });

  test('is told by one dialect at most: no line has the mark of two kinds of agents', () => {
    const lines = programNames.flatMap((program) =>
      [...recordingsOf(program).values()].flatMap(({ stdout }) => stdout.split('\n')),
    );
    expect(lines.length).toBeGreaterThan(500);
    expect(lines.filter((line) => ownersOf(line).length > 1)).toEqual([]);
  });
});
