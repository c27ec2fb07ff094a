// What the two OpenAI dialects have in common: the form of an error, and how usage is counted.

import type { Reply } from './dialect.ts';
import { usualUsage } from './turn.ts';

const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'invalid_request_error',
  429: 'rate_limit_exceeded',
};

export function openaiRefusal(status: number, error: Readonly<Record<string, unknown>>): unknown {
  return { error: { type: types[status] ?? 'server_error', param: null, code: null, ...error } };
}

/** Their input counts what came from the cache as well. */
export function counted({ speech }: Reply) {
  const usage = speech.usage ?? usualUsage;
  const input = usage.input + usage.cacheRead + usage.cacheWrite;
  return { input, cached: usage.cacheRead, output: usage.output, total: input + usage.output };
}
