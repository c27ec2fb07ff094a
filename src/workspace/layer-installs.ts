// Whether a commit differs from its base in what installers run, or are told by. Of such a commit no layer is made: what is in it would be
// whatever the change made of it, for everybody who is shown it, and manifests alone would not tell one from another.

import { installChange, isInstallInput } from '../core/evidence/installing.ts';
import { shown } from './git-ok.ts';
import type { Context } from './places.ts';
import { contents, linkMode } from './tree-entries.ts';
import type { TreeEntry } from './tree-entries.ts';

export async function changesInstall(
  context: Context,
  store: string,
  { base, entries }: { readonly base: readonly TreeEntry[]; readonly entries: readonly TreeEntry[] },
): Promise<boolean> {
  const [before, after] = [inputsIn(base), inputsIn(entries)];
  const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) =>
      before.get(path)?.id !== after.get(path)?.id || before.get(path)?.mode !== after.get(path)?.mode,
  );
  if (differing.length === 0) return false;
  const sides = differing.flatMap((path) => [before.get(path), after.get(path)]);
  if (sides.some((side) => side?.mode === linkMode)) return true;
  const ids = [...new Set(sides.flatMap((side) => (side === undefined ? [] : [side.id])))];
  const texts = new Map((await contents(context, store, ids)).map((text, n) => [ids[n] ?? '', shown(text)]));
  const textOf = (side: TreeEntry | undefined): string => texts.get(side?.id ?? '') ?? '';
  return differing.some(
    (path) =>
      installChange({ path, before: textOf(before.get(path)), after: textOf(after.get(path)) }) !== undefined,
  );
}

function inputsIn(entries: readonly TreeEntry[]): ReadonlyMap<string, TreeEntry> {
  return new Map(entries.filter(({ path }) => isInstallInput(path)).map((entry) => [entry.path, entry]));
}
