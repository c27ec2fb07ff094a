// What a fence, a grant, a check or policy names, and the paths it stands for. An entry is a file (`src/a.ts`), a folder
// (`docs/`) or a glob: `*` is anything within one name, `?` one character, `**` any folders, none included. Dots are
// like any other character, and so are brackets and braces: `app/[id]/page.tsx` is a file.
//
// Invariants
//   PATHS-1. Every path is relative, normal and inside the repository; nothing else reaches a file system.
//   PATHS-2. One matcher for everybody: whoever asks whether an entry and a path have to do with each other asks here.
//   PATHS-3. Two entries that any path matches both overlap. The time is the product of their lengths, whatever they hold.
//   PATHS-4. A path is never read as a glob: a file may be called `*`.

const pathCharsMax = 400;
/** Of an entry that is told in a sentence. */
const shownCharsMax = 80;

/** PATHS-1. */
export function isInside(path: string): boolean {
  if (path === '' || path.length > pathCharsMax || path.startsWith('/') || /[\0\\\r\n]/.test(path))
    return false;
  const parts = (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
  return parts.every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git');
}

export function isGlob(entry: string): boolean {
  return /[*?]/.test(entry);
}

/** One file, and nothing but that. */
export function isFile(entry: string): boolean {
  return !isGlob(entry) && !entry.endsWith('/');
}

/** What is wrong with an entry, as the end of a sentence that begins with it; undefined where nothing is. */
export function entryFault(entry: string): string | undefined {
  if (entry.length > pathCharsMax)
    return `has ${entry.length} characters; at most ${pathCharsMax} are allowed`;
  if (!isInside(entry)) return 'is not a path inside the repository';
  if (entry.startsWith('!')) return 'takes something away, which no entry can; name what is meant instead';
  if (/\{[^/]*,|\[[^\]]*$/.test(entry)) {
    return 'has braces or an open bracket, which stand for themselves; only *, ** and ? stand for something else';
  }
  return /^[*?/]+$/.test(entry)
    ? 'stands for any file at all; name files, a folder or a narrower glob'
    : undefined;
}

/** An entry as it is told in a sentence: a long one is cut, nothing of it moves a cursor. */
export function shownEntry(entry: string): string {
  const plain = entry.replaceAll(/\p{Cc}/gu, '\u{FFFD}');
  return plain.length > shownCharsMax ? `${plain.slice(0, shownCharsMax)}…` : plain;
}

/** Whether a path is one that any of the entries stands for (PATHS-4). */
export function covers(entries: readonly string[], path: string): boolean {
  return entries.some((entry) => {
    if (entry === path) return true;
    if (!isGlob(entry)) return entry.endsWith('/') && path.startsWith(entry);
    if (isAnywhere(entry)) return standsAnywhere(entry.slice('**/'.length), path);
    return mayMatch(entry, path) && isLike(partsOf(entry), path.split('/'), '**', isNameLike);
  });
}

/** A plain entry wherever in the tree, as most protected paths are: text is enough for those. */
function isAnywhere(entry: string): boolean {
  return /^\*\*\/[^*?]+$/.test(entry);
}

function standsAnywhere(entry: string, path: string): boolean {
  return entry.endsWith('/') ? `/${path}`.includes(`/${entry}`) : `/${path}`.endsWith(`/${entry}`);
}

/** The time for a whole tree: what stands before the first and after the last wildcard is compared as it is. */
function mayMatch(entry: string, path: string): boolean {
  const tail = entry.endsWith('/') ? '' : (/[^*?/][^*?]*$/.exec(entry)?.[0] ?? '');
  return path.startsWith(entry.slice(0, entry.search(/[*?]/))) && path.endsWith(tail);
}

function isNameLike(name: string, actual: string): boolean {
  if (!isGlob(name)) return name === actual;
  return isLike(Array.from(name), Array.from(actual), '*', (mine, theirs) => mine === '?' || mine === theirs);
}

/** Whole trees are held against globs: only the last star is ever gone back to, which is enough where one side has none. */
function isLike(
  pattern: readonly string[],
  items: readonly string[],
  star: string,
  fits: (one: string, other: string) => boolean,
): boolean {
  let [at, starAt, eaten] = [0, -1, 0];
  for (let next = 0; next < items.length; next++) {
    const [mine, theirs = ''] = [pattern[at], items[next]];
    if (mine === star) {
      [starAt, eaten] = [at, next];
      at++;
      next--;
    } else if (mine !== undefined && fits(mine, theirs)) {
      at++;
    } else if (starAt >= 0) {
      at = starAt + 1;
      next = eaten;
      eaten++;
    } else {
      return false;
    }
  }
  return pattern.slice(at).every((mine) => mine === star);
}

/** Whether every path that an entry stands for is one of these entries' too. It may say no of one that is, never yes of one that is not. */
export function encloses(entries: readonly string[], entry: string): boolean {
  if (isFile(entry)) return covers(entries, entry);
  return entries.some((other) => aligned(partsOf(other), partsOf(entry), false));
}

/** Whether two lists of entries share anything (PATHS-3). A file in a folder's place is in the way of all below it. */
export function overlap(one: readonly string[], other: readonly string[]): boolean {
  return one.some((mine) => other.some((theirs) => meet(mine, theirs)));
}

function meet(one: string, other: string): boolean {
  if (isGlob(one) || isGlob(other)) return aligned([...partsOf(one), '**'], [...partsOf(other), '**'], true);
  const [mine, theirs] = [asFolder(one), asFolder(other)];
  return mine.startsWith(theirs) || theirs.startsWith(mine);
}

function asFolder(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** A folder is what is below it, and `**` at the end is at least one name. */
function partsOf(entry: string): readonly string[] {
  const whole = entry.endsWith('/') ? `${entry}**` : entry;
  const parts = whole.split('/');
  return parts.at(-1) === '**' ? [...parts, '*'] : parts;
}

/** Names, one after the other. Mutual: whether any path is both; else whether the first stands for all of the second. */
function aligned(one: readonly string[], other: readonly string[], mutual: boolean): boolean {
  return inStep(one, other, {
    mutual,
    star: '**',
    // Most names are plain, and two plain ones that differ need no walk through their characters.
    fits: (a, b) =>
      (isGlob(a) || (mutual && isGlob(b))) &&
      inStep(Array.from(a), Array.from(b), {
        mutual,
        star: '*',
        fits: (mine, theirs) => mine === '?' || (mutual && theirs === '?'),
      }),
  });
}

interface Step {
  readonly mutual: boolean;
  /** What stands for any number of items. */
  readonly star: string;
  /** Whether two items that differ, and are no stars, may be the same. */
  readonly fits: (one: string, other: string) => boolean;
}

/** PATHS-3: `row[j]` says whether the items so far and the first j of the other list can be the same. */
function inStep(one: readonly string[], other: readonly string[], { mutual, star, fits }: Step): boolean {
  let row = [true];
  for (const [at, theirs] of other.entries()) row.push(mutual && theirs === star && row[at] === true);
  for (const mine of one) {
    const next = [mine === star && row[0] === true];
    for (const [at, theirs] of other.entries()) {
      const [both, without, longer] = [row[at], row[at + 1], next[at]];
      const eaten = mine === star || (mutual && theirs === star);
      next.push(
        eaten
          ? without === true || longer === true
          : both === true && theirs !== star && (mine === theirs || fits(mine, theirs)),
      );
    }
    row = next;
  }
  return row.at(-1) === true;
}
