// Makes text safe to show on a terminal: what an agent, a ticket or a program wrote cannot move the cursor, set the
// clipboard, hide text or turn its order around. Secrets are not looked for here. Pure.
//
// Invariants
//   TERMINAL-1. The only control characters that come out are the line feed and the tab.
//   TERMINAL-2. What changes nothing but looks (complete colour, cursor and title sequences) disappears; anything else that
//       would be invisible is spelled out, so that nothing is hidden from the reader.
//   TERMINAL-3. Doing it twice is doing it once.

import { sequences } from '../plain/sequences.ts';

/** Controls but tab and line feed, direction marks, invisible characters, line separators, tag characters, halves of characters. */
const unsafe =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu;

export function forTerminal(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(sequences, '')
    .replace(unsafe, (character) =>
      character === '\n' || character === '\t' ? character : spelledOut(character),
    );
}

function spelledOut(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}
