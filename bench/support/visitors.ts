// People at their browsers, in a process of their own: signed in at the server of the bench. Told what to do by messages, each of which
// is answered by what was measured.

import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:http';
import { z } from 'zod';

const told = z.discriminatedUnion('do', [
  z.object({ do: z.literal('enter'), port: z.int(), code: z.string() }),
  z.object({ do: z.literal('ask'), verb: z.string(), input: z.unknown(), atOnce: z.int(), rounds: z.int() }),
  z.object({ do: z.literal('follow'), streams: z.int() }),
  /** Until each stream has been told of the event at this position. */
  z.object({ do: z.literal('hear'), position: z.int() }),
  z.object({ do: z.literal('leave') }),
]);

type Told = z.infer<typeof told>;

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
let port = 0;
let headers: Record<string, string> = {};
const streams: Stream[] = [];

process.on('message', (message) => {
  void carriedOut(told.parse(message)).then(
    (answer) => process.send?.({ answer }),
    (error: unknown) => process.send?.({ problem: String(error) }),
  );
});

async function carriedOut(order: Told): Promise<unknown> {
  switch (order.do) {
    case 'enter':
      return enter(order.port, order.code);
    case 'ask':
      return timesOf(order);
    case 'follow':
      while (streams.length < order.streams) streams.push(await opened());
      return streams.length;
    case 'hear':
      await Promise.all(streams.map((stream) => stream.heard(order.position)));
      return summary();
    case 'leave':
      for (const stream of streams.splice(0)) stream.close();
      return 'left';
  }
}

async function enter(at: number, code: string): Promise<string> {
  port = at;
  const origin = `http://127.0.0.1:${port}`;
  headers = {
    host: `127.0.0.1:${port}`,
    origin,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  };
  const { response, body } = await posted('/api/session', { code });
  if (response.statusCode !== 200) throw new Error(`nobody could sign in: ${body}`);
  const cookie = (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  const { key } = z.object({ key: z.string() }).parse(JSON.parse(body));
  headers = { ...headers, cookie, 'x-slipway-key': key };
  return 'in';
}

function posted(
  path: string,
  body: unknown,
): Promise<{ readonly response: IncomingMessage; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ agent, host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve({ response, body: text }));
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(JSON.stringify(body));
  });
}

/** Each asks again when it was answered, so that so many are always under way. */
async function timesOf({ verb, input, atOnce, rounds }: Extract<Told, { do: 'ask' }>): Promise<object> {
  const times: number[] = [];
  let bytes = 0;
  const one = async (): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      const from = performance.now();
      const { response, body } = await posted(`/api/verbs/${verb}`, { input });
      times.push(performance.now() - from);
      if (response.statusCode !== 200)
        throw new Error(`${verb} was answered ${response.statusCode}: ${body.slice(0, 200)}`);
      bytes = body.length;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return { times, bytes };
}

interface Stream {
  readonly heard: (position: number) => Promise<void>;
  readonly close: () => void;
}

const lags: number[] = [];
const disorder = { count: 0 };

/** Every event says when it was appended, by the clock of the same machine. */
function opened(): Promise<Stream> {
  return new Promise((resolve, reject) => {
    let last = 0;
    let wanted = Number.POSITIVE_INFINITY;
    let tell: (() => void) | undefined;
    let text = '';
    const take = (block: string): void => {
      // Nothing is parsed that need not be: five hundred readers share one core with whoever writes.
      const position = Number(/^id: (\d+)/.exec(block)?.[1]);
      const at = Number(/"at":(\d+)/.exec(block)?.[1]);
      if (!Number.isFinite(position) || !Number.isFinite(at)) return;
      if (last !== 0 && position !== last + 1) disorder.count += 1;
      last = position;
      lags.push(Date.now() - at);
      if (last >= wanted) tell?.();
    };
    const asked = request(
      { host: '127.0.0.1', port, path: '/api/feed', headers: { ...headers, accept: 'text/event-stream' } },
      (response) => {
        response.setEncoding('utf8');
        response.on('data', (piece: string) => {
          text += piece;
          const blocks = text.split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks) {
            if (block.includes('event: hello')) resolve(stream);
            else take(block);
          }
        });
        response.on('error', () => undefined);
      },
    );
    const stream = {
      heard: (position: number) =>
        new Promise<void>((there) => {
          wanted = position;
          tell = there;
          if (last >= position) there();
        }),
      close: () => asked.destroy(),
    };
    asked.on('error', reject);
    asked.end();
  });
}

/** What was heard since this was last asked. */
function summary(): object {
  const sorted = lags.splice(0).toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { events: sorted.length, p50: at(0.5), p99: at(0.99), outOfOrder: disorder.count };
}
