// The proxy of the user's own surroundings, where there is one: companies let nothing out but through theirs.

import { type ClientRequest, request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { isInner, parseTarget, type Target, targetText } from './egress-rules.ts';

export interface OuterProxy {
  readonly url: URL;
  /** Names that are reached without it, as NO_PROXY lists them. */
  readonly except: readonly string[];
}

const connectMsMax = 30_000;

type Environment = Readonly<Record<string, string | undefined>>;

export function outerProxyOf(env: Environment): OuterProxy | undefined {
  const pick = (...names: readonly string[]): string | undefined =>
    names.map((name) => env[name]).find((value) => value !== undefined && value !== '');
  const text = pick('HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy', 'HTTP_PROXY', 'http_proxy');
  if (text === undefined) return undefined;
  const spelled = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(spelled)) return undefined;
  const url = new URL(spelled);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const except = (pick('NO_PROXY', 'no_proxy') ?? '').split(',').map((entry) => entry.trim().toLowerCase());
  return { url, except: except.filter((entry) => entry !== '') };
}

/** Whether a target goes through it. What is on this machine never does. */
export function goesThrough(outer: OuterProxy | undefined, target: Target): outer is OuterProxy {
  if (outer === undefined || target.host === 'localhost' || isInnerLiteral(target.host)) return false;
  return !outer.except.some((entry) => {
    if (entry === '*') return true;
    const [named, port] = splitPort(entry);
    if (port !== undefined && port !== target.port) return false;
    const bare = named.replace(/^\*?\./, '');
    return target.host === bare || target.host.endsWith(`.${bare}`);
  });
}

function isInnerLiteral(host: string): boolean {
  return /^[0-9.]+$|:/.test(host) && isInner(host);
}

function splitPort(entry: string): readonly [string, number | undefined] {
  const target = parseTarget(entry.replace(/^\*?\./, ''));
  return target === undefined ? [entry, undefined] : [target.host, target.port];
}

/** A request to the proxy itself, with the header that says who we are to it, which never reaches a box. */
export function askOuter(
  { url }: OuterProxy,
  {
    headers,
    ...options
  }: RequestOptions & { readonly headers: Readonly<Record<string, string | string[] | undefined>> },
): ClientRequest {
  const isSecure = url.protocol === 'https:';
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return (isSecure ? secureRequest : plainRequest)({
    ...options,
    host: url.hostname,
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    headers: {
      ...Object.fromEntries(Object.entries(headers)),
      ...(url.username === ''
        ? {}
        : { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` }),
    },
    agent: false,
  });
}

/** A way through it to a target; undefined where it does not let us. */
export function throughOuter(outer: OuterProxy, target: Target): Promise<Duplex | undefined> {
  return new Promise((resolve) => {
    const asked = askOuter(outer, {
      method: 'CONNECT',
      path: targetText(target),
      headers: { host: targetText(target) },
      timeout: connectMsMax,
    });
    asked.once('connect', (answer, socket, head) => {
      if (answer.statusCode !== 200) {
        socket.destroy();
        resolve(undefined);
        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    asked.once('response', (answer) => {
      answer.destroy();
      resolve(undefined);
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => {
      resolve(undefined);
    });
    asked.end();
  });
}
