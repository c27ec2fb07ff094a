// What listens on the user's machine while a run goes on, on loopback only: servers nobody allowed, one that is
// allowed, sockets of the user's other programs, and somebody who knocks at a port an agent might open.
// Each keeps what it received; nothing is ever sent to another machine.

import { createSocket } from 'node:dgram';
import { createServer as createHttpServer } from 'node:http';
import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

const keptCharsMax = 1_000_000;
const knockEveryMs = 100;

export interface Listeners {
  /** An HTTP server no run may reach. */
  readonly deniedPort: number;
  /** The same on `::1`; undefined where the machine has no IPv6. */
  readonly denied6Port: number | undefined;
  /** An HTTP server for a host the run is allowed to reach: `127.0.0.1` and this port. */
  readonly allowedPort: number;
  /** Takes datagrams, as a name server would. */
  readonly datagramPort: number;
  /** Nobody listens here; whoever does is knocked at. */
  readonly knockPort: number;
  readonly sshAgent: string;
  readonly docker: string;
  readonly bus: string;
  /** The name of an abstract socket, without the zero it begins with. */
  readonly abstract: string;
  /** Everything that arrived where nothing should. */
  readonly received: () => string;
  readonly close: () => Promise<void>;
}

export async function startListeners(runtime: string, nonce: string): Promise<Listeners> {
  const closers: (() => Promise<void>)[] = [];
  let kept = '';
  const keep = (text: string): void => {
    if (kept.length < keptCharsMax) kept += text;
  };
  const own = async (server: Server, at: Place): Promise<number> => {
    closers.push(() => closed(server));
    return listening(server, at);
  };
  const silent = (path: string): Promise<number> => own(takingServer(keep), { path });
  const sockets = { sshAgent: `${runtime}/ssh`, docker: `${runtime}/docker`, bus: `${runtime}/bus` };
  for (const path of Object.values(sockets)) await silent(path);
  const abstract = `canary-${nonce}`;
  await silent(`\0${abstract}`);
  const local = { host: '127.0.0.1', port: 0 };
  const deniedPort = await own(webServer(keep), local);
  const denied6Port = await own(webServer(keep), { host: '::1', port: 0 }).catch(() => undefined);
  const allowedPort = await own(
    webServer(() => undefined),
    local,
  );
  const datagrams = createSocket('udp4', (message) => keep(message.toString('latin1')));
  await new Promise<void>((resolve) => {
    datagrams.bind(0, '127.0.0.1', resolve);
  });
  closers.push(async () => void datagrams.close());
  const knockPort = await freePort();
  const knocker = setInterval(() => knock(knockPort, keep), knockEveryMs);
  closers.push(async () => clearInterval(knocker));
  return {
    ...sockets,
    abstract,
    deniedPort,
    denied6Port,
    allowedPort,
    datagramPort: datagrams.address().port,
    knockPort,
    received: () => kept,
    close: async () => {
      for (const close of closers.splice(0)) await close();
    },
  };
}

type Place = { readonly path: string } | { readonly host: string; readonly port: number };

/** The port, or 0 where there is none. */
export function listening(server: Server, at: Place): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

/** Ends what is still connected: an agent may have left a connection open on purpose. */
export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of connections.get(server) ?? []) socket.destroy();
  });
}

const connections = new WeakMap<Server, Set<Socket>>();

export function remembering(server: Server): Server {
  const open = new Set<Socket>();
  connections.set(server, open);
  return server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
  });
}

function takingServer(keep: (text: string) => void): Server {
  return remembering(
    createServer((socket) => {
      socket.setEncoding('latin1').on('data', (text: string) => keep(text));
    }),
  );
}

function webServer(keep: (text: string) => void): Server {
  return remembering(
    createHttpServer((request, response) => {
      keep(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n`);
      request.setEncoding('latin1').on('data', (text: string) => keep(text));
      request.on('end', () => response.end('{}\n'));
    }).on('clientError', (_error, socket) => socket.destroy()),
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server, { host: '127.0.0.1', port: 0 });
  await closed(server);
  return port;
}

function knock(port: number, keep: (text: string) => void): void {
  const socket = connect({ host: '127.0.0.1', port });
  socket.setTimeout(knockEveryMs, () => socket.destroy());
  socket.setEncoding('latin1').on('data', (text: string) => keep(text));
  socket.on('error', () => undefined);
}
