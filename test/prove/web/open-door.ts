// A door that lets everybody in: a proxy before the server that makes of any call one that whoever sits at the machine could have made. What
// is a case has to be seen to get through here; one that is not would prove nothing.

import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';
import { address } from './call.ts';
import { fromPage } from './session.ts';
import type { Stage } from './stage.ts';

export interface OpenDoor {
  readonly port: number;
  readonly close: () => Promise<void>;
}

export async function openDoor(stage: Stage): Promise<OpenDoor> {
  const door = createServer((asked, answer) => letIn(stage, asked, answer));
  const port = await portOf(door);
  return { port, close: () => shut(door) };
}

export async function portOf(server: Server): Promise<number> {
  server.listen(0, address);
  await once(server, 'listening');
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('It listens at no port.');
  return at.port;
}

export async function shut(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function letIn({ server, owner }: Stage, asked: IncomingMessage, answer: ServerResponse): void {
  const { origin, ...headers } = fromPage(server);
  const isWrite = asked.method !== 'GET';
  const length = asked.headers['content-length'];
  const passed = request(
    {
      host: address,
      port: server.port,
      method: asked.method ?? 'GET',
      path: asked.url ?? '/',
      headers: {
        ...headers,
        cookie: owner.cookie,
        'x-slipway-key': owner.key,
        ...(isWrite ? { origin, 'content-type': 'application/json' } : {}),
        ...(length === undefined ? {} : { 'content-length': length }),
      },
      setHost: false,
      agent: false,
    },
    (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
      answer.on('close', () => given.destroy());
    },
  );
  passed.on('error', () => answer.destroy());
  asked.pipe(passed);
}
