// Where a run is after something was asked of it: what it took, and the next useful command. Pure.

import type { Run } from '../../core/run.ts';
import { openGates } from '../../core/run.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { summarise } from '../../views/run/summarise.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import { saidOf } from './run-said.ts';
import type { Next, OpenGate } from './next.ts';
import { nextFor } from './next.ts';
import { openGateOf } from './unseen-words.ts';
import type { Style } from './style.ts';
import { statusWord } from './style.ts';
import { table } from './columns.ts';
import { clip, duration, money, pullRequestWords } from '../../views/words/words.ts';

export interface Ending {
  readonly summary: RunSummary;
  readonly gates: readonly OpenGate[];
  readonly next: readonly Next[];
  /** It should be at work, and no process works on it. */
  readonly unowned?: true | undefined;
}

/** `owned`: whether a process works on it, as far as it should be worked on; true, where it is this one. */
export function endingOf(run: Run, now: number, owned = true): Ending {
  const summary = summarise(run, now);
  const gates = openGates(run).map(openGateOf);
  const next = nextFor(summary, gates, owned);
  return {
    summary,
    gates: run.ended === undefined ? gates : [],
    next,
    ...(owned ? {} : { unowned: true as const }),
  };
}

/** As a document: the next commands without their reasons. */
export function endingDocument({ summary, gates, next, unowned }: Ending): Readonly<Record<string, unknown>> {
  return { ...saidOf(summary, unowned !== true), gates, next: next.map((item) => item.command) };
}

const titleCharsMax = 100;

export function endingText({ summary, unowned }: Ending, style: Style): string {
  const { run, status, because } = summary;
  const why = because === undefined ? '' : `: ${clip(forTerminal(because), titleCharsMax * 2)}`;
  const isLeft = saidOf(summary, unowned !== true).interrupted === true;
  const word = isLeft ? style.yellow('interrupted') : statusWord(status, style);
  const elapsed = duration(Math.max(0, summary.updatedAt - summary.startedAt));
  const rows: (readonly [string, string | undefined])[] = [
    ['title', clip(forTerminal(summary.title), titleCharsMax)],
    ['stage', summary.status === 'completed' ? undefined : summary.stage],
    ['tasks', summary.tasksTotal === 0 ? undefined : `${summary.tasksDone} of ${summary.tasksTotal} done`],
    ['spent', money(summary)],
    ['branch', summary.branch],
    ['pull request', pullRequestWords(summary)],
    ['landed', summary.landed],
    ['elapsed', elapsed],
  ];
  const shown = rows.flatMap(([name, value]) => (value === undefined ? [] : [[`  ${name}`, value]]));
  return `${style.bold(run)} ${word}${why}\n${table(shown)}`;
}
