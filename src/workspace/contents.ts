// Reads all of a commit: the list of its files in one process, their contents in another, as they come and without
// keeping them, so that the size of a repository does not matter to memory.

import { gitFixed } from './git-fixed.ts';
import { gitFailed, nulFields, shown } from './git-ok.ts';
import type { Context } from './places.ts';
import type { FileEntry } from './workspace.ts';

const listBytesMax = 512 * 1024 * 1024;
const contentBytesMax = 4 * 1024 * 1024 * 1024;
const newline = 0x0a;

export async function fileEntries(
  context: Context,
  gitDir: string,
  treeish: string,
): Promise<readonly FileEntry[]> {
  const args = ['ls-tree', '-r', '-l', '-z', '--full-tree', '--end-of-options', treeish];
  const request = { gitDir, args, encoding: 'latin1', outputBytesMax: listBytesMax } as const;
  const output = await gitFixed(context.git, request, [treeish]);
  return nulFields(output).flatMap((line) => {
    if (!line.startsWith('100')) return [];
    const tab = line.indexOf('\t');
    // `100644 blob <id>    <size>`, the size with blanks before it.
    const [, , id = '', size = ''] = line.slice(0, tab).split(/ +/);
    return [{ path: shown(line.slice(tab + 1)), id, bytes: Number(size) }];
  });
}

export async function eachContent(
  context: Context,
  gitDir: string,
  ids: readonly string[],
  each: (at: number, content: Uint8Array) => void,
): Promise<void> {
  if (ids.length === 0) return;
  const reader = new BatchReader(each);
  const request = {
    gitDir,
    args: ['cat-file', '--batch', '--buffer'],
    stdin: ids.map((id) => `${id}\n`).join(''),
    outputBytesMax: contentBytesMax,
    onOutput: (piece: Buffer) => reader.take(piece),
  } as const;
  const { exit, stderr } = await context.git.run(request);
  if (exit !== 0) throw gitFailed(request, exit, stderr);
  if (reader.count !== ids.length) {
    throw new Error(`git gave ${reader.count} of ${ids.length} contents of ${gitDir}.`);
  }
}

/** Takes `git cat-file --batch` apart: a line `<id> blob <size>`, the content, a line break. */
class BatchReader {
  readonly #each: (at: number, content: Uint8Array) => void;
  #rest: Buffer = Buffer.alloc(0);
  /** Pieces of a content that has not come whole, and how many bytes are missing. */
  #parts: Buffer[] = [];
  #missing = 0;
  #inContent = false;
  count = 0;

  constructor(each: (at: number, content: Uint8Array) => void) {
    this.#each = each;
  }

  take(piece: Buffer): void {
    let at = 0;
    while (at < piece.length) at = this.#inContent ? this.#content(piece, at) : this.#head(piece, at);
  }

  #head(piece: Buffer, at: number): number {
    const end = piece.indexOf(newline, at);
    if (end < 0) {
      this.#rest = Buffer.concat([this.#rest, piece.subarray(at)]);
      return piece.length;
    }
    const line = `${this.#rest.toString('latin1')}${piece.toString('latin1', at, end)}`;
    this.#rest = Buffer.alloc(0);
    const size = Number(line.split(' ')[2]);
    if (!Number.isSafeInteger(size)) this.#done(Buffer.alloc(0)); // `<id> missing`
    else {
      this.#inContent = true;
      this.#missing = size + 1; // with the line break behind it
    }
    return end + 1;
  }

  #content(piece: Buffer, at: number): number {
    const end = Math.min(piece.length, at + this.#missing);
    const part = piece.subarray(at, end);
    this.#missing -= part.length;
    if (this.#missing > 0) {
      this.#parts.push(part);
      return end;
    }
    const whole = this.#parts.length === 0 ? part : Buffer.concat([...this.#parts, part]);
    this.#parts = [];
    this.#inContent = false;
    this.#done(whole.subarray(0, whole.length - 1));
    return end;
  }

  #done(content: Uint8Array): void {
    this.#each(this.count, content);
    this.count += 1;
  }
}
