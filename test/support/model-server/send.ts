// Puts a turn on the wire. What is a fault for the program under test is a plain case here.

import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Dialect, type Frame, frameText, type Reply } from './dialect.ts';
import type { ModelRequest } from './request.ts';
import { type Answer, type Speech, say, type Turn } from './turn.ts';

export interface Exchange {
  readonly request: ModelRequest;
  readonly dialect: Dialect;
  readonly response: ServerResponse;
  /** Fires when the server closes: nothing drips after that. */
  readonly closing: AbortSignal;
}

export async function send(turn: Turn, exchange: Exchange): Promise<void> {
  const { dialect, request, response } = exchange;
  switch (turn.type) {
    case 'say':
      return speak(turn, exchange);
    case 'answer':
      return speak(answering(turn, exchange), exchange);
    case 'drip':
      return drip(turn.speech, turn.pauseMs, exchange);
    case 'hang':
      return;
    case 'status':
      response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers });
      response.end(turn.body ?? JSON.stringify(dialect.refusal(turn.status, turn.error ?? {})));
      return;
    case 'garbage':
      response.writeHead(200, { 'content-type': contentType(exchange) });
      response.end(turn.body ?? '<html>this is not a model</html>\n');
      return;
    case 'cut':
      if (request.stream) await begin(turn.text, exchange);
      response.destroy();
      return;
    case 'break':
      return breakOff(turn, exchange);
  }
}

function replyOf(speech: Speech, { request }: Exchange): Reply {
  return { id: String(request.ordinal), model: request.model, speech };
}

function answering(turn: Answer, { dialect, request }: Exchange): Speech {
  const usage = turn.usage === undefined ? {} : { usage: turn.usage };
  const name = dialect.answerTool;
  return name !== undefined && request.tools.includes(name)
    ? { type: 'say', calls: [{ do: 'tool', name, input: turn.value }], ...usage }
    : { type: 'say', text: JSON.stringify(turn.value), ...usage };
}

function speak(speech: Speech, exchange: Exchange): void {
  const { dialect, request, response } = exchange;
  const reply = replyOf(speech, exchange);
  response.writeHead(200, { 'content-type': contentType(exchange), ...speech.headers });
  response.end(
    request.stream ? dialect.frames(reply).map(frameText).join('') : JSON.stringify(dialect.document(reply)),
  );
}

async function drip(speech: Speech, pauseMs: number, exchange: Exchange): Promise<void> {
  const { dialect, response, closing } = exchange;
  response.writeHead(200, { 'content-type': contentType(exchange) });
  response.flushHeaders();
  for (const frame of dialect.frames(replyOf(speech, exchange))) {
    await wait(pauseMs, undefined, { signal: closing });
    if (response.destroyed) return;
    await written(frame, response);
  }
  response.end();
}

/** Where there is no stream to break off, the request fails as a whole. */
async function breakOff(turn: Extract<Turn, { readonly type: 'break' }>, exchange: Exchange): Promise<void> {
  const { dialect, request, response } = exchange;
  if (!request.stream) return send({ type: 'status', status: 500, error: turn.error }, exchange);
  await begin(turn.text, exchange);
  response.end(frameText(dialect.failure(replyOf(say(turn.text), exchange), turn.error)));
}

/** The first half of the stream, handed to the kernel before the promise resolves. */
async function begin(text: string, exchange: Exchange): Promise<void> {
  const { dialect, response } = exchange;
  const frames = dialect.frames(replyOf(say(text), exchange));
  response.writeHead(200, { 'content-type': contentType(exchange) });
  for (const frame of frames.slice(0, Math.ceil(frames.length / 2))) await written(frame, response);
}

function written(frame: Frame, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.write(frameText(frame), () => resolve()));
}

function contentType({ request }: Exchange): string {
  return request.stream ? 'text/event-stream' : 'application/json';
}
