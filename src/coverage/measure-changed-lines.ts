// What a report says of the lines a change brings. The rules are those of `core/evidence/coverage.ts`.

import type { LineCounts, Measured, Uncovered, WholeCounts } from '../core/evidence/coverage.ts';
import { percentOf } from '../core/evidence/coverage.ts';
import { isInside } from '../core/fence/paths.ts';
import { languageOf } from '../tamper/language.ts';
import { addedLines } from './added-lines.ts';
import type { Lines } from './hits.ts';
import { isSource, testsFor } from './tests-for.ts';

export interface ToMeasure {
  /** git's diff from the base to the head. */
  readonly diff: string;
  /** By path of the tree. */
  readonly report: ReadonlyMap<string, Lines>;
  /** Paths of the tree. */
  readonly files: readonly string[];
}

/** Without its tree, and with its words as they are. */
export type Measurement = Omit<Measured, 'tree' | 'blob'> & { readonly words: string };

/** An event is small; everything is in the words. */
const keptMax = 50;
const toldMax = 500;
const rangesMax = 100;

interface FileLines extends Uncovered {
  /** Changed lines that nothing executed. */
  readonly missing: readonly number[];
}

/** Every line that a report counts, and those of the files that a change touches, as they are there. */
export function countFiles({ diff, report }: Pick<ToMeasure, 'diff' | 'report'>): WholeCounts {
  const touched = [...addedLines(diff).keys()].filter(isSource).flatMap((path) => report.get(path) ?? []);
  return { whole: countsOf([...report.values()]), touched: countsOf(touched) };
}

function countsOf(files: readonly Lines[]): LineCounts {
  const all = files.flatMap((lines) => [...lines.values()]);
  return { lines: all.length, hit: all.filter(Boolean).length };
}

export function measure({ diff, report, files }: ToMeasure): Measurement {
  const known = new Set([...report.keys()].map((path) => languageOf(path)?.name));
  const changed = [...addedLines(diff)].filter(([path, lines]) => lines.length > 0 && isSource(path));
  const measured = changed.map(([path, lines]) => ({ path, ...counted(lines, report.get(path)) }));
  const [lines, hit] = [sum(measured.map((one) => one.lines)), sum(measured.map((one) => one.hit))];
  // A report of another language cannot know the file, whatever tests there are.
  const isForeign = ({ path }: { readonly path: string }): boolean =>
    known.size > 0 && !known.has(languageOf(path)?.name);
  const unlisted = measured.filter(({ path }) => !report.has(path)); // EVIDENCE-COVERAGE-2
  const unmeasured = unlisted.filter((one) => !isForeign(one));
  const lacking = [...measured.filter(({ missing }) => missing.length > 0), ...unmeasured]
    .filter(({ path }) => isInside(path))
    .map((one): FileLines => ({ ...one, tests: testsFor(one.path, files) }))
    .toSorted((one, two) => two.missing.length - one.missing.length || (one.path < two.path ? -1 : 1));
  return {
    lines,
    hit,
    unmeasured: unmeasured.length,
    uncovered: lacking.slice(0, keptMax).map(({ missing: _missing, ...one }) => one),
    files: countFiles({ diff, report }),
    words: wordsOn({ lines, hit }, lacking, unlisted.filter(isForeign).map(({ path }) => path)),
  };
}

/** EVIDENCE-COVERAGE-1. */
function counted(
  changed: readonly number[],
  report: Lines | undefined,
): { readonly lines: number; readonly hit: number; readonly missing: readonly number[] } {
  const known = changed.filter((line) => report?.has(line) === true);
  const missing = known.filter((line) => report?.get(line) === false);
  return { lines: known.length, hit: known.length - missing.length, missing };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function wordsOn(
  whole: { readonly lines: number; readonly hit: number },
  lacking: readonly FileLines[],
  foreign: readonly string[],
): string {
  const told = [...lacking.map(lineOn), ...foreign.map(foreignLine)];
  const more = told.length > toldMax ? [`- and ${told.length - toldMax} more files`] : [];
  const first =
    whole.lines === 0
      ? 'The report counts none of the changed lines.'
      : `Tests execute ${whole.hit} of ${whole.lines} changed lines (${percentOf(whole)} %).`;
  return `${[first, '', ...told.slice(0, toldMax), ...more].join('\n').trimEnd()}\n`;
}

function lineOn({ path, lines, hit, missing, tests }: FileLines): string {
  const where = `tests belong in ${tests.map((test) => `\`${test}\``).join(', ')}`;
  return lines === 0
    ? `- \`${path}\`: not in the report, so that nobody knows; ${where}`
    : `- \`${path}\`: ${hit} of ${lines}, not executed: ${ranges(missing)}; ${where}`;
}

function foreignLine(path: string): string {
  return `- \`${path}\`: not measured, because the report is about another language`;
}

/** Lines in a row as one range. */
function ranges(lines: readonly number[]): string {
  const found: { first: number; last: number }[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last?.last === line - 1) last.last = line;
    else found.push({ first: line, last: line });
  }
  const shown = found
    .slice(0, rangesMax)
    .map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`));
  return [...shown, ...(found.length > rangesMax ? ['…'] : [])].join(', ');
}
