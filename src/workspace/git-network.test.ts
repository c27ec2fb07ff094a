// What git is told when it talks to another machine, and who else hears it: a server that wants to know who asks.

import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gitRunner } from './git-runner.ts';
import type { GitNetwork, GitResult } from './git.ts';

const password = 'sesame-sesame-sesame';
const git = gitRunner();
let dir: string;
const servers: Server[] = [];
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'slipway-network-'));
  await git.run({ gitDir: dir, args: ['init', '--quiet', '--bare', '--template='] });
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  await rm(dir, { recursive: true, force: true });
});

interface Heard {
  readonly address: string;
  readonly authorizations: (string | undefined)[];
  /** Of this machine's processes, those that show the password. */
  readonly showing: string[];
}

async function serve(status: number, headers: Readonly<Record<string, string>> = {}): Promise<Heard> {
  const authorizations: (string | undefined)[] = [];
  const showing: string[] = [];
  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization);
    void showers().then((found) => {
      showing.push(...found);
      const isKnown = request.headers.authorization !== undefined;
      return response
        .writeHead(isKnown ? status : 401, isKnown ? headers : { 'www-authenticate': 'Basic realm="GitHub"' })
        .end();
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return { address: `http://127.0.0.1:${address.port}`, authorizations, showing };
}

async function showers(): Promise<readonly string[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = ids.flatMap((id) => ['cmdline', 'environ'].map((file) => `/proc/${id}/${file}`));
  const texts = await Promise.all(found.map((file) => readFile(file, 'latin1').catch(() => '')));
  return found.filter((_, at) => texts[at]?.includes(password));
}

function ask(url: string, network: GitNetwork): Promise<GitResult> {
  return git.run({ gitDir: dir, args: ['ls-remote', '--', `${url}/acme/widgets.git`], network });
}

function credential(origin: string): GitNetwork {
  return { protocol: 'http', credential: { origin, username: 'x-access-token', password } };
}

test('a credential reaches the place it is for, and no process shows it', async () => {
  const heard = await serve(403);
  const result = await ask(heard.address, credential(heard.address));
  const basic = `Basic ${Buffer.from(`x-access-token:${password}`).toString('base64')}`;
  expect(heard.authorizations).toEqual([undefined, basic]);
  expect(heard.showing).toEqual([]);
  expect(result.exit).not.toBe(0);
  expect(JSON.stringify(result)).not.toContain(password);
});

test('another place is not told it', async () => {
  const heard = await serve(200);
  const result = await ask(heard.address, credential('http://127.0.0.1:9'));
  expect(heard.authorizations).toEqual([undefined]);
  expect(result.stderr).toContain('could not read Username');
});

test('a place that sends on is not followed', async () => {
  const other = await serve(200);
  const heard = await serve(302, {
    location: `${other.address}/acme/widgets.git/info/refs?service=git-upload-pack`,
  });
  expect((await ask(heard.address, credential(heard.address))).exit).not.toBe(0);
  expect(other.authorizations).toEqual([]);
});

test('without being told so, git talks to no other machine', async () => {
  const heard = await serve(200);
  const result = await git.run({
    gitDir: dir,
    args: ['ls-remote', '--', `${heard.address}/acme/widgets.git`],
  });
  expect(result.stderr).toContain("transport 'http' not allowed");
  expect(heard.authorizations).toEqual([]);
});

test('only the way it was told is spoken', async () => {
  const heard = await serve(200);
  const result = await ask(heard.address, { protocol: 'https' });
  expect(result.stderr).toContain("transport 'http' not allowed");
});
