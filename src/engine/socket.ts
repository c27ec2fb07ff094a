// The owner's socket: how a second process reaches the one that may move the runs of a home. The folder it lies in is for
// its user only, and that is the authentication. What is asked and answered is in `frames.ts`.
//
// Invariants
//   SOCKET-1. The owner speaks first. Nothing is sent to one that does not: a process that was stopped would otherwise find the
//       order when it goes on, long after whoever gave it was told that nobody answers.
//   SOCKET-2. One connection is enough for a call, whatever it asks: items, if it is a subscription, and one last frame. While
//       it is worked on, that is said every few seconds; silence means that nobody is there any more.
//   SOCKET-3. Bytes of a call, calls of a connection, connections and idle time are limited.
//   SOCKET-4. What is said waits until it is read, and no longer than a few seconds: the owner keeps at most one frame, and
//       what the kernel takes, for each connection.

import { isUtf8 } from 'node:buffer';
import { chmod, rm } from 'node:fs/promises';
import type { Server, Socket } from 'node:net';
import { createConnection, createServer } from 'node:net';
import { messageOf } from '../plain/errors.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import type { Call, Frame, LastFrame } from './frames.ts';
import { frameText, readCall, readFrame } from './frames.ts';
import { makeSocketFolder, removeSocketFolder, socketFolderProblem } from './socket-folder.ts';

/** SOCKET-3. A ticket and a plan have a megabyte each, and JSON may double them. */
const callBytesMax = 8 * 1024 * 1024;
const answerBytesMax = 256 * 1024 * 1024;
const callsMax = 64;
const connectionsMax = 128;

interface Limits {
  /** For the first call: connections are few, and one that asks nothing keeps somebody else from asking. */
  readonly firstMs: number;
  /** Between calls. */
  readonly idleMs: number;
  /** For reading what was said. */
  readonly unreadMs: number;
}

const usualLimits: Limits = { firstMs: 5_000, idleMs: 60_000, unreadMs: 10_000 };

const greetingMs = 5_000;
const workingMs = 3_000;
const silenceMs = 30_000;

export interface SocketServer {
  readonly close: () => Promise<void>;
}

export interface Served {
  readonly build: string;
  /** `gone` fires when whoever asked has hung up. */
  readonly answer: (
    call: Call,
    /** Resolves when the item is on its way: whoever waits for that keeps nothing for a reader that does not read. */
    say: (item: unknown) => Promise<void>,
    gone: AbortSignal,
  ) => Promise<LastFrame>;
  /** Other than usual, where somebody tests them. */
  readonly limits?: Partial<Limits>;
  /** Told of every connection; for counting. */
  readonly onConnection?: () => void;
}

export async function serveOwner(socket: string, served: Served): Promise<SocketServer> {
  await makeSocketFolder(socket);
  // Only the owner of the lock gets here, so a socket that lies here belongs to nobody alive.
  await rm(socket, { force: true });
  const open = new Set<Socket>();
  const server = createServer((connection) => {
    served.onConnection?.();
    open.add(connection);
    connection.on('close', () => open.delete(connection));
    serveConnection(connection, served);
  });
  server.maxConnections = connectionsMax;
  await listening(server, socket);
  await chmod(socket, 0o600);
  return {
    close: async () => {
      for (const connection of open) connection.end();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await removeSocketFolder(socket);
    },
  };
}

function listening(server: Server, socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, () => resolve());
  });
}

function serveConnection(connection: Socket, served: Served): void {
  const limits = { ...usualLimits, ...served.limits };
  const gone = new AbortController();
  const send = async (frame: Frame): Promise<void> => {
    const isTaken = connection.writable && connection.write(frameText(served.build, frame));
    if (!isTaken) await heard(connection, limits.unreadMs, gone.signal);
    // At once: who goes on talking until the event of it comes might never let it come.
    if (!connection.writable) gone.abort();
  };
  connection.on('close', () => gone.abort());
  connection.on('end', () => gone.abort());
  connection.on('error', () => connection.destroy());
  connection.setTimeout(limits.firstMs, () => connection.destroy());
  let calls = 0;
  let before: Promise<void> = Promise.resolve();
  const refuse = (message: string): void => {
    void send({ trouble: { message, exit: 'usage' } });
    connection.end();
  };
  onLines(connection, {
    bytesMax: callBytesMax,
    onTooLong: () => refuse(`A call has at most ${callBytesMax} bytes, and this one has more.`),
    onLine: (line) => {
      connection.setTimeout(limits.idleMs);
      calls += 1;
      const isOne = calls <= callsMax;
      before = before.then(() =>
        isOne
          ? respond(line, { served, send, gone: gone.signal })
          : refuse(`A connection takes ${callsMax} calls. Open another one.`),
      );
    },
  });
  void send({ greeting: 'slipway' }); // SOCKET-1
}

/** SOCKET-4. Until what was written is taken, or whoever should take it has gone; or is hung up on. */
async function heard(connection: Socket, unreadMs: number, gone: AbortSignal): Promise<void> {
  const clock = systemClock();
  const done = new AbortController();
  const settle = (): void => done.abort();
  connection.once('drain', settle);
  gone.addEventListener('abort', settle);
  if (gone.aborted || !connection.writable || !connection.writableNeedDrain) settle();
  if (!done.signal.aborted) await clock.until(clock.now() + unreadMs, done.signal);
  connection.off('drain', settle);
  gone.removeEventListener('abort', settle);
  if (!done.signal.aborted) connection.destroy();
}

/** SOCKET-2. */
async function respond(
  line: string | undefined,
  {
    served,
    send,
    gone,
  }: {
    readonly served: Served;
    readonly send: (frame: Frame) => Promise<void>;
    readonly gone: AbortSignal;
  },
): Promise<void> {
  const read = readCall(line, served.build);
  if (!read.ok) {
    await send({ trouble: { message: read.problem, exit: 'usage' } });
    return;
  }
  const answered = new AbortController();
  void sayWorking(send, answered.signal);
  try {
    const last = await served.answer(read.frame, (item) => send({ item }), gone);
    answered.abort();
    await send(last);
  } catch (error) {
    answered.abort();
    await send({ trouble: { message: messageOf(error), exit: 'bug' } });
  }
}

/** What goes over a socket takes real time, whatever clock a run lives by. */
async function sayWorking(send: (frame: Frame) => Promise<void>, answered: AbortSignal): Promise<void> {
  const clock = systemClock();
  for (;;) {
    await clock.until(clock.now() + workingMs, answered);
    if (answered.aborted) return;
    await send({ working: true });
  }
}

/** How a question ended. `sent`: it may have been heard although no answer came. */
export type Asked = LastFrame | { readonly gone: true; readonly sent: boolean };

export interface Asking {
  /** Of whoever asks. */
  readonly build: string;
  readonly onItem?: (item: unknown) => void;
  /** Hangs up. */
  readonly signal?: AbortSignal;
}

/** Asks the owner, on one connection; a stranger who listens at a folder that is not ours is told nothing. */
export async function askOwner(socket: string, call: Call, asking: Asking): Promise<Asked> {
  const problem = await socketFolderProblem(socket);
  return problem === undefined
    ? askAt(socket, call, asking)
    : { trouble: { message: problem, exit: 'missing' } };
}

function askAt(socket: string, call: Call, { build, onItem, signal }: Asking): Promise<Asked> {
  return new Promise((resolve) => {
    let sent = false;
    const connection = createConnection(socket);
    const done = (asked: Asked): void => {
      resolve(asked);
      connection.destroy();
    };
    connection.setTimeout(greetingMs, () => connection.destroy());
    connection.on('error', () => connection.destroy());
    connection.on('close', () => resolve({ gone: true, sent }));
    const hangUp = (): void => void connection.destroy();
    signal?.addEventListener('abort', hangUp, { once: true });
    connection.on('close', () => signal?.removeEventListener('abort', hangUp));
    if (signal?.aborted === true) hangUp();
    onLines(connection, {
      bytesMax: answerBytesMax,
      onTooLong: () =>
        done({ trouble: { message: 'The answer is larger than anybody wants to read.', exit: 'refused' } }),
      onLine: (line) => {
        const read = readFrame(line, build);
        if (!read.ok) done({ trouble: { message: read.problem, exit: 'missing' } });
        else if ('item' in read.frame) onItem?.(read.frame.item);
        else if ('greeting' in read.frame) {
          sent = true;
          connection.setTimeout(silenceMs, () => connection.destroy());
          connection.write(frameText(build, call));
        } else if (!('working' in read.frame)) done(read.frame);
      },
    });
  });
}

interface Lines {
  readonly bytesMax: number;
  readonly onTooLong: () => void;
  /** Undefined where the bytes are no text. */
  readonly onLine: (line: string | undefined) => void;
}

const lineFeed = 0x0a;

/** The lines of a connection, each within a limit; after one beyond it nothing is read any more. */
function onLines(connection: Socket, { bytesMax, onTooLong, onLine }: Lines): void {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let isOver = false;
  /** Whether there is room for it. */
  const take = (piece: Buffer): boolean => {
    if (isOver) return false;
    pieces.push(piece);
    bytes += piece.length;
    if (bytes <= bytesMax) return true;
    isOver = true;
    onTooLong();
    return false;
  };
  connection.on('data', (data: Buffer) => {
    let from = 0;
    for (let end = data.indexOf(lineFeed); end !== -1; end = data.indexOf(lineFeed, from)) {
      if (!take(data.subarray(from, end))) return;
      from = end + 1;
      onLine(textOf(Buffer.concat(pieces)));
      [pieces, bytes] = [[], 0];
    }
    take(data.subarray(from));
  });
}

/** Nothing is put in the place of what is no character: it would be taken for somebody's words. */
function textOf(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}
