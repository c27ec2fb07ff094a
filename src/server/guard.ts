// What a request has to look like before anybody reads it. Pure.
//
// Invariants
//   GUARD-1. The Host is one of ours, always: a name that somebody else lets point at this machine is none (DNS rebinding).
//   GUARD-2. Where a browser says which page a request is from, that page is ours. A request that changes something says so, unless a
//       program brings a token with it, which no page of somebody else's can.
//   GUARD-3. Every answer keeps the page to itself: no frames around it, no script but ours, nothing told to others, nothing kept.
//   GUARD-4. Who needs no session is listed here, and nowhere else.

export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`. */
  readonly site: string | undefined;
  readonly hasToken: boolean;
}

export interface Allowed {
  /** With the port. */
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
}

export interface Turned {
  readonly status: 400 | 403 | 421;
  readonly message: string;
}

/** GUARD-4: the page without data, what it is made of, whether somebody is there, and the way in. */
export function isPublic(method: string, path: string): boolean {
  if (method === 'POST') return path === '/api/session';
  return (method === 'GET' || method === 'HEAD') && !isAsked(path) && path !== '/metrics';
}

/** Where something is asked, and no page is. */
function isAsked(path: string): boolean {
  return path.startsWith('/api/') || path === mcpPath;
}

export const mcpPath = '/mcp';

export function turnedAway(asked: RequestHead, { hosts, origins }: Allowed): Turned | undefined {
  const { method, path, host, origin, site, hasToken } = asked;
  if (host === undefined || !hosts.has(host.toLowerCase())) {
    return {
      status: 421,
      message:
        'This address is not one that Slipway is served at. `slipway serve --public-url ADDRESS` names another.',
    };
  }
  if (origin !== undefined && !origins.has(origin.toLowerCase())) return foreign;
  if (isAsked(path) && site !== undefined && site !== 'same-origin') return foreign;
  const isWrite = method !== 'GET' && method !== 'HEAD';
  if (isWrite && origin === undefined && !hasToken) return foreign;
  return undefined;
}

const foreign: Turned = {
  status: 403,
  message:
    'The request comes from another page, or does not say from which. Only the page of Slipway itself may ask, or a program that brings a token.',
};

/** GUARD-3. */
export const headersAlways: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

export interface ServedAt {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  readonly publicUrl?: string | undefined;
}

/** What this server is called by those who reach it. */
export function allowedAt({ host, port, isSecure, publicUrl }: ServedAt): Allowed {
  const scheme = isSecure ? 'https' : 'http';
  const names = isLoopback(host) ? loopbackNames : [host.includes(':') ? `[${host}]` : host];
  const usual = isSecure ? 443 : 80;
  const hosts = names.flatMap((name) => (port === usual ? [name, `${name}:${port}`] : [`${name}:${port}`]));
  const origins = hosts.map((name) => `${scheme}://${name}`);
  if (publicUrl === undefined) return { hosts: new Set(hosts), origins: new Set(origins) };
  const url = new URL(publicUrl);
  return { hosts: new Set([...hosts, url.host]), origins: new Set([...origins, url.origin]) };
}
