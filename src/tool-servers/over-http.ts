// A server at an address. It is on the network, so nothing it does is believed: time and size are limited, and it sends us nowhere else.

import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Line } from './line.ts';
import type { ToolRequest, Unheard } from './tool-servers.ts';

export function overHttp(address: string, { limits, signal }: ToolRequest): Line {
  const over = new AbortController();
  const timeUp = AbortSignal.timeout(limits.timeMs);
  const ending = AbortSignal.any([signal, timeUp, over.signal]);
  let because: Unheard['because'] | undefined;
  let bytes = 0;
  const measured = (): TransformStream<Uint8Array, Uint8Array> =>
    new TransformStream({
      transform: (piece, passes) => {
        bytes += piece.length;
        if (bytes <= limits.outputBytesMax) return passes.enqueue(piece);
        because ??= 'flood';
        over.abort();
        void transport.close(); // nobody waits for the rest of it
      },
    });
  const transport = new StreamableHTTPClientTransport(new URL(address), {
    requestInit: { redirect: 'error' },
    fetch: async (url, init) => {
      try {
        const own = init?.signal;
        const until = own === null || own === undefined ? ending : AbortSignal.any([ending, own]);
        const answer = await fetch(url, { ...init, signal: until });
        return new Response(answer.body?.pipeThrough(measured()) ?? null, answer);
      } catch (error) {
        if (!over.signal.aborted && init?.signal?.aborted !== true)
          because ??= timeUp.aborted ? 'timeout' : 'not-there';
        throw error;
      }
    },
  });
  return Object.assign(transport, {
    ended: () => {
      const ended = { ...(because === undefined ? {} : { because }), detail: '' };
      over.abort();
      return Promise.resolve(ended);
    },
  });
}
