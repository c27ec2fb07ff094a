// A model that follows a script: an HTTP server on loopback that speaks three dialects.
//
// Invariants
//   SERVER-1. Every request is recorded before it is answered; past a limit requests are refused, so that a loop ends.
//   SERVER-2. `close` ends every connection, also one that hangs, and waits for that.
//   SERVER-3. Bodies are read up to a limit.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { anthropic } from './anthropic.ts';
import { chat } from './chat.ts';
import type { Dialect } from './dialect.ts';
import { type DialectName, type ModelRequest, requestOf } from './request.ts';
import { responses } from './responses.ts';
import { type Script, turnFor } from './script.ts';
import { requestsMax, Seen } from './seen.ts';
import { send } from './send.ts';

const bodyBytesMax = 16 * 1024 * 1024;
const problemsMax = 20;
const problemCharsMax = 500;
const waitMsMax = 30_000;

const dialects: { readonly [Name in DialectName]: Dialect } = { anthropic, responses, chat };
const names: readonly DialectName[] = ['anthropic', 'responses', 'chat'];

export async function startModel(script: Script): Promise<ModelServer> {
  const model = new ModelServer(script);
  await model.start();
  return model;
}

class ModelServer {
  readonly #script: Script;
  readonly #seen = new Seen();
  readonly #problems: string[] = [];
  readonly #closing = new AbortController();
  readonly #server: Server;

  constructor(script: Script) {
    this.#script = script;
    this.#server = createServer((incoming, response) => {
      this.#handle(incoming, response).catch((problem: unknown) => this.#fail(response, problem));
    });
  }

  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', () => resolve());
    });
  }

  /** Without a path: Anthropic's programs add `/v1` themselves, the others get it in their base address. */
  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string')
      throw new Error('The model server is not listening.');
    return `http://127.0.0.1:${address.port}`;
  }

  get requests(): readonly ModelRequest[] {
    return this.#seen.all;
  }

  /** What went wrong in the server itself or was asked of a path it does not have: nothing, in a good test. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  waitFor(wants: (request: ModelRequest) => boolean, withinMs = waitMsMax): Promise<ModelRequest> {
    return this.#seen.wait(wants, AbortSignal.any([this.#closing.signal, AbortSignal.timeout(withinMs)]));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.once('close', resolve));
    this.#server.close();
    this.#server.closeAllConnections(); // SERVER-2
    await closed;
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    const name = names.find((one) => dialects[one].path === pathname);
    // Some programs greet the server before they ask it anything.
    if (incoming.method === 'HEAD') return void response.writeHead(200).end();
    if (name === undefined || incoming.method !== 'POST') {
      this.#note(`${incoming.method} ${pathname} was asked for.`);
      return void response.writeHead(404).end();
    }
    const dialect = dialects[name];
    const raw: unknown = JSON.parse(await bodyOf(incoming));
    if (this.requests.length >= requestsMax) throw new Error(`more than ${requestsMax} requests`); // SERVER-1
    const arrival = { ordinal: this.requests.length + 1, dialect: name, headers: headersOf(incoming), raw };
    const request = requestOf(arrival, dialect.body(raw));
    this.#seen.add(request);
    const turn = await turnFor(this.#script, request);
    await send(turn, { request, dialect, response, closing: this.#closing.signal });
  }

  #fail(response: ServerResponse, problem: unknown): void {
    if (!this.#closing.signal.aborted)
      this.#note(problem instanceof Error ? problem.message : String(problem));
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }

  #note(problem: string): void {
    if (this.#problems.length < problemsMax) this.#problems.push(problem.slice(0, problemCharsMax));
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of incoming) {
    const buffer = Buffer.from(piece);
    bytes += buffer.length;
    if (bytes > bodyBytesMax) throw new Error(`a body of more than ${bodyBytesMax} bytes`); // SERVER-3
    pieces.push(buffer);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function headersOf(incoming: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}
