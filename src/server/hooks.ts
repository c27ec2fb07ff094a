// The listener for webhooks: an address of its own, where nothing else is answered.
//
// Invariants
//   HOOKS-1. A body has a limit, and one that says that it is longer is refused before it is read. It goes on as the bytes it came in.
//   HOOKS-2. Connections, headers and the time they take are limited: one that drips does not keep its place.
//   HOOKS-3. Whatever goes wrong is answered; nothing of it reaches whoever else is served.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { UserError } from '../app/ending/user-error.ts';
import { codeOf } from '../plain/errors.ts';
import { listeningAt } from './listening-at.ts';
import type { Hooks, Posted, Reply } from '../triggers/posted.ts';

/** HOOKS-1. GitHub sends 25 MB at most, and nothing of what we read needs a tenth of it. */
const bodyBytesMax = 5 * 1024 * 1024;
/** HOOKS-2. */
const connectionsMax = 200;
const headersMs = 5_000;
const requestMs = 15_000;
const idleMs = 5_000;
const lookMs = 1_000;
const bodiesAtOnceMax = 20;

export async function openHooks(
  { host, port }: { readonly host: string; readonly port: number },
  receive: (posted: Posted) => Promise<Reply>,
): Promise<Hooks> {
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: lookMs,
  });
  server.maxConnections = connectionsMax;
  let reading = 0;
  server.on('request', (request, response) => {
    if (reading >= bodiesAtOnceMax) {
      refuse(request, response, 503, 'Too much comes at once. Send it again in a minute.');
      return;
    }
    reading += 1;
    void answer(request, response, receive).finally(() => (reading -= 1));
  });
  const got = await listeningAt(server, { host, port }, notThere);
  return {
    port: got,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  receive: (posted: Posted) => Promise<Reply>,
): Promise<void> {
  try {
    if (request.method !== 'POST') {
      refuse(request, response, 405, 'Webhooks are posted here, and nothing else is answered.');
      return;
    }
    if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) {
      refuse(request, response, 413, largeWords);
      return;
    }
    const body = await bodyOf(request);
    if (body === undefined) {
      refuse(request, response, 413, largeWords);
      return;
    }
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const { status, message } = await receive({ path, headers: headersOf(request), body });
    reply(response, status, message);
  } catch {
    // Whoever sends it tries again: it was not taken.
    reply(response, 503, 'It could not be taken now. Send it again.');
  }
}

const largeWords = `The body has more than ${bodyBytesMax / 1024 / 1024} MB.`;

/** HOOKS-1: undefined where there is too much of it. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of request) {
    if (!(piece instanceof Uint8Array)) return undefined;
    bytes += piece.length;
    if (bytes > bodyBytesMax) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** What comes twice is nothing: nobody can tell which one was meant. */
function headersOf({ headersDistinct }: IncomingMessage): Posted['headers'] {
  return Object.fromEntries(
    Object.entries(headersDistinct).flatMap(([name, values]) => {
      const [only, ...others] = values ?? [];
      return only === undefined || others.length > 0 ? [] : [[name, only]];
    }),
  );
}

/** What is still on its way is not read any more. */
function refuse(request: IncomingMessage, response: ServerResponse, status: number, message: string): void {
  response.setHeader('connection', 'close');
  reply(response, status, message);
  response.once('finish', () => request.destroy());
}

function reply(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(`${JSON.stringify({ message })}\n`);
}

function notThere(error: Error, host: string, port: number): Error {
  const why = codeOf(error) === 'EADDRINUSE' ? 'another program has it' : error.message;
  return new UserError(
    `Slipway cannot listen for webhooks at ${host}, port ${port} (${why}). Write another one under triggers.listen in slipway.yaml, and turn the triggers on again.`,
    'missing',
  );
}
