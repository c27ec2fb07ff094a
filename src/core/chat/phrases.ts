// What code understands of a message by itself: yes and no, the number of an option, the five modes by name, and phrases that everybody
// uses. A whole message is one of these or it is not; the one exception is how a ticket may begin or end.
//
//   PHRASES-1. Nothing is guessed here: a message that only resembles a phrase is free text.

import type { Mode } from '../roles/modes.ts';
import type { Wish } from './wish.ts';

export type Spoken =
  | { readonly says: 'yes' | 'no' | 'new' | 'help' | 'where' }
  | { readonly says: 'option'; readonly option: number }
  | { readonly says: 'mode'; readonly mode: Mode }
  /** `rest` is what the message says beside the phrase: a ticket. */
  | { readonly says: 'wish'; readonly wish: Wish; readonly rest: string };

const simple: Readonly<Record<'yes' | 'no' | 'new' | 'help' | 'where', readonly string[]>> = {
  yes: [
    'yes',
    'y',
    'yes please',
    'yep',
    'yeah',
    'ok',
    'okay',
    'go',
    'go ahead',
    'go on',
    'sure',
    'do it',
    'please do',
  ],
  no: ['no', 'n', 'no thanks', 'nope', "don't", 'do not', 'not now', 'not yet', 'leave it'],
  new: ['/new', 'new conversation', 'new ticket'],
  help: ['/help', 'help', '?', 'what can i say'],
  where: ['/status', 'status', 'where are you', 'how is it going', "how's it going", 'what is happening'],
};

const ofModes: Readonly<Record<Mode, readonly string[]>> = {
  investigate: ['investigate', '/investigate'],
  execute: ['execute', '/execute'],
  commit: ['commit', '/commit', 'commit and pr', 'deliver'],
  coverage: ['coverage', '/coverage', 'coverage loop'],
  review: ['review', '/review', 'review triage'],
};

const ofWishes: Readonly<Partial<Record<Wish, readonly string[]>>> = {
  'skip-coverage': ['skip coverage', 'skip the coverage', 'no coverage'],
  'check-reviews': ['check reviews', 'check the reviews', 'check the review'],
  investigate: [
    'just investigate',
    'just investigate this',
    "just investigate this, don't fix it",
    'investigate only',
  ],
  'full-auto': ['full auto', 'go full auto', 'full auto please'],
  pause: ['pause', '/stop', 'stop', 'stop the agents'],
  resume: ['resume', 'carry on', 'continue'],
  retry: ['retry', 'try again'],
};

/** What a ticket may begin with, before a colon, a dash or the end of a sentence, or end with in brackets or a line of its own. */
const aroundTicket: readonly (readonly [RegExp, Wish])[] = [
  [
    /^(?:just )?investigate(?: this)?(?:, (?:do not|don't) fix it)?\s*[:.–-]\s+(?<rest>\S[^]*)$/i,
    'investigate',
  ],
  [/^full auto\s*[:.–-]\s+(?<rest>\S[^]*)$/i, 'full-auto'],
  [
    /^(?<rest>\S[^]*?)[\n(.;,]\s*(?:but )?just investigate(?: this)?(?:,? (?:do not|don't) fix it)?[.)]*$/i,
    'investigate',
  ],
  [/^(?<rest>\S[^]*?)[\n(.;,]\s*full auto[.)]*$/i, 'full-auto'],
];

export function spoken(text: string): Spoken | undefined {
  const said = plain(text);
  const option = /^(?:option )?([1-9])$/.exec(said)?.[1];
  if (option !== undefined) return { says: 'option', option: Number(option) };
  const word = known.get(said);
  if (word !== undefined) return word;
  const whole = text.trim().replaceAll('’', "'");
  for (const [pattern, wish] of aroundTicket) {
    const rest = pattern.exec(whole)?.groups?.['rest'];
    if (rest !== undefined) return { says: 'wish', wish, rest: rest.trim() };
  }
  return undefined;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/(?<=.)[.!]+$/, '');
}

const known: ReadonlyMap<string, Spoken> = new Map([
  ...rows(simple, (says): Spoken => ({ says })),
  ...rows(ofModes, (mode): Spoken => ({ says: 'mode', mode })),
  ...rows(ofWishes, (wish): Spoken => ({ says: 'wish', wish, rest: '' })),
]);

function rows<Key extends string>(
  table: Readonly<Partial<Record<Key, readonly string[]>>>,
  spokenAs: (key: Key) => Spoken,
): readonly (readonly [string, Spoken])[] {
  const keys: readonly Key[] = keysOf(table);
  return keys.flatMap((key) => (table[key] ?? []).map((phrase) => [phrase, spokenAs(key)] as const));
}

function keysOf<Key extends string>(table: Readonly<Partial<Record<Key, unknown>>>): readonly Key[] {
  const isKey = (word: string): word is Key => Object.hasOwn(table, word);
  return Object.keys(table).filter(isKey);
}
