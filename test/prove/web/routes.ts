// What can be asked of the server, as its own document says it, and a call to each that is let in and does nothing: its input is one
// that no schema takes.

import { z } from 'zod';
import { verbs } from '../../../src/app/verbs/table.ts';
import type { Access } from '../../../src/app/verbs/verb.ts';
import type { Call } from './call.ts';
import { called } from './call.ts';
import type { Server, Session } from './session.ts';
import { asking, fromPage, looking } from './session.ts';

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  /** Undefined where nobody has to be signed in. */
  readonly access: Access | undefined;
  readonly kind: 'verb' | 'stream' | 'other';
}

const described = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ 'x-access': z.string().optional() }))),
});

/** Who needs nobody, whatever the document says. */
const isOpen = (method: string, path: string): boolean =>
  (method === 'GET' && path === '/healthz') || (method === 'POST' && path === '/api/session');

export async function routesOf(server: Server, session: Session): Promise<readonly Route[]> {
  const answer = await called(server.port, looking(server, session, '/api/openapi.json'));
  const { paths } = described.parse(JSON.parse(answer.body));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((small): Route => {
      const method = small.toUpperCase();
      return { method, path, name: `${method} ${path}`, access: accessOf(method, path), kind: kindOf(path) };
    }),
  );
}

function kindOf(path: string): Route['kind'] {
  if (path.startsWith('/api/verbs/')) return 'verb';
  return path.startsWith('/api/streams/') || path === '/api/feed' ? 'stream' : 'other';
}

/** By the table of verbs, not by the document: who wrote the one might have forgotten the other. */
function accessOf(method: string, path: string): Access | undefined {
  const verb = /^\/api\/(?:verbs|streams)\/(.+)$/.exec(path)?.[1];
  if (verb !== undefined) {
    const entry = Object.entries(verbs).find(([name]) => name === verb)?.[1];
    if (entry === undefined) throw new Error(`${path} is in the document, and no verb is called that.`);
    return entry.access;
  }
  return isOpen(method, path) ? undefined : 'view';
}

const noInput = { 'no such key': true };

/** Right in everything but its input. */
export function callTo(server: Server, session: Session, route: Route): Call {
  const { method, path, kind } = route;
  if (kind === 'verb') {
    const body = JSON.stringify({ input: noInput, id: crypto.randomUUID() });
    return asking(server, session, path, body);
  }
  if (kind === 'stream' && path !== '/api/feed')
    return looking(server, session, `${path}?input=${encodeURIComponent(JSON.stringify(noInput))}`);
  if (method === 'POST' && path === '/api/session') return asking(server, session, path, '{"code":7}');
  const call = looking(server, session, path);
  return method === 'GET' ? call : { ...call, method, headers: { ...call.headers, ...fromPage(server) } };
}

/** A verb as one would call it who means it. */
export function orderTo(server: Server, session: Session, verb: string, input: object): Call {
  const body = JSON.stringify({ input, id: crypto.randomUUID() });
  return asking(server, session, `/api/verbs/${verb}`, body);
}
