// Listening at an address: the routes behind a server of Node's own, with the limits that keep it alive whoever connects.
//
// Invariants
//   LISTENER-1. Without a certificate and people it listens on this machine alone.
//   LISTENER-2. Connections, headers and the time they take are limited: one that drips does not keep its place.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { getRequestListener } from '@hono/node-server';
import { UserError } from '../app/ending/user-error.ts';
import { buildHere } from '../app/home/build.ts';
import type { ListenAt, Listener, ListenerLog } from '../app/home/listening.ts';
import { everybody } from '../app/people/people.ts';
import type { AskedOrder } from '../app/verbs/verb.ts';
import { codeOf, messageOf } from '../plain/errors.ts';
import { Answers } from './answers.ts';
import { Feed } from './feed.ts';
import { allowedAt, isLoopback } from './guard.ts';
import { listeningAt } from './listening-at.ts';
import { KeptViews } from './kept-views.ts';
import { pageFiles } from './page-files.ts';
import { RequestLog } from './request-log.ts';
import { routes } from './routes.ts';
import { SignedIn } from './signed-in.ts';
import { Streams } from './streams.ts';

/** LISTENER-2. */
const connectionsMax = 2_000;
const headersMs = 10_000;
const requestMs = 30_000;
const idleMs = 10_000;
const lookMs = 1_000;

/** Where nobody keeps a log, as in a demo. */
const nowhere: ListenerLog = { say: () => undefined, sayOf: () => undefined };

export async function openListener(
  at: ListenAt,
  owner: AskedOrder['owner'],
  log = nowhere,
): Promise<Listener> {
  const { places, clock } = owner.environments.in(undefined);
  const isSecure = at.tls !== undefined;
  if (!isLoopback(at.host)) await refuseBare(at, (await everybody(places)).length); // LISTENER-1
  const server = await serverFor(at);
  const port = await listeningAt(server, at, notThere);
  const streams = new Streams();
  const feed = await Feed.open(owner.journal, owner.runs, clock);
  const signedIn = await SignedIn.open(places, clock);
  const here = { host: at.host, port, isSecure, publicUrl: at.publicUrl };
  const origin = at.publicUrl === undefined ? originOf(here) : new URL(at.publicUrl).origin;
  const app = routes({
    owner,
    views: new KeptViews(owner.journal, clock),
    answers: new Answers(clock),
    signedIn,
    feed,
    streams,
    files: pageFiles(),
    allowed: allowedAt(here),
    isSecure: isSecure || origin.startsWith('https:'),
    cookieName: `slipway_${createHash('sha256').update(places.home).digest('hex').slice(0, 12)}`,
    version: buildHere(),
    publicUrl: origin,
    clock,
    log: new RequestLog(log, clock),
  });
  const answer = getRequestListener(app.fetch);
  server.on('request', (incoming, outgoing) => void answer(incoming, outgoing));
  return {
    at: { host: at.host, port, origin },
    newLink: (by) => `${origin}/#code=${signedIn.newCode(by)}`,
    recheck: () => streams.recheck((caller) => signedIn.isIn(caller)),
    close: async () => {
      streams.close();
      feed.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function refuseBare({ host, tls }: ListenAt, people: number): Promise<void> {
  if (tls !== undefined && people > 0) return;
  const missing = [
    ...(tls === undefined ? ['a certificate (--cert FILE --key FILE)'] : []),
    ...(people === 0 ? ['people who may be let in (slipway people add NAME)'] : []),
  ];
  throw new UserError(
    `${host} can be reached from other machines, and that needs ${missing.join(' and ')}. ` +
      'Behind a proxy with a certificate of its own, leave --host out and name its address: slipway serve --public-url https://…',
    'refused',
  );
}

function originOf({ host, port, isSecure }: { host: string; port: number; isSecure: boolean }): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return new URL(`${isSecure ? 'https' : 'http'}://${name}:${port}`).origin;
}

async function serverFor({ tls }: ListenAt): Promise<Server> {
  const limits = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: lookMs,
  };
  const server =
    tls === undefined ? createServer(limits) : createSecureServer({ ...limits, ...(await certificate(tls)) });
  server.maxConnections = connectionsMax;
  return server;
}

async function certificate(tls: NonNullable<ListenAt['tls']>): Promise<{ cert: Buffer; key: Buffer }> {
  try {
    const [cert, key] = await Promise.all([readFile(tls.cert), readFile(tls.key)]);
    return { cert, key };
  } catch (error) {
    throw new UserError(`The certificate cannot be read (${messageOf(error)}).`, 'missing');
  }
}

function notThere(error: Error, host: string, port: number): Error {
  if (codeOf(error) === 'EADDRINUSE')
    return new UserError(
      `Port ${port} of ${host} is taken by another program. Choose another: slipway serve --port 0 takes one that is free.`,
      'missing',
    );
  return new UserError(`Slipway cannot listen at ${host}, port ${port} (${error.message}).`, 'missing');
}
