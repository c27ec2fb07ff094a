// The owner's socket: how a second command reaches the process that may move the runs of a home. One JSON line a
// request, one JSON line an answer. The folder it lies in is for its user only, and that is the authentication.

import { chmod, mkdir, rm } from 'node:fs/promises';
import type { Server, Socket } from 'node:net';
import { createConnection, createServer } from 'node:net';
import path from 'node:path';
import type { Command, Refusal } from '../core/commands.ts';
import type { Decider } from '../core/gates/gate.ts';
import type { HomeEvent } from '../core/home.ts';
import type { MemoryCommand, MemoryRefusal } from '../core/memory/facts.ts';
import type { Claim } from './home-ledger.ts';
import type { Submitted } from './runs.ts';

export type OwnerRequest =
  | {
      readonly type: 'submit';
      readonly run: string;
      readonly command: Command;
      readonly sentAs: string;
    }
  | { readonly type: 'home'; readonly event: HomeEvent }
  | { readonly type: 'claim'; readonly event: Claim; readonly before?: string }
  | {
      readonly type: 'memory';
      readonly repository: string;
      readonly command: MemoryCommand;
      readonly sentAs: string;
    }
  /** A person mended the login of an agent. */
  | { readonly type: 'resume-agent'; readonly agent: string; readonly by: Decider }
  /** Asks only whether somebody is there who takes on work. */
  | { readonly type: 'ping' }
  /** Asks to take up a run, or every open one. */
  | { readonly type: 'wake'; readonly run?: string };

export type OwnerAnswer =
  | { readonly type: 'submitted'; readonly submitted: Submitted }
  | { readonly type: 'claimed'; readonly run: string | Refusal }
  | { readonly type: 'remembered'; readonly refusal?: MemoryRefusal }
  | { readonly type: 'resumed'; readonly runs: readonly string[] }
  | { readonly type: 'done' }
  /** The owner is about to go: whoever asks should become owner, or wait for the next. */
  | { readonly type: 'leaving' }
  | { readonly type: 'trouble'; readonly message: string };

const lineBytesMax = 1024 * 1024;
const answerMs = 30_000;

export interface SocketServer {
  readonly close: () => Promise<void>;
}

export async function serveOwner(
  socket: string,
  answer: (request: OwnerRequest) => Promise<OwnerAnswer>,
): Promise<SocketServer> {
  const dir = path.dirname(socket);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await chmod(dir, 0o700);
  // Only the owner of the lock gets here, so a socket that lies here belongs to nobody alive.
  await rm(socket, { force: true });
  const open = new Set<Socket>();
  const server = createServer((connection) => {
    open.add(connection);
    connection.on('close', () => open.delete(connection));
    connection.on('error', () => connection.destroy());
    readLine(connection, (line) => void respond(connection, line, answer));
  });
  await listening(server, socket);
  return {
    close: async () => {
      for (const connection of open) connection.end();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function listening(server: Server, socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, () => resolve());
  });
}

async function respond(
  connection: Socket,
  line: string,
  answer: (request: OwnerRequest) => Promise<OwnerAnswer>,
): Promise<void> {
  const reply = await requestIn(line, answer).catch((error: unknown): OwnerAnswer => ({
    type: 'trouble',
    message: String(error),
  }));
  connection.end(`${JSON.stringify(reply)}\n`);
}

async function requestIn(
  line: string,
  answer: (request: OwnerRequest) => Promise<OwnerAnswer>,
): Promise<OwnerAnswer> {
  const request: unknown = JSON.parse(line);
  if (!isRequest(request)) throw new Error('this is not a request Slipway knows');
  return answer(request);
}

const requestTypes: ReadonlySet<string> = new Set<OwnerRequest['type']>([
  'submit',
  'home',
  'claim',
  'memory',
  'resume-agent',
  'ping',
  'wake',
]);

/** The other end is the same program of the same user; commands are judged by the core, not by their sender. */
function isRequest(value: unknown): value is OwnerRequest {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  return typeof value.type === 'string' && requestTypes.has(value.type);
}

/** Asks the owner; undefined when nobody answers at this socket in time. */
export function askOwner(
  socket: string,
  request: OwnerRequest,
  withinMs: number = answerMs,
): Promise<OwnerAnswer | undefined> {
  return new Promise((resolve) => {
    const connection = createConnection(socket);
    connection.setTimeout(withinMs, () => connection.destroy());
    connection.on('error', () => resolve(undefined));
    connection.on('close', () => resolve(undefined));
    readLine(connection, (line) => {
      resolve(answerIn(line));
      connection.end();
    });
    connection.write(`${JSON.stringify(request)}\n`);
  });
}

function answerIn(line: string): OwnerAnswer | undefined {
  try {
    const answer: unknown = JSON.parse(line);
    return isAnswer(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

function isAnswer(value: unknown): value is OwnerAnswer {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** The first line of a connection, within a limit. */
function readLine(connection: Socket, then: (line: string) => void): void {
  let text = '';
  let taken = false;
  connection.setEncoding('utf8');
  connection.on('data', (piece: string) => {
    if (taken) return;
    text += piece;
    const end = text.indexOf('\n');
    if (end >= 0) {
      taken = true;
      then(text.slice(0, end));
    } else if (text.length > lineBytesMax) {
      connection.destroy();
    }
  });
}
