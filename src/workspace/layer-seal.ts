// The seal of a layer: a hash over every name in it with mode, size, times and inode. The time of an inode's last
// change cannot be set back by a program, so whoever wrote to, replaced or linked a file broke the seal. Contents are
// not read: a layer has hundreds of megabytes, and is looked at before every use.

import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import type { BigIntStats } from 'node:fs';
import path from 'node:path';

export interface Seal {
  readonly hash: string;
  readonly files: number;
  /** Whether something in it belongs to another user or group than ours. */
  readonly foreign: boolean;
}

export interface Entry {
  readonly path: string;
  readonly stats: BigIntStats;
}

const foldersAtOnce = 32;
const entriesMax = 2_000_000;

export async function sealOf(dir: string): Promise<Seal> {
  const hash = createHash('sha256');
  const uid = BigInt(process.getuid?.() ?? 0);
  const gid = BigInt(process.getgid?.() ?? 0);
  let files = 0;
  let foreign = false;
  for await (const { path: name, stats } of everythingIn(dir)) {
    const { mode, size, mtimeNs, ctimeNs, ino } = stats;
    hash.update(`${name}\0${mode} ${size} ${mtimeNs} ${ctimeNs} ${ino}\0`);
    files += 1;
    foreign ||= stats.uid !== uid || stats.gid !== gid;
  }
  return { hash: hash.digest('hex'), files, foreign };
}

/** Everything below a folder, level by level and by name; no link is followed. */
export async function* everythingIn(dir: string): AsyncGenerator<Entry> {
  let level: readonly string[] = [''];
  let count = 0;
  while (level.length > 0) {
    const below: string[] = [];
    for (let at = 0; at < level.length; at += foldersAtOnce) {
      const some = await Promise.all(
        level.slice(at, at + foldersAtOnce).map((folder) => entriesOf(dir, folder)),
      );
      for (const entry of some.flat()) {
        count += 1;
        if (count > entriesMax) throw new Error(`${dir} has more than ${entriesMax} files and folders.`);
        if (entry.stats.isDirectory()) below.push(entry.path);
        yield entry;
      }
    }
    level = below;
  }
}

async function entriesOf(dir: string, folder: string): Promise<readonly Entry[]> {
  const names = (await readdir(path.join(dir, folder))).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const below = folder === '' ? name : `${folder}/${name}`;
      return { path: below, stats: await lstat(path.join(dir, below), { bigint: true }) };
    }),
  );
}
