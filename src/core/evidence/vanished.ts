// Tests that were executed at the base and are not any more, by their names: counts cannot tell, because three trivial tests make up
// for three that are gone. Pure.
//   VANISHED-1. Only where both runs name every test they executed; otherwise nobody knows.
//   VANISHED-2. A name that differs only in numbers is the same, as often as it is there: ports, dates and ids come and go.
//   VANISHED-3. A test of the same title elsewhere is the same test: it was moved, or what stands around it was renamed.

import type { Counts } from './evidence.ts';
import type { TestNames } from './tests-text.ts';
import { titleIn } from './tests-text.ts';

export interface Vanished {
  /** Executed at the base, and not there at all. */
  readonly gone: readonly string[];
  /** Executed at the base, and skipped now. */
  readonly skipped: readonly string[];
}

interface Named {
  readonly counts?: Counts;
  readonly tests?: TestNames;
}

/** Undefined where names are missing (VANISHED-1). */
export function vanishedFrom(base: Named, now: Named): Vanished | undefined {
  const [before, after] = [namesIn(base), namesIn(now)];
  if (before === undefined || after === undefined) return undefined;
  const byName = leftOver(before.executed, after.executed, sameName);
  const { from } = leftOver(byName.from, byName.to, titleOf);
  const skips = leftOver(from, after.skipped, sameName);
  const titles = leftOver(skips.from, skips.to, titleOf);
  const gone = new Set(titles.from);
  return { gone: from.filter((name) => gone.has(name)), skipped: from.filter((name) => !gone.has(name)) };
}

export function isNothing({ gone, skipped }: Vanished): boolean {
  return gone.length + skipped.length === 0;
}

interface Names {
  readonly executed: readonly string[];
  readonly skipped: readonly string[];
}

function namesIn({ counts, tests }: Named): Names | undefined {
  if (counts === undefined || tests === undefined || counts.unlisted === true) return undefined;
  const executed = [...tests.passed, ...tests.failed];
  return executed.length < counts.passed + counts.failed ? undefined : { executed, skipped: tests.skipped };
}

/** VANISHED-2. */
function sameName(name: string): string {
  return name
    .replaceAll(/\b[\da-f]{8,}\b/gi, '0')
    .replaceAll(/\d+/g, '0')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** VANISHED-3. */
function titleOf(name: string): string {
  return titleIn(sameName(name));
}

/** What the one list has and the other has not, as often as it stands there. */
function leftOver(
  one: readonly string[],
  other: readonly string[],
  key: (name: string) => string,
): { readonly from: readonly string[]; readonly to: readonly string[] } {
  const left = (list: readonly string[], taken: readonly string[]): readonly string[] => {
    const counts = new Map<string, number>();
    for (const name of taken) counts.set(key(name), (counts.get(key(name)) ?? 0) + 1);
    return list.filter((name) => {
      const times = counts.get(key(name)) ?? 0;
      counts.set(key(name), times - 1);
      return times <= 0;
    });
  };
  return { from: left(one, other), to: left(other, one) };
}

/** A line each, to be kept as a blob. */
export function vanishedText({ gone, skipped }: Vanished): string {
  return [...gone.map((name) => `gone\t${name}\n`), ...skipped.map((name) => `skipped\t${name}\n`)].join('');
}

/** Total: a text that is no such list has none in it. */
export function vanishedIn(text: string): Vanished {
  const lines = text.split('\n').map((line) => line.split('\t', 2));
  const named = (word: string): readonly string[] =>
    lines.flatMap(([how, name]) => (how === word && name !== undefined ? [name] : []));
  return { gone: named('gone'), skipped: named('skipped') };
}
