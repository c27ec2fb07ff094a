import { describe, expect, test } from 'vitest';
import { allowedAt, isLoopback, isPublic, turnedAway } from './guard.ts';

const here = { host: '127.0.0.1', port: 4170, isSecure: false };
const ours = {
  method: 'POST',
  path: '/api/verbs/list',
  host: '127.0.0.1:4170',
  origin: 'http://127.0.0.1:4170',
  site: 'same-origin',
  hasToken: false,
};
const statusOf = (more: Partial<typeof ours> | { readonly [key: string]: unknown }): number | undefined =>
  turnedAway({ ...ours, ...more }, allowedAt(here))?.status;

describe('a request (GUARD-1, GUARD-2)', () => {
  test('of the page itself goes on, by each name of this machine', () => {
    expect(statusOf({})).toBeUndefined();
    for (const name of ['localhost:4170', '[::1]:4170', 'LOCALHOST:4170']) {
      expect(statusOf({ host: name, origin: `http://${name}` })).toBeUndefined();
    }
  });

  test.each(['evil.example:4170', '127.0.0.1', '127.0.0.1:80', 'localhost:4171', '', undefined])(
    'for the host %s is turned away',
    (host) => {
      expect(statusOf({ host })).toBe(421);
    },
  );

  test.each(['http://evil.example', 'http://127.0.0.1:9999', 'https://127.0.0.1:4170', 'null', ''])(
    'from a page of %s is turned away, also where it only looks',
    (origin) => {
      expect(statusOf({ origin })).toBe(403);
      expect(statusOf({ origin, method: 'GET' })).toBe(403);
    },
  );

  test.each(['cross-site', 'same-site', 'none'])(
    'that a browser calls %s is turned away from the API',
    (site) => {
      expect(statusOf({ site })).toBe(403);
      expect(statusOf({ site, method: 'GET', path: '/api/feed' })).toBe(403);
      expect(statusOf({ site, method: 'GET', path: '/', origin: undefined })).toBeUndefined();
    },
  );

  test('that changes something says from which page it is, unless a program brings a token', () => {
    for (const method of ['POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS']) {
      expect(statusOf({ method, origin: undefined, site: undefined })).toBe(403);
      expect(statusOf({ method, origin: undefined, site: undefined, hasToken: true })).toBeUndefined();
    }
    expect(statusOf({ method: 'GET', origin: undefined, site: undefined })).toBeUndefined();
  });
});

test('behind a proxy the address of the proxy is ours, too', () => {
  const allowed = allowedAt({ ...here, publicUrl: 'https://slipway.example.com' });
  const asked = { ...ours, host: 'slipway.example.com', origin: 'https://slipway.example.com' };
  expect(turnedAway(asked, allowed)).toBeUndefined();
  expect(turnedAway({ ...asked, origin: 'http://slipway.example.com' }, allowed)?.status).toBe(403);
});

test('with a certificate, on the usual port, the name alone is enough', () => {
  const { hosts, origins } = allowedAt({ host: '192.0.2.7', port: 443, isSecure: true });
  expect([...hosts]).toEqual(['192.0.2.7', '192.0.2.7:443']);
  expect([...origins]).toContain('https://192.0.2.7');
});

test('only the page without data, the way in and a sign of life need nobody who is known (GUARD-4)', () => {
  const open = [
    ['GET', '/'],
    ['HEAD', '/'],
    ['GET', '/runs/r-1'],
    ['GET', '/assets/x.js'],
    ['GET', '/healthz'],
    ['POST', '/api/session'],
  ] as const;
  for (const [method, path] of open) expect(isPublic(method, path)).toBe(true);
  const closed = [
    ['GET', '/api/session'],
    ['DELETE', '/api/session'],
    ['GET', '/api/feed'],
    ['GET', '/metrics'],
    ['POST', '/'],
    ['POST', '/api/verbs/list'],
    ['OPTIONS', '/'],
  ] as const;
  for (const [method, path] of closed) expect(isPublic(method, path)).toBe(false);
});

test('only addresses of this machine are', () => {
  for (const host of ['127.0.0.1', '127.9.9.9', 'localhost', '::1']) expect(isLoopback(host)).toBe(true);
  for (const host of ['0.0.0.0', '::', '128.0.0.1', '127.0.0.1.evil.example', '192.168.1.1']) {
    expect(isLoopback(host)).toBe(false);
  }
});
