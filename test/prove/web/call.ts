// One call to the server, as any program on the machine can make it: every header is ours, the one that names the host too. What is no
// HTTP at all goes over a bare connection.

import { request } from 'node:http';
import { connect } from 'node:net';

export interface Call {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Answer {
  /** Undefined where the connection was closed without a word. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a stream, its beginning. */
  readonly body: string;
  /** Nothing came, or it did not come to an end. */
  readonly isLate: boolean;
  readonly ms: number;
}

const answerMs = 10_000;
/** A stream goes on for ever: this much of it is enough to see whether it is one. */
const streamMs = 400;
const answerBytesMax = 4 * 1024 * 1024;

/** Host names of the proof end at loopback, whatever the header says. */
export const address = '127.0.0.1';

export function called(port: number, call: Call, withinMs = answerMs): Promise<Answer> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    let status: number | undefined;
    let headers: Record<string, string> = {};
    const settle = (isLate: boolean): void => {
      clearTimeout(timer);
      asked.destroy();
      const body = Buffer.concat(pieces).toString('utf8');
      resolve({ status, headers, body, isLate, ms: performance.now() - startedMs });
    };
    const asked = request(
      {
        host: address,
        port,
        method: call.method,
        path: call.path,
        headers: sent(call),
        setHost: false,
        agent: false,
      },
      (response) => {
        status = response.statusCode;
        headers = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join('\n')]),
        );
        if (headers['content-type']?.startsWith('text/event-stream') === true)
          setTimeout(() => settle(false), streamMs);
        response.on('data', (piece: Buffer) => {
          pieces.push(piece);
          bytes += piece.length;
          if (bytes > answerBytesMax) settle(false);
        });
        response.on('end', () => settle(false));
        response.on('error', () => settle(false));
      },
    );
    const timer = setTimeout(() => settle(true), withinMs);
    asked.on('error', () => settle(false));
    asked.end(call.body);
  });
}

function sent({ headers, body }: Call): Readonly<Record<string, string>> {
  const isChunked = headers['transfer-encoding'] !== undefined;
  const length =
    body === undefined || isChunked || headers['content-length'] !== undefined
      ? {}
      : { 'content-length': String(Buffer.byteLength(body)) };
  return { ...headers, ...length, connection: 'close' };
}

/** Exactly these bytes. Of the answer, the first status line counts, and everything that came is its body. */
export function sentRaw(port: number, bytes: string | Buffer, withinMs = answerMs): Promise<Answer> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    let text = '';
    const settle = (isLate: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
      resolve({
        status: status === undefined ? undefined : Number(status),
        headers: headersIn(text),
        body: text,
        // Who was answered and is not hung up on may ask again.
        isLate: isLate && status === undefined,
        ms: performance.now() - startedMs,
      });
    };
    const timer = setTimeout(() => settle(true), withinMs);
    socket.setEncoding('latin1');
    socket.on('data', (piece: string) => {
      text += piece;
      if (text.length > answerBytesMax) settle(false);
    });
    socket.on('close', () => settle(false));
    socket.on('error', () => settle(false));
    socket.write(bytes);
  });
}

function headersIn(text: string): Readonly<Record<string, string>> {
  const lines = (text.split('\r\n\r\n')[0] ?? '').split('\r\n').slice(1);
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}

/** A call as the bytes of HTTP/1.1, for what has to be wrong in it. */
export function bytesOf({ method, path, headers, body = '' }: Call): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, 'connection: close', '', body.toString()].join('\r\n');
}
