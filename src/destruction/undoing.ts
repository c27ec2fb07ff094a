// What a migration has only for the way back. To drop there what the way forward made destroys nothing of anybody.

import type { Span } from '../tamper/places.ts';
import type { NewText } from './new-text.ts';

const undoingFile =
  /(?:[._-](?:down|rollback|undo|revert)|(?:^|\/)(?:down|rollback|undo|revert))\.\w+$|(?:^|\/)(?:down|rollbacks?|undo|reverts?)\/|(?:^|\/)U[\d._]+__[^/]*\.sql$/i;

const undoingMark =
  /^[ \t]*--[ \t]*(?:\+goose[ \t]+Down|\+migrate[ \t]+Down|migrate:down|@?(?:down|undo|rollback)\b|!Downs)|^#[ \t]*---[ \t]*!Downs/gim;
const doingMark = /^[ \t]*--[ \t]*(?:\+goose[ \t]+Up|\+migrate[ \t]+Up|migrate:up|@?up\b|!Ups)/gim;

/** How a function or a block begins that leads back, in any of the languages. */
const undoingBlock: readonly RegExp[] = [
  /\b(?:def|func|fn|function|fun|void|Task)\b[^(]*(?:\([^)]*\)[ \t]*)?\b(?:[dD]own\w*|\w+_down|\w+Down|downgrade\w*|reverse\w*|rollback\w*|revert\w*|undo\w*|unapply\w*|backwards?)[ \t]*(?:\(|do\b|$)/,
  /^(?:(?:public|protected|private|static|async|override|export|const|exports\.|module\.exports\.)[ \t]*)*(?:down|downgrade|rollback|undo)[ \t]*[:=(]/,
  /\b(?:dir|direction)\.down\b/,
];
const lineCharsMax = 300;

/** Whether a place of a text is only for the way back. */
export function undoingIn({ path, raw }: Pick<NewText, 'path' | 'raw'>): (at: number) => boolean {
  if (undoingFile.test(path)) return () => true;
  const spans = [...markedSpans(raw), ...blockSpans(raw)];
  return (at) => spans.some(({ from, to }) => at >= from && at < to) || isReverseArgument(raw, at);
}

function markedSpans(raw: string): readonly Span[] {
  const ups = [...raw.matchAll(doingMark)].map(({ index }) => index);
  return [...raw.matchAll(undoingMark)].map(({ index }) => ({
    from: index,
    to: ups.find((up) => up > index) ?? raw.length,
  }));
}

/** From its first line to the next that is not further in. */
function blockSpans(raw: string): readonly Span[] {
  const spans: Span[] = [];
  let open: { readonly from: number; readonly depth: number } | undefined;
  let at = 0;
  for (const line of raw.split('\n')) {
    const depth = line.search(/\S/);
    if (open !== undefined && depth >= 0 && depth <= open.depth && !/^[ \t]*[{)]/.test(line)) {
      spans.push({ from: open.from, to: at });
      open = undefined;
    }
    if (open === undefined && depth >= 0 && line.length <= lineCharsMax && leadsBack(line.trim())) {
      open = { from: at, depth };
    }
    at += line.length + 1;
  }
  return open === undefined ? spans : [...spans, { from: open.from, to: at }];
}

function leadsBack(line: string): boolean {
  return undoingBlock.some((form) => form.test(line));
}

function isReverseArgument(raw: string, at: number): boolean {
  return /reverse_(?:sql|code)\s*=[^=]{0,60}$/.test(raw.slice(Math.max(0, at - 90), at));
}
