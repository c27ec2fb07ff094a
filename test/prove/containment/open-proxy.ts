// A proxy that lets everybody through to anywhere and reads addresses generously, as one without a list would: what
// the unguarded control gives its agents.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Server } from 'node:net';
import { connect } from 'node:net';
import { remembering } from './listeners.ts';

export function openProxy(): Server {
  const server = createServer({ insecureHTTPParser: true }, forward);
  return remembering(server.on('connect', tunnel).on('clientError', (_error, socket) => socket.destroy()));
}

function forward(incoming: IncomingMessage, response: ServerResponse): void {
  const { hostname, port, pathname } = new URL(incoming.url ?? '', 'http://127.0.0.1');
  const to = request({ hostname, port, path: pathname, method: incoming.method }, (answer) => {
    answer.pipe(response);
  });
  to.on('error', () => response.destroy());
  incoming.pipe(to);
}

function tunnel(incoming: IncomingMessage, socket: Duplex): void {
  const address = (incoming.url ?? '').split('\0')[0] ?? '';
  const { hostname, port } = new URL(`http://${address}`);
  const host = hostname.replaceAll(/[[\]]|\.$/g, '');
  const to = connect({ host, port: Number(port) }, () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    to.pipe(socket).pipe(to);
  });
  to.on('error', () => socket.destroy());
  socket.on('error', () => to.destroy());
}
