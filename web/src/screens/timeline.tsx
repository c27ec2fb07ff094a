// One bar for each piece of work, and what happened in words.

import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { TimelineShown } from '../../../src/app/verbs/timeline.ts';
import type { TimelineBar } from '../../../src/views/page/timeline.ts';
import { Empty, Safe, Section, Time, useLook, useNow } from '../parts.tsx';
import { ago, exact, span, usd } from '../words.ts';

const shortMs = 100;
const barsShownMax = 60;

export function Bars({ shown: { bars, summary } }: { readonly shown: TimelineShown }): ReactNode {
  const now = useNow();
  const [all, setAll] = useState(false);
  const worth = bars.filter(
    ({ launch, begunAt, endedAt }) => launch || (endedAt ?? now) - begunAt >= shortMs,
  );
  const shown = all ? worth : worth.slice(-barsShownMax);
  if (shown.length === 0)
    return (
      <Empty title="Nothing has begun yet">Each piece of work gets a bar here, as long as it took.</Empty>
    );
  const from = Math.min(...shown.map(({ begunAt }) => begunAt));
  const to = Math.max(...shown.map(({ endedAt }) => endedAt ?? now));
  const of = Math.max(1, to - from);
  return (
    <Section title="Work" note={`${span(to - from)}, one bar for each piece`}>
      <ul className="card py-2">
        {shown.map((bar) => (
          <li
            key={bar.key}
            className="grid grid-cols-1 items-center gap-x-4 px-4 py-0.5 sm:grid-cols-[minmax(0,19rem)_1fr_minmax(7rem,13rem)]"
          >
            <span className="truncate text-sm" title={bar.what}>
              {bar.task === undefined ? (
                <Safe text={bar.what} />
              ) : (
                <Link href={`/runs/${summary.run}/tasks/${encodeURIComponent(bar.task)}`}>
                  <Safe text={bar.what} />
                </Link>
              )}
              {bar.agent === undefined ? undefined : <span className="text-soft"> {bar.agent}</span>}
            </span>
            <span className="relative block h-3 rounded bg-sunk">
              <span
                className={`absolute inset-y-0 min-w-1 rounded ${toneOf(bar)}`}
                style={{
                  left: `${((bar.begunAt - from) / of) * 100}%`,
                  width: `${(((bar.endedAt ?? now) - bar.begunAt) / of) * 100}%`,
                }}
                title={`${exact(bar.begunAt)}, ${span((bar.endedAt ?? now) - bar.begunAt)}`}
              />
            </span>
            <span className="text-xs text-soft sm:text-right">
              {bar.how === 'failed' ? (
                <span className="font-semibold text-bad">{bar.reason ?? 'failed'}</span>
              ) : bar.endedAt === undefined ? (
                'at work'
              ) : (
                span(bar.endedAt - bar.begunAt)
              )}
              {bar.usd === undefined || bar.usd === 0 ? '' : ` ${usd(bar.usd)}`}
            </span>
          </li>
        ))}
      </ul>
      {worth.length > shown.length ? (
        <button
          type="button"
          className="mt-1 cursor-pointer text-sm text-act underline"
          onClick={() => setAll(true)}
        >
          and {worth.length - shown.length} before these
        </button>
      ) : undefined}
    </Section>
  );
}

function toneOf({ how, endedAt, launch }: TimelineBar): string {
  if (how === 'failed') return 'bg-bad';
  if (how === 'stopped') return 'bg-soft';
  if (endedAt === undefined) return 'bg-wait';
  return launch ? 'bg-run' : 'bg-good';
}

const pageLines = 500;

export function Lines({
  run,
  shown,
  all = false,
}: {
  readonly run: string;
  readonly shown: TimelineShown;
  readonly all?: boolean;
}): ReactNode {
  const now = useNow();
  const [before, setBefore] = useState<number>();
  const older = useLook(
    'timeline',
    { run, ...(before === undefined ? {} : { before }), limit: pageLines },
    before !== undefined,
  );
  const lines = [...(before === undefined ? [] : (older.data?.lines ?? [])), ...shown.lines].filter(
    ({ told }) => all || told,
  );
  const first = lines[0]?.seq ?? 1;
  return (
    <Section
      title={all ? 'Journal' : 'What happened'}
      note={all ? `${shown.events} events, the newest first` : 'the newest first'}
    >
      <ol className="card divide-y divide-line" reversed>
        {lines.toReversed().map(({ seq, at, type, words }, index, shownLines) => (
          <li key={seq} className="flex flex-wrap gap-x-3 px-4 py-1.5 text-sm">
            <span className="w-24 shrink-0 text-soft">
              {/* A column that says the same a hundred times says nothing. */}
              {ago(at, now) === ago(shownLines[index - 1]?.at ?? Infinity, now) ? (
                <time dateTime={new Date(at).toISOString()} title={exact(at)} className="sr-only">
                  {ago(at, now)}
                </time>
              ) : (
                <Time at={at} />
              )}
            </span>
            <span className="min-w-0 grow basis-60 break-words first-letter:uppercase">
              <Safe text={words} />
            </span>
            {all ? (
              <span className="font-mono text-xs text-soft">
                {seq} {type}
              </span>
            ) : undefined}
          </li>
        ))}
      </ol>
      {first > 1 && shown.lines[0] !== undefined && shown.lines[0].seq > 1 && before === undefined ? (
        <button
          type="button"
          className="mt-1 cursor-pointer text-sm text-act underline"
          onClick={() => setBefore(shown.lines[0]?.seq)}
        >
          What came before
        </button>
      ) : undefined}
    </Section>
  );
}
