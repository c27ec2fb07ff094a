// Whether the documents about a repository can be believed. The record is Slipway's own and lies in its home: what a
// repository says about itself counts for nothing here.
//
// Invariants
//   SURVEY-DOCS-1. No record, or one that cannot be read, is unknown; nothing is trusted by default.
//   SURVEY-DOCS-2. Trusted needs both: the content that was recorded, and the layout it was recorded for.
//   SURVEY-DOCS-3. A text that Slipway keeps stands for one version of a document in the tree, or for its absence. Once somebody
//        writes another version, that one counts, and the kept text is forgotten with the next record.

import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { documents } from '../core/repository/docs.ts';
import type { DocTrust } from '../core/repository/survey.ts';
import type { FileEntry } from '../workspace/workspace.ts';
import { isLeftOut } from './left-out.ts';

/** `content` is git's name of the version in the tree, empty where there is none; `text` a blob. */
const recordFile = z.record(
  z.string(),
  z.object({ content: z.string(), fingerprint: z.string(), text: z.string().exactOptional() }),
);
type DocRecord = Readonly<z.infer<typeof recordFile>>;

/** One line for each document that is there, or kept. */
export async function docsTrust(
  home: string,
  repository: string,
  entries: readonly FileEntry[],
): Promise<readonly DocTrust[]> {
  const record = await recordOf(home, repository);
  const fingerprint = fingerprintOf(entries);
  return documents.flatMap((name): readonly DocTrust[] => {
    const id = entries.find((entry) => entry.path === name)?.id;
    const known = Object.hasOwn(record, name) ? record[name] : undefined;
    const holds = known?.content === (id ?? '') && known.fingerprint === fingerprint; // SURVEY-DOCS-2
    if (holds && known.text !== undefined) return [{ path: name, trust: 'trusted', text: known.text }]; // SURVEY-DOCS-3
    if (id === undefined) return [];
    if (known === undefined) return [{ path: name, trust: 'unknown' }]; // SURVEY-DOCS-1
    return [{ path: name, trust: holds ? 'trusted' : 'stale' }];
  });
}

/** Writes down that these documents are right for these files. */
export async function recordDocs(
  home: string,
  repository: string,
  about: { readonly entries: readonly FileEntry[]; readonly written: readonly string[] },
): Promise<void> {
  const { entries, written } = about;
  const fingerprint = fingerprintOf(entries);
  const fresh = entries
    .filter((entry) => documents.includes(entry.path) && written.includes(entry.path))
    .map((entry) => [entry.path, { content: entry.id, fingerprint }]);
  await write(home, repository, Object.fromEntries(fresh));
}

/** Writes down which texts stand for what of these documents lies in the tree, or does not. */
export async function keepDocs(
  home: string,
  repository: string,
  about: {
    readonly entries: readonly FileEntry[];
    readonly documents: readonly { readonly path: string; readonly blob: string }[];
  },
): Promise<void> {
  const { entries } = about;
  const fingerprint = fingerprintOf(entries);
  const kept = about.documents.map(({ path: name, blob }) => {
    const content = entries.find((entry) => entry.path === name)?.id ?? '';
    return [name, { content, fingerprint, text: blob }];
  });
  try {
    await write(home, repository, Object.fromEntries(kept));
  } catch {
    // Without a record they are written anew by the next run, which is no reason to lose them in this one.
  }
}

async function write(home: string, repository: string, fresh: DocRecord): Promise<void> {
  if (Object.keys(fresh).length === 0) return;
  const record = { ...(await recordOf(home, repository)), ...fresh };
  const file = fileOf(home, repository);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

const depthMax = 3;
const manifests =
  /^(?:[^/]+\/){0,2}(?:package\.json|pyproject\.toml|setup\.(?:cfg|py)|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Makefile|cpanfile)$/;

/** What such documents are about: the folders down to the third, and what the repository is built from. */
export function fingerprintOf(entries: readonly FileEntry[]): string {
  const lines = new Set<string>();
  for (const { path: name, id } of entries) {
    if (manifests.test(name)) lines.add(`${id} ${name}`);
    const folder = name.split('/').slice(0, -1).slice(0, depthMax).join('/');
    if (!isLeftOut(name)) lines.add(`${folder}/`);
  }
  return createHash('sha256')
    .update([...lines].toSorted().join('\n'))
    .digest('hex');
}

async function recordOf(home: string, repository: string): Promise<DocRecord> {
  try {
    return recordFile.parse(JSON.parse(await readFile(fileOf(home, repository), 'utf8')));
  } catch {
    return {};
  }
}

function fileOf(home: string, repository: string): string {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(repository)) {
    throw new Error(`invariant: ${JSON.stringify(repository)} is not the id of a repository`);
  }
  return path.join(home, 'repos', repository, 'docs.json');
}
