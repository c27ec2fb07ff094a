// What runs, at which stage, how far, what it has spent, and which one does not move. What is filtered is in the address.

import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { RunSaid } from '../../../src/app/words/run-said.ts';
import { Command, Empty, Loaded, Safe, Status, Time, useLook, useNow } from '../parts.tsx';
import { plural, repositoryName, stageWords, usd } from '../words.ts';

const statuses = ['running', 'waiting', 'blocked', 'failed', 'cancelled', 'completed'] as const;
/** A screen of them is read; ten thousand are searched. */
const shownMax = 200;
const wordsCharsMax = 200;
const stillMs = 10 * 60_000;

function isStatus(word: string): boolean {
  return statuses.some((name) => name === word);
}

export function Runs(): ReactNode {
  const [params, setParams] = useSearchParams();
  const wanted = {
    status: params.get('status') ?? '',
    repository: params.get('repository') ?? '',
    words: params.get('q') ?? '',
  };
  const query = useLook('list', {
    all: true,
    most: shownMax,
    ...(isStatus(wanted.status) ? { status: wanted.status } : {}),
    ...(wanted.repository === '' ? {} : { repository: wanted.repository }),
    ...(wanted.words === '' ? {} : { words: wanted.words.slice(0, wordsCharsMax) }),
  });
  const isBoard = params.get('view') === 'board';
  const set = (name: string, value: string): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <Loaded query={query}>
      {({ runs, total, every, repositories }) => {
        return (
          <>
            <div className="flex flex-wrap items-center gap-2">
              <h1 className="mr-auto">
                Runs{' '}
                <span className="font-normal text-soft">
                  {total === every ? every : `${total} of ${every}`}
                </span>
              </h1>
              {every === 0 ? undefined : (
                <>
                  <input
                    data-search
                    type="search"
                    aria-label="Search in titles"
                    placeholder="Search  /"
                    className="field max-w-48"
                    value={wanted.words}
                    onChange={({ target }) => set('q', target.value)}
                  />
                  <select
                    aria-label="Status"
                    className="field w-auto"
                    value={wanted.status}
                    onChange={({ target }) => set('status', target.value)}
                  >
                    <option value="">every status</option>
                    {statuses.map((name) => (
                      <option key={name}>{name}</option>
                    ))}
                  </select>
                  {repositories.length > 1 ? (
                    <select
                      aria-label="Repository"
                      className="field w-auto"
                      value={wanted.repository}
                      onChange={({ target }) => set('repository', target.value)}
                    >
                      <option value="">every repository</option>
                      {repositories.map((id) => (
                        <option key={id} value={id}>
                          {repositoryName(id)}
                        </option>
                      ))}
                    </select>
                  ) : undefined}
                  <button
                    type="button"
                    className="button"
                    aria-pressed={isBoard}
                    onClick={() => set('view', isBoard ? '' : 'board')}
                  >
                    {isBoard ? 'As a table' : 'As a board'}
                  </button>
                </>
              )}
            </div>
            <div className="mt-4">
              {every === 0 ? (
                <Empty title="There is no run yet">
                  Every ticket that was begun gets a line here: where it is, how far it came, what it spent.
                  <div className="mt-2 flex justify-center">
                    <Command line={'slipway run "what you want"'} />
                  </div>
                </Empty>
              ) : total === 0 ? (
                <Empty title="No run is like that">
                  <Link href="/runs">Show all {every}</Link>
                </Empty>
              ) : isBoard ? (
                <Board runs={runs} />
              ) : (
                <Rows runs={runs} />
              )}
              {total > runs.length ? (
                <p className="mt-2 text-sm text-soft">
                  The {runs.length} newest of {total}, those that are not over first. Search, or choose a
                  status, to find the others.
                </p>
              ) : undefined}
            </div>
          </>
        );
      }}
    </Loaded>
  );
}

function Rows({ runs }: { readonly runs: readonly RunSaid[] }): ReactNode {
  return (
    <ul className="card divide-y divide-line">
      {runs.map((run) => (
        <li
          key={run.run}
          className="grid grid-cols-[6.5rem_1fr] items-baseline gap-x-3 px-4 py-2 sm:grid-cols-[6.5rem_1fr_auto]"
        >
          <Status status={run.status} interrupted={run.interrupted ?? false} />
          <Link href={`/runs/${run.run}`} data-row className="min-w-0 truncate font-medium text-ink">
            <Safe text={run.title} />
          </Link>
          <span className="text-sm whitespace-nowrap text-soft max-sm:col-span-2 max-sm:row-start-3">
            <LastMoved run={run} />
          </span>
          <span className="min-w-0 text-sm break-words text-soft max-sm:col-span-2 sm:col-start-2 sm:col-end-4">
            <Progress run={run} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Progress({ run }: { readonly run: RunSaid }): ReactNode {
  return (
    <>
      {stageWords(run.stage)}
      {run.tasksTotal === 0 ? '' : `, ${run.tasksDone} of ${plural(run.tasksTotal, 'task')} done`},{' '}
      {ofBudget(run)}, {repositoryName(run.repository)}
      {run.because === undefined ? '' : ': '}
      <Safe text={run.because ?? ''} />
    </>
  );
}

/** Whichever of the two caps is reached first has it stop and ask. */
function ofBudget({ usd: spent, launches, launchesWithoutUsd, budgetUsd, budgetLaunches }: RunSaid): string {
  if (budgetUsd === undefined || budgetLaunches === undefined) return `${usd(spent)} spent`;
  if (launches === 0) return `nothing of ${usd(budgetUsd)} spent`;
  const unknown = launchesWithoutUsd === 0 ? '' : ` (${launchesWithoutUsd} of unknown cost)`;
  return `${usd(spent)} of ${usd(budgetUsd)} spent, ${launches} of ${plural(budgetLaunches, 'launch', 'launches')}${unknown}`;
}

/** One that should move and has not for a while is named. */
function LastMoved({ run }: { readonly run: RunSaid }): ReactNode {
  const now = useNow();
  const isStill = run.status === 'running' && now - run.updatedAt > stillMs;
  return (
    <>
      {isStill ? <span className="font-semibold text-wait">not moving: </span> : 'moved '}
      <Time at={run.updatedAt} />
    </>
  );
}

function Board({ runs }: { readonly runs: readonly RunSaid[] }): ReactNode {
  const columns = statuses.flatMap((status) => {
    const its = runs.filter((run) => run.status === status);
    // One that should move and that nobody works on has a word of its own, here as in the table.
    return [false, true].map((interrupted) => ({
      status,
      interrupted,
      runs: its.filter((run) => (run.interrupted ?? false) === interrupted),
    }));
  });
  return (
    <div className="flex gap-3 overflow-x-auto pb-2" tabIndex={0} role="region" aria-label="Board">
      {columns
        .filter((column) => column.runs.length > 0)
        .map(({ status, interrupted, runs: here }) => (
          <section
            key={`${status} ${String(interrupted)}`}
            aria-label={interrupted ? 'interrupted' : status}
            className="w-64 shrink-0"
          >
            <h2 className="mb-2 flex items-center gap-2">
              <Status status={status} interrupted={interrupted} />{' '}
              <span className="font-normal text-soft">{here.length}</span>
            </h2>
            <ul className="space-y-2">
              {here.map((run) => (
                <li key={run.run} className="card px-3 py-2">
                  <Link href={`/runs/${run.run}`} data-row className="line-clamp-3 break-words text-ink">
                    <Safe text={run.title} />
                  </Link>
                  <p className="mt-1 text-sm text-soft">
                    {stageWords(run.stage)}, <Time at={run.updatedAt} />
                  </p>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}
