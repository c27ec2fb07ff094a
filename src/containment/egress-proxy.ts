// The one way out of a box: a proxy of our own on a socket that only this box is given. It tunnels (CONNECT) and forwards
// plain HTTP to what is listed, and refuses the rest.
//
// Invariants
//   EGRESS-PROXY-1. A name that is not listed is never looked up: names carry data too.
//   EGRESS-PROXY-2. A name is looked up once, by us, and the address that was judged is the address that is used.
//   EGRESS-PROXY-3. Where a request is to go is said by its target alone; a header that says otherwise is replaced.
//   EGRESS-PROXY-4. Connections, waits and the record of refusals are bounded.
//   EGRESS-PROXY-5. What cannot be read as a request goes nowhere and is recorded like a refusal: it may be a request within another.

import { lookup } from 'node:dns/promises';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as plainRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isListed, mayLeadTo, parseTarget, type Target, targetText } from './egress-rules.ts';
import { askOuter, goesThrough, type OuterProxy, throughOuter } from './outer-proxy.ts';

/** A model may think for many minutes before its next word. */
const idleMsMax = 30 * 60_000;
const connectMsMax = 30_000;
const connectionsMax = 256;
const refusalsMax = 100;

export interface EgressOptions {
  /** A file in a folder of this box alone; without one, a port of loopback is listened on. */
  readonly socket?: string;
  /** `host`, `host:port` or `*.suffix`. */
  readonly listed: readonly string[];
  /** Names of the user's own surroundings, which may lie in a private network. */
  readonly own: readonly string[];
  readonly outer?: OuterProxy;
  /** The addresses of a name; none where there are none. The system's own way where nothing else is given. */
  readonly lookUp?: (name: string) => Promise<readonly string[]>;
}

export interface EgressProxy {
  /** Where it listens, if not on a socket; else 0. */
  readonly port: number;
  /** What was refused so far, each once: `host:port`, or that there was a request nobody can read. */
  readonly refused: () => readonly string[];
  readonly close: () => Promise<void>;
}

export async function openEgressProxy(options: EgressOptions): Promise<EgressProxy> {
  const proxy = new Proxy(options);
  await proxy.listen();
  return { port: proxy.port, refused: () => proxy.refused, close: () => proxy.close() };
}

type Judged =
  | { readonly ok: true; readonly target: Target; readonly address: string | undefined }
  | { readonly ok: false; readonly status: 400 | 403 | 502; readonly why: string };

type Allowed = Judged & { readonly ok: true };
type Refusal = Judged & { readonly ok: false };

class Proxy {
  readonly #options: EgressOptions;
  readonly #server: Server;
  readonly #refused = new Set<string>();
  readonly #open = new Set<Duplex>();

  constructor(options: EgressOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#forward(request, response));
    this.#server.maxConnections = connectionsMax;
    this.#server.on('connection', (socket: Socket) => {
      this.#keep(socket);
    });
    this.#server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      void this.#tunnel(request.url ?? '', socket, head);
    });
    this.#server.on('clientError', (error, socket) => {
      if (isUnreadable(error)) this.#note(unreadable); // EGRESS-PROXY-5
      socket.destroy();
    });
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  get refused(): readonly string[] {
    return [...this.#refused];
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      const { socket } = this.#options;
      if (socket === undefined) this.#server.listen(0, '127.0.0.1', resolve);
      else this.#server.listen(socket, resolve);
    });
  }

  close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
    for (const stream of this.#open) stream.destroy();
    return closed;
  }

  async #tunnel(text: string, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => undefined);
    const judged = await this.#judge(text, undefined);
    const way = judged.ok ? await this.#reach(judged) : undefined;
    if (!judged.ok || way === undefined) {
      const refusal = judged.ok ? unreachable(judged.target) : judged;
      socket.end(
        `HTTP/1.1 ${refusal.status} Refused\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n${refusal.why}\n`,
      );
      return;
    }
    if (socket.destroyed) {
      way.destroy();
      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) way.write(head);
    join(socket, way);
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : undefined;
    const judged: Judged =
      url?.protocol === 'http:'
        ? await this.#judge(url.host, 80)
        : { ok: false, status: 400, why: 'This is a proxy: name the whole address.' };
    if (!judged.ok || url === undefined) {
      refuse(response, judged.ok ? unreachable(judged.target) : judged);
      return;
    }
    const onward = this.#onward(request, url, judged);
    onward.once('socket', (socket) => this.#keep(socket));
    onward.once('timeout', () => onward.destroy());
    onward.once('error', () => {
      if (response.headersSent) response.destroy();
      else refuse(response, unreachable(judged.target));
    });
    onward.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
      answer.pipe(response);
    });
    response.once('close', () => onward.destroy());
    request.pipe(onward);
  }

  #onward(request: IncomingMessage, url: URL, { target, address }: Allowed): ClientRequest {
    const { outer } = this.#options;
    const { method } = request;
    const usual = { ...(method === undefined ? {} : { method }), timeout: idleMsMax };
    const headers = { ...withoutHops(request.headers), host: url.host }; // EGRESS-PROXY-3
    if (goesThrough(outer, target)) return askOuter(outer, { ...usual, path: url.href, headers });
    return plainRequest({
      ...usual,
      host: address ?? target.host, // EGRESS-PROXY-2
      port: target.port,
      path: `${url.pathname}${url.search}`,
      headers,
      agent: false,
    });
  }

  async #judge(text: string, usualPort: number | undefined): Promise<Judged> {
    const target = parseTarget(text, usualPort);
    if (target === undefined) {
      this.#note(text.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, 100));
      return { ok: false, status: 400, why: 'This is neither a name nor an address with a port.' };
    }
    const { listed, own, outer } = this.#options;
    if (!isListed(target, listed)) return this.#refuse(target, 'it is not among what this box may reach'); // EGRESS-PROXY-1
    if (isIP(target.host) !== 0) return { ok: true, target, address: target.host };
    if (goesThrough(outer, target)) return { ok: true, target, address: undefined };
    const found = await (this.#options.lookUp ?? addressesOf)(target.host);
    const address = found.find((each) => mayLeadTo(target, each, { listed, own }));
    if (found[0] === undefined) return unreachable(target);
    if (address === undefined) {
      return this.#refuse(
        target,
        `it leads to the private address ${found[0]}, which would have to be listed itself`,
      );
    }
    return { ok: true, target, address };
  }

  #refuse(target: Target, because: string): Judged {
    this.#note(targetText(target));
    return { ok: false, status: 403, why: `${targetText(target)} is refused: ${because}.` };
  }

  #note(what: string): void {
    if (this.#refused.size < refusalsMax) this.#refused.add(what);
  }

  async #reach({ target, address }: Allowed): Promise<Duplex | undefined> {
    const { outer } = this.#options;
    const way = goesThrough(outer, target)
      ? await throughOuter(outer, target)
      : await direct(address ?? target.host, target.port);
    if (way !== undefined) this.#keep(way);
    return way;
  }

  #keep(stream: Duplex): void {
    this.#open.add(stream);
    stream.once('close', () => this.#open.delete(stream));
    stream.on('error', () => undefined);
    if (isSocket(stream)) stream.setTimeout(idleMsMax, () => stream.destroy());
  }
}

const unreadable = 'something by a request that cannot be read';

/** The parser's own errors, but for the one that says a connection ended in the middle. */
function isUnreadable(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE';
}

async function addressesOf(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, verbatim: true }).catch(() => []);
  return found.map(({ address }) => address);
}

function isSocket(stream: Duplex): stream is Socket {
  return 'setTimeout' in stream;
}

function direct(address: string, port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const fail = (): void => {
      socket.destroy();
      resolve(undefined);
    };
    socket.setTimeout(connectMsMax, fail);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.off('error', fail);
      socket.removeAllListeners('timeout');
      resolve(socket);
    });
  });
}

/** Each end of a tunnel ends with the other; what was said before the end still arrives. */
function join(one: Duplex, other: Duplex): void {
  one.pipe(other);
  other.pipe(one);
  one.once('close', () => other.destroy());
  other.once('close', () => one.destroy());
}

function unreachable(target: Target): Refusal {
  return { ok: false, status: 502, why: `${targetText(target)} cannot be reached.` };
}

function refuse(response: ServerResponse, { status, why }: Refusal): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
  response.end(`${why}\n`);
}

const hopNames = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function withoutHops(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopNames.has(name) && !named.has(name)),
  );
}
