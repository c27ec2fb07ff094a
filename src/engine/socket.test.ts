// The owner's socket with real connections: what a second process can ask, and what happens when nobody answers.

import { EventEmitter, once } from 'node:events';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import type { Server } from 'node:net';
import { createConnection, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Call } from './frames.ts';
import { frameText } from './frames.ts';
import type { Served, SocketServer } from './socket.ts';
import { askOwner, serveOwner } from './socket.ts';

let dir: string;
let socket: string;
let server: SocketServer | undefined;

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'slipway-socket-'));
  socket = path.join(dir, 'run', 'owner.sock');
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(dir, { recursive: true, force: true });
});

const asking = { build: '1.0.0' };
const call: Call = {
  id: 'o-1',
  by: { who: 'tester', authenticated: 'os', channel: 'cli' },
  verb: 'wake',
  input: { run: 'r-1' },
};

async function serving(answer: Served['answer'], build = '1.0.0'): Promise<SocketServer> {
  server = await serveOwner(socket, { build, answer });
  return server;
}

describe('a call', () => {
  test('reaches the owner with everything about who asks, and its answer comes back', async () => {
    const seen: Call[] = [];
    await serving((asked) => {
      seen.push(asked);
      return Promise.resolve({ output: { run: 'r-1' } });
    });
    expect(await askOwner(socket, call, asking)).toMatchObject({ output: { run: 'r-1' } });
    expect(seen).toMatchObject([call]);
  });

  test('names what was seen as a gate does: by hashes of plan, bases and policy, or by paths', async () => {
    const seen = `${'a'.repeat(64)}.${Array.from({ length: 40 }, () => 'b'.repeat(40)).join('+')}.${'c'.repeat(64)}`;
    await serving(({ seen: heard }) => Promise.resolve({ output: heard }));
    expect(await askOwner(socket, { ...call, seen }, asking)).toMatchObject({ output: seen });
  });

  test('may be a subscription: its items come in order, and then its end', async () => {
    await serving((_call, say) => {
      for (const item of [1, 2, 3]) void say(item);
      return Promise.resolve({ output: {} });
    });
    const items: unknown[] = [];
    const asked = await askOwner(socket, call, { ...asking, onItem: (item) => items.push(item) });
    expect([items, asked]).toMatchObject([[1, 2, 3], { output: {} }]);
  });

  test('ends for the owner, too, when whoever asked hangs up', async () => {
    const hangUp = new AbortController();
    let noticed: (() => void) | undefined;
    const ended = new Promise<string>((resolve) => (noticed = () => resolve('gone')));
    await serving((_call, say, gone) => {
      gone.addEventListener('abort', () => noticed?.());
      void say('first');
      return new Promise(() => undefined);
    });
    const asked = askOwner(socket, call, {
      ...asking,
      signal: hangUp.signal,
      onItem: () => hangUp.abort(),
    });
    expect([await asked, await ended]).toEqual([{ gone: true, sent: true }, 'gone']);
  });

  test('to an owner that is leaving is sent on', async () => {
    await serving(() => Promise.resolve({ leaving: true }));
    expect(await askOwner(socket, call, asking)).toMatchObject({ leaving: true });
  });

  test('that the owner cannot carry out is told, not lost', async () => {
    await serving(() => Promise.reject(new Error('the disk is full')));
    expect(await askOwner(socket, call, asking)).toMatchObject({
      trouble: { message: 'the disk is full', exit: 'bug' },
    });
  });
});

describe('nobody', () => {
  test('at the socket is an answer too, and nothing was sent', async () => {
    expect(await askOwner(socket, call, asking)).toEqual({ gone: true, sent: false });
  });

  test('who goes away before the answer may have heard it', async () => {
    let heard = 0;
    await serving(() => {
      heard += 1;
      void server?.close();
      return new Promise(() => undefined);
    });
    expect([await askOwner(socket, call, asking), heard]).toEqual([{ gone: true, sent: true }, 1]);
  });

  test('gets an order before they said that they are there', async () => {
    const heard: string[] = [];
    const mute = await listeningMutely((text) => heard.push(text));
    const hangUp = new AbortController();
    const asked = askOwner(socket, call, { ...asking, signal: hangUp.signal });
    await mute.connected;
    hangUp.abort();
    expect([await asked, heard]).toEqual([{ gone: true, sent: false }, []]);
    mute.server.close();
  });
});

test('a socket that a dead owner left is taken over', async () => {
  const first = await serving(() => Promise.resolve({ output: 'first' }));
  await serving(() => Promise.resolve({ output: 'second' }));
  expect(await askOwner(socket, call, asking)).toMatchObject({ output: 'second' });
  await first.close();
});

describe('another version', () => {
  test('is told what to do, whoever of the two is older', async () => {
    await serving(() => Promise.resolve({ output: 'understood' }), '2.0.0');
    const older = await raw(`${JSON.stringify({ protocol: 0, build: '0.9.0', ...call })}\n`);
    expect(older).toContain('different versions of Slipway');
    expect(older).toContain('speaks the protocols 2 and 3 (2.0.0), the other 0 (0.9.0)');
    expect(older).toContain('then try again');
    expect(await raw('{"type":"ping"}\n')).toContain('different versions of Slipway');
  });

  test('of an owner is noticed before anything is sent', async () => {
    const heard: string[] = [];
    const newer = await listeningMutely(
      (text) => heard.push(text),
      '{"protocol":4,"build":"4.0.0","greeting":"slipway","newest":5}\n',
    );
    const asked = await askOwner(socket, call, asking);
    expect(asked).toMatchObject({
      trouble: { exit: 'missing', message: expect.stringContaining('the other 4 (4.0.0)') },
    });
    expect(heard).toEqual([]);
    newer.server.close();
  });

  test.each([2, 3])(
    'of protocol %i is answered in its own words, after a greeting that both can read',
    async (theirs) => {
      await serving(() => Promise.resolve({ output: 'understood' }));
      expect(await framesTo({ protocol: theirs, build: '1.0.0', ...call }, 2)).toEqual([
        { protocol: 2, build: '1.0.0', greeting: 'slipway', newest: 3 },
        { protocol: theirs, build: '1.0.0', output: 'understood' },
      ]);
    },
  );

  test.each([
    ['the one before', { protocol: 2 }, 2],
    ['this one', { protocol: 2, newest: 3 }, 3],
    ['the one after', { protocol: 3, newest: 4 }, 3],
  ])('of an owner that speaks %s is asked in what both speak', async (_name, greeting, spoken) => {
    const heard: string[] = [];
    const other = await listeningMutely(
      (text) => heard.push(text),
      `${JSON.stringify({ build: 'x', greeting: 'slipway', ...greeting })}\n`,
      `${JSON.stringify({ protocol: spoken, build: 'x', output: 'understood' })}\n`,
    );
    expect(await askOwner(socket, call, asking)).toMatchObject({ output: 'understood' });
    expect(JSON.parse(heard.join(''))).toMatchObject({ protocol: spoken, id: call.id });
    other.server.close();
  });

  test('of an owner that is older is told before anything is asked, and nothing is where that is not wanted', async () => {
    const heard: string[] = [];
    const older = await listeningMutely(
      (text) => heard.push(text),
      '{"protocol":2,"build":"x","greeting":"slipway"}\n',
    );
    const told: boolean[] = [];
    const mayAsk = (isOlder: boolean): boolean => {
      told.push(isOlder);
      return false;
    };
    expect(await askOwner(socket, call, { ...asking, mayAsk })).toEqual({ gone: true, sent: false });
    expect([told, heard]).toEqual([[true], []]);
    older.server.close();
  });

  test.each([
    ['0.9.0', true],
    ['1.0.0', false],
    ['1.1.0', false],
  ])('of the build %s is older than 1.0.0: %s, whatever it speaks', async (build, isBefore) => {
    const greeting = { protocol: 2, build, greeting: 'slipway', newest: 3 };
    const other = await listeningMutely(() => undefined, `${JSON.stringify(greeting)}\n`);
    const told: boolean[] = [];
    const mayAsk = (isOlder: boolean): boolean => {
      told.push(isOlder);
      return false;
    };
    await askOwner(socket, call, { build: '1.0.0', mayAsk });
    expect(told).toEqual([isBefore]);
    other.server.close();
  });

  test('of the build alone changes nothing', async () => {
    await serving(() => Promise.resolve({ output: 'understood' }), '1.0.1');
    expect(await askOwner(socket, call, asking)).toMatchObject({ output: 'understood' });
  });
});

describe('what is no call', () => {
  const { by: _by, ...anonymous } = call;

  test.each<readonly [string, string | Buffer, unknown]>([
    ['no JSON', 'not json\n', 'one JSON object a line'],
    ['nobody who asks', frameTextOf(anonymous), 'who asks'],
    ['an empty id', frameTextOf({ ...call, id: '' }), 'needs an id'],
    ['a key nobody knows', frameTextOf({ ...call, extra: 1 }), 'nobody knows the key'],
    ['half a character', Buffer.from([0x7b, 0xc3, 0x28, 0x7d, 0x0a]), 'in UTF-8'],
    ...[
      [{ ...call.by, who: '' }, 'a name of 1 to 200'],
      [{ ...call.by, who: ' ' }, 'a name of 1 to 200'],
      [{ ...call.by, who: 'x'.repeat(201) }, 'a name of 1 to 200'],
      [{ ...call.by, who: 'me\u001B[2J' }, 'a name of 1 to 200'],
      [{ ...call.by, authenticated: 'god' }, 'known by the operating system'],
      [{ ...call.by, channel: 'chat' }, 'known by the operating system'],
      [{ ...call.by, role: 'admin' }, 'who, authenticated, channel alone'],
    ].map(
      ([by, words]) =>
        [`who asks as ${JSON.stringify(by).slice(0, 60)}`, frameTextOf({ ...call, by }), words] as const,
    ),
  ])('%s is refused, and the owner goes on', async (_name, line, words) => {
    await serving(() => Promise.resolve({ output: 'done' }));
    expect(await raw(line)).toContain(words);
    expect(await askOwner(socket, call, asking)).toMatchObject({ output: 'done' });
  });

  test('more bytes than a call has are refused', async () => {
    await serving(() => Promise.resolve({ output: 'done' }));
    expect(await raw('x'.repeat(8 * 1024 * 1024 + 1))).toContain('at most 8388608 bytes');
  });

  test('more calls than a connection takes are refused', async () => {
    await serving(() => Promise.resolve({ output: 'done' }));
    const answers = (await raw(frameText('1.0.0', call).repeat(65))).trim().split('\n');
    expect(answers.filter((line) => line.includes('"output":"done"'))).toHaveLength(64);
    expect(answers.join('\n')).toContain('A connection takes 64 calls');
  });
});

describe('what would end an owner', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

  test.each([
    ['protocol', 'not deep', `{"protocol":${deep}}\n`],
    ['protocol that is long', 'different versions', `{"protocol":"${'x'.repeat(100_000)}"}\n`],
    ['build', 'different versions', `{"protocol":0,"build":"${'x'.repeat(100_000)}"}\n`],
    ['input', 'not deep', `{"protocol":2,"build":"x","input":${deep}}\n`],
  ])('in its %s is refused in few words, and the owner goes on (SOCKET-5)', async (_name, words, line) => {
    await serving(() => Promise.resolve({ output: 'done' }));
    const said = await raw(line);
    expect(said).toContain(words);
    expect(said.length).toBeLessThan(1_000);
    expect(await askOwner(socket, call, asking)).toMatchObject({ output: 'done' });
  });

  test('by coming a byte at a time for ever has its time, and then makes room for others', async () => {
    const limits = { wholeMs: 50, firstMs: 60_000 };
    server = await serveOwner(socket, {
      build: '1.0.0',
      limits,
      answer: () => Promise.resolve({ output: 'done' }),
    });
    expect(await raw('{')).toContain('comes whole within 50 ms');
    expect(await askOwner(socket, call, asking)).toMatchObject({ output: 'done' });
  });

  test('by laying up more than it answers is refused', async () => {
    await serving(() => new Promise(() => undefined));
    const large = frameText('1.0.0', { ...call, input: 'x'.repeat(3 * 1024 * 1024) });
    const said = await raw(large.repeat(6));
    expect(said).toContain('characters of calls wait here');
  });

  test('by ending in the middle of a call is told that it was half a call', async () => {
    await serving(() => Promise.resolve({ output: 'done' }));
    expect(await raw('{"protocol":2', 'end')).toContain('half a call');
  });
});

test('the folder of the socket is for its user only', async () => {
  await serving(() => Promise.resolve({ output: 'done' }));
  expect((await stat(path.dirname(socket))).mode & 0o777).toBe(0o700);
});

function frameTextOf(frame: object): string {
  return `${JSON.stringify({ protocol: 2, build: '1.0.0', ...frame })}\n`;
}

/** Somebody at the socket who says only what is given. */
async function listeningMutely(
  onHeard: (text: string) => void,
  says = '',
  answers = '',
): Promise<{ readonly server: Server; readonly connected: Promise<unknown> }> {
  socket = path.join(dir, 'run', 'mute.sock');
  await mkdir(path.dirname(socket), { recursive: true, mode: 0o700 });
  const mute = createServer((connection) => {
    connection.on('error', () => undefined);
    connection.on('data', (data) => {
      onHeard(data.toString());
      connection.write(answers);
    });
    connection.write(says);
  });
  const connected = once(mute, 'connection');
  mute.listen(socket);
  await once(mute, 'listening');
  return { server: mute, connected };
}

/** The first frames the owner says to somebody who asks this. */
function framesTo(asked: object, count: number): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const connection = createConnection(socket);
    let said = '';
    connection.on('error', reject);
    connection.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
      const lines = said.split('\n').slice(0, -1);
      if (lines.length < count) return;
      connection.destroy();
      resolve(lines.map((line): unknown => JSON.parse(line)));
    });
    connection.write(`${JSON.stringify(asked)}\n`);
  });
}

/** Everything the owner says to these bytes, until it says nothing more to the end of what was sent. */
function raw(text: string | Buffer, then?: 'end'): Promise<string> {
  return new Promise((resolve, reject) => {
    const connection = createConnection(socket);
    let answer = '';
    connection.setEncoding('utf8');
    connection.on('data', (piece: string) => {
      answer += piece;
      if (isWhole(answer)) connection.end();
    });
    connection.on('close', () => resolve(answer));
    connection.on('error', reject);
    connection.write(text);
    if (then === 'end') connection.end();
  });
}

/** A trouble is the last thing that is asked for here. */
function isWhole(answer: string): boolean {
  return answer.includes('"trouble"') && answer.endsWith('\n');
}

describe('whoever does not read', () => {
  const large = 'x'.repeat(64 * 1024);

  test('keeps nobody busy: what they ask for waits for them, and then they are hung up on', async () => {
    let said = 0;
    const ended = new EventEmitter();
    server = await serveOwner(socket, {
      build: '1.0.0',
      limits: { unreadMs: 200 },
      answer: async (_call, say, gone) => {
        while (!gone.aborted) {
          await say(large);
          said += 1;
        }
        ended.emit('gone');
        return { output: {} };
      },
    });
    const gone = once(ended, 'gone');
    const deaf = createConnection(socket);
    deaf.pause();
    deaf.write(frameText('1.0.0', call));
    await gone;
    expect(said * large.length).toBeLessThan(8 * 1024 * 1024);
    deaf.destroy();
  });

  test('gets one answer after the other, also where they ask for many at once', async () => {
    let answered = 0;
    const ended = new EventEmitter();
    server = await serveOwner(socket, {
      build: '1.0.0',
      limits: { unreadMs: 200 },
      answer: (_call, _say, gone) => {
        answered += 1;
        gone.addEventListener('abort', () => ended.emit('gone'));
        return Promise.resolve({ output: large.repeat(16) });
      },
    });
    const deaf = createConnection(socket);
    deaf.pause();
    deaf.write(frameText('1.0.0', call).repeat(64));
    await once(ended, 'gone');
    expect(answered).toBe(1);
    deaf.destroy();
  });

  test('and one who asks nothing makes room for others', async () => {
    server = await serveOwner(socket, {
      build: '1.0.0',
      limits: { firstMs: 50 },
      answer: () => Promise.resolve({ output: 'done' }),
    });
    const idle = Array.from({ length: 128 }, () => createConnection(socket).resume());
    await Promise.all(idle.map((connection) => once(connection, 'close')));
    expect(await askOwner(socket, call, asking)).toMatchObject({ output: 'done' });
  });
});
