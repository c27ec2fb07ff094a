// A script of the project's own asserts with what it made for that, so that nobody can write an assertion in its form. One of its own
// lines is asked for something that nothing gives: the value at its end becomes a word that nobody else says.

import type { Token } from './canary-forms.ts';
import { assertedToken } from './canary-forms.ts';

export interface Twist {
  /** As it stands in the text. */
  readonly line: string;
  readonly text: string;
}

/** What begins a line that compares nothing. */
const noCall =
  /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|echo|printf|exit|return|set|export|local|readonly|trap|cd|source|import|const|let|var|function|class|require|console)\b|^(?:#|\/\/|\/\*|\*|\.\s)/;

const call = /^\s*[A-Za-z_][\w.:-]*(?:\s|\()/;

/** A text, a number or a word, and nothing behind it but what ends a call. */
const lastValue = /('[^']+'|"[^"$`]+"|(?<![\w$./'"-])\d+(?:\.\d+)?|(?<=\s)[A-Za-z_]\w*)(\s*\)?\s*;?\s*)$/;

const twistsMax = 3;

/** Where it can be done to a line that stands in the other text as well: from the last line on, because the first ones prepare. */
export function twisted(text: string, other: string, token: Token): readonly Twist[] {
  const kept = new Set(other.split('\n'));
  const lines = text.split('\n');
  return [...lines.entries()]
    .toReversed()
    .filter(
      ([, line]) => kept.has(line) && call.test(line) && !noCall.test(line.trim()) && lastValue.test(line),
    )
    .slice(0, twistsMax)
    .map(([at, line]) => ({ line, text: lines.with(at, asked(line, token)).join('\n') }));
}

function asked(line: string, token: Token): string {
  return line.replace(lastValue, (_, _value: string, end: string) => `'${assertedToken(token)}'${end}`);
}

/** The same line of another text, twisted in the same way. */
export function twistedAt(text: string, { line }: Twist, token: Token): string {
  const lines = text.split('\n');
  return lines.with(lines.indexOf(line), asked(line, token)).join('\n');
}
