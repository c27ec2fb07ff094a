// Names a package no longer gives out: what its entry exported before and does not now. An entry is where the ecosystem looks
// for it: an index, an `__init__.py`, a `lib.rs`, the folder of a Go module. A package that is private has no public.

import type { FileChange } from '../tamper/change.ts';
import { named, textsOf } from '../tamper/change.ts';
import { lineAt } from '../tamper/places.ts';
import { exportedNames } from './exported-names.ts';
import type { FoundDestruction } from './finding.ts';
import { withoutComments } from './new-text.ts';
import { isNoMatter } from './no-matter.ts';

const entries: readonly RegExp[] = [
  /^(?:packages\/[^/]+\/|libs?\/[^/]+\/)?(?:(?:src|lib)\/)?index\.(?:d\.ts|[cm]?[jt]s)$/,
  /^(?:src\/|lib\/|python\/)?[\w-]+\/__init__\.py$/,
  /^(?:(?:crates|libs?)\/[^/]+\/|[\w-]+\/)?src\/lib\.rs$/,
  /^[^/]+(?<!_test)\.go$/,
];

/** The manifests that say whether what is changed here is for others. */
export function manifestsWanted(changes: readonly FileChange[]): readonly string[] {
  return [...new Set(changes.filter(isEntry).map(({ path }) => manifestOf(path)))].filter(
    (path) => path !== '',
  );
}

function isEntry({ path, before }: FileChange): boolean {
  return before?.text !== undefined && !isNoMatter(path) && entries.some((entry) => entry.test(path));
}

function manifestOf(path: string): string {
  if (!/\.[cm]?[jt]s$/.test(path)) return '';
  return path.replace(/(?:(?:src|lib)\/)?index\.(?:d\.ts|[cm]?[jt]s)$/, 'package.json');
}

export function judgeEntries(
  changes: readonly FileChange[],
  manifests: ReadonlyMap<string, string>,
): readonly FoundDestruction[] {
  const changed = changes.filter(isEntry).filter(({ path }) => isPublic(manifestOf(path), manifests));
  // A Go package is all files of its folder.
  const now = new Set(
    changes
      .filter(({ path }) => /^[^/]+\.go$/.test(path))
      .flatMap((change) => [
        ...exportedNames(change.path, withoutComments(change.path, textsOf(change).after)).keys(),
      ]),
  );
  return changed.flatMap((change) => {
    const { before, after } = textsOf(change);
    const had = exportedNames(change.path, withoutComments(change.path, before));
    const has = exportedNames(change.path, withoutComments(change.path, after));
    const isHere = (name: string): boolean =>
      has.has(name) || (change.path.endsWith('.go') && now.has(name)) || isGivenLate(after, name);
    const gone = [...had].filter(([name]) => !isHere(name));
    return gone.length === 0 ? [] : [withdrawn(change, gone)];
  });
}

/** A Python module may give out a name only when it is asked for it. */
function isGivenLate(after: string, name: string): boolean {
  return after.includes('def __getattr__') && new RegExp(`["']${name}["']`).test(after);
}

function isPublic(manifest: string, manifests: ReadonlyMap<string, string>): boolean {
  if (manifest === '') return true;
  const text = manifests.get(manifest);
  return (
    text !== undefined &&
    !/"private"\s*:\s*true/.test(text) &&
    /"(?:main|exports|module|types|bin)"\s*:/.test(text)
  );
}

const shownMax = 5;

function withdrawn(change: FileChange, gone: readonly (readonly [string, number])[]): FoundDestruction {
  const names = gone.map(([name]) => name);
  const more = names.length > shownMax ? ` and ${names.length - shownMax} more` : '';
  const what = `${named(names.slice(0, shownMax).join(', '))}${more}`;
  const line = lineAt(textsOf(change).before, gone[0]?.[1] ?? 0);
  const words = `The entry of the package no longer exports \`${what}\`, which stood in line ${line} of the base: whoever imports it breaks.`;
  return { kind: 'contract-broken', file: change.path, what, words };
}
