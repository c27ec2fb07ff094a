// Folders on the disk as others may have left them: a socket lies in none that is not its user's alone.

import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askOwner, serveOwner } from './socket.ts';
import { makeSocketFolder } from './socket-folder.ts';

let around: string;
let outer: string;
let socket: string;

beforeEach(async () => {
  around = await mkdtemp(path.join(os.tmpdir(), 'slipway-folder-'));
  outer = path.join(around, 'slipway-7');
  socket = path.join(outer, 'abc', 'owner.sock');
});

afterEach(() => rm(around, { recursive: true, force: true }));

const call = {
  id: 'o-1',
  by: { who: 'tester', authenticated: 'os', channel: 'cli' },
  verb: 'wake',
  input: { run: 'r-1' },
} as const;

const answer = () => Promise.resolve({ output: 'done' });

/** What the owner and the client say of it. */
async function said(): Promise<readonly unknown[]> {
  const served = serveOwner(socket, { build: '1', answer }).then(
    () => 'served',
    (error: unknown) => error,
  );
  return [await served, await askOwner(socket, call, { build: '1' })];
}

function refused(words: RegExp): readonly unknown[] {
  return [
    expect.objectContaining({ name: 'SocketFolderUnsafe', message: expect.stringMatching(words) }),
    { trouble: { exit: 'missing', message: expect.stringMatching(words) } },
  ];
}

describe('a folder of somebody else is not used, by the owner or by who asks', () => {
  const isRoot = process.geteuid?.() === 0;

  test.runIf(isRoot)('one of another user', async () => {
    await mkdir(outer, { mode: 0o777 });
    await chown(outer, 65_534, 65_534);
    expect(await said()).toEqual(refused(/slipway-7: it belongs to another user .*XDG_RUNTIME_DIR/));
    expect(await readdir(outer)).toEqual([]);
  });

  test.each([0o777, 0o770, 0o707])('one that others may write to (%o)', async (mode) => {
    await mkdir(outer);
    await chmod(outer, mode);
    expect(await said()).toEqual(refused(/may be written to by other users/));
  });

  test('one that is a link, also the inner one', async () => {
    await mkdir(path.join(around, 'elsewhere'), { mode: 0o700 });
    await symlink(path.join(around, 'elsewhere'), outer);
    expect(await said()).toEqual(refused(/slipway-7: it is a link/));
    await rm(outer);
    await mkdir(outer, { mode: 0o700 });
    await symlink(path.join(around, 'elsewhere'), path.dirname(socket));
    expect(await said()).toEqual(refused(/abc: it is a link/));
  });

  test('one that is a file', async () => {
    await writeFile(outer, '');
    expect(await said()).toEqual(refused(/slipway-7: it is no folder/));
  });
});

test('what the folders lie in is never made, and has to be a folder', async () => {
  const gone = path.join(around, 'gone', 'slipway-7', 'abc', 'owner.sock');
  await expect(makeSocketFolder(gone)).rejects.toThrow(/gone: it does not exist/);
  await writeFile(path.join(around, 'gone'), '');
  await expect(makeSocketFolder(gone)).rejects.toThrow(/gone: it is no folder/);
  expect(await readdir(around)).toEqual(['gone']);
});

test('folder and socket are for their user only, and the owner takes its own away', async () => {
  await mkdir(outer, { mode: 0o755 });
  const server = await serveOwner(socket, { build: '1', answer });
  for (const [place, mode] of [
    [outer, 0o700],
    [path.dirname(socket), 0o700],
    [socket, 0o600],
  ] as const) {
    expect([place, (await lstat(place)).mode & 0o777]).toEqual([place, mode]);
  }
  await server.close();
  expect(await readdir(outer)).toEqual([]);
});
