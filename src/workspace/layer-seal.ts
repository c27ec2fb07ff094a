// The seal of a layer: a hash over every name in it with mode, size, times and inode. The time of an inode's last
// change cannot be set back by a program, so whoever wrote to, replaced or linked a file broke the seal. Contents are
// not read: a layer has hundreds of megabytes, and is looked at before every use.

import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface Seal {
  readonly hash: string;
  /** Whether something in it belongs to another user or group than ours. */
  readonly foreign: boolean;
}

export interface SealedEntry {
  readonly path: string;
  readonly stats: BigIntStats;
}

const foldersAtOnce = 16;
const entriesMax = 2_000_000;

export async function sealOf(dir: string): Promise<Seal> {
  const hash = createHash('sha256');
  const uid = BigInt(process.getuid?.() ?? 0);
  const gid = BigInt(process.getgid?.() ?? 0);
  let foreign = false;
  for await (const entries of everythingIn(dir)) {
    for (const { path: name, stats } of entries) {
      const { mode, size, mtimeNs, ctimeNs, ino } = stats;
      hash.update(`${name}\0${mode} ${size} ${mtimeNs} ${ctimeNs} ${ino}\0`);
      foreign ||= stats.uid !== uid || stats.gid !== gid;
    }
  }
  return { hash: hash.digest('hex'), foreign };
}

/** Everything below a folder, some folders at a time, level by level and by name; no link is followed. Names are UTF-8. */
export async function* everythingIn(dir: string): AsyncGenerator<readonly SealedEntry[]> {
  let level: readonly string[] = [''];
  let count = 0;
  while (level.length > 0) {
    const below: string[] = [];
    for (let at = 0; at < level.length; at += foldersAtOnce) {
      const entries = level.slice(at, at + foldersAtOnce).flatMap((folder) => entriesOf(dir, folder));
      count += entries.length;
      if (count > entriesMax) throw new Error(`${dir} has more than ${entriesMax} files and folders.`);
      for (const entry of entries) if (entry.stats.isDirectory()) below.push(entry.path);
      yield entries;
      await nextTurn();
    }
    level = below;
  }
}

/** Without a promise for each file, which would take longer than the looking; others have their turn in between. */
function entriesOf(dir: string, folder: string): readonly SealedEntry[] {
  const names = readdirSync(path.join(dir, folder)).toSorted();
  return names.map((name) => {
    const below = folder === '' ? name : `${folder}/${name}`;
    return { path: below, stats: lstatSync(path.join(dir, below), { bigint: true }) };
  });
}
