// Buttons in Telegram: what comes back from one is a short word, and what it stands for is here.
//
//   BUTTON-1. A word stands for one message to one person: a run, a gate and the digest that was shown there, or a text that waits to be placed.
//   BUTTON-2. It is used once, and not any more after a week.

export type ButtonsAbout =
  | { readonly is: 'gate'; readonly run: string; readonly gate: string; readonly digest: string }
  /** A ticket in their words, a blob, and the folders it may be worked on in. */
  | { readonly is: 'ticket'; readonly text: string; readonly folders: readonly string[] }
  /** What a conversation shows, which is bound there. */
  | { readonly is: 'preview'; readonly conversation: string; readonly preview: string };

export interface Buttons {
  /** Their number in Telegram. */
  readonly person: number;
  readonly about: ButtonsAbout;
  readonly at: number;
  readonly used?: { readonly who: string; readonly choice: string };
}

export type TelegramEvent =
  | {
      readonly type: 'buttons.made';
      readonly buttons: string;
      readonly person: number;
      readonly about: ButtonsAbout;
    }
  | { readonly type: 'buttons.used'; readonly buttons: string; readonly who: string; readonly choice: string }
  /** What they write next belongs to these buttons. */
  | { readonly type: 'words.awaited'; readonly person: number; readonly buttons: string }
  | { readonly type: 'words.taken'; readonly person: number }
  /** Which of several repositories they speak of. */
  | { readonly type: 'folder.chosen'; readonly person: number; readonly folder: string }
  /** What a run reported was told to them. */
  | { readonly type: 'report.told'; readonly person: number; readonly report: string }
  /** Which bot a folder has from now on. */
  | { readonly type: 'bot.joined'; readonly bot: string; readonly folder: string }
  | { readonly type: 'bot.down'; readonly bot: string; readonly because: string }
  | { readonly type: 'bot.up'; readonly bot: string };

const types: Readonly<Record<TelegramEvent['type'], true>> = {
  'buttons.made': true,
  'buttons.used': true,
  'words.awaited': true,
  'words.taken': true,
  'folder.chosen': true,
  'report.told': true,
  'bot.joined': true,
  'bot.down': true,
  'bot.up': true,
};

export function isTelegramEvent(event: { readonly type: string }): event is TelegramEvent {
  return Object.hasOwn(types, event.type);
}

/** BUTTON-2. */
export const buttonsMsMax = 7 * 24 * 3_600_000;

/** Why these buttons do nothing any more; undefined where they do. */
export type Spent = 'unknown' | 'of-another' | 'old' | 'used';

export function spentBy(buttons: Buttons | undefined, person: number, now: number): Spent | undefined {
  if (buttons === undefined) return 'unknown';
  if (buttons.person !== person) return 'of-another';
  if (buttons.used !== undefined) return 'used';
  return buttons.at <= now - buttonsMsMax ? 'old' : undefined;
}

/** What comes back: 64 bytes are all there is room for. */
export function dataOf(buttons: string, choice: string): string {
  return `${buttons}:${choice}`;
}

export function pressedIn(data: string): { readonly buttons: string; readonly choice: string } {
  const cut = data.includes(':') ? data.indexOf(':') : data.length;
  return { buttons: data.slice(0, cut), choice: data.slice(cut + 1) };
}
