// An HTTP server on loopback for services that tests stand in for: it reads requests, has them executed one after the other, lets
// the ordered faults happen and writes everything down.
//
// Invariants
//   WEB-1. A call is in `calls` before its answer leaves, with whether it was executed; nothing is taken out of it.
//   WEB-2. Requests are executed one at a time: what is seen does not depend on which of two came through first.
//   WEB-3. `close` ends every connection, also one that hangs, and waits for that.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Asked, type Fault, type FaultKind, Faults } from './fault.ts';

const bodyBytesMax = 64 * 1024 * 1024;
const recordedCharsMax = 1024 * 1024;

export interface WebRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface WebAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** What happened, for who counts. */
export interface Call extends Asked {
  readonly n: number;
  /** Who asked, where the service knows. */
  readonly as?: string;
  /** Without what authorises: its scheme only. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of what was sent, or would have been; absent where nothing was. */
  readonly status?: number;
  readonly answer?: string;
  /** Whether the service did what it was asked, whatever the caller got to know. */
  readonly executed: boolean;
  /** Of the service's own answer, whatever became of that on its way. */
  readonly gave?: number;
  readonly fault?: FaultKind;
}

export interface Service {
  /** What is known of a request without executing it. */
  readonly ask: (request: WebRequest) => {
    readonly operation?: string;
    readonly write: boolean;
    readonly as?: string;
  };
  readonly execute: (request: WebRequest, how: { readonly stale: boolean }) => Promise<WebAnswer>;
  /** How the service itself would refuse: a server error, or one of its limits. */
  readonly refuse: (kind: 'server-error' | 'rate-limit' | 'secondary-limit', fault: Fault) => WebAnswer;
  /** Every request with the answer that the service meant to give; `fault` where something was done to it. */
  readonly seen?: (request: WebRequest, answer: WebAnswer | undefined, fault: FaultKind | undefined) => void;
}

export class WebServer {
  readonly calls: Call[] = [];
  readonly faults = new Faults();
  /** What went wrong in the server itself: nothing, in a good test. */
  readonly problems: string[] = [];
  readonly #service: Service;
  readonly #host: string;
  #server: Server;
  #port = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(service: Service, host = '127.0.0.1') {
    this.#service = service;
    this.#host = host;
    this.#server = this.#make();
  }

  get url(): string {
    return `http://${this.#host}:${this.#port}`;
  }

  /** Listens, after `down` on the same port again. */
  up(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#port, this.#host, () => {
        const address = this.#server.address();
        if (address !== null && typeof address === 'object') this.#port = address.port;
        resolve();
      });
    });
  }

  /** Nobody listens any more: connections are refused by the system itself. */
  async down(): Promise<void> {
    const server = this.#server;
    this.#server = this.#make();
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.once('close', resolve));
    server.close();
    server.closeAllConnections(); // WEB-3
    await closed;
  }

  async close(): Promise<void> {
    await this.down();
    await this.#turn;
  }

  /** Does something between two requests (WEB-2). */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  #make(): Server {
    const server = createServer((incoming, response) => {
      this.#handle(incoming, response).catch((problem: unknown) => {
        this.problems.push(problem instanceof Error ? (problem.stack ?? problem.message) : String(problem));
        response.destroy();
      });
    });
    return server;
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await requestOf(incoming);
    if (request === undefined) return;
    const { operation, write, as } = this.#service.ask(request);
    const asked: Asked = {
      method: request.method,
      path: request.path,
      query: request.query.toString(),
      ...(operation === undefined ? {} : { operation }),
      write,
      body: textOf(request.body),
    };
    const fault = this.faults.next(asked);
    const executed = fault === undefined || fault.executed === true || isExecuted(fault.kind);
    const own = executed
      ? await this.alone(() => this.#service.execute(request, { stale: fault?.kind === 'stale' }))
      : undefined;
    const answer =
      fault !== undefined && (own === undefined || fault.executed === true) ? this.#refusal(fault) : own;
    const sent = answer === undefined ? undefined : spoiled(answer, fault);
    this.#service.seen?.(request, own, fault?.kind);
    this.calls.push({
      ...asked,
      n: this.calls.length + 1,
      ...(as === undefined ? {} : { as }),
      headers: withoutSecrets(request.headers),
      ...(sent === undefined ? {} : { status: sent.status, answer: textOf(sent.body) }),
      executed,
      ...(own === undefined ? {} : { gave: own.status }),
      ...(fault === undefined ? {} : { fault: fault.kind }),
    });
    await send(incoming.socket, response, sent, fault);
  }

  #refusal(fault: Fault): WebAnswer | undefined {
    switch (fault.kind) {
      case 'server-error':
      case 'rate-limit':
      case 'secondary-limit':
        return this.#service.refuse(fault.kind, fault);
      case 'html':
        return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: portal };
      case 'refused':
      case 'reset-before':
      case 'reset-after':
      case 'timeout-after':
      case 'truncated':
      case 'wrong-type':
      case 'slow':
      case 'stale':
        return undefined;
    }
  }
}

const portal =
  '<!doctype html>\n<html><head><title>Sign in</title></head><body>Sign in to this network.</body></html>\n';

function isExecuted(kind: FaultKind): boolean {
  switch (kind) {
    case 'reset-after':
    case 'timeout-after':
    case 'truncated':
    case 'wrong-type':
    case 'slow':
    case 'stale':
      return true;
    case 'refused':
    case 'reset-before':
    case 'server-error':
    case 'rate-limit':
    case 'secondary-limit':
    case 'html':
      return false;
  }
}

/** JSON of another type than anybody reads there. */
function spoiled(answer: WebAnswer, fault: Fault | undefined): WebAnswer {
  if (fault?.kind === 'truncated' && fault.whole === true) {
    const text = textOf(answer.body);
    return { ...answer, body: text.slice(0, Math.floor(text.length / 2)) };
  }
  if (fault?.kind !== 'wrong-type' || answer.status === 204 || answer.status === 304) return answer;
  return { ...answer, body: textOf(answer.body).startsWith('[') ? '{"message":"ok"}' : '["ok"]' };
}

async function send(
  socket: Socket,
  response: ServerResponse,
  answer: WebAnswer | undefined,
  fault: Fault | undefined,
): Promise<void> {
  const kind = fault?.kind;
  if (kind === 'timeout-after') return; // Until the caller gives up, or the server is closed.
  if (answer === undefined || kind === 'reset-after' || kind === 'refused' || kind === 'reset-before') {
    socket.resetAndDestroy();
    return;
  }
  const body = Buffer.from(answer.body);
  const bodiless = answer.status === 204 || answer.status === 304;
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(bodiless ? {} : { 'content-length': String(body.length) }),
  });
  if (kind === 'truncated' && fault?.whole !== true) {
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => socket.destroy());
    return;
  }
  if (kind === 'slow') {
    const half = Math.floor(body.length / 2);
    response.write(body.subarray(0, half));
    await sleep(fault?.ms ?? 200, undefined, { ref: false });
    response.end(bodiless ? undefined : body.subarray(half));
    return;
  }
  response.end(bodiless ? undefined : body);
}

async function requestOf(incoming: IncomingMessage): Promise<WebRequest | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of incoming) {
      const piece = Buffer.from(chunk);
      bytes += piece.length;
      if (bytes > bodyBytesMax) throw new Error('The body is too large for a test.');
      chunks.push(piece);
    }
  } catch {
    incoming.destroy();
    return undefined; // The caller went away.
  }
  const at = new URL(incoming.url ?? '/', 'http://here');
  return {
    method: incoming.method ?? 'GET',
    path: at.pathname,
    query: at.searchParams,
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    ),
    body: Buffer.concat(chunks),
  };
}

function withoutSecrets(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { authorization, ...others } = headers;
  return authorization === undefined
    ? others
    : { ...others, authorization: authorization.split(' ')[0] ?? '' };
}

function textOf(body: string | Buffer): string {
  const text = typeof body === 'string' ? body : body.toString('utf8');
  return text.slice(0, recordedCharsMax);
}
