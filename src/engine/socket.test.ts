// The owner's socket with real connections: what a second process can ask, and what happens when nobody answers.

import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OwnerRequest, SocketServer } from './socket.ts';
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

test('a request reaches the owner and its answer comes back', async () => {
  const seen: OwnerRequest[] = [];
  server = await serveOwner(socket, (request) => {
    seen.push(request);
    return Promise.resolve({ type: 'done' });
  });
  expect(await askOwner(socket, { type: 'wake' })).toEqual({ type: 'done' });
  expect(seen).toEqual([{ type: 'wake' }]);
});

test('nobody at the socket is an answer too', async () => {
  expect(await askOwner(socket, { type: 'wake' })).toBeUndefined();
});

test('a socket that a dead owner left is taken over', async () => {
  const first = await serveOwner(socket, () => Promise.resolve({ type: 'done' }));
  server = await serveOwner(socket, () => Promise.resolve({ type: 'trouble', message: 'second' }));
  expect(await askOwner(socket, { type: 'wake' })).toEqual({ type: 'trouble', message: 'second' });
  await first.close();
});

test('what the owner throws is told, not lost', async () => {
  server = await serveOwner(socket, () => Promise.reject(new Error('the disk is full')));
  const answer = await askOwner(socket, { type: 'wake' });
  expect(answer).toMatchObject({ type: 'trouble', message: expect.stringContaining('the disk is full') });
});

test('a word it does not know is refused and the owner goes on', async () => {
  server = await serveOwner(socket, () => Promise.resolve({ type: 'done' }));
  expect(await raw('{"type":"shutdown"}\n')).toContain('not a request Slipway knows');
  expect(await raw('not json\n')).toContain('trouble');
  expect(await askOwner(socket, { type: 'wake' })).toEqual({ type: 'done' });
});

test('the folder of the socket is for its user only', async () => {
  server = await serveOwner(socket, () => Promise.resolve({ type: 'done' }));
  expect((await stat(path.dirname(socket))).mode & 0o777).toBe(0o700);
});

function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const connection = createConnection(socket);
    let answer = '';
    connection.setEncoding('utf8');
    connection.on('data', (piece: string) => (answer += piece));
    connection.on('close', () => resolve(answer));
    connection.on('error', reject);
    connection.write(text);
  });
}
