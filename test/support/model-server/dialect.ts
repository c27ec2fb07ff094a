// What every dialect has to say for itself. The server knows no more about them than this.

import type { Body } from './request.ts';
import type { Speech } from './turn.ts';

/** One event of a stream; `event` is its name where the dialect names events. */
export interface Frame {
  readonly event?: string;
  readonly data: unknown;
}

/** A speech on its way out: who asked for what, and an id no other reply of this server has. */
export interface Reply {
  readonly id: string;
  readonly model: string;
  readonly speech: Speech;
}

export interface Dialect {
  readonly path: string;
  readonly body: (raw: unknown) => Body;
  /** The whole reply as a stream. */
  readonly frames: (reply: Reply) => readonly Frame[];
  /** The whole reply as one document. */
  readonly document: (reply: Reply) => unknown;
  /** How the dialect tells of an error inside a stream. */
  readonly failure: (reply: Reply, error: Readonly<Record<string, unknown>>) => Frame;
  /** How it tells of one instead of a reply. */
  readonly refusal: (status: number, error: Readonly<Record<string, unknown>>) => unknown;
  /** The tool that takes a structured answer, where the dialect's program offers one. */
  readonly answerTool?: string;
}

/** Ends a stream where the dialect has a word for that instead of an event. */
export const done = '[DONE]';

export function frameText(frame: Frame): string {
  const data = frame.data === done ? done : JSON.stringify(frame.data);
  return `${frame.event === undefined ? '' : `event: ${frame.event}\n`}data: ${data}\n\n`;
}
