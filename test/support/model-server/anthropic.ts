// Anthropic Messages, as Claude Code speaks it.

import { z } from 'zod';
import type { Dialect, Frame, Reply } from './dialect.ts';
import type { Body, Entry } from './request.ts';
import { toolOf } from './tools.ts';
import { usualUsage } from './turn.ts';

const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  content: z.unknown().optional(),
});
const content = z.union([z.string(), z.array(block)]);
const schema = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  system: content.optional(),
  messages: z.array(z.looseObject({ role: z.string(), content })),
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
});

const words = {
  write: 'Write',
  edit: 'Edit',
  shell: 'Bash',
  path: 'file_path',
  find: 'old_string',
  replace: 'new_string',
};

export const anthropic: Dialect = {
  path: '/v1/messages',
  body,
  frames,
  document: (reply) => ({ ...message(reply), content: blocksOf(reply), stop_reason: stopOf(reply) }),
  failure: (_reply, error) => ({ event: 'error', data: { type: 'error', error } }),
  refusal: (status, error) => ({ type: 'error', error: { type: typeOf(status), ...error } }),
  answerTool: 'StructuredOutput',
};

function body(raw: unknown): Body {
  const { model, stream, system, messages, tools } = schema.parse(raw);
  const entries: readonly Entry[] = [
    ...(system === undefined ? [] : textsOf(system).map((text) => ({ by: 'system' as const, text }))),
    ...messages.flatMap((one) => entriesOf(one.role, one.content)),
  ];
  return { model, stream, entries, tools: tools.map((tool) => tool.name) };
}

function entriesOf(role: string, said: z.infer<typeof content>): readonly Entry[] {
  if (role === 'assistant') return [{ by: 'assistant' }];
  if (role === 'system') return textsOf(said).map((text) => ({ by: 'system', text }));
  if (typeof said === 'string') return [{ by: 'user', text: said }];
  return said.flatMap((one): readonly Entry[] => {
    if (one.type === 'tool_result') return [{ by: 'tool', text: resultText(one.content) }];
    return one.text === undefined ? [] : [{ by: 'user', text: one.text }];
  });
}

function textsOf(said: z.infer<typeof content>): readonly string[] {
  return typeof said === 'string' ? [said] : said.flatMap((one) => one.text ?? []);
}

function resultText(value: unknown): string {
  const parsed = content.safeParse(value);
  return parsed.success ? textsOf(parsed.data).join('\n') : JSON.stringify(value ?? '');
}

function frames(reply: Reply): readonly Frame[] {
  const events: readonly ({ readonly type: string } & Readonly<Record<string, unknown>>)[] = [
    { type: 'message_start', message: { ...message(reply), content: [], stop_reason: null } },
    ...blocksOf(reply).flatMap((one, index) => blockEvents(one, index)),
    {
      type: 'message_delta',
      delta: { stop_reason: stopOf(reply), stop_sequence: null },
      usage: { output_tokens: usageOf(reply).output },
    },
    { type: 'message_stop' },
  ];
  return events.map((event) => ({ event: event.type, data: event }));
}

function blockEvents(one: Block, index: number) {
  const [start, delta] =
    one.type === 'text'
      ? [
          { type: 'text', text: '' },
          { type: 'text_delta', text: one.text },
        ]
      : [
          { ...one, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(one.input) },
        ];
  return [
    { type: 'content_block_start', index, content_block: start },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ];
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown };

function blocksOf({ id, speech }: Reply): readonly Block[] {
  const text: readonly Block[] = speech.text === undefined ? [] : [{ type: 'text', text: speech.text }];
  const calls = (speech.calls ?? []).map((one, at): Block => {
    return { type: 'tool_use', id: `toolu_${id}_${at}`, ...toolOf(one, words) };
  });
  return [...text, ...calls];
}

function message(reply: Reply) {
  const usage = usageOf(reply);
  return {
    id: `msg_${reply.id}`,
    type: 'message',
    role: 'assistant',
    model: reply.model,
    stop_sequence: null,
    usage: {
      input_tokens: usage.input,
      cache_creation_input_tokens: usage.cacheWrite,
      cache_read_input_tokens: usage.cacheRead,
      output_tokens: usage.output,
    },
  };
}

function usageOf({ speech }: Reply) {
  return speech.usage ?? usualUsage;
}

function stopOf({ speech }: Reply): string {
  return (speech.calls ?? []).length > 0 ? 'tool_use' : 'end_turn';
}

const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function typeOf(status: number): string {
  return types[status] ?? 'api_error';
}
