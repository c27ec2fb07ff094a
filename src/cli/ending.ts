// What a command that moved a run says at its end: where the run is, what it took, and the next useful command.
// The words on stdout are data; the hint goes to stderr.

import type { Run } from '../core/run.ts';
import { openGates } from '../core/run.ts';
import { forTerminal } from '../screening/terminal.ts';
import { summarise } from '../views/run/summarise.ts';
import type { RunSummary } from '../views/run/summary.ts';
import type { Io } from './command.ts';
import type { Next, OpenGate } from '../app/words/next.ts';
import { nextFor, nextLines } from '../app/words/next.ts';
import type { Style } from '../app/words/style.ts';
import { statusWord, styleOf } from '../app/words/style.ts';
import { table } from '../app/words/columns.ts';
import { clip, duration, money } from '../views/words/words.ts';

export interface Ending {
  readonly summary: RunSummary;
  readonly gates: readonly (OpenGate & { readonly digest: string })[];
  readonly next: readonly Next[];
}

export function endingOf(run: Run, now: number): Ending {
  const summary = summarise(run, now);
  const gates = openGates(run).map(({ id, kind, subject, digest }) => ({ gate: id, kind, subject, digest }));
  return { summary, gates: run.ended === undefined ? gates : [], next: nextFor(summary, gates) };
}

/** Says it, in words or as JSON. `also` are keys a command adds to the document. */
export function tellEnding(
  io: Io,
  json: boolean,
  ending: Ending,
  also: Readonly<Record<string, unknown>> = {},
): void {
  if (json) {
    const next = ending.next.map((item) => item.command);
    io.out(`${JSON.stringify({ ...ending.summary, gates: ending.gates, next, ...also }, undefined, 2)}\n`);
    return;
  }
  io.out(endingText(ending, styleOf(io.outColors)));
  if (ending.next.length > 0) io.err(`Next:\n${nextLines(ending.next)}`);
}

const titleCharsMax = 100;

function endingText({ summary }: Ending, style: Style): string {
  const { run, status, because } = summary;
  const why = because === undefined ? '' : `: ${clip(forTerminal(because), titleCharsMax * 2)}`;
  const elapsed = duration(Math.max(0, summary.updatedAt - summary.startedAt));
  const rows: (readonly [string, string | undefined])[] = [
    ['title', clip(forTerminal(summary.title), titleCharsMax)],
    ['stage', summary.status === 'completed' ? undefined : summary.stage],
    ['tasks', summary.tasksTotal === 0 ? undefined : `${summary.tasksDone} of ${summary.tasksTotal} done`],
    ['spent', money(summary)],
    ['branch', summary.branch],
    ['pull request', summary.pullRequest === undefined ? undefined : `#${summary.pullRequest}`],
    ['landed', summary.landed],
    ['elapsed', elapsed],
  ];
  const shown = rows.flatMap(([name, value]) => (value === undefined ? [] : [[`  ${name}`, value]]));
  return `${style.bold(run)} ${statusWord(status, style)}${why}\n${table(shown)}`;
}
