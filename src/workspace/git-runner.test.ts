import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { isAlive } from '../../test/support/alive.ts';
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

const runnerModule = new URL('git-runner.ts', import.meta.url).href;

/** A process that leads a group, as a shell starts one, and a git in it that says who it is and then works until it is told to end. */
async function withGitAtWork(
  work: (given: {
    readonly leader: number;
    readonly git: string;
    readonly told: () => Promise<string>;
    readonly letGitEnd: () => Promise<void>;
    readonly exited: Promise<unknown>;
  }) => Promise<void>,
): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), 'slipway-git-'));
  const end = path.join(dir, 'end');
  const slow = `#!/bin/sh\necho $$ > ${dir}/pid.new && mv ${dir}/pid.new ${dir}/pid\nwhile [ ! -e ${end} ]; do sleep 0.02; done\n`;
  await writeFile(path.join(dir, 'git'), slow, { mode: 0o755 });
  const program = `
    import { existsSync, readFileSync } from 'node:fs';
    import { gitRunner } from '${runnerModule}';
    process.on('SIGINT', () => console.log('asked to stop'));
    process.on('SIGTERM', () => process.exit(143));
    const done = gitRunner({ path: '${dir}:/usr/bin:/bin' }).run({ gitDir: '/', args: [] });
    while (!existsSync('${dir}/pid')) await new Promise((resolve) => setTimeout(resolve, 10));
    console.log(readFileSync('${dir}/pid', 'utf8').trim());
    console.log(await done.then(({ exit }) => 'exit ' + exit, (error) => error.message));`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const told = async (): Promise<string> => String((await lines.next()).value);
  try {
    const git = await told();
    const letGitEnd = (): Promise<void> => writeFile(end, '');
    await work({ leader: child.pid ?? 0, git, told, letGitEnd, exited });
  } finally {
    await writeFile(end, '');
    await exited;
    await rm(dir, { recursive: true, force: true });
  }
}

describe('a git that is at work (GIT-RUNNER-4)', () => {
  test('is not reached by a Ctrl-C, which a terminal sends to the whole group of its caller', async () => {
    await withGitAtWork(async ({ leader, told, letGitEnd }) => {
      process.kill(-leader, 'SIGINT');
      expect(await told()).toBe('asked to stop');
      await letGitEnd();
      expect(await told()).toBe('exit 0');
    });
  });

  test('ends when the process that started it is killed, which that one cannot see coming', async () => {
    await withGitAtWork(async ({ leader, git, exited }) => {
      process.kill(leader, 'SIGKILL');
      await exited;
      await vi.waitFor(() => expect(isAlive(git)).toBe(false), 5_000);
    });
  });

  test('is ended where it takes more of the machine than there is for it (GIT-RUNNER-5)', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'slipway-git-'));
    await writeFile(path.join(dir, 'git'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
    const watched: number[] = [];
    const greedy = gitRunner({
      path: `${dir}:/usr/bin:/bin`,
      watch: (leader, onOver) => {
        watched.push(leader);
        onOver();
        return { close: () => watched.push(-leader) };
      },
    });
    await expect(greedy.run({ gitDir: dir, args: [] })).rejects.toThrow('more memory or processes');
    expect(watched).toEqual([expect.any(Number), -(watched[0] ?? 0)]);
    await rm(dir, { recursive: true, force: true });
  });

  test('ends with the process that started it', async () => {
    await withGitAtWork(async ({ leader, git, exited }) => {
      process.kill(leader, 'SIGTERM');
      await exited;
      await vi.waitFor(() => expect(isAlive(git)).toBe(false), 5_000);
    });
  });
});
