/* oxlint-disable no-control-regex -- control characters are what is looked for */
// What comes from tickets, agents and repositories may hold anything: characters that would change how other characters are read are
// shown as marks.

const ansi = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-_])/g;
const odd =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g;

export interface Piece {
  readonly text: string;
  /** It stands for a character that shows nothing of itself. */
  readonly mark: boolean;
}

/** Colours of terminals are left out; every other character that hides or turns text becomes a mark with its number. */
export function pieces(text: string): readonly Piece[] {
  const plain = text.replaceAll('\r\n', '\n').replaceAll(ansi, '');
  const found: Piece[] = [];
  let from = 0;
  for (const match of plain.matchAll(odd)) {
    if (match.index > from) found.push({ text: plain.slice(from, match.index), mark: false });
    const code = match[0].codePointAt(0) ?? 0;
    found.push({ text: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, mark: true });
    from = match.index + match[0].length;
  }
  if (from < plain.length) found.push({ text: plain.slice(from), mark: false });
  return found;
}

/** The same where nothing but characters can be shown, as in a list to choose from. */
export function plainly(text: string): string {
  return pieces(text)
    .map((piece) => piece.text)
    .join('');
}
