// Two trees, and what the judge of destruction says of the change between them, looked at as the effect does it.

import type { FoundDestruction } from '../../src/destruction/finding.ts';
import { judgeDestruction, wantedAround } from '../../src/destruction/judge.ts';
import { usesIn } from '../../src/destruction/uses.ts';
import type { FileChange, Side } from '../../src/tamper/change.ts';

export type Tree = Readonly<Record<string, string>>;

const side = (text: string): Side => ({ id: text, mode: '100644', text });

export function judged(before: Tree, after: Tree): readonly FoundDestruction[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  const changes = paths
    .filter((path) => before[path] !== after[path])
    .map((path): FileChange => {
      const [was, is] = [before[path], after[path]];
      return {
        path,
        ...(was === undefined ? {} : { before: side(was) }),
        ...(is === undefined ? {} : { after: side(is) }),
      };
    });
  const { gone, manifests } = wantedAround(changes);
  return judgeDestruction(changes, {
    isTracked: (path) => Object.keys(before).some((file) => file === path || file.startsWith(`${path}/`)),
    uses: Object.entries(after).flatMap(([path, text]) => usesIn(gone, path, text)),
    manifests: new Map(manifests.map((path) => [path, after[path] ?? ''])),
  });
}

export const told = (found: readonly FoundDestruction[]): readonly string[] =>
  found.map(({ kind, file, line, what }) => `${kind} ${file}${line === undefined ? '' : `:${line}`} ${what}`);

export const lines = (name: string): string =>
  Array.from({ length: 12 }, (_, n) => `value ${name} number ${n}\n`).join('');

export const added = (path: string, text: string): readonly [Tree, Tree] => [{}, { [path]: text }];
