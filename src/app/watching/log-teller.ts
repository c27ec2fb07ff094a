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
  /** Those whose heading said how they ended. */
  readonly #ended = new Set<string>();
  #speaking: string | undefined;

  constructor(unread: Unread) {
    this.#unread = unread;
  }

  /** Piece by piece, so that nobody holds a whole transcript. */
  async *news(entries: readonly LogEntry[]): AsyncGenerator<LogPiece, void> {
    for (const entry of entries) {
      for (let more = true; more;) {
        const news = await this.#unread.next(entry);
        if (news !== undefined) yield this.#pieceOf(entry, news);
        more = news?.more ?? false;
      }
    }
  }

  /** LOG-TELLER-1; and the heading of an end is said, where how it ended was not known before. */
  #pieceOf(entry: LogEntry, news: News): LogPiece {
    const isNews = news.first || news.last || news.text !== '';
    const isNewEnd = news.last && !this.#ended.has(entry.key);
    const isNamed = isNews && (isNewEnd || this.#speaking !== entry.key);
    if (isNews) this.#speaking = entry.key;
    if (isNamed && (entry.type === 'check' || entry.ended !== undefined)) this.#ended.add(entry.key);
    return { ...(isNamed ? { of: entry } : {}), text: wordsOf(news) };
  }
}

function wordsOf({ text, first, last, gone }: News): string {
  if (gone === true) return '(this text is gone; `slipway verify` says more)\n';
  if (last && first) return body(text);
  return last && text !== '' && !text.endsWith('\n') ? `${text}\n` : text;
}
