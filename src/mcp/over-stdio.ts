// Slipway as a program's child: the protocol over its input and output, until either ends.
//
// Invariants
//   OVER-STDIO-1. Whoever goes away has ended it: nothing is answered any more, and what was ordered stands.
//   OVER-STDIO-2. A message, and what waits to be read, have a limit: who sends more, or reads nothing, is hung up on.
//   OVER-STDIO-3. What is no message is passed over; what comes after it is answered.

import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Home } from './mcp-server.ts';
import { mcpServer } from './mcp-server.ts';

const messageBytesMax = 4 * 1024 * 1024;
const unreadBytesMax = 32 * 1024 * 1024;

/** What the other end writes, and what it reads. */
interface Pipes {
  readonly input: Readable;
  readonly output: Writable;
}

/** Undefined where the other end just went; else why it was hung up on. */
export function overStdio(pipes: Pipes, home: Home, stop: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const transport = new Transport(pipes, resolve);
    const served = serveStdio(() => mcpServer(home), { transport });
    stop.addEventListener('abort', () => void served.close(), { once: true });
  });
}

/** One that says when it is over, and why. */
class Transport extends StdioServerTransport {
  readonly #pipes: Pipes;
  readonly #over: (why: string | undefined) => void;
  #waits = 0;
  #why: string | undefined;

  constructor(pipes: Pipes, over: (why: string | undefined) => void) {
    super(pipes.input, pipes.output, { maxBufferSize: messageBytesMax });
    pipes.output.setMaxListeners(0); // each answer that waits for room listens for it, and there is a limit to what waits
    this.#pipes = pipes;
    this.#over = over;
  }

  override async start(): Promise<void> {
    // Before the one that hangs up on it.
    this.#pipes.input.on('data', (piece: Buffer) => this.#measure(piece));
    await super.start();
  }

  #measure(piece: Buffer): void {
    const end = piece.lastIndexOf('\n');
    this.#waits = end < 0 ? this.#waits + piece.length : piece.length - end - 1;
    if (this.#waits > messageBytesMax)
      this.#why ??= `A message has more than ${messageBytesMax / 1024 / 1024} MB. Nothing more is read.`;
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    if (this.#pipes.output.writableLength <= unreadBytesMax) return super.send(message);
    this.#why ??= 'Answers are asked for and not read. Nothing more is answered.';
    await this.close();
  }

  override async close(): Promise<void> {
    await super.close();
    // What is still to come is nobody's any more, and keeps no process.
    this.#pipes.input.destroy();
    this.#over(this.#why);
  }
}
