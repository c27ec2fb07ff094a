// Makes the data of a prompt fit. This file owns what is cut, and in which order.
//
// Invariants
//   FIT-1. The ticket, the task, open blockers, decisions, answers and notes of people are never cut, nor is anything a person asked for.
//   FIT-2. Old output goes first: logs and transcripts, from the oldest (first given) on; then what else may be cut, from the largest on. The
//       last failure is output: where it is a person's words, or a reviewer's, the core calls it that.
//   FIT-3. Where something was cut, the text says so and how much.

import type { PromptPiece } from './prompts.ts';

/** What a piece keeps in the first pass; in the second it may lose even that. */
const keptCharsMin = 4_000;

const outputWords = wordSet('log logs output transcript transcripts trace stdout stderr');
const neverWords = wordSet(
  'ticket task criteria criterion mandate mandates limits problems blocker blockers finding findings failure failures ' +
    'decision decisions answer answers note notes comment comments person',
);

type Rank = 'output' | 'other' | 'never';

/** By name, because names are ours; what a text says about itself does not matter. */
function rankOf(name: string): Rank {
  if (name === 'last failure') return 'output';
  const words = name.toLowerCase().split(/[^a-z]+/);
  if (words.some((word) => outputWords.has(word))) return 'output';
  return words.some((word) => neverWords.has(word)) ? 'never' : 'other';
}

/** The pieces, in their order, together at most `charsMax` long where cutting what may be cut allows it. */
export function fit(pieces: readonly PromptPiece[], charsMax: number): readonly PromptPiece[] {
  const texts = pieces.map((piece) => piece.text);
  let over = texts.reduce((sum, text) => sum + text.length, 0) - charsMax;
  const order = cutOrder(pieces);
  for (const keep of [keptCharsMin, 0]) {
    for (const index of order) {
      if (over <= 0) break;
      const text = texts[index] ?? '';
      const shorter = cut(text, Math.max(keep, text.length - over));
      texts[index] = shorter;
      over -= text.length - shorter.length;
    }
  }
  return pieces.map((piece, index) => ({ ...piece, text: texts[index] ?? '' }));
}

/** FIT-2: indexes of the pieces that may be cut. */
function cutOrder(pieces: readonly PromptPiece[]): readonly number[] {
  const of = (rank: Rank) => [...pieces.entries()].filter(([, piece]) => rankOf(piece.name) === rank);
  const others = of('other').toSorted(([, one], [, two]) => two.text.length - one.text.length);
  return [...of('output'), ...others].map(([index]) => index);
}

/** Keeps the beginning and, because errors stand at the end, twice as much of the end (FIT-3). */
function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const mark = `\n[${text.length - charsMax} or more characters were cut here to make the prompt fit]\n`;
  const room = charsMax - mark.length;
  if (room <= 0) return mark.trim();
  const head = Math.floor(room / 3);
  return `${text.slice(0, head)}${mark}${text.slice(text.length - (room - head))}`;
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
