// Slipway's own server, as a person starts it: a home with a run that waits, and a token of a program. The suite knows no tokens, so
// that a small proxy brings it; of what it passes on it changes nothing but that, and its own name for that of the server.

import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { isRecord, parseJson } from '../../../src/plain/json.ts';
import { makeSample } from '../../support/sample.ts';
import { addressOf } from './suite.ts';

export interface Product {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function startProduct(): Promise<Product> {
  const sample = await makeSample();
  await sample.slipway('run', 'Change a', '--auto', '--trust', '--until', 'plan');
  const { child, ended } = sample.start('serve', '--port', '0', '--json');
  if (child.stdout === null) throw new Error('it says nothing');
  const [line] = await once(child.stdout, 'data', { signal: AbortSignal.timeout(20_000) });
  const said = parseJson(String(line));
  if (!isRecord(said)) throw new Error(`it said ${String(line)}`);
  const added = await sample.slipway('people', 'add', 'suite', '--program', '--access', 'decide');
  const proxy = bringing(added.out.trim(), new URL(String(said['url'])));
  return {
    url: `${await addressOf(proxy)}/mcp`,
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
      child.kill('SIGINT');
      await ended;
      await sample.slipway('engine', 'stop');
      await sample.remove();
    },
  };
}

function bringing(token: string, { hostname, host, port }: URL): Server {
  return createServer((incoming, outgoing) => {
    const headers = named(incoming.headers, incoming.socket.localPort, host);
    const onward = ask(
      {
        hostname,
        port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...headers, authorization: `Bearer ${token}` },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
}

/** Where somebody means the proxy, by its host or as an origin, they mean the server; any other name is theirs. */
function named(headers: IncomingHttpHeaders, port: number | undefined, host: string): IncomingHttpHeaders {
  const own = new RegExp(`(127\\.0\\.0\\.1|localhost):${port}$`);
  const { host: asked, origin } = headers;
  return {
    ...headers,
    ...(asked === undefined ? {} : { host: asked.replace(own, host) }),
    ...(origin === undefined ? {} : { origin: origin.replace(own, host) }),
  };
}
