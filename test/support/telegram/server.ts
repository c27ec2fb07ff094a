// A Bot API for tests, on loopback: bots with tokens, people with phones, their chats as they see them, and the limits that Telegram has.
//
//   const telegram = await startTelegram();
//   const token = telegram.bot('slipway_bot');
//   const ann = telegram.person(7, 'Ann', token);
//   ann.writes('Correct the greeting');
//   await ann.sees(/Start/);                     // waits for it
//   ann.presses('Start');
//
// Every call and every answer is held against what Telegram publishes, where that is given (`violations`).

import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { isRecord, parseJson } from '../../../src/plain/json.ts';
import { BotApi } from '../contracts/bot-api.ts';
import { contractFile } from '../contracts/folder.ts';
import { Watch } from '../contracts/watch.ts';
import type { Violation } from '../contracts/watch.ts';
import { Phone } from './phone.ts';
import { Refused, World } from './world.ts';

export interface TelegramServer {
  readonly url: string;
  readonly violations: readonly Violation[];
  readonly validated: boolean;
  /** Methods in the order of their calls, with what was answered. */
  readonly calls: readonly { readonly method: string; readonly status: number }[];
  readonly bot: (name: string) => string;
  readonly revoke: (token: string) => void;
  readonly person: (id: number, name: string, token: string) => Phone;
  /** The next so many calls of messages are refused, as too many. */
  readonly flood: (times: number, retryAfter?: number) => void;
  readonly down: () => Promise<void>;
  readonly up: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const pollMsMax = 2_000;

export async function startTelegram(contracts?: string): Promise<TelegramServer> {
  const file = contractFile('telegram-bot-api.json', contracts);
  const contract = file === undefined ? undefined : new BotApi(file);
  const watch = new Watch('telegram', contract);
  const world = new World((update) => contract?.update(update) ?? []);
  const calls: { method: string; status: number }[] = [];
  let server = make();
  let port = 0;

  function make(): Server {
    return createServer((request, response) => {
      void handle(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const [, token = '', method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const { status, answer } = await answered(() =>
      world.call({ token, method, given: objectIn(body) }, gone.signal, pollMsMax),
    );
    const text = JSON.stringify(answer);
    calls.push({ method, status });
    const headers = { 'content-type': 'application/json' };
    watch.seen(
      {
        method: 'POST',
        path: method,
        query: new URLSearchParams(),
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(body),
      },
      method,
      { status, headers, body: text },
      undefined,
    );
    response.writeHead(status, headers).end(text);
  }

  const up = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const at = server.address();
    if (typeof at === 'object' && at !== null) port = at.port;
  };
  const down = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    server = make();
  };
  await up();
  return {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    get violations() {
      return [...watch.violations, ...world.violations];
    },
    validated: watch.validated,
    calls,
    bot: (name) => world.bot(name),
    revoke: (token) => world.revoke(token),
    person: (id, name, token) => new Phone(world, world.person(id, name), token),
    flood: (times, retryAfter = 1) => world.flood(times, retryAfter),
    down,
    up,
    close: async () => {
      watch.end();
      world.close();
      if (server.listening) await down();
    },
  };
}

async function answered(
  call: () => Promise<unknown>,
): Promise<{ readonly status: number; readonly answer: unknown }> {
  try {
    return { status: 200, answer: { ok: true, result: await call() } };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code, message, retryAfter } = error;
    const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } };
    return { status: code, answer: { ok: false, error_code: code, description: message, ...parameters } };
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) if (Buffer.isBuffer(piece)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function objectIn(body: string): Readonly<Record<string, unknown>> {
  const value = parseJson(body);
  return isRecord(value) ? value : {};
}
