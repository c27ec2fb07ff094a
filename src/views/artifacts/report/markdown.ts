// The little Markdown that plans, analyses and reviews are written in, as HTML: headings, lists, code, emphasis,
// paragraphs. No link and no image: nothing in a report leads out of it.

import type { Html } from './html.ts';
import { markup } from './html.ts';

const charsMax = 60_000;

export function markdown(text: string): Html {
  const lines = text.slice(0, charsMax).split('\n');
  const blocks: Html[] = [];
  let at = 0;
  while (at < lines.length) {
    const { block, next } = blockAt(lines, at);
    if (block !== undefined) blocks.push(block);
    at = next;
  }
  if (text.length > charsMax)
    blocks.push(markup`<p class="note">The rest is left out here; the artifact has it.</p>`);
  return markup`<div class="prose">${blocks}</div>`;
}

interface Found {
  readonly block: Html | undefined;
  readonly next: number;
}

const fence = /^\s*(```|~~~)/;
const heading = /^(#{1,6}) +(.*)$/;
const item = /^\s*(?:[-*+]|\d+[.)]) +(.*)$/;

/** Every branch moves on by one line at least. */
function blockAt(lines: readonly string[], at: number): Found {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: undefined, next: at + 1 };
  if (fence.test(line)) return codeAt(lines, at);
  const title = heading.exec(line);
  if (title !== null) return { block: headingOf((title[1] ?? '').length, title[2] ?? ''), next: at + 1 };
  if (item.test(line)) {
    const end = endOf(lines, at, (text) => item.test(text));
    return {
      block: markup`<ul>${lines.slice(at, end).map((text) => markup`<li>${inline(item.exec(text)?.[1] ?? '')}</li>`)}</ul>`,
      next: end,
    };
  }
  const end = endOf(
    lines,
    at,
    (text) => text.trim() !== '' && !fence.test(text) && !heading.test(text) && !item.test(text),
  );
  return { block: markup`<p>${inline(lines.slice(at, end).join('\n'))}</p>`, next: end };
}

function codeAt(lines: readonly string[], at: number): Found {
  const end = endOf(lines, at, (text) => !fence.test(text));
  return { block: markup`<pre>${lines.slice(at + 1, end).join('\n')}</pre>`, next: end + 1 };
}

/** The first line after `at` that is not of the kind. */
function endOf(lines: readonly string[], at: number, belongs: (line: string) => boolean): number {
  let end = at + 1;
  while (end < lines.length && belongs(lines[end] ?? '')) end += 1;
  return end;
}

/** The page has its own first headings; those of a text stand below them. */
function headingOf(depth: number, text: string): Html {
  return depth <= 2 ? markup`<h4>${inline(text)}</h4>` : markup`<h5>${inline(text)}</h5>`;
}

function inline(text: string): readonly Html[] {
  return text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/).map((piece) => {
    if (piece.length > 2 && piece.startsWith('`') && piece.endsWith('`'))
      return markup`<code>${piece.slice(1, -1)}</code>`;
    if (piece.length > 4 && piece.startsWith('**') && piece.endsWith('**'))
      return markup`<strong>${piece.slice(2, -2)}</strong>`;
    return markup`${piece}`;
  });
}
