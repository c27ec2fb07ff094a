// Somebody who is signed in, and the calls a page of theirs makes: everything about them is right.

import { z } from 'zod';
import type { Answer, Call } from './call.ts';
import { called } from './call.ts';

export interface Server {
  readonly port: number;
  /** As the page has it in its address: scheme, host and port. */
  readonly origin: string;
  readonly host: string;
}

export interface Session {
  readonly name: string;
  readonly cookie: string;
  readonly key: string;
}

const opened = z.object({ key: z.string().min(16), person: z.object({ name: z.string() }) });

/** As the page does, with what stands behind `#code=` of its address. */
export async function signedIn(server: Server, code: string): Promise<Session> {
  const answer = await called(server.port, signIn(server, code));
  const session = sessionIn(answer);
  if (session === undefined) throw new Error(`Nobody could sign in: ${answer.status} ${answer.body}`);
  return session;
}

export function sessionIn({ status, body, headers }: Answer): Session | undefined {
  if (status !== 200) return undefined;
  const { key, person } = opened.parse(JSON.parse(body));
  const cookie = (headers['set-cookie'] ?? '')
    .split('\n')
    .map((line) => line.split(';')[0] ?? '')
    .join('; ');
  return { name: person.name, cookie, key };
}

export function signIn(server: Server, code: unknown): Call {
  return {
    method: 'POST',
    path: '/api/session',
    headers: { ...fromPage(server), 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  };
}

/** What a browser says of a call that a page makes to its own origin. */
export function fromPage({ host, origin }: Server): Readonly<Record<string, string>> {
  return {
    host,
    origin,
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
    accept: '*/*',
  };
}

export function looking(server: Server, session: Session, path: string): Call {
  const { origin: _unsaid, ...headers } = fromPage(server);
  return {
    method: 'GET',
    path,
    headers: { ...headers, cookie: session.cookie, 'x-slipway-key': session.key },
  };
}

export function asking(server: Server, session: Session, path: string, body: string | Buffer): Call {
  return {
    method: 'POST',
    path,
    headers: {
      ...fromPage(server),
      cookie: session.cookie,
      'x-slipway-key': session.key,
      'content-type': 'application/json',
    },
    body,
  };
}
