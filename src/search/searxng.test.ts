import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { fakeSearch } from './fake-search.ts';
import type { SearchFound, Hit } from './search.ts';
import { searxng } from './searxng.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}/`;
}

const signal = (): AbortSignal => new AbortController().signal;
const json = JSON.stringify({
  results: [{ title: 'A page', url: 'https://example.org/a', content: 'Words.', engine: 'x' }],
});
const page: Hit = { title: 'A page', url: 'https://example.org/a', snippet: 'Words.' };

async function becauseOf(listener: RequestListener, timeMs?: number): Promise<string> {
  const found = await find(await serve(listener), timeMs);
  if (found.ok) throw new Error('it found something');
  return found.because;
}

function find(address: string, timeMs?: number): Promise<SearchFound> {
  const web = timeMs === undefined ? searxng(address) : searxng(address, { timeMs });
  return web.find('two words & more', signal());
}

describe('a search at a SearXNG', () => {
  test('asks for JSON under its address and gives what it found', async () => {
    const asked: (string | undefined)[] = [];
    const address = await serve((request, response) => {
      asked.push(request.url);
      response.end(json);
    });
    expect(await find(`${address}deep`)).toEqual({ ok: true, hits: [page] });
    expect(asked).toEqual(['/deep/search?q=two+words+%26+more&format=json']);
  });

  test('gives the first five, and none that is no page', async () => {
    const results = [
      { title: 'bad', url: 'javascript:alert(1)', content: 'x' },
      { title: 'bad', url: 'not an address', content: 'x' },
      { title: null, url: 'https://example.org/0' },
      ...Array.from({ length: 8 }, (_, n) => ({ title: `${n + 1}`, url: `https://example.org/${n + 1}` })),
    ];
    const found = await find(await serve((_, response) => response.end(JSON.stringify({ results }))));
    expect(found.ok && found.hits.map((hit) => hit.url.at(-1))).toEqual(['0', '1', '2', '3', '4']);
  });

  test('follows a redirect within its host, and none that leads away', async () => {
    const address = await serve((request, response) => {
      if (request.url?.startsWith('/search') === true) {
        response.writeHead(302, { location: '/found' }).end();
      } else response.end(json);
    });
    expect(await find(address)).toEqual({ ok: true, hits: [page] });
    let reached = false;
    const elsewhere = await serve((_, response) => {
      reached = true;
      response.end(json);
    });
    const away: RequestListener = (_, response) => {
      response.writeHead(302, { location: `${elsewhere}search` }).end();
    };
    expect(await becauseOf(away)).toContain('another place');
    expect(reached).toBe(false);
  });

  const wrong: readonly { readonly what: string; readonly says: string; readonly answer: RequestListener }[] =
    [
      {
        what: 'that turns in a circle',
        says: 'more than 3 times',
        answer: (_, response) => response.writeHead(302, { location: '/search' }).end(),
      },
      {
        what: 'that sends on to nonsense',
        says: 'another place',
        answer: (_, response) => response.writeHead(302, { location: 'http://[' }).end(),
      },
      {
        what: 'with an error of its own',
        says: 'status 500',
        answer: (_, response) => response.writeHead(500).end('x'),
      },
      {
        what: 'that does not speak JSON',
        says: 'may not allow the format json',
        answer: (_, response) => response.writeHead(403).end(),
      },
      {
        what: 'that is a web page',
        says: 'not JSON of SearXNG',
        answer: (_, response) => response.end('<html>hello</html>'),
      },
      {
        what: 'that is other JSON',
        says: 'not JSON of SearXNG',
        answer: (_, response) => response.end('{"results":"none"}'),
      },
      {
        what: 'of more than a megabyte',
        says: 'more than 1 MB',
        answer: (_, response) => {
          response.end(`{"results":[],"x":"${'x'.repeat(1_100_000)}"}`);
        },
      },
      {
        what: 'that hangs up',
        says: 'cannot be reached',
        answer: (request) => request.socket.destroy(),
      },
    ];

  test.each(wrong)('says what is wrong with an answer $what', async ({ says, answer }) => {
    expect(await becauseOf(answer)).toContain(says);
  });

  test('does not wait for one that never answers, or never ends its answer', async () => {
    expect(await becauseOf(() => undefined, 50)).toBe('no answer within 0.05 s');
    expect(await becauseOf((_, response) => response.write('{"results":['), 50)).toBe(
      'no answer within 0.05 s',
    );
  });

  test('says that nobody is there', async () => {
    const address = await serve(() => undefined);
    servers[0]?.close();
    expect(await find(address)).toEqual({ ok: false, because: expect.stringContaining('ECONNREFUSED') });
  });
});

describe('a web that is a list', () => {
  test('finds the pages that hold every word, at most five', async () => {
    const web = fakeSearch([page, { ...page, title: 'Another thing' }]);
    expect(await web.find('PAGE words', signal())).toEqual({ ok: true, hits: [page] });
    expect(await web.find('nothing', signal())).toEqual({ ok: true, hits: [] });
    const many = fakeSearch(Array.from({ length: 9 }, () => page));
    expect(await many.find('page', signal())).toMatchObject({ hits: { length: 5 } });
  });
});
