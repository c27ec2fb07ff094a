// A server that is a program: spoken to over its input and output, in its box and its limits like any other.
//   OVER-PIPES-1. What is no message is passed over and told as talk: programs greet on their output.
//   OVER-PIPES-2. A message has a limit: whoever sends more, or no end, is hung up on.

import { deserializeMessage, type JSONRPCMessage, serializeMessage } from '@modelcontextprotocol/client';
import type { Processes, ProcessResult } from '../containment/process.ts';
import { messageOf } from '../plain/errors.ts';
import type { Line, LineEnd } from './line.ts';
import { messageCharsMax } from './line.ts';
import type { ToolRequest } from './tool-servers.ts';

const tailCharsMax = 1_000;

export function overPipes(processes: Processes, command: readonly string[], request: ToolRequest): Line {
  return new Pipes(processes, command, request);
}

class Pipes implements Line {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #processes: Processes;
  readonly #command: readonly string[];
  readonly #request: ToolRequest;
  readonly #stop = new AbortController();
  #write: ((text: string) => void) | undefined;
  #running: Promise<ProcessResult> | undefined;
  #rest = '';
  #flooded = false;

  constructor(processes: Processes, command: readonly string[], request: ToolRequest) {
    this.#processes = processes;
    this.#command = command;
    this.#request = request;
  }

  start(): Promise<void> {
    return new Promise((resolve) => {
      this.#running = this.#run(resolve);
      const over = (): void => {
        this.#write = undefined;
        resolve();
        this.onclose?.();
      };
      this.#running.then(over, over);
    });
  }

  #run(started: () => void): Promise<ProcessResult> {
    const { cwd, env, box, limits, signal, onTalk } = this.#request;
    return this.#processes.run({
      // As a check finds its programs: a path begins at the checkout, a name is looked for on the PATH, and neither is read by the shell.
      file: '/bin/sh',
      args: ['-c', 'exec "$@"', 'sh', ...this.#command],
      cwd,
      env,
      box,
      limits,
      signal: AbortSignal.any([signal, this.#stop.signal]),
      onInput: (write) => {
        this.#write = write;
        started();
      },
      onOutput: (piece, from) => {
        if (from === 'stdout') this.#read(piece);
        else onTalk?.(piece);
      },
    });
  }

  #read(piece: string): void {
    if (this.#stop.signal.aborted) return;
    const [first = '', ...lines] = piece.split('\n');
    let line = this.#rest + first;
    for (const next of lines) {
      this.#hear(line);
      line = next;
    }
    this.#rest = line;
    if (line.length <= messageCharsMax) return; // OVER-PIPES-2
    this.#flooded = true;
    this.#rest = '';
    this.#stop.abort();
  }

  #hear(line: string): void {
    const message = messageIn(line);
    if (message !== undefined) this.onmessage?.(message);
    else if (line.trim() !== '') this.#request.onTalk?.(`${line}\n`); // OVER-PIPES-1
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#write === undefined) return Promise.reject(new Error('The program is not running.'));
    this.#write(serializeMessage(message));
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#stop.abort();
    return Promise.resolve();
  }

  async ended(): Promise<LineEnd> {
    if (this.#running === undefined) return { detail: '' };
    try {
      const { refused, stderrTail, ...result } = await this.#running;
      return {
        ...(this.#flooded ? { because: 'flood' as const } : reasonOf(result)),
        detail: stderrTail.slice(-tailCharsMax),
        ...(refused === undefined ? {} : { refused }),
      };
    } catch (error) {
      return { because: 'not-there', detail: messageOf(error) };
    }
  }
}

function messageIn(line: string): JSONRPCMessage | undefined {
  try {
    return deserializeMessage(line);
  } catch {
    return undefined;
  }
}

/** Nothing where it was ended by us, after all was said or because of something else. */
function reasonOf({ how, exit }: Pick<ProcessResult, 'how' | 'exit'>): Partial<LineEnd> {
  switch (how) {
    case 'exited':
      return {
        because: exit === 126 || exit === 127 ? 'not-there' : 'gone',
        ...(exit === undefined ? {} : { exit }),
      };
    case 'signalled':
      return { because: 'gone' };
    case 'timeout':
    case 'silent':
      return { because: 'timeout' };
    case 'output-limit':
      return { because: 'flood' };
    case 'no-room':
      return { because: 'no-room' };
    case 'memory-limit':
    case 'process-limit':
      return { because: 'overran' };
    case 'missing':
    case 'spawn-failed':
      return { because: 'not-there' };
    case 'aborted':
      return {};
  }
}
