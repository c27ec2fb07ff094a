import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startGitHub } from '../../test/support/github/server.ts';
import type { Environment } from '../plain/environment.ts';
import { remoteOf } from './address.ts';
import type { Credentials } from './credentials.ts';
import { credentialsFor } from './credentials.ts';

let dir: string;
let learned: string[];
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'slipway-credentials-'));
  learned = [];
});
afterEach(() => rm(dir, { recursive: true, force: true }));

function credentials(env: Environment): Credentials {
  const remote = remoteOf('https://github.com/acme/widgets', env);
  if (remote === undefined) throw new Error('no remote');
  const { hub, slug } = remote;
  return credentialsFor({ env, hub, slug, now: () => 0, learn: (secrets) => void learned.push(...secrets) });
}

/** A gh that says what a file beside it says, and counts how often it was asked. */
async function gh(token: string): Promise<string> {
  const program = path.join(dir, 'gh');
  await writeFile(program, `#!/bin/sh\necho "$@" >> ${dir}/asked\necho ${token}\n`);
  await chmod(program, 0o755);
  return `${dir}:/usr/bin:/bin`;
}

describe('who Slipway acts as', () => {
  test('GH_TOKEN goes before GITHUB_TOKEN, and both before gh', async () => {
    const PATH = await gh('from-gh');
    const both = await credentials({ GH_TOKEN: 'one', GITHUB_TOKEN: 'two', PATH }).bearer();
    expect(both).toMatchObject({ value: { token: 'one', source: 'the token in GH_TOKEN', kind: 'token' } });
    expect(await credentials({ GITHUB_TOKEN: 'two', PATH }).bearer()).toMatchObject({
      value: { token: 'two' },
    });
    expect(learned).toEqual(['one', 'two']);
  });

  test('the login of gh is taken where no token is set, for the host it is asked for', async () => {
    const found = credentials({ PATH: await gh('from-gh'), GH_TOKEN: '' });
    expect(await found.bearer()).toMatchObject({ value: { token: 'from-gh', source: 'the login of gh' } });
    expect(learned).toEqual(['from-gh']);
  });

  test('a login of gh that was refused is asked for again', async () => {
    const found = credentials({ PATH: await gh('old') });
    await found.bearer();
    await gh('new');
    expect(await found.bearer()).toMatchObject({ value: { token: 'old' } });
    expect(found.refused()).toBe(true);
    expect(await found.bearer()).toMatchObject({ value: { token: 'new' } });
  });

  test('a token of the environment that was refused has no successor', () => {
    expect(credentials({ GH_TOKEN: 'one' }).refused()).toBe(false);
  });

  test('a token that is only named is read when it is needed, and anew where it was refused', async () => {
    const token = path.join(dir, 'token');
    const found = credentials({ GH_TOKEN: `file:${token}`, PATH: '/usr/bin:/bin' });
    expect(await found.bearer()).toHaveProperty('detail', expect.stringContaining('that GH_TOKEN names'));
    await writeFile(token, 'old\n');
    expect(await found.bearer()).toMatchObject({
      value: { token: 'old', source: 'the token that GH_TOKEN names' },
    });
    await writeFile(token, 'new\n');
    expect(found.refused()).toBe(true);
    expect(await found.bearer()).toMatchObject({ value: { token: 'new' } });
    expect(learned).toEqual(['old', 'new']);
  });

  test('where nobody is logged in, it says how to', async () => {
    const answer = await credentials({ PATH: '/nowhere' }).bearer();
    expect(answer).toMatchObject({ ok: false, why: 'unknown-caller' });
    expect(answer).toHaveProperty('detail', expect.stringContaining('gh auth login'));
  });
});

describe('an App on a machine whose clock is wrong', () => {
  test.each([-12, 5, 90])('is given its token though the clock is %i minutes off', async (minutes) => {
    const github = await startGitHub();
    try {
      await github.repository('acme/widgets');
      const installed = github.app('slipway', {
        permissions: { contents: 'write' },
        installedFor: { acme: undefined },
      });
      const key = path.join(dir, 'app.pem');
      await writeFile(key, installed.privateKey);
      const env = {
        GITHUB_SERVER_URL: github.url,
        SLIPWAY_GITHUB_APP_ID: String(installed.id),
        SLIPWAY_GITHUB_APP_KEY: `file:${key}`,
        PATH: '/usr/bin:/bin',
      };
      const remote = remoteOf(`${github.url}/acme/widgets`, env);
      if (remote === undefined) throw new Error('no remote');
      const { hub, slug } = remote;
      const now = (): number => Date.now() + minutes * 60_000;
      const found = credentialsFor({
        env,
        hub,
        slug,
        now,
        learn: (secrets) => void learned.push(...secrets),
      });
      expect(await found.bearer()).toMatchObject({ ok: true, value: { kind: 'app' } });
      const before = github.calls.length;
      expect(await found.bearer()).toMatchObject({ ok: true });
      expect(github.calls).toHaveLength(before); // it is known, and its end is read by their clock
    } finally {
      await github.close();
    }
  });
});

describe('an App', () => {
  const app = { SLIPWAY_GITHUB_APP_ID: '12', GH_TOKEN: 'never', PATH: '/usr/bin:/bin' };

  test('goes before every token, and says what is wrong with its key', async () => {
    expect(await credentials(app).bearer()).toHaveProperty(
      'detail',
      expect.stringContaining('file:/path/to/it'),
    );
    expect(await credentials({ ...app, SLIPWAY_GITHUB_APP_KEY: `file:${dir}/none` }).bearer()).toHaveProperty(
      'detail',
      expect.stringContaining('ENOENT'),
    );
    expect(await credentials({ ...app, SLIPWAY_GITHUB_APP_KEY: 'cmd:false' }).bearer()).toHaveProperty(
      'detail',
      expect.stringContaining('gave no secret'),
    );
  });

  test('a key that is none is told, without a word of it', async () => {
    await writeFile(path.join(dir, 'key'), 'sesame-sesame');
    const answer = await credentials({ ...app, SLIPWAY_GITHUB_APP_KEY: `file:${dir}/key` }).bearer();
    expect(answer).toHaveProperty('detail', expect.stringContaining('is no private key'));
    expect(JSON.stringify(answer)).not.toContain('sesame');
  });

  test('a key that a program prints is taken; what reaches nobody is told', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await writeFile(path.join(dir, 'key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const env = {
      ...app,
      SLIPWAY_GITHUB_APP_KEY: `cmd:cat ${dir}/key`,
      GITHUB_SERVER_URL: 'http://127.0.0.1:9',
    };
    const remote = remoteOf('http://127.0.0.1:9/acme/widgets', env);
    if (remote === undefined) throw new Error('no remote');
    const found = credentialsFor({
      env,
      ...remote,
      now: () => 0,
      learn: (secrets) => void learned.push(...secrets),
    });
    expect(await found.bearer()).toMatchObject({ ok: false, why: 'unreachable' });
    expect(learned).toHaveLength(1);
  });
});
