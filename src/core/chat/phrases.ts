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

const phrases: readonly (readonly [Spoken, readonly string[]])[] = [
  [
    { says: 'yes' },
    [
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
  ],
  [{ says: 'no' }, ['no', 'n', 'no thanks', 'nope', "don't", 'do not', 'not now', 'not yet', 'leave it']],
  [{ says: 'new' }, ['/new', 'new conversation', 'new ticket']],
  [{ says: 'help' }, ['/help', 'help', '?', 'what can i say']],
  [
    { says: 'where' },
    ['/status', 'status', 'where are you', 'how is it going', "how's it going", 'what is happening'],
  ],
  [mode('investigate'), ['investigate', '/investigate']],
  [mode('execute'), ['execute', '/execute']],
  [mode('commit'), ['commit', '/commit', 'commit and pr', 'deliver']],
  [mode('coverage'), ['coverage', '/coverage', 'coverage loop']],
  [mode('review'), ['review', '/review', 'review triage']],
  [wish('skip-coverage'), ['skip coverage', 'skip the coverage', 'no coverage']],
  [wish('check-reviews'), ['check reviews', 'check the reviews', 'check the review']],
  [
    wish('investigate'),
    ['just investigate', 'just investigate this', "just investigate this, don't fix it", 'investigate only'],
  ],
  [wish('full-auto'), ['full auto', 'go full auto', 'full auto please']],
  [wish('pause'), ['pause', '/stop', 'stop', 'stop the agents']],
  [wish('resume'), ['resume', 'carry on', 'continue']],
  [wish('retry'), ['retry', 'try again']],
];

function mode(name: Mode): Spoken {
  return { says: 'mode', mode: name };
}

function wish(name: Wish): Spoken {
  return { says: 'wish', wish: name, rest: '' };
}

const known: ReadonlyMap<string, Spoken> = new Map(
  phrases.flatMap(([means, said]) => said.map((phrase) => [phrase, means] as const)),
);

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
  for (const [pattern, name] of aroundTicket) {
    const rest = pattern.exec(whole)?.groups?.['rest'];
    if (rest !== undefined) return { says: 'wish', wish: name, rest: rest.trim() };
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
