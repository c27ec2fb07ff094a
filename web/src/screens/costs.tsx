// What we spent and on what, which runs are near their budget, what a merged pull request costs, where retries burn money, and whether
// today is unusual.

import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { CostRow } from '../../../src/views/page/costs.ts';
import { Command, Empty, Loaded, Safe, Section, useLook } from '../parts.tsx';
import { money, plural, spent, usd } from '../words.ts';

const windows = [7, 14, 30, 90] as const;

export function Costs(): ReactNode {
  const [params, setParams] = useSearchParams();
  const days = Number(params.get('days') ?? 14);
  const query = useLook('costs', { days: windows.find((one) => one === days) ?? 14 });
  return (
    <Loaded query={query}>
      {({ total, byDay, byRepository, byStage, byAgent, byRole, merged, near, runsLeft, runsRead }) => (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <h1 className="mr-auto">
              {total.launches === 0 ? 'Nothing was spent' : `${spent(total)}, spent`} in {days} days
            </h1>
            <select
              aria-label="How many days"
              className="field w-auto"
              value={days}
              onChange={({ target }) => setParams({ days: target.value }, { replace: true })}
            >
              {windows.map((one) => (
                <option key={one} value={one}>
                  {one} days
                </option>
              ))}
            </select>
          </div>
          <dl className="card mt-4 grid gap-x-6 gap-y-3 px-4 py-3 text-sm sm:grid-cols-2 lg:grid-cols-4">
            <Fact name="A merged pull request">
              {merged.merged === 0
                ? 'none was merged'
                : `${usd(merged.usd / merged.merged)} and ${(merged.launches / merged.merged).toFixed(1)} launches each, over ${merged.merged}${merged.unknown === 0 ? '' : `, ${plural(merged.unknown, 'launch', 'launches')} of unknown cost aside`}`}
            </Fact>
            <Fact name="Burnt by failures">
              {total.failed === 0
                ? 'no launch failed'
                : `${total.failed} of ${plural(total.launches, 'launch', 'launches')} failed`}
            </Fact>
            <Fact name="Today">{todayWords(byDay)}</Fact>
            <Fact name="Near their budget">
              {near.length === 0
                ? 'no run'
                : near.map(({ run, title, usd: known, of, launches, launchesOf }) => (
                    <Link key={run} href={`/runs/${run}`} className="block truncate">
                      {usd(known)} of {usd(of)}, {launches} of {launchesOf} launches: <Safe text={title} />
                    </Link>
                  ))}
            </Fact>
          </dl>
          {total.launches === 0 ? (
            <div className="mt-4">
              <Empty title="No agent was launched in this time">
                What each launch costs is written down as its agent reports it; what is unknown is counted,
                and never taken for nothing.
              </Empty>
            </div>
          ) : (
            <>
              <Section title="By day">
                <Days rows={byDay} />
              </Section>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
                <Table title="By repository" rows={byRepository} />
                <Table title="By stage" rows={byStage} />
                <Table title="By agent" rows={byAgent} />
                <Table title="By role" rows={byRole} />
              </div>
            </>
          )}
          <p className="mt-4 text-sm text-soft">
            From the journals of {plural(runsRead, 'run')}
            {runsLeft === 0 ? '' : `; ${runsLeft} older ones of this time are not in it`}.
          </p>
          <Command line="slipway list --all" />
        </>
      )}
    </Loaded>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="min-w-0">
      <dt className="text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function todayWords(rows: readonly CostRow[]): string {
  const today = rows.at(-1);
  const before = rows.slice(0, -1).filter(({ launches }) => launches > 0);
  if (today === undefined || today.launches === 0) return 'nothing yet';
  const said = spent(today);
  if (before.length === 0) return `${said}; no day to compare it with`;
  const usual = before.reduce((sum, { launches }) => sum + launches, 0) / before.length;
  return `${said}; ${today.launches > usual * 2 ? 'more than usual' : today.launches < usual / 2 ? 'less than usual' : 'as usual'}`;
}

/** By money where it is known; else by launches. */
function weightOf(rows: readonly CostRow[]): (row: CostRow) => number {
  return rows.some((row) => row.usd > 0) ? (row) => row.usd : (row) => row.launches;
}

function Days({ rows }: { readonly rows: readonly CostRow[] }): ReactNode {
  const weight = weightOf(rows);
  const most = Math.max(...rows.map(weight), 1e-9);
  return (
    <ol className="card flex h-40 items-end gap-1 px-3 pt-3 pb-1" aria-label="What was spent each day">
      {rows.map((row) => (
        <li
          key={row.name}
          className="flex h-full min-w-0 grow flex-col justify-end"
          title={`${row.name}: ${spent(row)}`}
        >
          <span className="sr-only">
            {row.name}: {money(row)}
          </span>
          <span
            className={`block rounded-t ${row.launches === 0 ? 'bg-line' : 'bg-run'}`}
            style={{ height: `${Math.max(1, (weight(row) / most) * 88)}%` }}
          />
          <span aria-hidden="true" className="truncate pt-1 text-center text-[0.6875rem] text-soft">
            {row.name.slice(8)}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Table({ title, rows }: { readonly title: string; readonly rows: readonly CostRow[] }): ReactNode {
  const weight = weightOf(rows);
  const most = Math.max(...rows.map(weight), 1e-9);
  return (
    <Section title={title}>
      <ul className="card divide-y divide-line">
        {rows.map((row) => (
          <li key={row.name} className="px-4 py-1.5 text-sm">
            <span className="flex flex-wrap gap-x-3">
              <span className="min-w-0 truncate">
                <Safe text={row.name} />
              </span>
              <span className="ml-auto whitespace-nowrap text-soft">
                {row.unknown === row.launches ? 'unknown cost' : usd(row.usd)},{' '}
                {plural(row.launches, 'launch', 'launches')}
                {row.failed === 0 ? '' : `, ${row.failed} failed`}
              </span>
            </span>
            <span className="mt-1 block h-1.5 rounded bg-sunk">
              <span
                className="block h-full rounded bg-run"
                style={{ width: `${(weight(row) / most) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
