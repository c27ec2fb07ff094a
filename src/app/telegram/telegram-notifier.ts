// Tells one person in Telegram: a message for each matter, with buttons where it asks them something, changed when it is over.

import type { Asks, Notice, Notifier } from '../../notifiers/notifier.ts';
import type { TelegramLedger } from '../../engine/telegram-ledger.ts';
import { dataOf } from '../../core/telegram/button.ts';
import type { Bot, Button } from '../../telegram/bot.ts';
import { messageCharsMax } from '../../telegram/fitting.ts';

export interface TelegramNotifierParts {
  readonly bot: Bot;
  /** Their number, and that of their chat with the bot. */
  readonly person: number;
  readonly ledger: Pick<TelegramLedger, 'buttons'>;
}

export function telegramNotifier({ bot, person, ledger }: TelegramNotifierParts): Notifier {
  return {
    say: async (notice, as) => {
      const buttons =
        notice.asks === undefined ? [] : await buttonsOf(notice, notice.asks, { person, ledger });
      const message = { text: textOf(notice), buttons, silent: notice.silent };
      return as === undefined ? bot.send(person, message) : bot.edit(person, as, message);
    },
  };
}

/** What is said of a long text that does not fit. */
const more = '\n… (all of it: the last button)';

function textOf({ head, lines, asks }: Notice): string {
  const facts = lines.filter((line) => !line.startsWith('slipway ')).join('\n');
  const start = facts === '' ? head : `${head}\n\n${facts}`;
  if (asks?.text === undefined) return start;
  const whole = `${start}\n\n${asks.text}`;
  return whole.length <= messageCharsMax
    ? whole
    : `${whole.slice(0, messageCharsMax - more.length).toWellFormed()}${more}`;
}

async function buttonsOf(
  { run, head, lines }: Notice,
  asks: Asks,
  { person, ledger }: Pick<TelegramNotifierParts, 'person' | 'ledger'>,
): Promise<readonly Button[]> {
  const id = await ledger.buttons(person, { is: 'gate', run, gate: asks.gate, digest: asks.digest });
  const isLong = head.length + lines.join('\n').length + (asks.text ?? '').length > messageCharsMax;
  return [
    ...asks.choices.map(({ key, label }) => ({ label, data: dataOf(id, key) })),
    ...(isLong ? [{ label: 'All of it', data: dataOf(id, 'all') }] : []),
  ];
}
