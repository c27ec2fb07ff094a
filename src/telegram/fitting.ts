// What Telegram has room for. It counts as JavaScript does.

export const messageCharsMax = 4_096;
export const answerCharsMax = 200;
export const labelCharsMax = 60;

/** Cut where it is too long, and never within a character. */
export function fitting(text: string, charsMax: number): string {
  return text.length <= charsMax
    ? text
    : `${text
        .slice(0, charsMax - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`;
}

/** A long text as several messages, cut at the end of a line where there is one; what is beyond `piecesMax` is left out. */
export function pieces(
  text: string,
  piecesMax: number,
): { readonly pieces: readonly string[]; readonly rest: number } {
  const found: string[] = [];
  let left = text;
  while (left.length > 0 && found.length < piecesMax) {
    const piece = left.length <= messageCharsMax ? left : cut(left);
    found.push(piece);
    left = left.slice(piece.length).replace(/^\n/, '');
  }
  return { pieces: found, rest: left.length };
}

function cut(text: string): string {
  const room = text.slice(0, messageCharsMax);
  const line = room.lastIndexOf('\n');
  if (line > messageCharsMax / 2) return room.slice(0, line);
  // Half of a character belongs to the next piece.
  return /[\uD800-\uDBFF]$/.test(room) ? room.slice(0, -1) : room;
}
