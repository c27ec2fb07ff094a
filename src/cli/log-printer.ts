// Prints the logs of a run once each, as far as they have come: what is finished whole, what grows line by line.
//
//   N1. What was printed last is named again when another transcript spoke in between.

import type { LogEntry } from '../views/run/logs.ts';
import type { Io } from './command.ts';
import { body, heading } from '../app/words/logs-text.ts';
import type { Style } from '../app/words/style.ts';
import type { News, Unread } from './unread.ts';

export class LogPrinter {
  readonly #io: Pick<Io, 'out'>;
  readonly #unread: Unread;
  readonly #style: Style;
  #speaking: string | undefined;

  constructor(io: Pick<Io, 'out'>, unread: Unread, style: Style) {
    this.#io = io;
    this.#unread = unread;
    this.#style = style;
  }

  async print(entries: readonly LogEntry[]): Promise<void> {
    for (const entry of entries) {
      const news = await this.#unread.next(entry);
      if (news !== undefined) this.#say(entry, news);
    }
  }

  /** N1; and the heading of an end is said, because how it ended was not known before. */
  #say(entry: LogEntry, news: News): void {
    const isNews = news.first || news.last || news.text !== '';
    if (isNews && (news.last || this.#speaking !== entry.key)) this.#io.out(heading(entry, this.#style));
    this.#io.out(wordsOf(news));
    if (isNews) this.#speaking = entry.key;
  }
}

function wordsOf({ text, first, last, gone }: News): string {
  if (gone === true) return '(this text is gone; `slipway verify` says more)\n';
  if (last && (first || text !== '')) return body(text);
  return text;
}
