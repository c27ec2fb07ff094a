// The runs of a home as a table. Pure.

import { forTerminal } from '../../screening/terminal.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import type { RunSaid } from './run-said.ts';
import type { Style } from './style.ts';
import { statusWord } from './style.ts';
import { cut, table, tableWidth } from './columns.ts';
import { age, moneyShort } from '../../views/words/words.ts';

export interface ListOptions {
  readonly now: number;
  readonly style: Style;
  readonly width: number;
}

export function renderList(runs: readonly RunSaid[], { now, style, width }: ListOptions): string {
  const nameOf = namesOf(runs);
  const columns: readonly Column[] = [
    { head: 'RUN', of: (run) => style.bold(run.run) },
    {
      head: 'STATUS',
      of: (run) => (run.interrupted === true ? style.yellow('interrupted') : statusWord(run.status, style)),
    },
    { head: 'STAGE', of: (run) => run.stage },
    { head: 'TASKS', of: (run) => (run.tasksTotal === 0 ? '-' : `${run.tasksDone}/${run.tasksTotal}`) },
    { head: 'SPEND', of: moneyShort },
    { head: 'AGE', of: (run) => age(now - run.startedAt) },
    { head: 'REPOSITORY', of: (run) => cut(nameOf(run.repository), repositoryColumns) },
    { head: 'TITLE', of: (run) => forTerminal(run.title).replaceAll('\n', ' ') },
  ];
  const shown = fitting(columns, runs, width);
  const head = shown.map((column) => style.dim(column.head));
  return table([head, ...runs.map((run) => shown.map(({ of }) => of(run)))], width);
}

interface Column {
  readonly head: string;
  readonly of: (run: RunSaid) => string;
}

/** What `slipway status` says too is left out first, where a title would be cut to almost nothing. */
const leftOutFirst = ['TASKS', 'SPEND', 'AGE', 'STAGE'];
const titleColumns = 20;

function fitting(columns: readonly Column[], runs: readonly RunSaid[], width: number): readonly Column[] {
  const rows = columns.map(({ head, of }) => [head, ...runs.map(of)]);
  const fits = (left: number): boolean => {
    const kept = rows.filter(
      ([head = '']) => head !== 'TITLE' && !leftOutFirst.slice(0, left).includes(head),
    );
    return tableWidth(kept) + titleColumns <= width;
  };
  const left = [0, 1, 2, 3].find(fits) ?? leftOutFirst.length;
  return columns.filter(({ head }) => !leftOutFirst.slice(0, left).includes(head));
}

const repositoryColumns = 20;

/** The name a repository has without the digest of where it lies; all of its id, where two would be called the same. */
function namesOf(runs: readonly RunSummary[]): (repository: string) => string {
  const ids = [...new Set(runs.map(({ repository }) => repository))];
  return (repository) => {
    const name = nameOf(repository);
    return ids.some((id) => id !== repository && nameOf(id) === name) ? repository : name;
  };
}

/** The id of a repository is its name and a digest: see `identify`. */
export function nameOf(repository: string): string {
  return repository.replace(/-[0-9a-f]{8}$/, '');
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
