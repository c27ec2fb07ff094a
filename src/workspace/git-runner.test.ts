import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { gitRunner } from './git-runner.ts';

describe('the git runner', () => {
  let dir = '';
  const git = gitRunner();

  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'slipway-git-'));
    expect((await git.run({ gitDir: dir, args: ['init', '--quiet', '--bare', '--template='] })).exit).toBe(0);
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  test('answers a failing command with its exit and its words', async () => {
    const result = await git.run({ gitDir: dir, args: ['rev-parse', '--verify', 'HEAD'] });
    expect(result.exit).toBe(128);
    expect(result.stderr).toContain('fatal');
  });

  test('reads no configuration but the repository’s own', async () => {
    const { stdout } = await git.run({ gitDir: dir, args: ['config', '--show-origin', '--list'] });
    const origins = new Set(
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('\t')[0]),
    );
    expect([...origins].filter((origin) => origin !== 'command line:')).toEqual([`file:${dir}/config`]);
  });

  test('hands bytes through in latin1, whatever they are', async () => {
    const bytes = Buffer.from([0, 255, 10, 128]).toString('latin1');
    const written = await git.run({
      gitDir: dir,
      args: ['hash-object', '-w', '--stdin'],
      stdin: bytes,
      encoding: 'latin1',
    });
    const read = await git.run({
      gitDir: dir,
      args: ['cat-file', 'blob', written.stdout.trim()],
      encoding: 'latin1',
    });
    expect(read.stdout).toBe(bytes);
  });

  test('fails instead of cutting output short', async () => {
    const request = { gitDir: dir, args: ['config', '--list'], outputBytesMax: 10 };
    await expect(git.run(request)).rejects.toThrow('more than the 10 bytes');
  });

  test('lets one at a time work on a git directory, also after one has failed', async () => {
    const seen: string[] = [];
    const work = (name: string) => async () => {
      seen.push(`${name} begins`);
      await git.run({ gitDir: dir, args: ['version'] });
      seen.push(`${name} ends`);
      if (name === 'b') throw new Error('b fails');
    };
    const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => git.exclusive(dir, work(name))));
    expect(all.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  test('says the version of git, and nothing where there is no git', async () => {
    expect(await git.version()).toMatch(/^\d+\.\d+/);
    expect(await gitRunner({ path: dir }).version()).toBeUndefined();
  });
});
