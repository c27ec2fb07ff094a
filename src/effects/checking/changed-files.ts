// The files a change touches, each as it was and as it is, read from the store.

import type { FileChange, Side } from '../../tamper/change.ts';
import type { FileEntry } from '../../workspace/workspace.ts';
import type { EffectParts } from '../parts.ts';

/** A larger file, and what is behind so many bytes, is known by its hash only. */
const fileBytesMax = 1_048_576;
const readBytesMax = 67_108_864;

type Workspaces = Pick<EffectParts['workspaces'], 'changes' | 'entries' | 'eachContent'>;

export async function changedFiles(
  workspaces: Workspaces,
  repository: string,
  from: string,
  to: string,
): Promise<readonly FileChange[]> {
  const changes = await workspaces.changes(repository, from, to);
  if (changes.length === 0) return [];
  const paths = new Set(changes.map(({ path }) => path));
  const entriesAt = async (commit: string): Promise<ReadonlyMap<string, FileEntry>> => {
    const entries = await workspaces.entries(repository, commit);
    return new Map(entries.flatMap((entry) => (paths.has(entry.path) ? [[entry.path, entry] as const] : [])));
  };
  const [before, after] = await Promise.all([entriesAt(from), entriesAt(to)]);
  const texts = await textsOf(workspaces, repository, [...before.values(), ...after.values()]);
  const sideOf = (entry: FileEntry | undefined, mode: string): Side | undefined => {
    if (entry === undefined) return undefined;
    const text = texts.get(entry.id);
    return { id: entry.id, mode, ...(text === undefined ? {} : { text }) };
  };
  return changes.map(({ path, kind, mode, linkTarget }) => {
    const was = sideOf(before.get(path), '100644');
    // A link has no content of its own; what it points to is what it says.
    const link = linkTarget === undefined ? undefined : { id: linkTarget, mode, text: linkTarget };
    const is = kind === 'deleted' ? undefined : (link ?? sideOf(after.get(path), mode) ?? { id: mode, mode });
    return {
      path,
      ...(was === undefined ? {} : { before: was }),
      ...(is === undefined ? {} : { after: is }),
    };
  });
}

/** By the name git has for the content; binary and large ones are left out. */
async function textsOf(
  workspaces: Workspaces,
  repository: string,
  entries: readonly FileEntry[],
): Promise<ReadonlyMap<string, string>> {
  let left = readBytesMax;
  const ids = new Set<string>();
  for (const { id, bytes } of entries) {
    if (bytes > fileBytesMax || bytes > left || ids.has(id)) continue;
    left -= bytes;
    ids.add(id);
  }
  const wanted = [...ids];
  const texts = new Map<string, string>();
  const decoder = new TextDecoder();
  await workspaces.eachContent(repository, wanted, (at, content) => {
    if (!content.includes(0)) texts.set(wanted[at] ?? '', decoder.decode(content));
  });
  return texts;
}
