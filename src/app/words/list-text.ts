// The runs of a home as a table. Pure.

import { forTerminal } from '../../screening/terminal.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import type { Style } from './style.ts';
import { statusWord } from './style.ts';
import { table } from './columns.ts';
import { age, moneyShort } from '../../views/words/words.ts';

export interface ListOptions {
  readonly now: number;
  /** Whether a process owns the home: without one nothing runs, whatever was begun. */
  readonly owned: boolean;
  readonly style: Style;
  readonly width: number;
}

export function renderList(runs: readonly RunSummary[], { now, owned, style, width }: ListOptions): string {
  const head = ['RUN', 'STATUS', 'STAGE', 'TASKS', 'SPEND', 'AGE', 'TITLE'].map(style.dim);
  const rows = runs.map((run) => [
    style.bold(run.run),
    run.status === 'running' && !owned ? style.yellow('interrupted') : statusWord(run.status, style),
    run.stage,
    run.tasksTotal === 0 ? '-' : `${run.tasksDone}/${run.tasksTotal}`,
    moneyShort(run),
    age(now - run.startedAt),
    forTerminal(run.title).replaceAll('\n', ' '),
  ]);
  return table([head, ...rows], width);
}

const open: Readonly<Record<RunSummary['status'], boolean>> = {
  running: true,
  waiting: true,
  blocked: true,
  failed: false,
  cancelled: false,
  completed: false,
};

function isOpen(run: RunSummary): boolean {
  return open[run.status];
}

/** Open runs first; then, of each kind, the newest first. At most `endedMax` that have ended. */
export function inOrder(runs: readonly RunSummary[], endedMax: number): readonly RunSummary[] {
  const newest = runs.toSorted((a, b) => b.startedAt - a.startedAt);
  return [...newest.filter(isOpen), ...newest.filter((run) => !isOpen(run)).slice(0, endedMax)];
}
