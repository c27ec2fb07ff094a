// The lines a change adds, by file, from git's own unified diff.
//   CHANGED-LINES-1. Only the counts of a hunk say where it ends: a line of a file may look like anything, also like a diff.

const hunk = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

/** New and changed lines of each file, numbered as in the file after the change. */
export function addedLines(diff: string): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  let lines: number[] | undefined;
  let [oldLeft, newLeft, at] = [0, 0, 0];
  for (const text of diff.split('\n')) {
    if (oldLeft > 0 || newLeft > 0) {
      const sign = text.charAt(0);
      if (sign === '\\') continue; // no line break at the end of the file
      if (sign !== '+') oldLeft -= 1;
      if (sign === '-') continue;
      if (sign === '+') lines?.push(at);
      newLeft -= 1;
      at += 1;
    } else if (text.startsWith('diff --git ')) lines = undefined;
    else if (text.startsWith('+++ ')) {
      const name = nameIn(text.slice('+++ '.length));
      lines = name === undefined ? undefined : [];
      if (name !== undefined && lines !== undefined) found.set(name, lines);
    } else {
      const [, before = '1', start, after = '1'] = hunk.exec(text) ?? [];
      if (start === undefined) continue;
      [oldLeft, newLeft, at] = [Number(before), Number(after), Number(start)]; // CHANGED-LINES-1
    }
  }
  return found;
}

/** Undefined for a file that is gone. */
function nameIn(written: string): string | undefined {
  const name = written.startsWith('"') ? unquoted(written) : written.replace(/\t$/, '');
  return name.startsWith('b/') ? name.slice('b/'.length) : undefined;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

/** As git quotes names with unusual signs: bytes in octal, a few by their letters. */
function unquoted(written: string): string {
  const inside = written.slice(1, written.lastIndexOf('"'));
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [, octal, letter, plain] of inside.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else bytes.push(...encoder.encode(letter === undefined ? plain : (escapes[letter] ?? letter)));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
