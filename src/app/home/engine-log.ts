// What the engine has to say, where no terminal hears it: a file of its own in the home, one line of JSON for each thing.
//
//   ENGINE-LOG-1. It is bounded: a full one is put aside, and the one that was put aside before is gone.
//   ENGINE-LOG-2. A line names runs, routes and numbers; no title, no text of a ticket or an agent, and no secret.

import { appendFileSync, renameSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isRecord, parseJson } from '../../plain/json.ts';
import type { Clock } from '../../telemetry/clock.ts';

const bytesMax = 512 * 1024;

export type LogLevel = 'info' | 'warn' | 'error';

/** What a line is about, for whoever searches: ENGINE-LOG-2. */
export interface LogFacts {
  readonly run?: string | undefined;
  readonly route?: string | undefined;
  readonly status?: number | undefined;
  readonly ms?: number | undefined;
}

export interface LogLine extends LogFacts {
  readonly time: string;
  readonly level: LogLevel;
  readonly message: string;
}

export class EngineLog {
  readonly #file: string;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #redact: (text: string) => string;

  constructor(file: string, clock: Pick<Clock, 'now'>, redact: (text: string) => string) {
    this.#file = file;
    this.#clock = clock;
    this.#redact = redact;
  }

  /** Words of our own. They hold no secret, and to look for one takes longer than everything else an engine does to be there. */
  say(message: string, facts: LogFacts = {}, level: LogLevel = 'info'): void {
    this.#write(() => message, facts, level);
  }

  /** Words of others, such as what went wrong: they may hold anything. */
  sayOf(message: string, facts: LogFacts = {}, level: LogLevel = 'error'): void {
    this.#write(() => this.#redact(message), facts, level);
  }

  /** A log that cannot be written is no reason to stop anything. */
  #write(words: () => string, facts: LogFacts, level: LogLevel): void {
    const time = new Date(this.#clock.now()).toISOString();
    try {
      putAside(this.#file);
      const line: LogLine = { time, level, message: words().trimEnd(), ...facts };
      appendFileSync(this.#file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch {
      // the disk may be full, or the home gone
    }
  }
}

/** ENGINE-LOG-1. */
export function putAside(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > bytesMax) renameSync(file, asideOf(file));
}

function asideOf(file: string): string {
  return `${file}.1`;
}

/** From its beginning, as far as it is kept. */
export async function readEngineLog(file: string): Promise<readonly (LogLine | string)[]> {
  const texts = [asideOf(file), file].map((one) => readFile(one, 'utf8').catch(() => ''));
  const lines = (await Promise.all(texts)).join('').split('\n');
  return lines.filter((line) => line !== '').map((line) => lineOf(parseJson(line)) ?? line);
}

/** Undefined for what is none: what a process printed before it could write lines, or as it died. */
function lineOf(value: unknown): LogLine | undefined {
  if (!isRecord(value)) return undefined;
  const { time, level, message, run, route, status, ms } = value;
  if (typeof time !== 'string' || typeof message !== 'string') return undefined;
  return {
    time,
    level: level === 'warn' || level === 'error' ? level : 'info',
    message,
    ...(typeof run === 'string' ? { run } : {}),
    ...(typeof route === 'string' ? { route } : {}),
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof ms === 'number' ? { ms } : {}),
  };
}

/** As somebody reads it. */
export function logWords(line: LogLine | string): string {
  if (typeof line === 'string') return line;
  const { time, level, message, run, route, status, ms } = line;
  const about = [
    run,
    route === undefined ? undefined : `${route}${status === undefined ? '' : ` ${status}`}`,
    ms === undefined ? undefined : `${ms} ms`,
  ].filter((one) => one !== undefined);
  const mark = level === 'info' ? '' : `${level}: `;
  return `${time} ${mark}${message}${about.length === 0 ? '' : ` (${about.join(', ')})`}`;
}
