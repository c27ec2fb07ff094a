import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import { connect, createServer as createSocketServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EgressOptions, type EgressProxy, openEgressProxy } from './egress-proxy.ts';

let dir = '';
let socket = '';
let proxy: EgressProxy | undefined;
const closing: (() => void)[] = [];

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'slipway-egress-'));
  socket = path.join(dir, 's');
});
afterEach(async () => {
  await proxy?.close();
  proxy = undefined;
  for (const close of closing.splice(0)) close();
  rmSync(dir, { recursive: true, force: true });
});

async function open(options: Partial<EgressOptions>): Promise<EgressProxy> {
  proxy = await openEgressProxy({ socket, listed: [], own: [], ...options });
  return proxy;
}

function listening(server: Server | ReturnType<typeof createSocketServer>): Promise<number> {
  closing.push(() => server.close());
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A request to the proxy, as a program inside a box makes it. */
function ask(url: string, headers: IncomingHttpHeaders = {}, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({
      socketPath: socket,
      path: url,
      method: body === '' ? 'GET' : 'POST',
      headers,
      agent: false,
    });
    asked.once('error', reject);
    asked.once('response', (response) => {
      let text = '';
      response.on('data', (piece) => (text += String(piece)));
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    asked.end(body);
  });
}

/** Everything that comes back for some bytes, until the proxy ends the connection or `until` has come. */
function say(bytes: string, until = '\u0000', then = ''): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const client: Socket = connect(socket);
    closing.push(() => client.destroy());
    client.on('data', (piece) => {
      text += String(piece);
      if (then !== '' && text.includes('\r\n\r\n')) client.write(then);
      if (text.includes(until)) resolve(text);
    });
    client.once('close', () => {
      resolve(text);
    });
    client.on('error', () => undefined);
    client.write(bytes);
  });
}

const toLoopback = (): Promise<readonly string[]> => Promise.resolve(['127.0.0.1']);
const neverLookUp = (): Promise<readonly string[]> => Promise.reject(new Error('looked up'));

const echo = (): Server =>
  createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.once('end', () => {
      response.end(JSON.stringify({ url: request.url, headers: request.headers, body }));
    });
  });

describe('plain requests', () => {
  test('go to what is listed, whole, under the name of their target (EGRESS-PROXY-3)', async () => {
    const port = await listening(echo());
    await open({ listed: [`127.0.0.1:${port}`] });
    const answer = await ask(
      `http://127.0.0.1:${port}/a?b=c`,
      { host: 'elsewhere.test', 'proxy-authorization': 'Basic x', 'x-kept': 'yes' },
      'the body',
    );
    const seen: unknown = JSON.parse(answer.text);
    expect(seen).toMatchObject({
      url: '/a?b=c',
      body: 'the body',
      headers: { host: `127.0.0.1:${port}`, 'x-kept': 'yes' },
    });
    expect(answer.text).not.toContain('proxy-authorization');
  });

  test('to anything else are refused with a sentence, and recorded once', async () => {
    const { refused } = await open({ listed: ['example.org'] });
    expect(await ask('http://127.0.0.1:1/')).toMatchObject({ status: 403 });
    expect((await ask('http://127.0.0.1:1/')).text).toContain('127.0.0.1:1 is refused: it is not among');
    expect(await ask('http://example.org/')).toMatchObject({ status: 403 });
    expect(refused()).toEqual(['127.0.0.1:1', 'example.org:80']);
  });

  test('that do not name a whole address are no requests to a proxy', async () => {
    await open({ listed: ['example.org:80'] });
    expect(await ask('/path', { host: 'example.org' })).toMatchObject({ status: 400 });
    expect(await ask('ftp://example.org/')).toMatchObject({ status: 400 });
  });

  test('in other spellings of an address are judged by the address they mean', async () => {
    const port = await listening(echo());
    const { refused } = await open({ listed: [`example.org:${port}`] });
    for (const host of ['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '[::ffff:127.0.0.1]']) {
      expect((await ask(`http://${host}:${port}/`)).status).not.toBe(200);
    }
    expect(refused()[0]).toBe(`127.0.0.1:${port}`);
  });

  test('cannot smuggle a second one past the list', async () => {
    const port = await listening(echo());
    await open({ listed: [`127.0.0.1:${port}`] });
    const first = `GET http://127.0.0.1:${port}/one HTTP/1.1\r\nHost: x\r\n\r\n`;
    const second = 'GET http://127.0.0.1:1/two HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const said = await say(first + second);
    expect(said).toContain('/one');
    expect(said).toContain('127.0.0.1:1 is refused');
  });

  test.each([
    [
      'two lengths',
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET http://a.test/ HTTP/1.1',
    ],
    ['a header that is a request', 'X: y\r\nGET http://a.test/ HTTP/1.1\r\n\r\n'],
  ])('with %s in them go nowhere and are recorded (P5)', async (_what, rest) => {
    const asked: unknown[] = [];
    const port = await listening(createServer((incoming) => void asked.push(incoming.url)));
    const { refused } = await open({ listed: [`127.0.0.1:${port}`] });
    await say(`POST http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${rest}`);
    expect(refused()).toEqual(['something by a request that cannot be read']);
    expect(asked).toEqual([]);
  });

  test('that end in the middle are no attempt at anything (EGRESS-PROXY-5)', async () => {
    const { refused } = await open({ listed: ['example.org'] });
    const client = connect(socket);
    await new Promise<void>((resolve) => {
      client.write('GET http://exam', () => {
        client.once('close', resolve).destroy();
      });
    });
    await ask('http://127.0.0.1:1/');
    expect(refused()).toEqual(['127.0.0.1:1']);
  });
});

describe('tunnels', () => {
  test('carry bytes both ways to what is listed', async () => {
    const port = await listening(createSocketServer((client) => client.pipe(client)));
    await open({ listed: [`127.0.0.1:${port}`] });
    const said = await say(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`, 'ping', 'ping');
    expect(said).toMatch(/^HTTP\/1\.1 200 /);
    expect(said).toContain('ping');
  });

  test.each([
    'example.org:444',
    '127.0.0.1:443',
    'example.org',
    'example.org:443@evil.test:443',
    '[::1]:443',
  ])('to %s are refused', async (target) => {
    await open({ listed: ['example.org'] });
    expect(await say(`CONNECT ${target} HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1\.1 40[03] /);
  });

  test('that are open end with the proxy', async () => {
    const port = await listening(createSocketServer((client) => client.pipe(client)));
    const opened = await open({ listed: [`127.0.0.1:${port}`] });
    const ended = say(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`, 'never');
    await say(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`, '\r\n\r\n');
    await opened.close();
    proxy = undefined;
    expect(await ended).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('names', () => {
  test('that are not listed are never looked up (EGRESS-PROXY-1)', async () => {
    const asked: string[] = [];
    const lookUp = (name: string): Promise<readonly string[]> => {
      asked.push(name);
      return Promise.resolve([]);
    };
    await open({ listed: ['listed.test:80'], lookUp });
    await ask('http://data-in-a-name.unlisted.test/');
    await ask('http://listed.test/');
    expect(asked).toEqual(['listed.test']);
  });

  test('that lead to a private address are refused, unless that address is listed too (EGRESS-PROXY-2)', async () => {
    const port = await listening(echo());
    const { refused } = await open({ listed: [`name.test:${port}`], lookUp: toLoopback });
    const answer = await ask(`http://name.test:${port}/`);
    expect(answer).toMatchObject({ status: 403 });
    expect(answer.text).toContain('private address 127.0.0.1');
    expect(refused()).toEqual([`name.test:${port}`]);
    await proxy?.close();
    await open({ listed: [`name.test:${port}`, `127.0.0.1:${port}`], lookUp: toLoopback });
    const reached = await ask(`http://name.test:${port}/`);
    expect(reached.text).toContain(`"host":"name.test:${port}"`);
  });

  test('are not remembered without end when they are refused (EGRESS-PROXY-4)', async () => {
    const { refused } = await open({ listed: [] });
    for (let index = 0; index < 120; index += 1) await ask(`http://host-${index}.test/`);
    expect(refused()).toHaveLength(100);
  });
});

describe('where the surroundings have a proxy of their own', () => {
  test('what is listed goes through it, with its login, and nothing is looked up here', async () => {
    const seen: string[] = [];
    const outerServer = createServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers['proxy-authorization']}`);
      response.end('through');
    });
    outerServer.on('connect', (request, client) => {
      seen.push(`CONNECT ${request.url} ${request.headers['proxy-authorization']}`);
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.end('tunnelled');
    });
    const port = await listening(outerServer);
    const outer = { url: new URL(`http://me:p%40ss@127.0.0.1:${port}`), except: [] };
    await open({ listed: ['name.test:80', 'name.test'], outer, lookUp: neverLookUp });
    expect(await ask('http://name.test/x')).toEqual({ status: 200, text: 'through' });
    expect(await say('CONNECT name.test:443 HTTP/1.1\r\n\r\n')).toContain('tunnelled');
    expect(await ask('http://unlisted.test/')).toMatchObject({ status: 403 });
    const login = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    expect(seen).toEqual([`GET http://name.test/x ${login}`, `CONNECT name.test:443 ${login}`]);
  });

  test('that refuses, the tunnel cannot be had', async () => {
    const outerServer = createServer();
    outerServer.on('connect', (_request, client) => client.end('HTTP/1.1 407 No\r\n\r\n'));
    const port = await listening(outerServer);
    const outer = { url: new URL(`http://127.0.0.1:${port}`), except: [] };
    await open({ listed: ['name.test'], outer });
    expect(await say('CONNECT name.test:443 HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 502 /);
  });
});

test('without a socket the proxy listens on loopback', async () => {
  const target = await listening(echo());
  proxy = await openEgressProxy({ listed: [`127.0.0.1:${target}`], own: [] });
  expect(proxy.port).toBeGreaterThan(0);
});
