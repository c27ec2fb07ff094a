// The report that a coverage command leaves in its checkout.
//   COVERAGE-REPORTS-1. Only what the command wrote counts. A report that was committed is deleted before; one that is older than the
//       command was copied from somewhere.
//   COVERAGE-REPORTS-2. A link may lead anywhere, so that only plain files count, in folders that are no links either.

import { lstat, open, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FoundReport } from './checks.ts';

const reportBytesMax = 64 * 1024 * 1024;

export interface CoverageReports {
  /** The first of the places where the command left one. */
  readonly found: () => Promise<FoundReport>;
}

/** Before the command runs. `places` are paths from the root of the checkout. */
export async function coverageReports(dir: string, places: readonly string[]): Promise<CoverageReports> {
  const root = await realpath(dir);
  for (const place of places) {
    const file = await fileAt(root, place);
    if (file !== undefined) await rm(file, { recursive: true, force: true });
  }
  const began = await nowOn(root);
  return {
    found: async () => {
      for (const place of places) {
        const file = await fileAt(root, place);
        const report = file === undefined ? undefined : await reportIn(file, place, began);
        if (report !== undefined) return report;
      }
      return { found: 'none' };
    },
  };
}

/** COVERAGE-REPORTS-2: undefined where its folder is not there, or lies elsewhere. */
async function fileAt(root: string, place: string): Promise<string | undefined> {
  const folder = path.join(root, path.dirname(place));
  const real = await realpath(folder).catch(() => undefined);
  return real === folder ? path.join(folder, path.basename(place)) : undefined;
}

/** By the clock of the file system, which is the one that dates a report. */
async function nowOn(root: string): Promise<bigint> {
  const mark = path.join(path.dirname(root), `${path.basename(root)}.began`);
  await writeFile(mark, '');
  try {
    return (await lstat(mark, { bigint: true })).mtimeNs;
  } finally {
    await rm(mark, { force: true });
  }
}

async function reportIn(file: string, place: string, began: bigint): Promise<FoundReport | undefined> {
  const stats = await lstat(file, { bigint: true }).catch(() => undefined);
  if (stats?.isFile() !== true || stats.mtimeNs < began) return undefined; // COVERAGE-REPORTS-1, COVERAGE-REPORTS-2
  if (stats.size > BigInt(reportBytesMax)) return { found: 'too-large', path: place };
  const text = await textOf(file);
  return text === undefined ? undefined : { found: 'report', path: place, text };
}

async function textOf(file: string): Promise<string | undefined> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    return await handle.readFile({ encoding: 'utf8' });
  } finally {
    await handle.close();
  }
}
