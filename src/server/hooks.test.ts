import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Hooks, Posted } from '../triggers/posted.ts';
import { openHooks } from './hooks.ts';

const opened: Hooks[] = [];
afterEach(async () => {
  for (const hooks of opened.splice(0)) await hooks.close();
});

async function listening(fails = false) {
  const heard: Posted[] = [];
  const hooks = await openHooks({ host: '127.0.0.1', port: 0 }, (posted) => {
    heard.push(posted);
    return fails
      ? Promise.reject(new Error('the disk is full'))
      : Promise.resolve({ status: 202, message: 'Taken.' });
  });
  opened.push(hooks);
  return { heard, hooks, url: `http://127.0.0.1:${hooks.port}` };
}

describe('the listener for webhooks', () => {
  test('hands on the bytes that came and the headers, once each', async () => {
    const { heard, url } = await listening();
    const body = Buffer.from([0xff, 0x00, 0x7b]);
    const answer = await fetch(`${url}/github?x=1`, {
      method: 'POST',
      body,
      headers: { 'X-Hub-Signature-256': 'sha256=0' },
    });
    expect([answer.status, await answer.json()]).toEqual([202, { message: 'Taken.' }]);
    expect(heard).toEqual([
      { path: '/github', body, headers: expect.objectContaining({ 'x-hub-signature-256': 'sha256=0' }) },
    ]);
  });

  test('refuses 30 MB, said or only sent, and goes on (HOOKS-1)', async () => {
    const { heard, url } = await listening();
    const large = Buffer.alloc(30 * 1024 * 1024, 0x20);
    const said = await fetch(url, { method: 'POST', body: large }).then(
      ({ status }) => status,
      () => 'cut',
    );
    expect([413, 'cut']).toContain(said);
    const sent = await inPieces(url, large);
    expect([413, 'cut']).toContain(sent);
    expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(202);
    expect(heard).toHaveLength(1);
  });

  test('answers nothing but a post, and says so when nothing can be taken (HOOKS-3)', async () => {
    const { url } = await listening();
    expect((await fetch(url)).status).toBe(405);
    const broken = await listening(true);
    expect((await fetch(broken.url, { method: 'POST', body: 'x' })).status).toBe(503);
  });

  test('takes a header that came twice for none', async () => {
    const { heard, hooks } = await listening();
    await raw(
      hooks.port,
      'POST / HTTP/1.1\r\nHost: x\r\nX-Hub-Signature: a\r\nX-Hub-Signature: b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    );
    expect(heard[0]?.headers).not.toHaveProperty('x-hub-signature');
  });

  test('says which address another program has', async () => {
    const { hooks } = await listening();
    await expect(
      openHooks({ host: '127.0.0.1', port: hooks.port }, () => Promise.reject(new Error('unused'))),
    ).rejects.toThrow(`port ${hooks.port} (another program has it)`);
  });
});

function raw(port: number, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.resume();
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}

/** Without saying how long it is. */
function inPieces(url: string, body: Buffer): Promise<number | 'cut'> {
  return new Promise((resolve) => {
    const sending = request(url, { method: 'POST' }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 'cut');
    });
    sending.on('error', () => resolve('cut'));
    sending.setHeader('transfer-encoding', 'chunked');
    sending.end(body);
  });
}
