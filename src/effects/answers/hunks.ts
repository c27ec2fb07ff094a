// A diff, read for the places it changes: which files, and in each the stretches of lines on both sides. Pure.

/** Lines from..to, both counted, as git numbers them; empty where `to` is before `from`. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

export interface Hunk {
  readonly before: Stretch;
  readonly after: Stretch;
}

/** Every file that changed, with its hunks; none where only its mode or its bytes did. */
export type Hunks = ReadonlyMap<string, readonly Hunk[]>;

interface Open {
  readonly before: { readonly from: number; left: number; readonly lines: string[] };
  readonly after: { readonly from: number; left: number; readonly lines: string[] };
}

/** A hunk is as long as its head says: only so is a removed line that begins with two dashes no name of a file. */
export function hunksOf(diff: string): Hunks {
  const files = new Map<string, Hunk[]>();
  let hunks: Hunk[] = [];
  let open: Open | undefined;
  for (const line of diff.split('\n')) {
    if (open !== undefined && open.before.left + open.after.left > 0) {
      taken(open, line);
      if (open.before.left + open.after.left === 0) hunks.push(closed(open));
      continue;
    }
    open = opened(line);
    const name = open === undefined ? nameIn(line) : undefined;
    if (name !== undefined) {
      hunks = files.get(name) ?? [];
      files.set(name, hunks);
    }
  }
  return files;
}

function opened(line: string): Open | undefined {
  const found = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
  if (found === null) return undefined;
  const [, before = '', beforeCount = '1', after = '', afterCount = '1'] = found;
  return {
    before: { from: Number(before), left: Number(beforeCount), lines: [] },
    after: { from: Number(after), left: Number(afterCount), lines: [] },
  };
}

function taken({ before, after }: Open, line: string): void {
  const mark = line.charAt(0);
  const sides = mark === '-' ? [before] : mark === '+' ? [after] : mark === '\\' ? [] : [before, after];
  for (const side of sides) {
    side.left -= 1;
    side.lines.push(line.slice(1));
  }
}

function closed({ before, after }: Open): Hunk {
  const stretch = ({ from, lines }: Open['before']): Stretch => ({
    from,
    to: from + lines.length - 1,
    lines,
  });
  return { before: stretch(before), after: stretch(after) };
}

/** What a file is called where its section begins; renames are shown as a file less and a file more. */
function nameIn(line: string): string | undefined {
  const side = /^(?:---|\+\+\+) (?:"[ab]\/(.*)"|[ab]\/(.*?))\t?$/.exec(line);
  if (side !== null) return side[1] === undefined ? side[2] : unquoted(side[1]);
  // Without a line changed there are no such lines: then both names in the first one are the same.
  const first = /^diff --git (?:"a\/(.*)" "b\/\1"|a\/(.*) b\/\2)$/.exec(line);
  return first?.[1] === undefined ? first?.[2] : unquoted(first[1]);
}

const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };

/** git writes a name in quotes where a quote, a backslash or a control character is in it. */
function unquoted(name: string): string {
  return name.replaceAll(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter);
}
