import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { done } from './dialect.ts';
import type { DialectName } from './request.ts';
import { sideText, type Script } from './script.ts';
import { startModel } from './server.ts';
import { answer, call, say } from './turn.ts';

type Model = Awaited<ReturnType<typeof startModel>>;
const open: Model[] = [];

afterEach(async () => {
  for (const model of open.splice(0)) await model.close();
});

async function listening(script: Script): Promise<Model> {
  const model = await startModel(script);
  open.push(model);
  return model;
}

/** The smallest conversation with one prompt and one tool, as each dialect writes it. */
const asking: { readonly [Name in DialectName]: { readonly path: string; readonly body: object } } = {
  anthropic: {
    path: '/v1/messages?beta=true',
    body: {
      model: 'm',
      stream: true,
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'context' },
            { type: 'text', text: 'You are the planner.' },
          ],
        },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'README.md' }] },
      ],
      tools: [{ name: 'Bash' }, { name: 'StructuredOutput' }],
    },
  },
  responses: {
    path: '/v1/responses',
    body: {
      model: 'm',
      stream: true,
      instructions: 'Be brief.',
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'context' }] },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'You are the planner.' }] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
        { type: 'function_call', call_id: 'c1', name: 'exec_command', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: 'README.md' },
      ],
      tools: [{ type: 'function', name: 'exec_command' }, { type: 'web_search' }],
    },
  },
  chat: {
    path: '/v1/chat/completions',
    body: {
      model: 'm',
      stream: true,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'context' },
        { role: 'user', content: [{ type: 'text', text: 'You are the planner.' }] },
        { role: 'assistant', content: null, tool_calls: [] },
        { role: 'tool', tool_call_id: 'c1', content: 'README.md' },
      ],
      tools: [{ type: 'function', function: { name: 'bash' } }],
    },
  },
};
const dialects: readonly DialectName[] = ['anthropic', 'responses', 'chat'];

function ask(model: Model, dialect: DialectName, change: object = {}): Promise<Response> {
  const { path, body } = asking[dialect];
  return fetch(`${model.url}${path}`, { method: 'POST', body: JSON.stringify({ ...body, ...change }) });
}

/** The data of every event of a stream. */
function dataOf(stream: string): readonly string[] {
  return stream
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice('data: '.length));
}

describe.each(dialects)('the %s dialect', (dialect) => {
  test('shows a script the same request as every other dialect', async () => {
    const model = await listening(() => say('hello'));
    await (await ask(model, dialect)).text();
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]).toMatchObject({
      dialect,
      model: 'm',
      system: 'Be brief.',
      userTexts: ['context', 'You are the planner.'],
      lastUserText: 'You are the planner.',
      toolResults: ['README.md'],
      assistantTurns: 1,
      hasTools: true,
    });
    expect(model.problems).toEqual([]);
  });

  test('takes its turn by how often the model has spoken in that conversation', async () => {
    const model = await listening([say('the first turn'), say('the second turn')]);
    const stream = await (await ask(model, dialect)).text();
    expect(stream).toContain('the second turn');
    expect(stream).not.toContain('the first turn');
  });

  test('says that a script is at its end instead of repeating it', async () => {
    const model = await listening([say('the only turn')]);
    expect(await (await ask(model, dialect)).text()).toContain('no turn 2');
  });

  test('gives a request without tools the same small answer, whatever the script says', async () => {
    const model = await listening(() => ({ type: 'hang' }));
    expect(await (await ask(model, dialect, { tools: [] })).text()).toContain(sideText);
  });

  test('gives the whole reply as one document to who does not stream', async () => {
    const model = await listening(() => say('in one piece'));
    const response = await ask(model, dialect, { stream: false });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(JSON.stringify(await response.json())).toContain('in one piece');
  });

  test('refuses with the status, the headers and the error of the script', async () => {
    const fault = {
      type: 'status',
      status: 429,
      error: { message: 'later', resets_in_seconds: 60 },
    } as const;
    const model = await listening([fault, { ...fault, headers: { 'retry-after': '3600' } }]);
    const response = await ask(model, dialect);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('3600');
    expect(await response.json()).toMatchObject({ error: { message: 'later', resets_in_seconds: 60 } });
  });

  test('closes the socket in the middle of a stream', async () => {
    const model = await listening(() => ({ type: 'cut', text: 'I was about to' }));
    const response = await ask(model, dialect);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('tells of an error in the middle of a stream and then ends it', async () => {
    const error = { message: 'too busy', type: 'overloaded_error' };
    const model = await listening(() => ({ type: 'break', text: 'I was about to', error }));
    const data = dataOf(await (await ask(model, dialect)).text());
    expect(data.length).toBeGreaterThan(1);
    expect(data.at(-1)).toContain('too busy');
  });

  test('answers garbage that is no event and no document', async () => {
    const model = await listening(() => ({ type: 'garbage' }));
    const text = await (await ask(model, dialect)).text();
    expect(dataOf(text)).toEqual([]);
    expect(() => z.json().parse(JSON.parse(text))).toThrow();
  });

  test('drips a stream event by event until it is whole', async () => {
    const model = await listening(() => ({ type: 'drip', pauseMs: 1, speech: say('slowly') }));
    const whole = await listening(() => say('slowly'));
    expect(await (await ask(model, dialect)).text()).toBe(await (await ask(whole, dialect)).text());
  });
});

describe('calls', () => {
  test('are tool_use blocks with the tools of Claude Code', async () => {
    const model = await listening(() => call({ do: 'edit', path: 'a.txt', find: 'old', replace: 'new' }));
    const stream = await (await ask(model, 'anthropic')).text();
    const events = dataOf(stream).map((data): unknown => JSON.parse(data));
    expect(events).toContainEqual({
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 'toolu_1_0', name: 'Edit', input: {} },
    });
    expect(stream).toContain(JSON.stringify('{"file_path":"a.txt","old_string":"old","new_string":"new"}'));
    expect(stream).toContain('"stop_reason":"tool_use"');
  });

  test('are items with the tools of Codex, edits as a patch', async () => {
    const model = await listening(() =>
      call({ do: 'write', path: 'a.txt', text: 'one\ntwo\n' }, { do: 'shell', command: 'ls' }),
    );
    const events = dataOf(await (await ask(model, 'responses')).text()).map((data): unknown =>
      JSON.parse(data),
    );
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'response.output_item.done',
        item: expect.objectContaining({
          type: 'custom_tool_call',
          name: 'apply_patch',
          input: '*** Begin Patch\n*** Add File: a.txt\n+one\n+two\n*** End Patch\n',
        }),
      }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'response.output_item.done',
        item: expect.objectContaining({
          type: 'function_call',
          name: 'exec_command',
          arguments: '{"cmd":"ls"}',
        }),
      }),
    );
  });

  test('are tool_calls with the tools of opencode, and the stream ends with its word', async () => {
    const model = await listening(() => call({ do: 'tool', name: 'glob', input: { pattern: '*' } }));
    const data = dataOf(await (await ask(model, 'chat')).text());
    expect(data.join('\n')).toContain('"name":"glob","arguments":"{\\"pattern\\":\\"*\\"}"');
    expect(data.join('\n')).toContain('"finish_reason":"tool_calls"');
    expect(data.at(-1)).toBe(done);
  });
});

describe('a structured answer', () => {
  test('is a call of the tool for it where the program offers one', async () => {
    const model = await listening(() => answer({ verdict: 'pass' }));
    const stream = await (await ask(model, 'anthropic')).text();
    expect(stream).toContain('"name":"StructuredOutput"');
    expect(stream).toContain(JSON.stringify('{"verdict":"pass"}'));
  });

  test('is the final text where it offers none', async () => {
    const model = await listening(() => answer({ verdict: 'pass' }));
    const bare = await (await ask(model, 'anthropic', { tools: [{ name: 'Bash' }] })).text();
    expect(bare).not.toContain('StructuredOutput');
    expect(bare).toContain(JSON.stringify('{"verdict":"pass"}'));
    expect(await (await ask(model, 'responses')).text()).toContain(JSON.stringify('{"verdict":"pass"}'));
  });
});

test('usage counts the cache apart for Anthropic and as input for OpenAI', async () => {
  const usage = { input: 7, cacheRead: 5, cacheWrite: 3, output: 2 };
  const model = await listening(() => say('counted', usage));
  const counted = async (dialect: DialectName): Promise<unknown> =>
    (await ask(model, dialect, { stream: false })).json();
  expect(await counted('anthropic')).toMatchObject({
    usage: { input_tokens: 7, cache_read_input_tokens: 5, cache_creation_input_tokens: 3, output_tokens: 2 },
  });
  expect(await counted('responses')).toMatchObject({
    usage: { input_tokens: 15, input_tokens_details: { cached_tokens: 5 }, output_tokens: 2 },
  });
  expect(await counted('chat')).toMatchObject({ usage: { prompt_tokens: 15, completion_tokens: 2 } });
});

describe('waiting for a request', () => {
  test('ends with the one that is asked for, whether it came before or comes later', async () => {
    const model = await listening(() => say('hello'));
    const later = model.waitFor((request) => request.dialect === 'chat');
    await (await ask(model, 'responses')).text();
    await (await ask(model, 'chat')).text();
    expect((await later).ordinal).toBe(2);
    expect((await model.waitFor((request) => request.dialect === 'responses')).ordinal).toBe(1);
  });

  test('ends with a sentence when the server closes', async () => {
    const model = await listening(() => say('hello'));
    const never = expect(model.waitFor(() => true)).rejects.toThrow('asked 0 times');
    await model.close();
    await never;
  });
});

test('a server with a hanging request closes, twice if need be', async () => {
  const model = await listening(() => ({ type: 'hang' }));
  const hanging = expect(ask(model, 'chat')).rejects.toThrow('fetch failed');
  await model.waitFor(() => true);
  await model.close();
  await model.close();
  await hanging;
});

test('what it cannot make sense of is told and answered with an error', async () => {
  const model = await listening(() => say('hello'));
  expect((await fetch(`${model.url}/v1/models`)).status).toBe(404);
  expect((await fetch(`${model.url}/`, { method: 'HEAD' })).status).toBe(200);
  const broken = await fetch(`${model.url}/v1/messages`, { method: 'POST', body: 'not json' });
  expect(broken.status).toBe(500);
  expect(model.problems).toHaveLength(2);
  expect(model.problems[0]).toContain('GET /v1/models');
  expect(model.requests).toEqual([]);
});
