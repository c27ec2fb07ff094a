// The owner's socket: how a second process reaches the one that may move the runs of a home. The folder it lies in is for
// its user only, and that is the authentication. What is asked and answered is in `frames.ts`.
//
// Invariants
//   SOCKET-1. The owner speaks first. Nothing is sent to one that does not: a process that was stopped would otherwise find the
//       order when it goes on, long after whoever gave it was told that nobody answers.
//   SOCKET-2. One connection is enough for a call, whatever it asks: items, if it is a subscription, and one last frame. While
//       it is worked on, that is said every few seconds; silence means that nobody is there any more.
//   SOCKET-3. Bytes of a call, calls of a connection and what of them waits, connections, idle time and the time a call takes to come
//       whole are limited.
//   SOCKET-4. What is said waits until it is read, and no longer than a few seconds: the owner keeps at most one frame, and
//       what the kernel takes, for each connection.
//   SOCKET-5. Whatever bytes come, the owner lives: what cannot be understood is told in a sentence, and others are served.
//   SOCKET-6. An owner that leaves waits a moment for others to hang up: one that is stopped never does, and would keep the home.

import { isUtf8 } from 'node:buffer';
import { chmod, rm } from 'node:fs/promises';
import type { Server, Socket } from 'node:net';
import { createConnection, createServer } from 'node:net';
import { messageOf } from '../plain/errors.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import { isOlder } from '../plain/version-order.ts';
import type { Call, Frame, LastFrame } from './frames.ts';
import { frameText, greetingText, protocol, readCall, readFrame, spokenWith } from './frames.ts';
import { makeSocketFolder, removeSocketFolder, socketFolderProblem } from './socket-folder.ts';

/** SOCKET-3. A ticket and a plan have a megabyte each, and JSON may double them. */
const callBytesMax = 8 * 1024 * 1024;
const answerBytesMax = 256 * 1024 * 1024;
/** Of the calls of a connection that are not answered yet. */
const waitingCharsMax = 2 * callBytesMax;
const callsMax = 64;
const connectionsMax = 128;

interface Limits {
  /** For the first call: connections are few, and one that asks nothing keeps somebody else from asking. */
  readonly firstMs: number;
  /** Between calls. */
  readonly idleMs: number;
  /** From the first byte of a call to its last: one that drips would keep its place for ever. */
  readonly wholeMs: number;
  /** For reading what was said. */
  readonly unreadMs: number;
}

const usualLimits: Limits = { firstMs: 5_000, idleMs: 60_000, wholeMs: 20_000, unreadMs: 10_000 };

const greetingMs = 5_000;
/** SOCKET-6. */
const hangUpMs = 1_000;
const workingMs = 3_000;
const silenceMs = 30_000;

export interface SocketServer {
  /** How many are connected. */
  readonly connections: () => number;
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
  // Half open, so that whoever sends half a call and ends it can be told.
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    served.onConnection?.();
    open.add(connection);
    connection.on('close', () => open.delete(connection));
    serveConnection(connection, served);
  });
  server.maxConnections = connectionsMax;
  await listening(server, socket);
  await chmod(socket, 0o600);
  return {
    connections: () => open.size,
    close: async () => {
      for (const connection of open) connection.end();
      const patience = timed(hangUpMs, () => {
        for (const connection of open) connection.destroy();
      });
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      patience.abort();
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
  const sendText = async (text: string): Promise<void> => {
    const isTaken = connection.writable && connection.write(text);
    if (!isTaken) await heard(connection, limits.unreadMs, gone.signal);
    // At once: who goes on talking until the event of it comes might never let it come.
    if (!connection.writable) gone.abort();
  };
  const send: Send = (frame, speaks) => sendText(frameText(served.build, frame, speaks));
  connection.on('close', () => gone.abort());
  connection.on('error', () => connection.destroy());
  connection.setTimeout(limits.firstMs, () => connection.destroy());
  let calls = 0;
  let waitingChars = 0;
  let before: Promise<void> = Promise.resolve();
  const refuse = (message: string): void => {
    void send({ trouble: { message, exit: 'usage' } });
    connection.end();
    // Whoever goes on talking after that keeps the place of somebody else.
    const patience = timed(limits.unreadMs, () => connection.destroy());
    connection.once('close', () => patience.abort());
  };
  const take = (line: string | undefined): void => {
    const chars = line?.length ?? 0;
    calls += 1;
    waitingChars += chars;
    if (waitingChars > waitingCharsMax) {
      refuse(
        `More than ${waitingCharsMax} characters of calls wait here. Send the next when one was answered.`,
      );
      return;
    }
    const isOne = calls <= callsMax;
    const carriedOut = async (): Promise<void> => {
      if (isOne) await respond(line, { served, send, gone: gone.signal });
      else refuse(`A connection takes ${callsMax} calls. Open another one.`);
      waitingChars -= chars;
    };
    before = before.then(carriedOut).catch(() => void connection.destroy()); // SOCKET-5
  };
  onLines(connection, {
    bytesMax: callBytesMax,
    onTooLong: () => refuse(`A call has at most ${callBytesMax} bytes, and this one has more.`),
    wholeMs: limits.wholeMs,
    onTooSlow: () => refuse(`A call comes whole within ${limits.wholeMs} ms, and this one did not.`),
    onCut: () => refuse('This is half a call: it ends before its line does, and nothing was done.'),
    onLine: (line) => {
      connection.setTimeout(limits.idleMs);
      take(line);
    },
  });
  // After the last line was looked at: whoever has ended what they say hears nothing more but what is wrong with it.
  connection.on('end', () => {
    gone.abort();
    connection.end();
  });
  void sendText(greetingText(served.build)); // SOCKET-1
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

/** In the protocol of whoever listens, where that is known. */
type Send = (frame: Frame, speaks?: number) => Promise<void>;

/** SOCKET-2. */
async function respond(
  line: string | undefined,
  {
    served,
    send,
    gone,
  }: {
    readonly served: Served;
    readonly send: Send;
    readonly gone: AbortSignal;
  },
): Promise<void> {
  const read = readCall(line, served.build);
  if (!read.ok) {
    await send({ trouble: { message: read.problem, exit: 'usage' } });
    return;
  }
  const { frame: call, speaks } = read;
  const say = (frame: Frame): Promise<void> => send(frame, speaks);
  const answered = new AbortController();
  void sayWorking(say, answered.signal);
  try {
    const last = await served.answer(call, (item) => say({ item }), gone);
    answered.abort();
    await say(last);
  } catch (error) {
    answered.abort();
    await say({ trouble: { message: messageOf(error), exit: 'bug' } });
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
export type CallEnd = LastFrame | { readonly gone: true; readonly sent: boolean };

export interface Asking {
  /** Of whoever asks. */
  readonly build: string;
  readonly onItem?: (item: unknown) => void;
  /** Told whether the owner is of an older version, by its protocol or its build, before anything is asked; where it says no, nothing is. */
  readonly mayAsk?: (isOlder: boolean) => boolean;
  /** Hangs up. */
  readonly signal?: AbortSignal;
}

/** Asks the owner, on one connection; a stranger who listens at a folder that is not ours is told nothing. */
export async function askOwner(socket: string, call: Call, asking: Asking): Promise<CallEnd> {
  const problem = await socketFolderProblem(socket);
  return problem === undefined
    ? askAt(socket, call, asking)
    : { trouble: { message: problem, exit: 'missing' } };
}

function askAt(socket: string, call: Call, { build, onItem, mayAsk, signal }: Asking): Promise<CallEnd> {
  return new Promise((resolve) => {
    let sent = false;
    const connection = createConnection(socket);
    const done = (asked: CallEnd): void => {
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
          const speaks = spokenWith(read.frame, read.speaks);
          const isBefore = speaks < protocol || (read.build !== undefined && isOlder(read.build, build));
          if (mayAsk?.(isBefore) === false) return hangUp();
          sent = true;
          connection.setTimeout(silenceMs, () => connection.destroy());
          connection.write(frameText(build, call, speaks));
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
  /** How long a line may take from its first byte to its last; without it, as long as it likes. */
  readonly wholeMs?: number;
  readonly onTooSlow?: () => void;
  /** There was more, and it is no line. */
  readonly onCut?: () => void;
}

const lineFeed = 0x0a;

/** The lines of a connection, each within its limits; after one beyond them nothing is read any more. */
function onLines(connection: Socket, lines: Lines): void {
  const { bytesMax, onTooLong, onLine, onTooSlow, onCut } = lines;
  let pieces: Buffer[] = [];
  let bytes = 0;
  let isOver = false;
  let whole = new AbortController();
  const giveUp = (problem: (() => void) | undefined): void => {
    if (isOver) return;
    isOver = true;
    whole.abort();
    problem?.();
  };
  /** Whether there is room for it. */
  const take = (piece: Buffer): boolean => {
    if (isOver) return false;
    if (bytes === 0 && piece.length > 0) whole = timed(lines.wholeMs, () => giveUp(onTooSlow));
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > bytesMax) giveUp(onTooLong);
    return bytes <= bytesMax;
  };
  connection.on('data', (data: Buffer) => {
    let from = 0;
    for (let end = data.indexOf(lineFeed); end !== -1; end = data.indexOf(lineFeed, from)) {
      if (!take(data.subarray(from, end))) return;
      from = end + 1;
      whole.abort();
      onLine(textOf(Buffer.concat(pieces)));
      [pieces, bytes] = [[], 0];
    }
    take(data.subarray(from));
  });
  connection.on('end', () => giveUp(bytes > 0 ? onCut : undefined));
  connection.on('close', () => whole.abort());
}

/** Told once, unless it is aborted before. */
function timed(ms: number | undefined, onOver: () => void): AbortController {
  const controller = new AbortController();
  if (ms !== undefined) void tellAfter(ms, controller.signal, onOver);
  return controller;
}

async function tellAfter(ms: number, stop: AbortSignal, onOver: () => void): Promise<void> {
  const clock = systemClock();
  await clock.until(clock.now() + ms, stop);
  if (!stop.aborted) onOver();
}

/** Nothing is put in the place of what is no character: it would be taken for somebody's words. */
function textOf(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}
