// Writes a git directory by hand: no template, no hook, and a configuration that is ours to the letter.
// Used for stores, for the `.git` of private clones and of checkouts, and for the short-lived directories that borrow the
// objects of others so that nobody's configuration has to be read to look at their objects.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Attributes in a tree can change bytes on the way in and out (line ends, ident, encodings) and call
 * filters. This file of the git directory stands above them all, so files and blobs are byte for byte
 * the same, and a change cannot hide behind a conversion.
 */
export const bytesAsTheyAre = '* -text !crlf !eol !ident !filter !working-tree-encoding !diff !merge\n';

export interface GitFolder {
  readonly dir: string;
  /** A commit id, or `ref: refs/heads/…`. */
  readonly head: string;
  readonly idChars: number;
  readonly bare: boolean;
  readonly settings?: readonly string[];
  readonly attributes?: string;
  readonly shallow?: string;
  /** Branches and tags, as git packs them (latin1). */
  readonly packedRefs?: string;
  /** Object folders to read from as well. */
  readonly borrow?: readonly string[];
}

export const nowhere = 'ref: refs/heads/nowhere';

export async function writeGitFolder(folder: GitFolder): Promise<void> {
  const { dir } = folder;
  const folders = ['objects/pack', 'objects/info', 'refs/heads', 'info'];
  await Promise.all(folders.map((name) => mkdir(path.join(dir, name), { recursive: true })));
  await Promise.all(filesOf(folder).map(([name, text]) => writeFile(path.join(dir, name), text)));
}

function filesOf(folder: GitFolder): readonly (readonly [string, string | Buffer])[] {
  const { attributes, shallow = '', packedRefs = '', borrow } = folder;
  return [
    ['HEAD', `${folder.head}\n`],
    ['config', configuration(folder)],
    ...(attributes === undefined ? [] : [['info/attributes', attributes] as const]),
    ...(shallow === '' ? [] : [['shallow', shallow] as const]),
    ...(packedRefs === '' ? [] : [['packed-refs', Buffer.from(packedRefs, 'latin1')] as const]),
    ...(borrow === undefined ? [] : [['objects/info/alternates', linesOf(borrow)] as const]),
  ];
}

function linesOf(folders: readonly string[]): string {
  return folders.map((folder) => `${quoted(folder)}\n`).join('');
}

function configuration(folder: GitFolder): string {
  const longIds = folder.idChars > 40;
  return [
    '[core]',
    `\trepositoryformatversion = ${longIds ? 1 : 0}`,
    `\tbare = ${folder.bare}`,
    '\tfilemode = true',
    '\tlogallrefupdates = false',
    '[gc]',
    '\tauto = 0',
    ...(longIds ? ['[extensions]', '\tobjectformat = sha256'] : []),
    ...(folder.settings ?? []),
    '',
  ].join('\n');
}

/** As git reads a line of alternates: quoted like a C string where a plain line would not do. */
function quoted(folder: string): string {
  if (!/["\\\n]/.test(folder)) return folder;
  return `"${folder.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
