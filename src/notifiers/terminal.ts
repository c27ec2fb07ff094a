// Tells a person at a terminal: a bell, and a notice of the desktop that the terminal itself shows, where it can. Terminals ignore what
// they do not know.
//
//   TERMINAL-NOTICE-1. What goes into a notice is one safe line: it cannot end the notice and go on as something else.

import { forTerminal } from '../screening/terminal.ts';
import { clip } from '../views/words/words.ts';
import type { Notice } from './notifier.ts';

const noticeCharsMax = 200;
const bell = String.fromCodePoint(0x07);
const noticeStart = `${String.fromCodePoint(0x1b)}]9;`;

export interface TerminalParts {
  readonly write: (text: string) => void;
  readonly rings: boolean;
}

/** It says a line, at once, and nothing can come of it: so it needs less than others, and gives nothing back. */
export function sayAtTerminal({ write, rings }: TerminalParts, { head }: Pick<Notice, 'head'>): void {
  write(`${noticeStart}${clip(forTerminal(head), noticeCharsMax)}${bell}${rings ? bell : ''}`); // TERMINAL-NOTICE-1
}
