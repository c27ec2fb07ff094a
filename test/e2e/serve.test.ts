// The page's server as people and programs meet it: the compiled program, real processes, real connections.

import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { atPlanGate, preparedSample } from '../support/prepared.ts';
import type { Sample, Started } from '../support/sample.ts';
import { makeSample } from '../support/sample.ts';
import { openSqliteJournal } from '../../src/journal/sqlite/sqlite.ts';
import { isRecord, parseJson } from '../../src/plain/json.ts';
import { systemClock } from '../../src/telemetry/system-clock.ts';
import { decodeRunEvent } from '../../src/views/events/decode.ts';

interface Served {
  readonly url: string;
  readonly code: string;
  readonly started: Started;
}

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).toReversed()) await one();
});

async function sampleHere(make: () => Promise<Sample>): Promise<Sample> {
  const sample = await make();
  undo.push(() => sample.remove());
  return sample;
}

async function serve(sample: Sample, ...more: readonly string[]): Promise<Served> {
  const started = sample.start('serve', '--port', '0', '--json', ...more);
  undo.push(() => {
    started.child.kill('SIGINT');
    return started.ended;
  });
  const line = await firstLine(started);
  const said = parseJson(line);
  if (!isRecord(said) || typeof said['url'] !== 'string' || typeof said['code'] !== 'string')
    throw new Error(`it said ${line}`);
  return { url: said['url'], code: said['code'], started };
}

function firstLine({ child, ended }: Started): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (piece: Buffer) => {
      text += piece.toString('utf8');
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    void ended.then(({ err }) => reject(new Error(`it ended: ${err}`)));
  });
}

type Headers = Readonly<Record<string, string>>;

/** As the page does it: with its origin, its cookie and its key. */
async function signedIn({ url, code }: Served): Promise<Headers> {
  const response = await post(url, '/api/session', { code }, { origin: url });
  const { key } = await recordIn(response);
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { origin: url, cookie, 'x-slipway-key': String(key) };
}

function post(url: string, path: string, body: unknown, headers: Headers): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function recordIn(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = await response.json();
  if (!isRecord(value)) throw new Error('no object came');
  return value;
}

/** What a verb gave, with its status. */
async function asked(
  url: string,
  headers: Headers,
  verb: string,
  body: Readonly<Record<string, unknown>>,
): Promise<{ readonly status: number; readonly output: unknown; readonly message: unknown }> {
  const response = await post(url, `/api/verbs/${verb}`, body, headers);
  const { output, error } = await recordIn(response);
  return { status: response.status, output, message: isRecord(error) ? error['message'] : undefined };
}

/** The positions of a feed, until so many are there. */
async function fed(url: string, headers: Headers, after: number, count: number): Promise<readonly number[]> {
  const stop = new AbortController();
  const { body } = await fetch(`${url}/api/feed?after=${after}`, { headers, signal: stop.signal });
  const found: number[] = [];
  let text = '';
  for await (const piece of body ?? []) {
    text += Buffer.from(piece).toString('utf8');
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const id = /^id: (\d+)$/m.exec(text.slice(0, end))?.[1];
      if (id !== undefined) found.push(Number(id));
      text = text.slice(end + 2);
    }
    if (found.length >= count) break;
  }
  stop.abort();
  return found;
}

/** Who decided in a run, as the journal says. */
async function decidersOf({ home }: Sample, run: string): Promise<readonly unknown[]> {
  const places = { file: path.join(home, 'slipway.db'), anchorsDir: path.join(home, 'anchors') };
  const opened = await openSqliteJournal({ ...places, readOnly: true });
  if (!opened.ok) throw new Error(opened.problem.message);
  try {
    const events = (await opened.journal.read(`run/${run}`)).map(({ event }) => decodeRunEvent(event));
    return events.flatMap((event) => (event.type === 'gate.decided' ? [event.decision.by] : []));
  } finally {
    await opened.journal.close();
  }
}

/** Nobody listens for a moment between two engines. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const clock = systemClock();
  const late = AbortSignal.timeout(20_000);
  while (!(await holds().catch(() => false))) {
    late.throwIfAborted();
    await clock.until(clock.now() + 50, late);
  }
}

interface Gate {
  readonly run: string;
  readonly gate: string;
  readonly digest: string;
}

async function openGate(url: string, headers: Headers): Promise<Gate> {
  const { output } = await asked(url, headers, 'gates', { input: {} });
  const [gate] = isRecord(output) && Array.isArray(output['gates']) ? output['gates'] : [];
  return gate;
}

describe('a browser', () => {
  test('is let in once by a link, decides what was shown to it, and the journal names who did', async () => {
    const sample = await sampleHere(() => preparedSample(atPlanGate));
    const served = await serve(sample);
    const { url } = served;
    const headers = await signedIn(served);
    expect((await post(url, '/api/session', { code: served.code }, { origin: url })).status).toBe(401);
    const { run, gate, digest } = await openGate(url, headers);
    const input = { run, gate, answer: 'approve' };
    expect(await asked(url, headers, 'decide', { id: 'one', seen: 'something else', input })).toMatchObject({
      status: 409,
      message: expect.stringContaining('not what you saw any more'),
    });
    const first = await asked(url, headers, 'decide', { id: 'two', seen: digest, input });
    expect(first.status).toBe(200);
    expect((await asked(url, headers, 'decide', { id: 'two', seen: digest, input })).status).toBe(200);
    const late = await asked(url, headers, 'decide', {
      id: 'three',
      seen: digest,
      input: { ...input, answer: 'reject' },
    });
    expect(late).toMatchObject({ status: 409, message: expect.stringContaining('decided already') });
    expect(await decidersOf(sample, run)).toEqual([
      { who: userInfo().username, authenticated: 'code', channel: 'page' },
    ]);
  });

  test('stays signed in, and misses nothing, when the engine is started anew under it', async () => {
    const sample = await sampleHere(() => preparedSample(atPlanGate));
    const before = await serve(sample);
    const headers = await signedIn(before);
    const { run, gate, digest } = await openGate(before.url, headers);
    const known = await fed(before.url, headers, 0, 20);
    before.started.child.kill('SIGINT');
    await before.started.ended;
    const after = await serve(sample);
    const now = { ...headers, origin: after.url };
    const rest = fed(after.url, now, known.at(-1) ?? 0, 10);
    await asked(after.url, now, 'decide', {
      id: 'one',
      seen: digest,
      input: { run, gate, answer: 'approve' },
    });
    const all = [...known, ...(await rest)];
    expect(all).toEqual(all.map((_, index) => index + 1));
  });

  test('gets nothing with its cookie alone, with its key alone, or by the name of somebody else', async () => {
    const sample = await sampleHere(() => makeSample());
    const served = await serve(sample);
    const { url } = served;
    const { origin = '', cookie = '', 'x-slipway-key': key = '' } = await signedIn(served);
    const status = async (headers: Headers): Promise<number> =>
      (await asked(url, headers, 'list', { input: {} })).status;
    expect(await status({ origin, cookie, 'x-slipway-key': key })).toBe(200);
    expect(await status({ origin, cookie })).toBe(401);
    expect(await status({ origin, 'x-slipway-key': key })).toBe(401);
    expect(await status({ origin: 'http://evil.example', cookie, 'x-slipway-key': key })).toBe(403);
    expect(await status({ cookie, 'x-slipway-key': key })).toBe(403);
    const { status: bare } = await fetch(`${url}/api/feed`, { headers: { cookie } });
    expect(bare).toBe(401);
  });
});

describe('a person', () => {
  test('may do what they were let in for, with a token, until it is taken back, also on open streams', async () => {
    const sample = await sampleHere(() => preparedSample(atPlanGate));
    const { url } = await serve(sample);
    const added = await sample.json('people', 'add', 'vi', '--access', 'view', '--json');
    const headers = { authorization: `Bearer ${String(added['token'])}` };
    const { run, gate, digest } = await openGate(url, headers);
    const decided = await asked(url, headers, 'decide', {
      id: 'x',
      seen: digest,
      input: { run, gate, answer: 'approve' },
    });
    expect(decided).toMatchObject({
      status: 403,
      message: expect.stringContaining('vi may view, and this needs decide'),
    });
    const { body } = await fetch(`${url}/api/feed`, { headers });
    const ended = (async () => {
      for await (const _ of body ?? []);
      return 'cut off';
    })().catch(() => 'cut off');
    await sample.slipway('people', 'remove', 'vi');
    expect(await ended).toBe('cut off');
    expect((await asked(url, headers, 'list', { input: {} })).status).toBe(401);
  });
});

describe('serving', () => {
  test('on a port that is taken says so, with another', async () => {
    const sample = await sampleHere(() => makeSample());
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    undo.push(() => new Promise((resolve) => other.close(resolve)));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const said = await sample.slipway('serve', '--port', String(port));
    expect([said.exit, said.err]).toEqual([4, expect.stringContaining(`Port ${port} of 127.0.0.1 is taken`)]);
  });

  test('to other machines without a certificate and people is refused', async () => {
    const sample = await sampleHere(() => makeSample());
    const said = await sample.slipway('serve', '--host', '0.0.0.0', '--port', '0');
    expect([said.exit, said.err]).toEqual([
      6,
      expect.stringContaining('needs a certificate (--cert FILE --key FILE) and people who may be let in'),
    ]);
  });

  test('is opened from another terminal by a link of its own, and by none where nothing is served', async () => {
    const sample = await sampleHere(() => makeSample());
    const before = await sample.slipway('open', '--page');
    expect([before.exit, before.err]).toEqual([6, expect.stringContaining('Serve it first: slipway serve')]);
    const served = await serve(sample);
    const link = (await sample.slipway('open', '--page')).out.trim();
    const code = link.replace(`${served.url}/#code=`, '');
    expect((await signedIn({ ...served, code }))['x-slipway-key']).toMatch(/^.{43}$/);
  });

  test('goes on at the same address when the engine is restarted under it, and ends with who serves', async () => {
    const sample = await sampleHere(() => makeSample());
    const served = await serve(sample);
    const headers = await signedIn(served);
    undo.push(() => sample.slipway('engine', 'stop'));
    expect((await sample.slipway('engine', 'restart')).exit).toBe(0);
    await until(async () => (await asked(served.url, headers, 'list', { input: {} })).status === 200);
    served.started.child.kill('SIGINT');
    expect((await served.started.ended).exit).toBe(0);
    await expect(fetch(`${served.url}/healthz`)).rejects.toThrow('fetch failed');
  });

  test('in a second terminal gives another link to the same server, and only the last that ends closes it', async () => {
    const sample = await sampleHere(() => makeSample());
    undo.push(() => sample.slipway('engine', 'stop'));
    expect((await sample.slipway('engine', 'start')).exit).toBe(0);
    const first = await serve(sample);
    const second = await serve(sample);
    expect(second.url).toBe(first.url);
    expect(second.code).not.toBe(first.code);
    expect((await signedIn(second))['x-slipway-key']).toMatch(/^.{43}$/);
    first.started.child.kill('SIGINT');
    expect((await first.started.ended).exit).toBe(0);
    expect((await fetch(`${second.url}/healthz`)).status).toBe(200);
    second.started.child.kill('SIGINT');
    expect((await second.started.ended).exit).toBe(0);
    await expect(fetch(`${second.url}/healthz`)).rejects.toThrow('fetch failed');
  });

  test('at another address than what is served is refused, and says where it is served', async () => {
    const sample = await sampleHere(() => makeSample());
    const first = await serve(sample);
    const said = await sample.slipway('serve', '--port', '4999');
    expect([said.exit, said.err]).toEqual([6, expect.stringContaining(`serves it at ${first.url} already`)]);
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  });

  test('writes down what it refused and what was ordered, in lines that a program reads and in words', async () => {
    const sample = await sampleHere(() => preparedSample(atPlanGate));
    const served = await serve(sample);
    const headers = await signedIn(served);
    const { run } = await openGate(served.url, headers);
    await asked(served.url, headers, 'tell', { id: 'o-1', input: { run, text: 'Mind the tests.' } });
    expect((await fetch(`${served.url}/api/feed`)).status).toBe(401);
    const { lines } = await sample.json('engine', 'logs');
    const about = { route: 'POST /api/verbs/tell', status: 200, run, message: 'answered', level: 'info' };
    expect(lines).toContainEqual(expect.objectContaining(about));
    expect((await sample.slipway('engine', 'logs')).out).toMatch(
      /warn: refused \(GET \/api\/feed 401, \d+ ms\)/,
    );
  });

  test('whose terminal was killed is closed, and the engine has nothing to stay for', async () => {
    const sample = await sampleHere(() => makeSample());
    undo.push(() => sample.slipway('engine', 'stop'));
    expect((await sample.slipway('engine', 'start')).exit).toBe(0);
    const served = await serve(sample);
    served.started.child.kill('SIGKILL');
    await served.started.ended;
    await until(async () => {
      const answer = await fetch(`${served.url}/healthz`).catch(() => undefined);
      return answer === undefined;
    });
  });
});
