// What the engine has to say, where no terminal hears it: a file of its own in the home, a line each.
//
//   ENGINE-LOG-1. It is bounded: a full one is put aside, and the one that was put aside before is gone.

import { appendFileSync, renameSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Clock } from '../../telemetry/clock.ts';

const bytesMax = 512 * 1024;

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
  say(text: string): void {
    this.#write(() => text);
  }

  /** Words of others, such as what went wrong: they may hold anything. */
  sayOf(text: string): void {
    this.#write(() => this.#redact(text));
  }

  /** A log that cannot be written is no reason to stop anything. */
  #write(words: () => string): void {
    const at = new Date(this.#clock.now()).toISOString();
    try {
      putAside(this.#file);
      appendFileSync(this.#file, `${at} ${words().trimEnd()}\n`, { mode: 0o600 });
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
export async function readEngineLog(file: string): Promise<string> {
  const texts = [asideOf(file), file].map((one) => readFile(one, 'utf8').catch(() => ''));
  return (await Promise.all(texts)).join('');
}
