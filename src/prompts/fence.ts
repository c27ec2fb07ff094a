// Data inside a prompt. This file owns that text from outside stays inside its fence and hides nothing.
//
// Invariants
//   PROMPTS-FENCE-1. A fence is longer than every run of fence characters in its text, so the text cannot close it.
//   PROMPTS-FENCE-2. What a person reading the prompt would not see, the model does not get either.

import { withoutHiddenCharacters } from '../screening/hidden.ts';

const fenceCharsMin = 4;
const labelCharsMax = 120;

/** A heading that names the data and where it comes from, then the data in a fence of its own (PROMPTS-FENCE-1). */
export function fenced(piece: {
  readonly name: string;
  readonly origin: string;
  readonly text: string;
}): string {
  const text = visible(piece.text);
  const fence = '`'.repeat(Math.max(fenceCharsMin, longestRun(text) + 1));
  return `### ${label(piece.name)}\n\nData from ${label(piece.origin)}.\n\n${fence}text\n${text}\n${fence}`;
}

/** PROMPTS-FENCE-2. Half a character is not one. */
function visible(text: string): string {
  return withoutHiddenCharacters(text).replaceAll(/\p{Cs}/gu, '\uFFFD');
}

/** A name or an origin, on one line and without anything that Markdown would read as more than words. */
function label(text: string): string {
  const words = visible(text)
    .replaceAll(/[`~#<>*\n\t]+/g, ' ')
    .trim();
  return words === '' ? 'unnamed' : words.slice(0, labelCharsMax);
}

/** Backticks and tildes: Markdown has both fences, and models are no strict readers of it. */
function longestRun(text: string): number {
  let longest = 0;
  for (const match of text.matchAll(/`+|~+/g)) longest = Math.max(longest, match[0].length);
  return longest;
}
