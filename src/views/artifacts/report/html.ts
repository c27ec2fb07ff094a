// HTML that cannot forget to escape: whatever is put into the template is text, unless this file made it.
//   HTML-1. Text from outside never becomes markup, and characters that reorder or hide text are shown as a mark.

export interface Html {
  readonly html: string;
}

type Piece = Html | string | number | undefined | readonly Piece[];

export function markup(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  const filled = parts.map((part, index) => `${part}${index < pieces.length ? piecesOf(pieces[index]) : ''}`);
  return { html: filled.join('') };
}

function piecesOf(piece: Piece): string {
  if (piece === undefined) return '';
  if (typeof piece === 'string' || typeof piece === 'number') return escaped(String(piece));
  return isMany(piece) ? piece.map(piecesOf).join('') : piece.html;
}

function isMany(piece: Html | readonly Piece[]): piece is readonly Piece[] {
  return Array.isArray(piece);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML-1: control, zero-width and direction-changing characters; joiners stay, because scripts and emoji need them. */
const unseen = /(?![\t\n\r])\p{Cc}|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(unseen, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
