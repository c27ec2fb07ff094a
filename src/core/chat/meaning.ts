// What a message means, as far as code can say: by the preview it replies to, by what was asked for last, by phrases, and by the state
// of the run. What is left is for the dispatcher.
//
//   MEANING-1. Without an open run every other message is a ticket: there is nothing else it could be about.
//   MEANING-2. A yes is about one preview. Without one it means nothing.

import { openGates } from '../run.ts';
import type { Mode } from '../roles/modes.ts';
import { spoken } from './phrases.ts';
import type { WishAbout, Unable, Wish } from './wish.ts';
import { isOver } from './wish.ts';

/** What is read again when somebody asks. */
export type ReadAgain = 'where' | 'help' | 'findings' | 'coverage';

export type Meaning =
  | { readonly does: 'press'; readonly choice: 'yes' | 'no' }
  | { readonly does: 'choose'; readonly option: number }
  | { readonly does: 'wish'; readonly wish: Wish; readonly gate?: string; readonly words: string }
  /** The same ticket, started in another way. */
  | { readonly does: 'begin-as'; readonly wish: Wish }
  | { readonly does: 'show'; readonly what: ReadAgain }
  | { readonly does: 'new' }
  | { readonly does: 'unable'; readonly unable: Unable | 'no-ticket' }
  | { readonly does: 'ask' };

export interface Situation {
  readonly about: WishAbout;
  /** A button said that words come next, and for what. */
  readonly awaits?: { readonly wish: Wish; readonly gate: string } | undefined;
  /** The ticket that waits for a yes. */
  readonly isTicketShown: boolean;
}

export function meaningOf(text: string, situation: Situation): Meaning {
  const said = spoken(text);
  if (said === undefined) return words(text, situation);
  switch (said.says) {
    case 'yes':
    case 'no':
      return { does: 'press', choice: said.says };
    case 'new':
      return { does: 'new' };
    case 'help':
    case 'where':
      return { does: 'show', what: said.says };
    case 'option':
      return asksQuestion(situation) ? { does: 'choose', option: said.option } : words(text, situation);
    case 'mode':
      return inMode(said.mode, situation);
    case 'wish':
      return wished(said.wish, said.rest, situation);
  }
}

/** MEANING-1. */
function words(text: string, { about, awaits }: Situation): Meaning {
  if (awaits !== undefined) return { does: 'wish', wish: awaits.wish, gate: awaits.gate, words: text };
  return isOver(about) ? { does: 'wish', wish: 'start', words: text } : { does: 'ask' };
}

function wished(wish: Wish, rest: string, { about, isTicketShown }: Situation): Meaning {
  if (rest !== '' || !isOver(about) || !begins.has(wish)) return { does: 'wish', wish, words: rest };
  return isTicketShown ? { does: 'begin-as', wish } : { does: 'unable', unable: 'no-ticket' };
}

const begins: ReadonlySet<Wish> = new Set<Wish>(['investigate', 'full-auto']);

function inMode(mode: Mode, situation: Situation): Meaning {
  const { about } = situation;
  if (mode === 'investigate')
    return isOver(about) ? wished('investigate', '', situation) : { does: 'show', what: 'findings' };
  if (isOver(about)) return { does: 'unable', unable: 'no-run' };
  if (mode === 'coverage') return { does: 'show', what: 'coverage' };
  if (mode === 'review') return { does: 'wish', wish: 'check-reviews', words: '' };
  const gate = gateOf(about, mode === 'execute' ? ['plan', 'drift'] : ['delivery']);
  return gate === undefined
    ? { does: 'unable', unable: 'nothing-asked' }
    : { does: 'wish', wish: 'approve', gate, words: '' };
}

function gateOf({ run }: WishAbout, kinds: readonly string[]): string | undefined {
  return run && openGates(run).find(({ kind }) => kinds.includes(kind))?.id;
}

function asksQuestion({ about }: Situation): boolean {
  return gateOf(about, ['question']) !== undefined;
}
