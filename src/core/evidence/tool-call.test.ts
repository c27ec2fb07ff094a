// When the answer of a tool is a pass, and how many tests it says there were.

import { describe, expect, test } from 'vitest';
import type { ToolAnswer } from './tool-call.ts';
import { countsOf, serverWords, toolWords, unexpectedIn } from './tool-call.ts';

const answer = (data?: ToolAnswer['data']): ToolAnswer => ({
  isError: false,
  text: 'done',
  ...(data === undefined ? {} : { data }),
});

describe('what is expected of the data of an answer (TOOL-CALL-1)', () => {
  const wanted = { state: 'ok', of: { failed: 0, names: ['a'] } };

  test('is there, be there more in it', () => {
    const data = { state: 'ok', more: 1, of: { failed: 0, names: ['a'], more: 2 } };
    expect(unexpectedIn({ expect: wanted }, answer(data))).toBeUndefined();
    expect(unexpectedIn({}, answer())).toBeUndefined();
  });

  test.each([
    ['no data', undefined, /^its answer has no data, and \{"state":"ok"/],
    ['another word', { ...wanted, state: 'bad' }, /^"state" in its data is not "ok"$/],
    ['a word less', { of: wanted.of }, /^"state" in its data is not "ok"$/],
    ['another number inside', { ...wanted, of: { failed: 1, names: ['a'] } }, /^"of" in its data is not/],
    ['a longer list', { ...wanted, of: { failed: 0, names: ['a', 'b'] } }, /^"of" in its data is not/],
    ['text where data is wanted', { ...wanted, of: 'ok' }, /^"of" in its data is not/],
    ['a list where data is wanted', { ...wanted, of: ['a'] }, /^"of" in its data is not/],
    ['nothing where data is wanted', { ...wanted, of: null }, /^"of" in its data is not/],
  ])('is not %s', (_what, data, words) => {
    expect(unexpectedIn({ expect: wanted }, answer(data))).toMatch(words);
  });
});

describe('the tests of an answer', () => {
  test.each([
    [
      { passed: 3, failed: 1, skipped: 2 },
      { passed: 3, failed: 1, skipped: 2 },
    ],
    [{ passed: 3 }, { passed: 3, failed: 0, skipped: 0 }],
    [{ failed: 1 }, { passed: 0, failed: 1, skipped: 0 }],
    [{ skipped: 1 }, undefined],
    [{ passed: -1 }, undefined],
    [{ passed: '3' }, undefined],
    [{ passed: 3, failed: 0.5 }, undefined],
    [undefined, undefined],
  ])('%j are %j', (data, counts) => {
    expect(countsOf(answer(data))).toEqual(counts);
  });
});

describe('the words of a call (TOOL-CALL-2)', () => {
  const call = { server: ['npx', 'lint-server', '--all'], tool: 'lint', arguments: { path: 'src' } };

  test('say whom it asks, for what, with what, and what it expects', () => {
    expect(toolWords(call)).toBe('MCP tool lint of npx lint-server --all with {"path":"src"}');
    expect(toolWords({ ...call, expect: { ok: true } })).toBe(
      'MCP tool lint of npx lint-server --all with {"path":"src"}, expecting {"ok":true}',
    );
  });

  test('of a server are its address, or its program with each argument told from its neighbour', () => {
    expect(serverWords('http://127.0.0.1:4000/mcp')).toBe('http://127.0.0.1:4000/mcp');
    expect(serverWords(['node', 'my server.js', 'a'])).toBe('node "my server.js" a');
    expect(serverWords(['node', 'my', 'server.js', 'a'])).not.toBe(
      serverWords(['node', 'my server.js', 'a']),
    );
  });
});
