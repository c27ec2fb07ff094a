// Whether a reviewer's finding holds, as far as code can say [E7].
//   FINDING-1. What it names has to be part of the change: the file in the diff, the line in a hunk or near one, the quoted
//       code there. What was there before, and is as it was, blocks nothing.
//   FINDING-2. Two things are wrong without being in the diff: a planned file that is missing, and a criterion that is named.
//   FINDING-3. A finding that names nothing cannot be looked up. It is kept, and blocks nothing.

import type { Run } from '../../core/run.ts';
import { covers } from '../../core/fence/paths.ts';
import { filesOf } from '../../core/plan/plan.ts';
import type { Doubt } from '../../core/roles/verdict.ts';
import type { VerdictAnswer } from '../../prompts/prompts.ts';
import type { Hunk, Hunks } from './hunks.ts';

type Given = VerdictAnswer['findings'][number];

/** Why a finding does not hold; undefined where it does. */
export type WhyNotHeld = Doubt | undefined;

/** How far from a hunk a line may be: numbers of lines are often a little off. */
const nearLines = 3;

export interface Change {
  readonly hunks: Hunks;
  readonly run: Run;
  /** The text of a file of the new side. */
  readonly textOf: (file: string) => Promise<string | undefined>;
}

export async function judged(finding: Given, change: Change): Promise<WhyNotHeld> {
  const { file, line } = finding;
  if (file === undefined) return namesCriterion(finding, change.run) ? undefined : 'names-nothing'; // FINDING-2, FINDING-3
  const hunks = change.hunks.get(file);
  const text = await change.textOf(file);
  const lines = text === undefined ? undefined : linesOf(text);
  if (hunks === undefined) return unchanged(finding, lines, change.run);
  if (line === undefined && finding.quote === undefined) return undefined;
  const near = line === undefined ? hunks : hunks.filter((hunk) => isNear(hunk, line));
  if (near.length === 0) {
    const exists = line === undefined || line <= (lines?.length ?? 0);
    return exists ? 'outside-the-change' : 'no-such-line';
  }
  const quoted = finding.quote;
  if (quoted === undefined) return undefined;
  return near.some((hunk) => holds(hunk, lines ?? [], quoted)) ? undefined : 'another-text';
}

/** The change does not touch this file (FINDING-1, FINDING-2). */
function unchanged(finding: Given, lines: readonly string[] | undefined, run: Run): WhyNotHeld {
  const { file = '', line, quote } = finding;
  if (lines === undefined) {
    const isPlanned = run.tasks.some(({ task, at }) => at !== 'dropped' && covers(filesOf(task), file));
    return isPlanned && line === undefined && quote === undefined ? undefined : 'no-such-file';
  }
  if (line !== undefined && line > lines.length) return 'no-such-line';
  if (quote !== undefined && !contains(lines, quote)) return 'another-text';
  return namesCriterion(finding, run) ? undefined : 'outside-the-change';
}

export function namesCriterion({ title, detail }: Pick<Given, 'title' | 'detail'>, run: Run): boolean {
  const words = new Set(`${title} ${detail}`.split(/[^\w-]+/));
  return (run.ticket?.criteria ?? []).some((id) => words.has(id));
}

function isNear({ before, after }: Hunk, line: number): boolean {
  return [before, after].some(({ from, to }) => line >= from - nearLines && line <= to + nearLines);
}

/** The hunk as it is now, with the lines around it, or as it was. */
function holds({ before, after }: Hunk, lines: readonly string[], quote: string): boolean {
  const around = lines.slice(Math.max(0, after.from - 1 - nearLines), after.to + nearLines);
  return [around, after.lines, before.lines].some((where) => contains(where, quote));
}

/** Whitespace aside, and with or without the marks a diff puts before its lines. */
function contains(lines: readonly string[], quote: string): boolean {
  const text = bare(lines.join('\n'));
  return [quote, quote.replaceAll(/^[+-]/gm, '')].some((quoted) => text.includes(bare(quoted)));
}

function bare(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** A line ends with its line break: what follows the last one is no line. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
