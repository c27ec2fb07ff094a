// What a change takes away that others name: files, and what files declare. A test of before cannot be loaded without such a thing; what
// a run prints is no witness of that, because the change may print whatever it likes.

/** One file on both sides. */
export interface Sides {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const declaring =
  /\b(?:function\*?|class|const|let|var|def|func(?: \([^)]{0,200}\))?|fn|struct|enum|trait|mod|type|interface|sub|package|module|macro_rules!)\s+([\p{L}_$][\p{L}\p{N}_$]*)/gu;
const exporting = /\bexports\.([\w$]+)|^([\w./-]+)\s*:(?!=)|^([\w-]+)\s*\(\)\s*\{/gmu;
const listed =
  /\b(?:export|import|exports\s*=)\s*\{([^}]{0,10000})\}|^\s*from\s+\S+\s+import\s+(.{1,2000})$/gmu;
const word = /[\p{L}_$][\p{L}\p{N}_$-]*/gu;
const wordCharsMin = 2;

/** Names that are in no file of the change any more as they were: declared in it, or its own. */
export function takenAway(
  files: readonly Sides[],
  isManifest: (path: string) => boolean,
): ReadonlySet<string> {
  const gone = new Set<string>();
  for (const { path, before, after } of files) {
    if (before === undefined) continue;
    const names = isManifest(path) ? wordsIn : declaredIn;
    const still = names(after ?? '');
    for (const name of names(before)) if (!still.has(name)) gone.add(name);
    if (after === undefined) for (const name of namesOfFile(path)) gone.add(name);
  }
  return gone;
}

/** Which of them a text names. */
export function namedIn(text: string, gone: ReadonlySet<string>): readonly string[] {
  return [...wordsIn(text)].filter((name) => gone.has(name));
}

/** A module of Python or Rust that is a folder is called as the folder is. */
function namesOfFile(path: string): readonly string[] {
  const [folder = '', file = ''] = path.includes('/') ? path.split('/').slice(-2) : ['', path];
  const stem = file.replace(/(?!^)\..*$/, '');
  return /^(?:__init__|index|mod|main|lib)$/.test(stem) ? [folder] : [stem];
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(word)].map(([name]) => name).filter((name) => name.length >= wordCharsMin),
  );
}

function declaredIn(text: string): ReadonlySet<string> {
  const names = [...text.matchAll(declaring), ...text.matchAll(exporting)].flatMap(([, ...found]) =>
    found.filter((name) => name !== undefined),
  );
  const lists = [...text.matchAll(listed)].flatMap(([, braces = '', python = '']) => [
    ...wordsIn(`${braces} ${python}`),
  ]);
  return new Set([...names, ...lists].filter((name) => name.length >= wordCharsMin));
}
