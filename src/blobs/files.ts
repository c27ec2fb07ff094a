// Blobs as files, named by content: `ab/cdef…` below one folder, readable by the user alone.
//
// Invariants
//   FILES-1. When `put` or `seal` resolves, content and name survive a power cut: file synced, renamed, folder synced.
//   FILES-2. A file under a final name is complete; what is being written has another name.
//   FILES-3. Content under a name is used only if it hashes to that name.
//   FILES-4. What was put is young, also where it was there before: no event may name it yet, and what nobody names goes when it is old
//       (`app/clearing/`).

import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  createReadStream,
  fsync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Blobs, Transcript } from './blobs.ts';
import { assertTranscriptName, digestOf, nameOf } from './content.ts';
import { GrowingFile } from './transcript.ts';

/** A file of this size is read at once; a larger one must not hold up everybody else. */
const smallBytesMax = 1024 * 1024;

/** What takes time is the disk; the calls around it take less than a turn of the event loop for each would. */
const synced = promisify(fsync);

export function fileBlobs(dir: string): Blobs {
  const growing = new Set<string>();
  const read = new Map<string, string>();
  return {
    put: async ({ text }) => {
      const bytes = Buffer.from(text);
      const name = nameOf(bytes);
      if ((await intact(dir, name)) === 'intact' && isMadeYoung(blobFile(dir, name))) {
        await syncPath(path.dirname(blobFile(dir, name)));
      } else await putNew(dir, name, bytes);
      return name;
    },
    get: async (name) => {
      const bytes = await bytesOf(dir, name);
      if (bytes === undefined) return undefined;
      if (nameOf(bytes) === name) return bytes.toString(); // FILES-3
      throw new Error(`The blob ${name} is damaged: its content no longer has this hash.`);
    },
    intact: (name) => intactSince(dir, name, read),
    transcript: async (name) => {
      assertTranscriptName(name);
      if (growing.has(name)) throw new Error(`invariant: the transcript ${name} is being written already`);
      growing.add(name);
      try {
        return await transcript(dir, name, () => growing.delete(name));
      } catch (error) {
        growing.delete(name);
        throw error;
      }
    },
  };
}

/** FILES-4. False where it went in this very moment. */
function isMadeYoung(file: string): boolean {
  try {
    const now = new Date();
    utimesSync(file, now, now);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function transcript(dir: string, name: string, done: () => void): Promise<Transcript> {
  const file = path.join(dir, 'transcripts', ...name.split('/'));
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const growing = new GrowingFile(file);
  let sealed: Promise<string> | undefined;
  return {
    write: ({ text }) => growing.write(text),
    seal: () => (sealed ??= seal(dir, file, growing).finally(done)),
  };
}

async function seal(dir: string, file: string, growing: GrowingFile): Promise<string> {
  await growing.finish();
  chmodSync(file, 0o600);
  // Hashed from the file: what is named is what lies there, whoever began it.
  const name = await nameOfFile(file);
  await place(dir, name, file);
  return name;
}

/** Moves a synced file to its name (FILES-1). Where equal content lies there already, it is replaced by its equal. */
async function place(dir: string, name: string, file: string): Promise<void> {
  const target = blobFile(dir, name);
  const folder = path.dirname(target);
  const created = moved(file, target);
  const changed = new Set([folder, ...(created === undefined ? [] : [dir, path.dirname(created)])]);
  await Promise.all(Array.from(changed, syncPath));
}

/** Answers the outermost folder it had to make. Most are there, so none is made before it is missed. */
function moved(file: string, target: string): string | undefined {
  try {
    renameSync(file, target);
    return undefined;
  } catch (error) {
    if (!isMissing(error)) throw error;
    const created = mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
    renameSync(file, target);
    return created;
  }
}

async function putNew(dir: string, name: string, bytes: Uint8Array): Promise<void> {
  const folder = path.join(dir, 'unfinished');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, randomUUID()); // FILES-2
  try {
    await writeSynced(file, bytes);
    await place(dir, name, file);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  const fd = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(fd, bytes);
    await synced(fd);
  } finally {
    closeSync(fd);
  }
}

async function intact(dir: string, name: string): Promise<'intact' | 'missing' | 'damaged'> {
  if (digestOf(name) === undefined) return 'missing';
  try {
    return (await nameOfFile(blobFile(dir, name))) === name ? 'intact' : 'damaged';
  } catch (error) {
    if (isMissing(error)) return 'missing';
    throw error;
  }
}

const readMax = 50_000;

/** Read again only where the file is another than the one that was read, by all that the system says of it. */
async function intactSince(
  dir: string,
  name: string,
  read: Map<string, string>,
): Promise<'intact' | 'missing' | 'damaged'> {
  const before =
    digestOf(name) === undefined
      ? undefined
      : statSync(blobFile(dir, name), { bigint: true, throwIfNoEntry: false });
  const looks =
    before === undefined ? undefined : `${before.ino} ${before.size} ${before.mtimeNs} ${before.ctimeNs}`;
  if (looks !== undefined && read.get(name) === looks) return 'intact';
  const state = await intact(dir, name);
  if (read.size >= readMax) read.clear();
  if (state === 'intact' && looks !== undefined) read.set(name, looks);
  return state;
}

async function bytesOf(dir: string, name: string): Promise<Buffer | undefined> {
  if (digestOf(name) === undefined) return undefined;
  try {
    return await readFile(blobFile(dir, name));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function nameOfFile(file: string): Promise<string> {
  if (statSync(file).size <= smallBytesMax) return nameOf(readFileSync(file));
  const hashing = hashed.get(file) ?? hashOf(file).finally(() => hashed.delete(file));
  hashed.set(file, hashing);
  return hashing;
}

/** Large files that are being hashed now: sixty who look at one transcript wait for one reading of it. */
const hashed = new Map<string, Promise<string>>();

async function hashOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const piece of createReadStream(file)) digest.update(piece);
  return `sha256:${digest.digest('hex')}`;
}

/** Where the content of a name lies; whether it is still what it was, whoever reads it has to ask. */
export function blobFile(dir: string, name: string): string {
  const digest = digestOf(name);
  if (digest === undefined) throw new Error(`invariant: ${name} is not the name of a blob`);
  return path.join(dir, digest.slice(0, 2), digest.slice(2));
}

async function syncPath(target: string): Promise<void> {
  const fd = openSync(target, 'r');
  try {
    await synced(fd);
  } finally {
    closeSync(fd);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
