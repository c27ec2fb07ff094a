// Notifiers against a real listener and real programs: what goes out, and what comes of every kind of answer.

import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { must } from '../core/run.ts';
import { parseJson } from '../plain/json.ts';
import { readGeneric } from '../triggers/generic.ts';
import { stampedBy } from '../triggers/signature.ts';
import { desktopNotifier } from './desktop.ts';
import type { Notice, NoticeResult } from './notifier.ts';
import { webhookNotifier } from './webhook.ts';

const secret = 'a-secret-of-the-tests-1';
const notice: Notice = {
  matter: 'r1/g1',
  side: 'open',
  about: 'gate',
  since: 1_000,
  run: 'r1',
  title: 'Add <b>a</b> [thing](http://x)',
  head: 'Slipway waits for you: the plan gate of r1 (Add <b>a</b> [thing](http://x))',
  lines: ['slipway approve r1 --seen 0123456789 & (the work begins)'],
  asks: {
    gate: 'g1',
    name: 'plan gate',
    seen: '0123456789',
    digest: 'd',
    text: 'The whole plan',
    choices: [],
  },
};

interface Got {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function listening(
  answer: (response: ServerResponse) => void,
): Promise<{ readonly url: string; readonly got: readonly Got[] }> {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request) if (Buffer.isBuffer(piece)) pieces.push(piece);
      got.push({ headers: request.headers, body: Buffer.concat(pieces).toString() });
      answer(response);
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  });
  const at = server.address();
  return { url: `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}/in`, got };
}

function answered(status: number, headers: Readonly<Record<string, string>> = {}): Promise<NoticeResult> {
  return listening((response) => void response.writeHead(status, headers).end('no'))
    .then(({ url }) => hook(url))
    .then((notifier) => notifier.say(notice));
}

function hook(url: string, template: 'standard' | 'slack' | 'teams' = 'standard') {
  return webhookNotifier({ url, secret, template, clock: { now: () => Date.now() } });
}

describe('a webhook', () => {
  test('is signed as the Standard Webhooks have it, under the same id each time, and a listener of ours takes it for ours', async () => {
    const { url, got } = await listening((response) => void response.end());
    const notifier = hook(url);
    expect([await notifier.say(notice), await notifier.say(notice)]).toEqual([{ ok: true }, { ok: true }]);
    const [{ headers, body }, again] = [must(got[0], 'it came'), must(got[1], 'it came again')];
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
    );
    const stamped = stampedBy(secret, Buffer.from(body), given, Date.now());
    expect(stamped).toMatchObject({ id: again.headers['webhook-id'] });
    if (typeof stamped === 'string') throw new Error(stamped);
    expect(readGeneric(parseJson(body), 'ci', stamped).wanted).toMatchObject({ nothing: 'ours' });
    expect(parseJson(body)).toMatchObject({ type: 'gate.opened', data: { run: 'r1', seen: '0123456789' } });
    expect(body).not.toContain('The whole plan');
  });

  test('in the form of Slack and of Teams holds words, and no tag or link of somebody else', async () => {
    const { url, got } = await listening((response) => void response.end());
    await hook(url, 'slack').say(notice);
    await hook(url, 'teams').say(notice);
    const [slack, teams] = got.map(({ body }) => body);
    expect(slack).toContain('&lt;b&gt;a&lt;/b&gt;');
    expect(slack).toContain(' &amp; (the work begins)');
    expect(teams).toContain(String.raw`\\[thing\\]\\(http://x\\)`);
  });

  test.each([
    [400, 'refused'],
    [413, 'refused'],
    [401, 'down'],
    [404, 'down'],
    [429, 'down'],
    [500, 'down'],
  ])('that is answered with %s is %s', async (status, why) => {
    expect(await answered(status)).toMatchObject({ ok: false, why });
  });

  test('waits as long as it is told to', async () => {
    expect(await answered(429, { 'retry-after': '120' })).toMatchObject({ why: 'down', waitMs: 120_000 });
  });

  test('goes nowhere else than to its address', async () => {
    const elsewhere = await listening((response) => void response.end());
    expect(await answered(307, { location: elsewhere.url })).toMatchObject({
      ok: false,
      because: 'its address sends on to another one; write that one',
    });
    expect(elsewhere.got).toEqual([]);
  });

  test('where nobody listens is told as that, without its address', async () => {
    const { url } = await listening(() => undefined);
    for (const end of ends.splice(0)) await end();
    const said = await hook(url).say(notice);
    expect(said).toEqual({
      ok: false,
      why: 'down',
      because: 'nobody answers at its address (ECONNREFUSED)',
      waitMs: undefined,
    });
  });
});

async function programs(name: string, script: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slipway-desktop-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(path.join(folder, name), 0o755);
  return folder;
}

describe('the desktop', () => {
  test('is told by its program, and the words are arguments without tags', async () => {
    const folder = await programs('notify-send', 'printf "%s|" "$@" > "$(dirname "$0")/said"');
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    expect(await desktopNotifier({ platform: 'linux', env }).say(notice)).toEqual({ ok: true });
    expect(await readFile(path.join(folder, 'said'), 'utf8')).toBe(
      '--app-name=Slipway|--|Slipway waits for you|Slipway waits for you: the plan gate of r1 (Add &lt;b&gt;a&lt;/b&gt; [thing](http://x))\n' +
        'slipway approve r1 --seen 0123456789 &amp; (the work begins)|',
    );
  });

  test('on macOS the words are arguments of a script and no part of it', async () => {
    const folder = await programs(
      'osascript',
      'for last; do :; done; printf "%s|" "$7" "$last" > "$(dirname "$0")/said"',
    );
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    await desktopNotifier({ platform: 'darwin', env }).say({ ...notice, lines: ['" & do shell script "x'] });
    const said = await readFile(path.join(folder, 'said'), 'utf8');
    expect(said.endsWith('" & do shell script "x|')).toBe(true);
    expect(said.startsWith('Slipway waits for you|')).toBe(true);
  });

  test('without its program, or where that fails, says what is to be done', async () => {
    const none = await desktopNotifier({ platform: 'linux', env: { PATH: '/nowhere' } }).say(notice);
    expect(none).toMatchObject({ why: 'down', because: expect.stringContaining('Install it') });
    const folder = await programs('notify-send', 'exit 1');
    const failing = await desktopNotifier({
      platform: 'linux',
      env: { PATH: `${folder}:/bin:/usr/bin` },
    }).say(notice);
    expect(failing).toMatchObject({ why: 'down', because: expect.stringContaining('`notify-send` failed') });
  });
});
