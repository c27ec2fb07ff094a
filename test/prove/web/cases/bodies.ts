// Bodies and requests that are too large, too deep or broken, from somebody who may everything: the door has to let them in, and they
// must come to nothing all the same, with an answer that says so.

import { gzipSync } from 'node:zlib';
import type { Call } from '../call.ts';
import { bytesOf, called, sentRaw } from '../call.ts';
import type { Case } from '../case.ts';
import { refusedBy } from '../case.ts';
import { orderTo } from '../routes.ts';
import type { Stage } from '../stage.ts';

/** Larger than anything that is to be said at once. */
const hugeBytes = 64 * 1024 * 1024;
const deep = 200_000;

interface Body {
  readonly name: string;
  readonly body: string | Buffer;
  readonly expected?: readonly number[];
  readonly headers?: Readonly<Record<string, string>>;
}

const bad = [400] as const;
const tooLarge = [413] as const;

function bodiesOf({ run }: Stage): readonly Body[] {
  const id = crypto.randomUUID();
  const tell = JSON.stringify({ input: { run, text: 'x' }, id });
  return [
    { name: 'nothing', body: '' },
    { name: 'a blank', body: ' ' },
    { name: 'no JSON', body: 'input=x' },
    { name: 'half of it', body: tell.slice(0, -3) },
    { name: 'two documents', body: `${tell}${tell}` },
    { name: 'null', body: 'null' },
    { name: 'a number', body: '7' },
    { name: 'a text', body: JSON.stringify(tell) },
    { name: 'a list', body: `[${tell}]` },
    { name: 'an input that is a list', body: `{"input":[],"id":"${id}"}` },
    { name: 'an input that is null', body: `{"input":null,"id":"${id}"}` },
    { name: 'no input', body: `{"id":"${id}"}` },
    { name: 'no id', body: JSON.stringify({ input: { run, text: 'x' } }) },
    { name: 'an id that is no text', body: JSON.stringify({ input: { run, text: 'x' }, id: { a: 1 } }) },
    { name: 'an empty id', body: JSON.stringify({ input: { run, text: 'x' }, id: '' }) },
    {
      name: 'an id of a megabyte',
      body: JSON.stringify({ input: { run, text: 'x' }, id: id.repeat(30_000) }),
      expected: [400, 413],
    },
    {
      name: 'a key that nobody knows',
      body: JSON.stringify({ input: { run, text: 'x', by: 'root' }, id }),
    },
    {
      name: 'who it is by, said by the body',
      body: JSON.stringify({ input: { run, text: 'x' }, id, by: { who: 'root' } }),
    },
    {
      name: 'an environment, said by the body',
      body: JSON.stringify({ input: { run, text: 'x' }, id, given: { PATH: '/tmp' } }),
    },
    {
      name: 'a prototype',
      body: `{"input":{"run":"${run}","text":"x","__proto__":{"access":"administer"}},"id":"${id}"}`,
    },
    { name: 'a prototype around it', body: `{"__proto__":{"input":{"text":"x"},"id":"${id}"}}` },
    {
      name: 'a run that is a path',
      body: JSON.stringify({ input: { run: '../../etc/passwd', text: 'x' }, id }),
      expected: [400, 404, 409],
    },
    {
      name: 'a run with a null byte',
      body: JSON.stringify({ input: { run: `${run}\0`, text: 'x' }, id }),
    },
    {
      name: 'bytes that are no text',
      body: Buffer.concat([
        Buffer.from('{"input":{"text":"'),
        Buffer.from([0xff, 0xfe, 0xc0]),
        Buffer.from(`"},"id":"${id}"}`),
      ]),
    },
    { name: 'UTF-16', body: Buffer.from(tell, 'utf16le') },
    { name: `${deep} lists in each other`, body: '['.repeat(deep) + ']'.repeat(deep), expected: [400, 413] },
    {
      name: `${deep} objects in each other`,
      body: `{"input":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)},"id":"${id}"}`,
      expected: [400, 413],
    },
    { name: `${deep} lists that do not end`, body: '['.repeat(deep), expected: [400, 413] },
    {
      name: 'a text that is too long',
      body: JSON.stringify({ input: { run, text: 'x'.repeat(1_100_000) }, id }),
      expected: [400, 413],
    },
    { name: '64 MB', body: Buffer.alloc(hugeBytes, 'x'), expected: tooLarge },
    {
      name: '64 MB in chunks',
      body: Buffer.alloc(hugeBytes, 'x'),
      headers: { 'transfer-encoding': 'chunked' },
      expected: tooLarge,
    },
    {
      name: '64 MB that are packed',
      body: gzipSync(Buffer.alloc(hugeBytes, 'x')),
      headers: { 'content-encoding': 'gzip' },
      expected: [400, 413, 415],
    },
  ];
}

export function bodyCases(stage: Stage): readonly Case[] {
  const { server, owner, people } = stage;
  const known = [owner, people.administer.session].flatMap((session) =>
    bodiesOf(stage).map((one): Case => {
      const { headers, body: _, ...call } = orderTo(server, session, 'tell', {});
      const whole: Call = { ...call, headers: { ...headers, ...one.headers }, body: one.body };
      return {
        group: 'body',
        name: `${one.name}, from ${session === owner ? 'the machine' : 'a person'}`,
        play: async () => refusedBy(await called(server.port, whole), one.expected ?? bad, []),
      };
    }),
  );
  return [...known, ...large(stage), ...rawCases(stage)];
}

/** Whoever is not signed in gets no megabyte read. */
function large({ server, secrets }: Stage): readonly Case[] {
  return [1, 64].map((megabytes) => ({
    group: 'body',
    name: `${megabytes} MB at the way in, from nobody`,
    play: async () => {
      const { headers } = orderTo(server, { name: '', cookie: '', key: '' }, 'tell', {});
      const body = JSON.stringify({ code: 'x'.repeat(megabytes * 1024 * 1024) });
      const call = { method: 'POST', path: '/api/session', headers, body };
      return refusedBy(await called(server.port, call), [400, 401, 413], secrets);
    },
  }));
}

/** What is no HTTP, or two requests to one reader and one to another. */
function rawCases(stage: Stage): readonly Case[] {
  const { server, owner, run, secrets } = stage;
  const order = orderTo(server, owner, 'tell', { run, text: 'x' });
  const plain = bytesOf({
    ...order,
    headers: { ...order.headers, 'content-length': String(order.body?.length) },
  });
  const { host, ...rest } = order.headers;
  const head = (lines: readonly string[]): string =>
    [
      'POST /api/verbs/tell HTTP/1.1',
      'connection: close',
      ...lines,
      ...Object.entries(rest).map(([name, value]) => `${name}: ${value}`),
    ].join('\r\n');
  const list: readonly (readonly [string, string])[] = [
    ['no Host', `${head([])}\r\ncontent-length: 2\r\n\r\n{}`],
    ['two Hosts', `${head([`host: ${host}`, 'host: rebound.example'])}\r\ncontent-length: 2\r\n\r\n{}`],
    ['an empty Host', `${head(['host:'])}\r\ncontent-length: 2\r\n\r\n{}`],
    [
      'a whole address with another host',
      plain
        .replace('POST /', 'POST http://rebound.example/')
        .replace(`host: ${host}`, 'host: rebound.example'),
    ],
    ['HTTP/1.0 without a Host', `${head([]).replace('HTTP/1.1', 'HTTP/1.0')}\r\ncontent-length: 2\r\n\r\n{}`],
    ['two lengths', plain.replace('content-length:', 'content-length: 1\r\ncontent-length:')],
    [
      'a length and chunks',
      plain.replace('content-length:', 'transfer-encoding: chunked\r\ncontent-length:'),
    ],
    ['a length that is no number', plain.replace(/content-length: \d+/, 'content-length: x')],
    ['a length below nothing', plain.replace(/content-length: \d+/, 'content-length: -1')],
    [
      'chunks with a size that is none',
      `${head([`host: ${host}`])}\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    ],
    ['a folded header', plain.replace('accept: */*', 'accept: */*\r\n folded: x')],
    ['a null byte in a header', plain.replace('accept: */*', 'accept: \0')],
    ['a blank before a colon', plain.replace('accept:', 'accept :')],
    [
      'lines that end with LF and a CR of their own',
      plain.replace('accept: */*', 'accept: a\rx-slipway-key: b'),
    ],
    ['headers of 1 MB', plain.replace('accept: */*', `accept: ${'x'.repeat(1024 * 1024)}`)],
    [
      '10,000 headers',
      plain.replace('accept: */*', Array.from({ length: 10_000 }, (_, n) => `x-${n}: y`).join('\r\n')),
    ],
    ['a path of 1 MB', plain.replace('/api/verbs/tell', `/${'x'.repeat(1024 * 1024)}`)],
    ['a method that is none', plain.replace('POST', 'STEAL')],
    ['no HTTP', 'hello\r\n\r\n'],
    ['the beginning of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00FC\u0003\u0003\r\n\r\n'],
    ['HTTP/2 as it begins', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a tunnel', `CONNECT rebound.example:443 HTTP/1.1\r\nhost: ${host}\r\n\r\n`],
    [
      'a websocket',
      `GET /api/feed HTTP/1.1\r\nhost: ${host}\r\norigin: https://stranger.example\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    ],
  ];
  return list.map(([name, text]) => ({
    group: 'malformed',
    name,
    play: async () =>
      refusedBy(
        await sentRaw(server.port, Buffer.from(text, 'latin1')),
        [400, 401, 403, 404, 405, 411, 413, 414, 415, 421, 426, 431, 501, 505],
        secrets,
      ),
  }));
}
