// Heads of streams in a file outside the database, because a database that lost its newest commits looks whole
// from inside. Owns that one file; does not own what a difference means.
//
// Invariants
//   ANCHORS-1. A head is written here only after its commit is durable: a head is never behind its anchor.
//   ANCHORS-2. A written line is synced within `syncMs`, and at close.
//   ANCHORS-3. Of two lines about one stream the one with the higher seq counts, and of equal ones the later. A line that
//       is torn or unreadable is left out: that weakens the anchor to the line before it and raises no false alarm.
//   ANCHORS-4. Lines are written into room that the file has already, blanks up to its end: a file that grows with every
//       commit makes the sync of the next commit, in another file, wait for it too.

import type { Stats } from 'node:fs';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { isAbsent } from './absent.ts';
import type { Anchor } from './verify.ts';

const syncMs = 1000;
/** Rewritten with one line a stream when it has grown by this much. */
const grownBytesMax = 1024 * 1024;

/** ANCHORS-4: how much room is made at once, for some hundred lines. */
const roomBytes = 64 * 1024;

interface OpenFile {
  readonly fd: number;
  readonly ino: number;
  readonly dev: number;
  /** Where the next line goes, and where the room ends. */
  at: number;
  end: number;
  /** What was in it when it was opened is known here. */
  readonly isKnown: boolean;
}

interface Line extends Anchor {
  readonly stream: string;
}

const hashChars = 64;
const newline = 0x0a;

export function readAnchors(dir: string): ReadonlyMap<string, Anchor> {
  return new AnchorReader(dir).read();
}

/**
 * For whoever asks again and again. Lines are only ever added to a file, and one that is written anew is another file: so what was
 * read of it is not read again, however many streams a home has.
 */
export class AnchorReader {
  readonly #dir: string;
  #known = new Map<string, Anchor>();
  #file: Pick<Stats, 'ino' | 'dev'> | undefined;
  /** How much of it has its lines for good. */
  #readBytes = 0;

  constructor(dir: string) {
    this.#dir = dir;
  }

  read(): ReadonlyMap<string, Anchor> {
    const fd = openedToRead(heads(this.#dir));
    if (fd === undefined) this.#forget(undefined);
    else {
      try {
        this.#readOn(fd);
      } finally {
        closeSync(fd);
      }
    }
    return this.#known;
  }

  #readOn(fd: number): void {
    const there = fstatSync(fd);
    const isKnown = this.#file !== undefined && isSame(this.#file, there) && there.size >= this.#readBytes;
    if (!isKnown) this.#forget(there);
    this.#readBytes += takeLines(bytesFrom(fd, this.#readBytes, there.size), this.#known);
  }

  #forget(file: Pick<Stats, 'ino' | 'dev'> | undefined): void {
    this.#known = new Map();
    this.#file = file;
    this.#readBytes = 0;
  }
}

/** Whoever writes makes the file first: without it, nothing was ever written here, or it was taken away. */
export function areAnchorsGone(dir: string): boolean {
  return isAbsent(heads(dir));
}

export class Anchors {
  readonly #dir: string;
  readonly #known: Map<string, Anchor>;
  readonly #unwritten = new Map<string, Anchor>();
  #grownBytes = 0;
  /** The last write may have left half a line; the next one starts on a line of its own. */
  #torn = false;
  #timer: NodeJS.Timeout | undefined;
  #open: OpenFile | undefined;
  /** The file as it was last rewritten here. */
  #rewritten: Pick<Stats, 'ino' | 'dev' | 'size'> | undefined;

  constructor(dir: string) {
    this.#dir = dir;
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.#known = new Map();
    this.compact();
  }

  of(stream: string): Anchor | undefined {
    return this.#known.get(stream);
  }

  /** Never throws: the events are safe already, and heads that cannot be written now go with the next ones. */
  write(touched: Iterable<readonly [string, Anchor]>): void {
    for (const [stream, head] of touched) {
      this.#known.set(stream, head);
      this.#unwritten.set(stream, head);
    }
    try {
      this.#append();
    } catch {
      this.#torn = true;
    }
    this.#timer ??= setTimeout(() => this.#sync(), syncMs).unref();
  }

  /** Leaves one line a stream. */
  compact(): void {
    if (!this.#isOursAlone()) this.#merge();
    const next = `${heads(this.#dir)}.next`;
    const fd = openSync(next, 'w', 0o600);
    try {
      writeFileSync(fd, [...this.#known].map(line).join(''));
      fsyncSync(fd);
      this.#rewritten = fstatSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(next, heads(this.#dir));
    syncPath(this.#dir);
    this.#grownBytes = 0;
    this.#torn = false;
    this.#unwritten.clear();
  }

  /** `owner` says whether this handle is still the writer; only then is the file rewritten. */
  close(owner: boolean): void {
    this.#sync();
    try {
      if (owner) this.compact();
    } catch {
      // A full disk keeps the longer file, which says the same.
    }
    this.#letGo();
  }

  /** Whoever else writes makes another file, or room behind ours; without either it holds what is known here. */
  #isOursAlone(): boolean {
    const there = statSync(heads(this.#dir), { throwIfNoEntry: false });
    const file = this.#open;
    return file?.isKnown === true && there !== undefined && isSame(there, file) && there.size === file.end;
  }

  /** So that another writer's newer heads stay. */
  #merge(): void {
    for (const [stream, head] of readAnchors(this.#dir)) {
      if (head.seq > (this.#known.get(stream)?.seq ?? 0)) this.#known.set(stream, head);
    }
  }

  #append(): void {
    const lines = `${this.#torn ? '\n' : ''}${[...this.#unwritten].map(line).join('')}`;
    const bytes = Buffer.byteLength(lines);
    const file = this.#file();
    if (file.at + bytes > file.end) makeRoom(file, bytes);
    const { at } = file;
    file.at += bytes;
    if (writeSync(file.fd, lines, at) !== bytes) throw new Error('half a line was written');
    this.#torn = false;
    this.#unwritten.clear();
    this.#grownBytes += bytes;
  }

  /** Kept open, but looked up by name each time: another process may have renamed a new file over ours. */
  #file(): OpenFile {
    const name = heads(this.#dir);
    const there = statSync(name, { throwIfNoEntry: false });
    if (there !== undefined && this.#open !== undefined && isSame(there, this.#open)) return this.#open;
    this.#letGo();
    const fd = openSync(name, constants.O_RDWR | constants.O_CREAT, 0o600);
    const { ino, dev, size } = fstatSync(fd);
    const before = this.#rewritten;
    const isKnown = before !== undefined && isSame(before, { ino, dev }) && size === before.size;
    this.#open = { fd, ino, dev, at: size, end: size, isKnown };
    return this.#open;
  }

  #letGo(): void {
    if (this.#open !== undefined) closeSync(this.#open.fd);
    this.#open = undefined;
  }

  #sync(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      if (this.#unwritten.size > 0) this.#append();
      if (this.#grownBytes > grownBytesMax) this.compact();
      else if (this.#grownBytes > 0) syncPath(heads(this.#dir));
    } catch {
      // The next write tries again; until then the anchor is older, never wrong (ANCHORS-1).
    }
  }
}

function isSame(one: Pick<Stats, 'ino' | 'dev'>, other: Pick<Stats, 'ino' | 'dev'>): boolean {
  return one.ino === other.ino && one.dev === other.dev;
}

/** ANCHORS-4. What is left of it is one line that says nothing (ANCHORS-3). */
function makeRoom(file: OpenFile, bytes: number): void {
  const room = Math.max(roomBytes, 2 * bytes);
  const blank = `${' '.repeat(room - 1)}\n`;
  if (writeSync(file.fd, blank, file.at) !== room) throw new Error('half the room was made');
  file.end = file.at + room;
}

function heads(dir: string): string {
  return path.join(dir, 'heads.jsonl');
}

function line([stream, { seq, hash }]: readonly [string, Anchor]): string {
  return `{"stream":${JSON.stringify(stream)},"seq":${seq},"hash":"${hash}"}\n`;
}

/**
 * Adds what whole lines say to what is known, and answers how many bytes have their lines for good: up to room that is not filled
 * yet (ANCHORS-4), though another writer may have lines behind it.
 */
function takeLines(bytes: Buffer, known: Map<string, Anchor>): number {
  let filled = 0;
  let isFilled = true;
  for (let from = 0, to = bytes.indexOf(newline); to >= 0; from = to + 1, to = bytes.indexOf(newline, from)) {
    const parsed = parseLine(bytes.toString('utf8', from, to));
    isFilled &&= parsed !== undefined;
    if (isFilled) filled = to + 1;
    if (parsed === undefined) continue;
    const { stream, seq, hash } = parsed;
    if (seq >= (known.get(stream)?.seq ?? 0)) known.set(stream, { seq, hash }); // ANCHORS-3
  }
  return filled;
}

function parseLine(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Checked by hand, because commands that only read load this file, and a schema library loads slowly. */
function isLine(value: unknown): value is Line {
  if (typeof value !== 'object' || value === null) return false;
  if (!('stream' in value) || !('seq' in value) || !('hash' in value)) return false;
  const { stream, seq, hash } = value;
  if (typeof stream !== 'string' || typeof hash !== 'string' || hash.length !== hashChars) return false;
  return typeof seq === 'number' && Number.isSafeInteger(seq) && seq > 0;
}

function openedToRead(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function bytesFrom(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, to - from));
  let got = 0;
  for (let read = -1; read !== 0 && got < bytes.length; got += read) {
    read = readSync(fd, bytes, got, bytes.length - got, from + got);
  }
  return bytes.subarray(0, got);
}

function syncPath(target: string): void {
  const fd = openSync(target, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
