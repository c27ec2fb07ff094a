// OpenAI Responses, as Codex speaks it. A reply is a list of items, each sent whole.

import { z } from 'zod';
import type { Dialect, Frame, Reply } from './dialect.ts';
import { counted, openaiRefusal } from './openai.ts';
import { patchOf } from './patch.ts';
import type { Body, Entry } from './request.ts';
import type { Call } from './turn.ts';

const part = z.looseObject({ text: z.string().optional() });
const content = z.union([z.string(), z.array(part)]);
const item = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  content: content.nullish(),
  output: z.unknown().optional(),
});
const schema = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  instructions: z.string().nullish(),
  input: z.union([z.string(), z.array(item)]),
  tools: z.array(z.looseObject({ type: z.string(), name: z.string().optional() })).default([]),
});

export const responses: Dialect = {
  path: '/v1/responses',
  body,
  frames,
  document: (reply) => response(reply, 'completed'),
  failure: (reply, error) =>
    frame({ type: 'response.failed', response: { ...response(reply, 'failed'), error } }),
  refusal: openaiRefusal,
};

function body(raw: unknown): Body {
  const { model, stream, instructions, input, tools } = schema.parse(raw);
  const entries: readonly Entry[] = [
    ...(typeof instructions === 'string' ? [{ by: 'system' as const, text: instructions }] : []),
    ...(typeof input === 'string' ? [{ by: 'user' as const, text: input }] : input.flatMap(entriesOf)),
  ];
  return { model, stream, entries, tools: tools.map((tool) => tool.name ?? tool.type) };
}

function entriesOf(one: z.infer<typeof item>): readonly Entry[] {
  if (one.type?.endsWith('_output') === true) return [{ by: 'tool', text: outputText(one.output) }];
  if (one.role === undefined || one.role === 'assistant') return [{ by: 'assistant' }];
  const by = one.role === 'user' ? 'user' : 'system';
  return textsOf(one.content ?? '').map((text) => ({ by, text }));
}

function textsOf(said: z.infer<typeof content>): readonly string[] {
  return typeof said === 'string' ? [said] : said.flatMap((one) => one.text ?? []);
}

function outputText(output: unknown): string {
  const parsed = content.safeParse(output);
  return parsed.success ? textsOf(parsed.data).join('\n') : JSON.stringify(output ?? '');
}

function frames(reply: Reply): readonly Frame[] {
  return [
    frame({ type: 'response.created', response: { id: `resp_${reply.id}`, status: 'in_progress' } }),
    ...itemsOf(reply).flatMap((one, index) => [
      frame({ type: 'response.output_item.added', output_index: index, item: one }),
      frame({ type: 'response.output_item.done', output_index: index, item: one }),
    ]),
    frame({ type: 'response.completed', response: response(reply, 'completed') }),
  ];
}

function frame(event: { readonly type: string } & Readonly<Record<string, unknown>>): Frame {
  return { event: event.type, data: event };
}

function response(reply: Reply, status: string) {
  const usage = counted(reply);
  return {
    id: `resp_${reply.id}`,
    object: 'response',
    status,
    model: reply.model,
    output: itemsOf(reply),
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.total,
    },
  };
}

function itemsOf({ id, speech }: Reply): readonly unknown[] {
  const text = speech.text === undefined ? [] : [messageOf(id, speech.text)];
  return [...text, ...(speech.calls ?? []).map((one, at) => callOf(one, `${id}_${at}`))];
}

function messageOf(id: string, text: string): unknown {
  const said = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id: `msg_${id}`, role: 'assistant', content: said };
}

function callOf(one: Call, id: string): unknown {
  const { name, input } = toolOf(one);
  const ids = { id: `item_${id}`, call_id: `call_${id}` };
  return typeof input === 'string'
    ? { type: 'custom_tool_call', ...ids, name, input }
    : { type: 'function_call', ...ids, name, arguments: JSON.stringify(input) };
}

function toolOf(one: Call): { readonly name: string; readonly input: unknown } {
  switch (one.do) {
    case 'write':
    case 'edit':
      return { name: 'apply_patch', input: patchOf(one) };
    case 'shell':
      return { name: 'exec_command', input: { cmd: one.command } };
    case 'tool':
      return { name: one.name, input: one.input };
  }
}
