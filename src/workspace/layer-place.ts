// What in a layer names the place it was made at: the scripts of a Python environment, its settings, the way to a project that
// is installed to be edited. Such files are few and plain text; where the layer is shown they are written anew with that place.
//
// Invariants
//   LAYER-PLACE-1. A file that names the place in a way that cannot be written anew is a reason not to make a layer: one that
//       is no text, one that is too large, too many of them, a spelling that is not known here.
//   LAYER-PLACE-2. Nothing is written through a link, and nothing outside the folder: what is there is removed first.
//   LAYER-PLACE-3. No bytecode stays behind of a source that is written anew: it would go on naming the old place.
//
// Other bytecode names the place too, for traces only, and Python corrects that when it loads it.

import { closeSync, constants, openSync, readFileSync, readSync, readlinkSync } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, readlink, realpath, rm, symlink } from 'node:fs/promises';
import path from 'node:path';

import type { SealedEntry } from './layer-seal.ts';
import { everythingIn } from './layer-seal.ts';

/** Of all folders together. */
const filesMax = 2_000;
const fileBytesMax = 1024 ** 2;
const chunkBytes = 4 * 1024 ** 2;
const firstLineBytesMax = 512;
/** The longest first line that every system takes for the name of an interpreter. */
const shebangBytesMax = 127;

/** The files of a layer that name the place it was made at, and how they spell it. */
export interface Placed {
  readonly spellings: readonly string[];
  /** By folder, as the layer lists them. */
  readonly files: readonly (readonly string[])[];
}

/** What names the place, or why there can be no layer (LAYER-PLACE-1). Bytecode that would go stale is deleted (LAYER-PLACE-3). */
export async function placedIn(dir: string, folders: readonly string[]): Promise<Placed | string> {
  const place = { mark: Buffer.from(path.basename(dir)), spellings: await spellingsOf(dir) };
  const files: (readonly string[])[] = [];
  let left = filesMax;
  for (const folder of folders) {
    const found = (await isBound(path.join(dir, folder), place))
      ? await allIn(path.join(dir, folder), place)
      : [];
    if (typeof found === 'string') return `${folder}/${found}`;
    left -= found.length;
    if (left < 0) return `${folder} names the place it was made at in more than ${filesMax} files`;
    await dropBytecode(path.join(dir, folder), found);
    files.push(found);
  }
  return { spellings: place.spellings, files };
}

interface Place {
  /** The last part of its path, which is like no other: whatever names the place in any spelling has it. */
  readonly mark: Buffer;
  readonly spellings: readonly string[];
}

/** As given and as the system resolves it, each plain and as in a URL; bytes as latin1. Always as many, in this order. */
async function spellingsOf(dir: string): Promise<readonly string[]> {
  const plain = [dir, await realpath(dir)];
  return [...plain, ...plain.map((each) => encodeURI(each))].map((each) =>
    Buffer.from(each).toString('latin1'),
  );
}

/** Whether a folder is of the kind that names its place at all: most are not, and are not read. */
async function isBound(folder: string, place: Place): Promise<boolean> {
  for await (const entries of everythingIn(folder)) {
    const bound = entries.some(({ path: name, stats }) => {
      if (path.basename(name) === 'pyvenv.cfg') return true;
      if (stats.isSymbolicLink()) return readlinkSync(path.join(folder, name), 'buffer').includes(place.mark);
      const isProgram = stats.isFile() && (Number(stats.mode) & 0o111) !== 0;
      return isProgram && firstLine(path.join(folder, name)).includes(place.mark);
    });
    if (bound) return true;
  }
  return false;
}

/** Of a script; a program of another kind has none. */
function firstLine(file: string): Buffer {
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(firstLineBytesMax);
    const start = buffer.subarray(0, readSync(handle, buffer, 0, firstLineBytesMax, 0));
    if (start.toString('latin1', 0, 2) !== '#!') return Buffer.alloc(0);
    const end = start.indexOf('\n');
    return end < 0 ? start : start.subarray(0, end);
  } finally {
    closeSync(handle);
  }
}

async function allIn(folder: string, place: Place): Promise<readonly string[] | string> {
  const found: string[] = [];
  for await (const entries of everythingIn(folder)) {
    for (const entry of entries) {
      const names = namesPlace(folder, entry, place);
      if (names === 'badly') return `${entry.path} works only where it was made`;
      if (names === 'plainly') found.push(entry.path);
    }
  }
  return found;
}

type Names = 'not' | 'plainly' | 'badly';

function namesPlace(folder: string, { path: name, stats }: SealedEntry, place: Place): Names {
  const file = path.join(folder, name);
  if (stats.isSymbolicLink()) return howNamed(readlinkSync(file, 'buffer'), place);
  if (!stats.isFile() || name.endsWith('.pyc')) return 'not';
  if (stats.size <= fileBytesMax) return howNamed(readFileSync(file), place);
  return hasInside(file, place.mark) ? 'badly' : 'not';
}

function howNamed(content: Buffer, { mark, spellings }: Place): Names {
  if (!content.includes(mark)) return 'not';
  if (content.includes(0)) return 'badly';
  const text = content.toString('latin1');
  const known = text.match(anyOf(spellings))?.length ?? 0;
  return text.split(mark.toString('latin1')).length - 1 === known ? 'plainly' : 'badly';
}

/** A large file is read in pieces that overlap, so that no border hides the mark. */
function hasInside(file: string, mark: Buffer): boolean {
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(chunkBytes);
    for (let at = 0; ; at += chunkBytes - mark.length) {
      const read = readSync(handle, buffer, 0, chunkBytes, at);
      if (buffer.subarray(0, read).includes(mark)) return true;
      if (read < chunkBytes) return false;
    }
  } finally {
    closeSync(handle);
  }
}

/** The longest first: one spelling may be the end of another. */
function anyOf(spellings: readonly string[]): RegExp {
  const sorted = [...new Set(spellings)].toSorted((a, b) => b.length - a.length);
  return new RegExp(
    sorted.map((each) => each.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|'),
    'g',
  );
}

async function dropBytecode(folder: string, files: readonly string[]): Promise<void> {
  for (const file of files.filter((each) => each.endsWith('.py'))) {
    const { dir, name } = path.parse(file);
    const cache = path.join(folder, dir, '__pycache__');
    const kept = await readdir(cache).catch(() => []);
    for (const each of kept.filter((one) => one.startsWith(`${name}.`))) await rm(path.join(cache, each));
  }
}

/** One folder of a layer, and where what is written anew of it goes: over a copy of it, or beside it for a view to show. */
interface Showing {
  readonly placed: Placed;
  readonly nth: number;
  readonly folder: string;
  readonly to: string;
  readonly workspace: string;
}

/** Writes anew, for this workspace, what names the place in one folder. */
export async function putInPlace({ placed, nth, folder, to, workspace }: Showing): Promise<void> {
  const files = placed.files[nth] ?? [];
  if (files.length === 0) return;
  const now = await spellingsOf(workspace);
  const renamed = new Map(placed.spellings.map((each, n) => [each, now[n] ?? each] as const).toReversed());
  const pattern = anyOf(placed.spellings);
  const anew = (text: string): string => text.replaceAll(pattern, (each) => renamed.get(each) ?? each);
  for (const file of files) {
    await makeFolders(folder, to, path.dirname(file));
    await writeAnew(path.join(folder, file), path.join(to, file), anew);
  }
}

/** As they are in the layer: a view shows a folder with the rights of the upper one. */
async function makeFolders(folder: string, to: string, below: string): Promise<void> {
  const parts = below === '.' ? [] : below.split('/');
  for (const at of ['', ...parts.map((_, n) => parts.slice(0, n + 1).join('/'))]) {
    const made = await mkdir(path.join(to, at), { recursive: true });
    if (made !== undefined)
      await chmod(path.join(to, at), (await lstat(path.join(folder, at))).mode & 0o7777);
  }
}

/** LAYER-PLACE-2. */
async function writeAnew(from: string, to: string, anew: (text: string) => string): Promise<void> {
  const stats = await lstat(from);
  await rm(to, { force: true });
  if (stats.isSymbolicLink()) {
    const target = anew((await readlink(from, 'buffer')).toString('latin1'));
    await symlink(Buffer.from(target, 'latin1'), to);
    return;
  }
  const mode = stats.mode & 0o7777;
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW);
  const target = await open(to, 'wx', mode).catch(async (error: unknown) => {
    await source.close();
    throw error;
  });
  try {
    const text = withShortFirstLine(anew(await source.readFile('latin1')));
    await target.writeFile(Buffer.from(text, 'latin1'));
    await target.chmod(mode);
    await target.utimes(stats.atime, stats.mtime);
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

/** An interpreter whose path has become too long is started by a shell, in the words that pip has for that. */
function withShortFirstLine(text: string): string {
  const end = text.indexOf('\n');
  const [, interpreter] = /^#!(\/.*\/python[^/ ]*)$/.exec(text.slice(0, end)) ?? [];
  if (interpreter === undefined || end <= shebangBytesMax) return text;
  return `#!/bin/sh\n'''exec' "${interpreter}" "$0" "$@"\n' '''${text.slice(end)}`;
}
