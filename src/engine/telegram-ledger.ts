// The stream of what was shown to people in Telegram, folded, and the one way to add to it.
//
//   TELEGRAM-LEDGER-1. What a button stands for is in the journal before anybody can press it.
//   TELEGRAM-LEDGER-2. What is remembered is bounded: the buttons of a few weeks, and the last few thousand of everything.

import type { Buttons, ButtonsAbout, TelegramEvent } from '../core/telegram/button.ts';
import { buttonsMsMax, isTelegramEvent } from '../core/telegram/button.ts';
import type { AnyEvent, Journal } from '../journal/journal.ts';
import type { Clock } from '../telemetry/clock.ts';
import { StreamLedger } from './stream-ledger.ts';

export const telegramStream = 'telegram';
/** TELEGRAM-LEDGER-2. */
const buttonsMax = 5_000;
const reportsMax = 2_000;

/** Changed in place, and only by what is in the journal. */
export interface TelegramState {
  /** The oldest first. */
  readonly buttons: Map<string, Buttons>;
  /** Whose next words belong to which buttons. */
  readonly awaited: Map<number, string>;
  readonly folders: Map<number, string>;
  /** By person and report, the oldest first. */
  readonly reports: Set<string>;
  /** The bot of each folder. */
  readonly bots: Map<string, string>;
  /** Bots that cannot be heard now. */
  readonly down: Map<string, { readonly at: number; readonly because: string }>;
}

function nothing(): TelegramState {
  return {
    buttons: new Map(),
    awaited: new Map(),
    folders: new Map(),
    reports: new Set(),
    bots: new Map(),
    down: new Map(),
  };
}

type Told = readonly { readonly event: TelegramEvent; readonly at: number }[];

function stateWith(state: TelegramState, told: Told): TelegramState {
  for (const { event, at } of told) take(state, event, at);
  return state;
}

function take(state: TelegramState, event: TelegramEvent, at: number): void {
  switch (event.type) {
    case 'buttons.made':
      state.buttons.set(event.buttons, { person: event.person, about: event.about, at });
      forgetOld(state.buttons, at);
      break;
    case 'buttons.used': {
      const { buttons: id, who, choice } = event;
      const buttons = state.buttons.get(id);
      if (buttons !== undefined) state.buttons.set(id, { ...buttons, used: { who, choice } });
      break;
    }
    case 'words.awaited':
      state.awaited.set(event.person, event.buttons);
      break;
    case 'words.taken':
      state.awaited.delete(event.person);
      break;
    case 'folder.chosen':
      state.folders.set(event.person, event.folder);
      break;
    case 'report.told':
      state.reports.add(reportKey(event.person, event.report));
      for (const oldest of state.reports) {
        if (state.reports.size <= reportsMax) break;
        state.reports.delete(oldest);
      }
      break;
    case 'bot.joined':
      state.bots.set(event.folder, event.bot);
      break;
    case 'bot.down':
      state.down.set(event.bot, { at, because: event.because });
      break;
    case 'bot.up':
      state.down.delete(event.bot);
      break;
  }
}

export function reportKey(person: number, report: string): string {
  return `${person} ${report}`;
}

/** TELEGRAM-LEDGER-2. What is older than a week is kept a while longer, so that it can be said that it is. */
function forgetOld(buttons: TelegramState['buttons'], now: number): void {
  for (const [id, { at }] of buttons) {
    if (buttons.size <= buttonsMax && at > now - 4 * buttonsMsMax) break;
    buttons.delete(id);
  }
}

export class TelegramLedger {
  readonly #ledger: StreamLedger<TelegramState, TelegramEvent>;
  readonly #newId: () => string;

  /** `newId` gives a word that nobody guesses. */
  constructor(journal: Journal, clock: Clock, newId: () => string) {
    this.#newId = newId;
    this.#ledger = new StreamLedger<TelegramState, TelegramEvent>({
      journal,
      clock,
      stream: telegramStream,
      empty: nothing(),
      isEvent: isTelegramEvent,
      evolve: stateWith,
    });
  }

  state(): Promise<TelegramState> {
    return this.#ledger.state();
  }

  async record(...events: readonly TelegramEvent[]): Promise<void> {
    await this.#ledger.record(() => events);
  }

  /** TELEGRAM-LEDGER-1. Gives their word. */
  async buttons(person: number, about: ButtonsAbout): Promise<string> {
    const buttons = this.#newId();
    await this.record({ type: 'buttons.made', buttons, person, about });
    return buttons;
  }

  async joined(folder: string, bot: string): Promise<void> {
    await this.#ledger.record(({ bots }) =>
      bots.get(folder) === bot ? [] : [{ type: 'bot.joined', folder, bot }],
    );
  }

  /** Says it once for as long as it is so. */
  async isHeard(bot: string, because?: string): Promise<void> {
    await this.#ledger.record(({ down }) => {
      if (because === undefined) return down.has(bot) ? [{ type: 'bot.up', bot }] : [];
      return down.get(bot)?.because === because ? [] : [{ type: 'bot.down', bot, because }];
    });
  }
}

/** As it is to be read by whoever only looks. */
export function telegramIn(
  recorded: readonly { readonly event: AnyEvent; readonly at: number }[],
): TelegramState {
  return stateWith(
    nothing(),
    recorded.flatMap(({ event, at }) => (isTelegramEvent(event) ? [{ event, at }] : [])),
  );
}
