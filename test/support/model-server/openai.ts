// What the two OpenAI dialects have in common: the form of an error, and how usage is counted.

import type { Reply } from './dialect.ts';
import { usualUsage } from './turn.ts';

export function openaiRefusal(status: number, error: Readonly<Record<string, unknown>>): unknown {
  return { error: { type: typeOf(status), param: null, code: null, ...error } };
}

function typeOf(status: number): string {
  if (status === 429) return 'rate_limit_exceeded';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}

/** Their input counts what came from the cache as well. */
export function counted({ speech }: Reply) {
  const usage = speech.usage ?? usualUsage;
  const input = usage.input + usage.cacheRead + usage.cacheWrite;
  return { input, cached: usage.cacheRead, output: usage.output, total: input + usage.output };
}
