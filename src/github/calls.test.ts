import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../telemetry/system-clock.ts';
import { answered } from './answer.ts';
import type { GitHubCalls } from './calls.ts';
import { gitHubCalls } from './calls.ts';
import type { Credentials } from './credentials.ts';

/** What somebody wrote is in the answer; it is no word of GitHub's. */
const quotingLimit = JSON.stringify({ id: 7, body: 'GitHub said "type":"RATE_LIMITED", RATE_LIMITED' });

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const Thing = z.object({ id: z.number() });
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

interface Served {
  readonly address: string;
  readonly seen: { readonly line: string; readonly authorization: string | undefined }[];
}

/** Gives these answers one after the other, the last one for ever. */
async function serve(...answers: readonly Answer[]): Promise<Served> {
  const seen: Served['seen'] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(seen.length, answers.length - 1)];
    seen.push({ line: `${request.method} ${request.url}`, authorization: request.headers.authorization });
    request.resume().on('end', () => answer?.(response, request));
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port }: AddressInfo = addressOf(server);
  return { address: `http://127.0.0.1:${port}`, seen };
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return address;
}

const token: Credentials = {
  bearer: () =>
    Promise.resolve(answered({ token: 'sesame', kind: 'token', source: 'the token in GH_TOKEN' })),
  refused: () => false,
};

function callsTo({ address }: Served, credentials = token, pace = {}): GitHubCalls {
  const hub = { host: 'github.test', web: address, rest: address, graphql: `${address}/graphql` };
  const clock = systemClock();
  return gitHubCalls({
    hub,
    credentials,
    clock,
    pace: { timeMs: 2_000, spacingMs: 0, againMs: [0, 0], ...pace },
  });
}

function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
}

function link(to: string): Readonly<Record<string, string>> {
  return { link: `<${to}>; rel="next"` };
}

const broken: Answer = (response) => void response.destroy();
const half: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"id":', () => response.destroy());
};
const page: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in</html>');
};

const limit: Answer = (response) => response.writeHead(429, { 'retry-after': '60' }).end();

describe('a read', () => {
  test.each([
    ['a broken connection', broken],
    ['half an answer', half],
    ['a web page', page],
    ['another shape', json({ id: 'seven' })],
    ['a failing service', json({}, 502)],
  ])('is sent again after %s', async (_, fault) => {
    const served = await serve(fault, fault, json({ id: 7 }));
    expect(await callsTo(served).get('/thing', Thing)).toEqual(answered({ id: 7 }));
    expect(served.seen).toHaveLength(3);
  });

  test('is given up after its tries, with a sentence', async () => {
    const served = await serve(page);
    const answer = await callsTo(served).get('/thing', Thing);
    expect(answer).toMatchObject({ ok: false, why: 'garbled' });
    expect(served.seen).toHaveLength(3);
  });

  test('that is refused is not sent again', async () => {
    const served = await serve(json({ message: 'Not Found' }, 404));
    expect(await callsTo(served).get('/thing', Thing)).toMatchObject({ why: 'absent' });
    expect(served.seen).toHaveLength(1);
  });

  test('goes through all pages, and only below the interface', async () => {
    const served = await serve(json([{ id: 1 }], 200, {}), json([]));
    const calls = callsTo(served);
    expect(await calls.list('/things?state=all', Thing)).toEqual(answered([{ id: 1 }]));
    expect(served.seen[0]?.line).toBe('GET /things?state=all&per_page=100');
    const paged: Served = await serve((response, request) =>
      json(
        [{ id: 1 }],
        200,
        link(request.url === '/a?per_page=100' ? `${paged.address}/a?page=2` : 'http://evil.test/a'),
      )(response, request),
    );
    expect(await callsTo(paged).list('/a', Thing)).toEqual(answered([{ id: 1 }, { id: 1 }]));
    expect(paged.seen.map(({ line }) => line)).toEqual(['GET /a?per_page=100', 'GET /a?page=2']);
  });

  test('of a list that has more than is read is refused whole, and one whose first things are enough is not', async () => {
    const page = Array.from({ length: 100 }, (_, id) => ({ id }));
    const endless: Served = await serve((response, request) =>
      json(page, 200, link(`${endless.address}/a?page=2`))(response, request),
    );
    expect(await callsTo(endless).list('/a', Thing)).toMatchObject({
      ok: false,
      why: 'unacceptable',
      detail: expect.stringContaining('has more than 5000 entries under /a'),
    });
    expect(endless.seen).toHaveLength(50);
    expect(await callsTo(endless).list('/a', Thing, { first: 100 })).toEqual(answered(page));
  });

  test('of a renamed repository is followed to where it is now', async () => {
    const served = await serve(json({}, 301, { location: '/repositories/1' }), json({ id: 7 }));
    expect(await callsTo(served).get('/repos/a/b', Thing)).toEqual(answered({ id: 7 }));
  });

  test('that is sent to another host is not followed', async () => {
    const other = await serve(json({ id: 7 }));
    const served = await serve(json({}, 302, { location: `${other.address}/x` }));
    expect(await callsTo(served).get('/thing', Thing)).toMatchObject({ ok: false });
    expect(other.seen).toEqual([]);
  });
});

describe('a write', () => {
  test.each([
    ['a broken connection', broken],
    ['half an answer', half],
    ['a web page', page],
    ['a failing service', json({}, 500)],
  ])('is sent once, and after %s nobody here knows what became of it', async (_, fault) => {
    const served = await serve(fault, json({ id: 7 }));
    expect(await callsTo(served).send('POST', '/things', {}, Thing)).toMatchObject({
      ok: false,
      why: 'unsettled',
    });
    expect(served.seen).toHaveLength(1);
  });

  test('whose answer nobody reads is not done by a web page', async () => {
    const served = await serve(page);
    expect(await callsTo(served).send('POST', '/things', {}, z.unknown())).toMatchObject({
      why: 'unsettled',
    });
  });

  test('that reached nobody was not done', async () => {
    const served = await serve(json({}));
    const calls = callsTo(served);
    const [server] = servers.splice(0);
    await new Promise((resolve) => server?.close(resolve));
    expect(await calls.send('POST', '/things', {}, Thing)).toMatchObject({ why: 'unreachable' });
  });

  test('keeps its distance from the one before', async () => {
    const served = await serve(json({ id: 7 }));
    const calls = callsTo(served, token, { spacingMs: 40 });
    const began = performance.now();
    await Promise.all([1, 2, 3].map(() => calls.send('POST', '/things', {}, Thing)));
    expect(performance.now() - began).toBeGreaterThanOrEqual(78);
  });
});

describe('a limit', () => {
  test('is kept: nothing more is sent until it ends', async () => {
    const served = await serve(json({}, 403, { 'retry-after': '600' }));
    const calls = callsTo(served);
    const first = await calls.get('/thing', Thing);
    const second = await calls.send('POST', '/thing', {}, Thing);
    expect([first, second]).toMatchObject([{ why: 'limited' }, { why: 'limited' }]);
    expect(served.seen).toHaveLength(1);
  });

  test('of GraphQL is one too', async () => {
    const served = await serve(json({ errors: [{ type: 'RATE_LIMITED', message: 'slow' }] }));
    expect(await callsTo(served).query('{a}', {}, Thing)).toMatchObject({ why: 'limited' });
  });
});

describe('GraphQL', () => {
  test('answers with what it has, and an error is told', async () => {
    const served = await serve(json({ data: { id: 7 } }), json({ errors: [{ message: 'no such field' }] }));
    const calls = callsTo(served);
    expect(await calls.query('{id}', {}, Thing)).toEqual(answered({ id: 7 }));
    expect(await calls.mutate('{id}', {}, Thing)).toMatchObject({
      why: 'unacceptable',
      said: 'no such field',
    });
  });

  test('what is gone is absent, not garbled', async () => {
    const served = await serve(json({ data: null, errors: [{ type: 'NOT_FOUND', message: 'gone' }] }));
    expect(await callsTo(served).query('{id}', {}, Thing)).toMatchObject({ why: 'absent' });
  });
});

describe('our token', () => {
  test('goes with every request to the interface, and with none that is sent elsewhere', async () => {
    const logs = await serve((response) => void response.end('line 1\nline 2\n'));
    const served = await serve(json({}, 302, { location: `${logs.address}/signed` }));
    expect(await callsTo(served).elsewhere('/logs', 7)).toEqual(answered('line 2\n'));
    expect(served.seen[0]?.authorization).toBe('Bearer sesame');
    expect(logs.seen).toEqual([{ line: 'GET /signed', authorization: undefined }]);
  });

  test('that is refused is replaced where there is another one, also for a write', async () => {
    const tokens = ['old', 'new'];
    const renewed: Credentials = {
      bearer: () => Promise.resolve(answered({ token: tokens[0] ?? '', kind: 'app', source: 'the App 1' })),
      refused: () => tokens.shift() !== undefined,
    };
    const served = await serve(json({ message: 'Bad credentials' }, 401), json({ id: 7 }));
    expect(await callsTo(served, renewed).send('POST', '/things', {}, Thing)).toEqual(answered({ id: 7 }));
    expect(served.seen.map(({ authorization }) => authorization)).toEqual(['Bearer old', 'Bearer new']);
  });

  test('is in no sentence', async () => {
    const served = await serve(json({ message: 'Bad credentials' }, 401));
    expect(JSON.stringify(await callsTo(served).get('/thing', Thing))).not.toContain('sesame');
  });
});

describe('words of others in an answer', () => {
  test('are no limit, whatever they say', async () => {
    const served = await serve((response) => response.end(quotingLimit));
    expect(await callsTo(served).get('/thing', Thing)).toMatchObject({ ok: true });
    const graph = await serve((response) => response.end(`{"data":${quotingLimit}}`));
    expect(await callsTo(graph).query('query { thing }', {}, Thing)).toMatchObject({ ok: true });
  });
});

describe('a limit', () => {
  test('is kept for everybody in the process who is the same account at the same place', async () => {
    const served = await serve(limit);
    expect(await callsTo(served).get('/thing', Thing)).toMatchObject({ why: 'limited' });
    expect(await callsTo(served).get('/thing', Thing)).toMatchObject({ why: 'limited' });
    expect(served.seen).toHaveLength(1);
    const other: Credentials = {
      bearer: () => Promise.resolve(answered({ token: 'another', kind: 'token', source: 'a token' })),
      refused: () => false,
    };
    await callsTo(served, other).get('/thing', Thing);
    expect(served.seen).toHaveLength(2);
  });

  test('that is longer than anything believable is cut, and says so', async () => {
    const served = await serve((response) => response.writeHead(429, { 'retry-after': '999999999' }).end());
    const answer = await callsTo(served).get('/thing', Thing);
    expect(answer).toMatchObject({
      why: 'limited',
      detail: expect.stringContaining('too far away to be believed'),
    });
    expect(answer.ok ? 0 : (answer.until ?? 0)).toBeLessThan(Date.now() + 3 * 3_600_000);
  });

  test('spaces the writes of all who are the same account at the same place', async () => {
    const served = await serve((response) => response.end('{"id":1}'));
    const from = performance.now();
    await Promise.all(
      [1, 2, 3].map(() => callsTo(served, token, { spacingMs: 100 }).send('POST', '/thing', {}, Thing)),
    );
    expect(performance.now() - from).toBeGreaterThanOrEqual(195);
  });
});
