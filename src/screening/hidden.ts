// Text that a person does not see and a model would read: HTML comments, Markdown's comment idiom, elements that are
// not shown, characters without a shape, control characters. One engine for every text from outside. Pure.
//
// Invariants
//   HIDDEN-1. Running it on its own output changes nothing.
//   HIDDEN-2. It takes time in proportion to the text, whatever the text is.
//   HIDDEN-3. What was removed is told by kind, never by its words.

import { withoutHiddenElements } from './hidden-elements.ts';

export type HiddenKind =
  | 'html-comment'
  | 'markdown-comment'
  | 'hidden-element'
  | 'zero-width'
  | 'direction'
  | 'tag'
  | 'control';

export interface Revealed {
  readonly text: string;
  /** What was found and removed, in the order of the type; nothing, where everything can be seen. */
  readonly hidden: readonly HiddenKind[];
}

type Removal = (text: string) => string;

/** Comments are looked for after characters: a character inside `<!--` would keep a comment from being one. */
const removals: readonly (readonly [HiddenKind, Removal])[] = [
  ['control', (text) => text.replaceAll(/[^\P{Cc}\n\t]/gu, '')],
  ['tag', (text) => text.replaceAll(/[\u{E0000}-\u{E01EF}]/gu, '')],
  ['direction', (text) => text.replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')],
  // The emoji selector stays: one symbol alone can carry no message.
  [
    'zero-width',
    (text) => text.replaceAll(/(?!\uFE0F)[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu, ''),
  ],
  ['html-comment', withoutComments],
  ['markdown-comment', (text) => text.replaceAll(linkComment, '')],
  ['hidden-element', withoutHiddenElements],
];

const characterKinds = 4;

/** `[//]: # (words)`: a link definition that leads nowhere, which no renderer shows. */
const linkComment =
  /^ {0,3}\[[^\]\n]{0,100}\]: {0,10}(?:#|<>) {0,10}(?:\([^\n]*\)|"[^\n]*"|'[^\n]*')[ \t]*$/gmu;

const kinds: readonly HiddenKind[] = [
  'html-comment',
  'markdown-comment',
  'hidden-element',
  'zero-width',
  'direction',
  'tag',
  'control',
];

/** What stood around a removed piece may be another one, so it is looked at again, but not for ever (HIDDEN-2). */
const passesMax = 20;

export function reveal(text: string): Revealed {
  const found = new Set<HiddenKind>();
  let now = withPlainLines(text.replace(/^\uFEFF/u, ''));
  for (let pass = 0; pass < passesMax; pass += 1) {
    const before = now;
    for (const [kind, remove] of removals) {
      const after = remove(now);
      if (after !== now) found.add(kind);
      now = after;
    }
    if (now === before) break; // HIDDEN-1
  }
  return { text: now, hidden: kinds.filter((kind) => found.has(kind)) };
}

/** Characters only: for code and diffs, where a comment is part of the text. */
export function withoutHiddenCharacters(text: string): string {
  return removals.slice(0, characterKinds).reduce((now, [, remove]) => remove(now), withPlainLines(text));
}

function withPlainLines(text: string): string {
  return text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
}

/**
 * A comment leaves a space behind, so that what stood around it cannot close up into another one (HIDDEN-1).
 * One that begins a line and never ends hides the rest of the text, as a renderer would; one inside a
 * line that never ends is shown by renderers, and stays.
 */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', from)) {
    const end = endOfComment(text, start);
    if (end === undefined) break;
    kept.push(text.slice(from, start), ' ');
    from = end;
  }
  const rest = text.slice(from);
  const unended = /^[ \t]*<!--/mu.exec(rest);
  return kept.join('') + (unended === null ? rest : rest.slice(0, unended.index));
}

function endOfComment(text: string, start: number): number | undefined {
  const inside = start + '<!--'.length;
  if (text.startsWith('>', inside)) return inside + 1;
  if (text.startsWith('->', inside)) return inside + 2;
  const end = text.indexOf('-->', inside);
  return end === -1 ? undefined : end + '-->'.length;
}
