// Reports that a test program leaves in files (JUnit's XML), for programs that print no summary. Only what a check
// wrote itself counts: a report that lay in the checkout before says nothing about this run of it.

import { lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';

const folderNames: ReadonlySet<string> = new Set(['surefire-reports', 'failsafe-reports', 'test-results']);
const leftOut: ReadonlySet<string> = new Set(['node_modules', '.git', '.gradle', '.m2', '.venv']);
const depthMax = 8;
const foldersMax = 20_000;
const reportsMax = 5_000;
const reportBytesMax = 4 * 1024 * 1024;
const allBytesMax = 64 * 1024 * 1024;

export interface Reports {
  /** The text of the reports written since, one after the other. */
  readonly since: () => Promise<string>;
}

export async function reportsIn(dir: string): Promise<Reports> {
  const before = await stampsIn(dir);
  return {
    since: async () => {
      const texts: string[] = [];
      let bytes = 0;
      for (const [file, stamp] of await stampsIn(dir)) {
        if (before.get(file) === stamp || bytes > allBytesMax) continue;
        const text = await textOf(file);
        bytes += text.length;
        texts.push(text);
      }
      return texts.join('\n');
    },
  };
}

/** Every report with what changes when it is written again. */
async function stampsIn(dir: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const waiting = [{ folder: dir, depth: 0, isReports: false }];
  let folders = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ((folders += 1) > foldersMax || found.size >= reportsMax) break;
    const { folder, depth, isReports } = next;
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory() && depth < depthMax && !leftOut.has(entry.name)) {
        waiting.push({ folder: file, depth: depth + 1, isReports: isReports || folderNames.has(entry.name) });
      }
      // A link may lead anywhere, so that only files count.
      if (entry.isFile() && isReports && entry.name.endsWith('.xml')) found.set(file, await stampOf(file));
    }
  }
  return found;
}

async function stampOf(file: string): Promise<string> {
  const stats = await lstat(file, { bigint: true }).catch(() => undefined);
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}

async function textOf(file: string): Promise<string> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (handle === undefined) return '';
  try {
    const buffer = Buffer.alloc(reportBytesMax);
    const { bytesRead } = await handle.read(buffer, 0, reportBytesMax, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
