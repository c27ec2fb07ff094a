// What a document speaks of: the files and folders of the repository that its words name. Pure.

import type { FileEntry } from '../../workspace/workspace.ts';

const citesMax = 60;
const namesMax = 5_000;

/** In the order of the text, each once; a folder ends with a slash. Names of nothing that is there count for nothing. */
export function citedIn(text: string, entries: readonly FileEntry[]): readonly string[] {
  const files = new Set(entries.map(({ path }) => path));
  const folders = new Set(entries.flatMap(({ path }) => foldersOf(path)));
  const found = new Set<string>();
  for (const name of namesIn(text)) {
    if (files.has(name)) found.add(name);
    else if (folders.has(name)) found.add(`${name}/`);
    if (found.size >= citesMax) break;
  }
  return [...found];
}

/** A path with a slash anywhere in the text; a bare name only as code, because most words are no files. */
function namesIn(text: string): readonly string[] {
  const found = text.match(/`[^`\s]{1,200}`|[\w.@-]+(?:\/[\w.@-]+)+/g) ?? [];
  return found.slice(0, namesMax).map(bare);
}

/** `./src/cart/` and "src/cart/cart.ts:12." mean the same as without what is around them. */
function bare(name: string): string {
  return name
    .replaceAll('`', '')
    .replace(/^\.\//, '')
    .replace(/:\d+(?:-\d+)?$/, '')
    .replace(/[/.,;:]+$/, '');
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}
