// Where the bench works. What syncs is measured on a disk: in memory a sync costs nothing, and that says nothing
// about a home. What writes many files and syncs next to nothing is measured in memory, where there is room: a
// shared disk's queue would be all that is seen. (Measured on ext4: after 20,000 files were deleted, git's clone of
// as many took ten times as long as before, because inodes just freed are looked past one by one.)

import { mkdirSync, mkdtempSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The numbers Linux has for tmpfs and ramfs. */
const memoryTypes: readonly number[] = [0x01021994, 0x858458f6];
const memoryFolder = '/dev/shm';

/** The folder for temporary files, or one beside the sources where that lies in memory. */
export function folderOnDisk(): string {
  const usual = os.tmpdir();
  if (!isInMemory(usual)) return usual;
  const own = fileURLToPath(new URL('../../.bench', import.meta.url));
  mkdirSync(own, { recursive: true });
  return own;
}

/** A folder in memory with this much room, or one on disk where there is none. */
export function folderInMemory(bytesMin: number): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    if (isInMemory(memoryFolder) && bavail * bsize >= bytesMin) return memoryFolder;
  } catch {
    // Not a machine that has one.
  }
  return folderOnDisk();
}

function isInMemory(folder: string): boolean {
  return memoryTypes.includes(statfsSync(folder).type);
}

export function newFolder(parent: string): string {
  return mkdtempSync(path.join(parent, 'slipway-bench-'));
}
