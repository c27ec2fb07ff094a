// Lock files that git left in the home when it was killed with its machine or its container. git never takes such a
// lock away, so every later update of that ref would fail for ever.
//
// Only the home's own repositories are looked at: the owner of the home is their only writer, and it has just begun.
// A git that an owner killed alone left behind may still be at work for a moment, so a lock is taken away only once
// no process works on its repository, and only if it is still the one that was found. Processes live in real time,
// so this waits in real time, whatever clock the run has.

import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processFile, processIds } from '../../containment/process-table.ts';

const repositories = ['store.git', 'forge.git'];
const looksMax = 500;
const lookAgainMs = 20;
/** Where the system does not show its processes: longer than git ever holds a lock on a repository of ours. */
const quietMs = 2_000;

interface Found {
  readonly file: string;
  readonly mark: string;
}

/** The lock files that were taken away. */
export async function clearStaleLocks(home: string): Promise<readonly string[]> {
  const cleared: string[] = [];
  for (const id of await names(path.join(home, 'repos'))) {
    for (const name of repositories) {
      const gitDir = path.join(home, 'repos', id, name);
      const found = await locksIn(gitDir);
      if (found.length === 0 || !(await isLeftAlone(gitDir))) continue;
      for (const lock of found) {
        if ((await markOf(lock.file)) !== lock.mark) continue;
        await rm(lock.file, { force: true });
        cleared.push(lock.file);
      }
    }
  }
  return cleared;
}

/** Locks of refs lie beside the refs, those of whole files at the top; objects have none. */
async function locksIn(gitDir: string): Promise<readonly Found[]> {
  const top = (await names(gitDir)).map((name) => path.join(gitDir, name));
  const refs = await readdir(path.join(gitDir, 'refs'), { recursive: true }).catch(() => []);
  const files = [...top, ...refs.map((name) => path.join(gitDir, 'refs', name))];
  const locks = files.filter((file) => file.endsWith('.lock'));
  const marked = await Promise.all(locks.map(async (file) => ({ file, mark: await markOf(file) })));
  return marked.flatMap(({ file, mark }) => (mark === undefined ? [] : [{ file, mark }]));
}

async function markOf(file: string): Promise<string | undefined> {
  const stats = await stat(file, { bigint: true }).catch(() => undefined);
  return stats === undefined ? undefined : `${stats.ino} ${stats.mtimeNs}`;
}

/** Waits for whoever works there. False where somebody still does: then the lock is theirs. */
async function isLeftAlone(gitDir: string): Promise<boolean> {
  if (processIds().length === 0) {
    await wait(quietMs);
    return true;
  }
  for (let look = 0; look < looksMax; look += 1) {
    if (!isWorkedOn(gitDir)) return true;
    await wait(lookAgainMs);
  }
  return false;
}

/** git is told its directory by an argument, and tells its own children by a variable. */
function isWorkedOn(gitDir: string): boolean {
  return processIds().some((pid) => {
    const told = (processFile(pid, 'cmdline') ?? '').split('\0').includes(`--git-dir=${gitDir}`);
    return told || (processFile(pid, 'environ') ?? '').split('\0').includes(`GIT_DIR=${gitDir}`);
  });
}

async function names(dir: string): Promise<readonly string[]> {
  return readdir(dir).catch(() => []);
}
