// OpenAI Chat Completions, as opencode speaks it.

import { z } from 'zod';
import { type Dialect, done, type Frame, type Reply } from './dialect.ts';
import { counted, openaiRefusal } from './openai.ts';
import type { Body, Entry } from './request.ts';
import { toolOf } from './tools.ts';

const content = z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]);
const schema = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  messages: z.array(z.looseObject({ role: z.string(), content: content.nullish() })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).default([]),
});

const words = {
  write: 'write',
  edit: 'edit',
  shell: 'bash',
  path: 'filePath',
  find: 'oldString',
  replace: 'newString',
};

export const chat: Dialect = {
  path: '/v1/chat/completions',
  body,
  frames,
  document,
  failure: (_reply, error) => ({ data: { error } }),
  refusal: openaiRefusal,
};

function body(raw: unknown): Body {
  const { model, stream, messages, tools } = schema.parse(raw);
  const entries = messages.flatMap((one) => entriesOf(one.role, one.content ?? ''));
  return { model, stream, entries, tools: tools.map((tool) => tool.function.name) };
}

function entriesOf(role: string, said: z.infer<typeof content>): readonly Entry[] {
  if (role === 'assistant') return [{ by: 'assistant' }];
  const by = role === 'user' || role === 'tool' ? role : 'system';
  const texts = typeof said === 'string' ? [said] : said.flatMap((one) => one.text ?? []);
  return texts.map((text) => ({ by, text }));
}

function frames(reply: Reply): readonly Frame[] {
  const { text } = reply.speech;
  const deltas: readonly unknown[] = [
    { role: 'assistant', content: '' },
    ...(text === undefined ? [] : [{ content: text }]),
    ...callsOf(reply).map((one, index) => ({ tool_calls: [{ index, ...one }] })),
  ];
  return [
    ...deltas.map((delta) => chunk(reply, [{ index: 0, delta, finish_reason: null }])),
    chunk(reply, [{ index: 0, delta: {}, finish_reason: finishOf(reply) }]),
    chunk(reply, [], usageOf(reply)),
    { data: done },
  ];
}

function chunk({ id, model }: Reply, choices: readonly unknown[], usage?: unknown): Frame {
  const head = { id: `chatcmpl_${id}`, object: 'chat.completion.chunk', created: 0, model };
  return { data: { ...head, choices, ...(usage === undefined ? {} : { usage }) } };
}

function document(reply: Reply): unknown {
  const calls = callsOf(reply);
  const message = {
    role: 'assistant',
    content: reply.speech.text ?? null,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return {
    id: `chatcmpl_${reply.id}`,
    object: 'chat.completion',
    created: 0,
    model: reply.model,
    choices: [{ index: 0, message, finish_reason: finishOf(reply) }],
    usage: usageOf(reply),
  };
}

function finishOf({ speech }: Reply): string {
  return (speech.calls ?? []).length > 0 ? 'tool_calls' : 'stop';
}

function usageOf(reply: Reply) {
  const usage = counted(reply);
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.total,
    prompt_tokens_details: { cached_tokens: usage.cached },
  };
}

function callsOf({ id, speech }: Reply): readonly object[] {
  return (speech.calls ?? []).map((one, at) => {
    const { name, input } = toolOf(one, words);
    return {
      id: `call_${id}_${at}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    };
  });
}
