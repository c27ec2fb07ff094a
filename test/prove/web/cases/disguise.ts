// Calls that mean one thing to who lets in and another to who answers, from nobody: a path in other letters, another method, a header that
// is to stand for another. Also paths that lead out of the folder of the page.

import type { Call } from '../call.ts';
import { bytesOf, sentRaw } from '../call.ts';
import type { Case } from '../case.ts';
import { refusedBy } from '../case.ts';
import { orderTo } from '../routes.ts';
import type { Stage } from '../stage.ts';

export function disguiseCases({ server, secrets }: Stage): readonly Case[] {
  const {
    cookie: _c,
    'x-slipway-key': _k,
    ...headers
  } = orderTo(server, { name: '', cookie: '', key: '' }, 'list', {}).headers;
  const paths = [
    '/%61pi/verbs/list',
    '/api%2fverbs%2flist',
    '//api/verbs/list',
    '/./api/verbs/list',
    '/x/../api/verbs/list',
    '/API/verbs/list',
    '/api/./verbs/list',
    '/api/verbs/list?',
    '/api/verbs/list#x',
    '/api/verbs/list/',
    '/api\\verbs\\list',
    '/assets/../api/verbs/list',
    '/assets/..%2fapi/verbs/list',
    '/api/session/../verbs/list',
    '/healthz/../api/verbs/list',
    '/%2561pi/verbs/list',
    '/api/verbs/%6cist',
    ';/api/verbs/list',
  ];
  const body = JSON.stringify({ input: {} });
  const posts = paths.map((path): Call => ({ method: 'POST', path, headers, body }));
  const gets = [
    ...paths,
    '/%61pi/feed',
    '//api/feed',
    '/x/../api/feed',
    '/%6detrics',
    '//metrics',
    '/metrics/',
    '/x/../metrics',
    '/assets/../../../../../etc/passwd',
    '/assets/..%2f..%2f..%2f..%2fetc/passwd',
    '/..%5c..%5cetc/passwd',
    '/assets/%00',
    '/%ff',
  ].map((path): Call => ({ method: 'GET', path, headers }));
  const methods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'HEAD', 'PROPFIND'].map((method): Call => ({
    method,
    path: '/api/verbs/list',
    headers,
  }));
  const overridden = [
    'x-http-method-override',
    'x-method-override',
    'x-original-url',
    'x-rewrite-url',
    'x-forwarded-host',
    'x-forwarded-for',
    'x-forwarded-user',
    'forwarded',
    'x-real-ip',
  ].map((name): Call => ({
    method: 'POST',
    path: '/api/verbs/list',
    headers: { ...headers, [name]: name.includes('url') ? '/healthz' : '127.0.0.1' },
    body,
  }));
  return [...posts, ...gets, ...methods, ...overridden].map((call) => ({
    group: 'disguise',
    name: `${call.method} ${call.path}${overridden.includes(call) ? ` with ${Object.keys(call.headers).at(-1)}` : ''}`,
    play: async () => {
      const text = bytesOf({
        ...call,
        headers: {
          ...call.headers,
          ...(call.body === undefined ? {} : { 'content-length': String(call.body.length) }),
        },
      });
      const answer = await sentRaw(server.port, text);
      const isShell = call.method === 'GET' && answer.status === 200 && /<!doctype html/i.test(answer.body);
      const judged = isShell ? { ...answer, status: 404 } : answer;
      return [...refusedBy(judged, [400, 401, 403, 404, 405, 421, 501], [...secrets, 'root:x:0'])];
    },
  }));
}
