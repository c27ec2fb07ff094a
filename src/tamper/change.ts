// What the judge is given: every file of a change, before and after, and nothing else of the world.

export interface Side {
  /** git's name for the content: the same content has the same one. */
  readonly id: string;
  /** git's mode: 100644, 100755, 120000 for a link. */
  readonly mode: string;
  /** The content; not there where it is binary or too large to be read. */
  readonly text?: string;
}

export interface FileChange {
  readonly path: string;
  readonly before?: Side;
  readonly after?: Side;
}

export function textsOf(change: FileChange): { readonly before: string; readonly after: string } {
  return { before: change.before?.text ?? '', after: change.after?.text ?? '' };
}

/** A name that is shown in a sentence: one line, and not too long. */
export function named(name: string): string {
  const line = name.replaceAll(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
}

const shownCharsMax = 80;
const beforeChars = 25;
const wordCharsMax = 15;

/** Two texts as they are, each cut to where they differ: what they share at the start tells a reader nothing. */
export function apart(one: string, other: string): readonly [string, string] {
  if (one.length <= shownCharsMax && other.length <= shownCharsMax) return [one, other];
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  const from = shared <= beforeChars ? 0 : wordStart(one, shared - beforeChars);
  return [partOf(one, from), partOf(other, from)];
}

/** Where the word begins that is at this place, unless that is far. */
function wordStart(text: string, at: number): number {
  const start = text.slice(0, at).search(/[\w"'`]+$/);
  return start === -1 || at - start > wordCharsMax ? at : start;
}

function partOf(text: string, from: number): string {
  const end = from + shownCharsMax;
  const part = text.slice(from, end).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${from > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
}

/** Lines that the one text has and the other has not, by their content; how often counts. */
export function linesOnlyIn(one: string, other: string): readonly string[] {
  const left = new Map<string, number>();
  for (const line of other.split('\n')) {
    const said = line.trim();
    left.set(said, (left.get(said) ?? 0) + 1);
  }
  return one.split('\n').filter((line) => {
    const said = line.trim();
    if (said === '') return false;
    const count = left.get(said) ?? 0;
    left.set(said, count - 1);
    return count <= 0;
  });
}
