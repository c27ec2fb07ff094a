import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearStaleLocks } from './stale-locks.ts';

let home = '';
let store = '';

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'slipway-locks-'));
  store = path.join(home, 'repos', 'sample-1', 'store.git');
  await mkdir(path.join(store, 'refs', 'slipway', 'r-1', 'tasks'), { recursive: true });
  await mkdir(path.join(store, 'objects', 'pack'), { recursive: true });
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe('locks that a killed git left behind', () => {
  it('are taken away, beside refs and at the top, and nothing else is', async () => {
    const locks = [path.join(store, 'packed-refs.lock'), path.join(store, 'refs/slipway/r-1/tasks/one.lock')];
    const others = [path.join(store, 'refs/slipway/r-1/tasks/two'), path.join(store, 'objects/pack/a.lock')];
    for (const file of [...locks, ...others]) await writeFile(file, '');
    const cleared = await clearStaleLocks(home);
    expect(cleared.toSorted()).toEqual(locks.toSorted());
    expect(locks.map((file) => existsSync(file))).toEqual([false, false]);
    expect(others.map((file) => existsSync(file))).toEqual([true, true]);
  });

  it('are left to a git that still works on the repository', async () => {
    const lock = path.join(store, 'packed-refs.lock');
    await writeFile(lock, '');
    // Stands in for a git that outlived its owner: told to go on, it turns its lock into the file, as git does.
    const program = `process.stdin.once('data', () => {
      require('fs').renameSync(process.env.LOCK, process.env.LOCK.slice(0, -5));
      process.exit();
    });
    process.stdout.write('up');`;
    const git = spawn(process.execPath, ['-e', program, '--', `--git-dir=${store}`], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { LOCK: lock },
    });
    await once(git.stdout, 'data');
    const clearing = clearStaleLocks(home);
    git.stdin.write('go');
    expect(await clearing).toEqual([]);
    expect(existsSync(path.join(store, 'packed-refs'))).toBe(true);
  });

  it('are nothing to worry about in a home that has none', async () => {
    expect(await clearStaleLocks(path.join(home, 'nowhere'))).toEqual([]);
  });
});
