// Tells the logs of a run once each, as far as they have come: what is finished whole, what grows line by line.
//
//   LOG-TELLER-1. What was told last is named again when another transcript spoke in between.

import type { LogEntry } from '../../views/run/logs.ts';
import { body } from '../words/logs-text.ts';
import type { News, Unread } from './unread.ts';

/** A piece of a log, and what it is of where that has to be said. */
export interface LogPiece {
  readonly of?: LogEntry | undefined;
  readonly text: string;
}

export class LogTeller {
  readonly #unread: Unread;
  #speaking: string | undefined;

  constructor(unread: Unread) {
    this.#unread = unread;
  }

  async news(entries: readonly LogEntry[]): Promise<readonly LogPiece[]> {
    const pieces: LogPiece[] = [];
    for (const entry of entries) {
      const news = await this.#unread.next(entry);
      if (news !== undefined) pieces.push(this.#pieceOf(entry, news));
    }
    return pieces;
  }

  /** LOG-TELLER-1; and the heading of an end is said, because how it ended was not known before. */
  #pieceOf(entry: LogEntry, news: News): LogPiece {
    const isNews = news.first || news.last || news.text !== '';
    const isNamed = isNews && (news.last || this.#speaking !== entry.key);
    if (isNews) this.#speaking = entry.key;
    return { ...(isNamed ? { of: entry } : {}), text: wordsOf(news) };
  }
}

function wordsOf({ text, first, last, gone }: News): string {
  if (gone === true) return '(this text is gone; `slipway verify` says more)\n';
  if (last && (first || text !== '')) return body(text);
  return text;
}
