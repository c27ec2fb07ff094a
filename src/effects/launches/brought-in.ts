// What a change brings in, for the screener: the names of its files, the lines it adds, and the files a diff does not
// show. What is taken away was there before, and is nobody's concern here.

import type { EffectParts } from '../parts.ts';

type Workspaces = Pick<EffectParts['workspaces'], 'changes' | 'diff' | 'entries' | 'eachContent'>;

export interface Brought {
  readonly file: string;
  readonly text: string;
}

/** `to` may be a tree, too. */
export async function broughtBy(
  workspaces: Workspaces,
  repository: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly Brought[]> {
  const changes = await workspaces.changes(repository, from, to);
  const names = changes.filter((change) => change.kind !== 'deleted').map((change) => change.path);
  const { added, isWhole } = readDiff(await workspaces.diff(repository, from, to));
  const unshown = isWhole ? [] : await notShown(workspaces, repository, { to, names });
  return [...names.map((name) => ({ file: name, text: name })), ...added, ...unshown];
}

/** By the bytes of the tree and not by their names, which may be no text and would find nothing. */
async function notShown(
  workspaces: Workspaces,
  repository: string,
  { to, names }: { readonly to: string; readonly names: readonly string[] },
): Promise<readonly Brought[]> {
  const changed = new Set(names);
  const entries = (await workspaces.entries(repository, to)).filter(({ path }) => changed.has(path));
  const found: Brought[] = [];
  const decoder = new TextDecoder();
  await workspaces.eachContent(
    repository,
    entries.map(({ id }) => id),
    (at, content) => {
      const file = entries[at]?.path;
      if (file !== undefined && content.includes(0)) found.push({ file, text: decoder.decode(content) });
    },
  );
  return found;
}

interface ReadDiff {
  readonly added: readonly Brought[];
  /** False where the diff leaves out the content of a file. */
  readonly isWhole: boolean;
}

/** Only outside a hunk is `+++` a file's name: inside one it is a line that begins with two plus signs. */
function readDiff(diff: string): ReadDiff {
  const added: { file: string; lines: string[] }[] = [];
  let isWhole = true;
  let inHunk = false;
  for (const line of diff.split('\n')) {
    const file = added.at(-1);
    if (line.startsWith('diff --git ')) {
      inHunk = false;
      added.push({ file: 'a file', lines: [] });
    } else if (line.startsWith('@@ ')) inHunk = true;
    else if (file !== undefined && !inHunk && line.startsWith('+++ ')) file.file = nameIn(line);
    else if (file !== undefined && inHunk && line.startsWith('+')) file.lines.push(line.slice(1));
    else if (!inHunk && line.startsWith('Binary files ')) isWhole = false;
  }
  return { added: added.map(({ file, lines }) => ({ file, text: lines.join('\n') })), isWhole };
}

function nameIn(line: string): string {
  return line.slice('+++ '.length).replace(/^b\//, '').replace(/\t$/, '');
}

/** Each file that brings in what looks like a secret, with the rules that say so. The values stay where they are. */
export function secretsIn(
  screener: EffectParts['screener'],
  brought: readonly Brought[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { file, text } of brought) {
    const stream = screener.stream();
    stream.push(`${text}\n`);
    stream.end();
    const rules = stream.rules();
    if (rules.length > 0) found.set(file, [...new Set([...(found.get(file) ?? []), ...rules])]);
  }
  return found;
}
