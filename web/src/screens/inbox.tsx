// What waits for me, since when, what exactly is asked, what it holds up, and whether I can answer from here.

import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { InboxEntry, InboxGroup } from '../../../src/views/page/inbox.ts';
import { Badge, Command, Empty, Loaded, Safe, Status, Time, useLook, useNow, useOrder } from '../parts.tsx';
import { Problem } from '../parts.tsx';
import { useMayDecide } from '../sign-in.tsx';
import { exact, money, plural, repositoryName, span, stageWords } from '../words.ts';

export function Inbox(): ReactNode {
  const query = useLook('inbox');
  return (
    <Loaded query={query}>
      {({ waiting, groups }) => {
        const shown = groups.filter(({ total }) => total > 0);
        return (
          <>
            <h1>
              {waiting === 0
                ? 'Nothing waits for you'
                : `${plural(waiting, 'thing')} ${waiting === 1 ? 'waits' : 'wait'} for you`}
            </h1>
            {shown.length > 1 ? <Contents groups={shown} /> : undefined}
            {shown.length === 0 ? (
              <Nothing />
            ) : (
              shown.map((group) => <Group key={group.name} group={group} />)
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function Nothing(): ReactNode {
  return (
    <div className="mt-6">
      <Empty title="There is no run yet">
        <p>
          A run takes a ticket through plan, work, checks and review to a pull request. Where it needs a
          person, it waits here.
        </p>
        <div className="mt-4 flex flex-col items-center gap-3">
          <Link href="/start" className="button button-main">
            Start a run
          </Link>
          <Command line={'slipway run "what you want"'} />
        </div>
      </Empty>
    </div>
  );
}

/** How much there is of each, before any of it: the last group is not below two hundred of the first. */
function Contents({ groups }: { readonly groups: readonly InboxGroup[] }): ReactNode {
  return (
    <nav aria-label="Groups" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {groups.map(({ name, heading, total }) => (
        <a key={name} href={`#${name}`}>
          {heading} {total}
        </a>
      ))}
    </nav>
  );
}

const shownFirst = 6;

function Group({ group: { name, heading, entries, total } }: { readonly group: InboxGroup }): ReactNode {
  const [params, setParams] = useSearchParams();
  const isWhole = params.get('all') === name;
  const shown = isWhole ? entries : entries.slice(0, shownFirst);
  const others = entries.length - shown.length;
  return (
    <section id={name} className="mt-6 scroll-mt-4" aria-label={heading}>
      <h2 className="mb-2">
        {heading} <span className="font-normal text-soft">{total}</span>
      </h2>
      <ul className="card divide-y divide-line">
        {shown.map((entry) => (
          <li key={`${entry.summary.run} ${entry.gate?.gate ?? ''}`}>
            {name === 'running' || name === 'done' ? <Line entry={entry} /> : <Asked entry={entry} />}
          </li>
        ))}
      </ul>
      {others > 0 ? (
        <button
          type="button"
          className="mt-1 cursor-pointer text-sm text-act underline"
          onClick={() => setParams({ all: name }, { replace: true })}
        >
          and {others} more
        </button>
      ) : undefined}
      {others === 0 && total > entries.length ? (
        <p className="mt-1 text-sm text-soft">
          and {total - entries.length} more, in <Link href="/runs">all runs</Link>
        </p>
      ) : undefined}
    </section>
  );
}

function held({ tasksHeld, summary }: InboxEntry): string {
  const tasks = tasksHeld === 0 ? 'holds up no other task' : `holds up ${plural(tasksHeld, 'task')}`;
  const spent = money({ usd: summary.usd, unknown: summary.launchesWithoutUsd, launches: summary.launches });
  return `${tasks}, ${spent} spent so far`;
}

function Asked({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const { summary, gate, since, interrupted } = entry;
  const now = useNow();
  const href = gate === undefined ? `/runs/${summary.run}` : `/runs/${summary.run}/gates/${gate.gate}`;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-72">
        <Link href={href} data-row className="line-clamp-2 font-semibold break-words text-ink">
          <Safe text={summary.title} />
        </Link>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-sm text-soft">
          {gate === undefined ? (
            <Status status={summary.status} interrupted={interrupted ?? false} />
          ) : (
            <Badge tone="wait">{gate.name}</Badge>
          )}
          <time dateTime={new Date(since).toISOString()} title={exact(since)}>
            since {span(now - since)}
          </time>
          <span>{repositoryName(summary.repository)}</span>
        </p>
        <p className="mt-1 text-sm break-words">
          {gate?.why ??
            (interrupted === true ? (
              'No process works on it. Resume takes it up.'
            ) : (
              <Safe text={gate === undefined ? (summary.because ?? '') : ''} />
            ))}
        </p>
        <p className="text-sm text-soft">{held(entry)}</p>
      </div>
      <Answers entry={entry} href={href} />
    </div>
  );
}

const verbs: Readonly<Record<string, string>> = {
  plan: 'Read and decide',
  merge: 'Look and merge',
  question: 'Answer',
};

function Answers({
  entry: { summary, gate, interrupted },
  href,
}: {
  readonly entry: InboxEntry;
  readonly href: string;
}): ReactNode {
  const may = useMayDecide();
  const resume = useOrder('resume');
  if (interrupted === true && may) {
    return (
      <div className="flex flex-col items-end gap-1">
        <button
          type="button"
          className="button button-main"
          disabled={resume.isPending}
          onClick={() => resume.mutate({ input: { run: summary.run } })}
        >
          Resume
        </button>
        {resume.error === null ? (
          <Command line={`slipway resume ${summary.run}`} />
        ) : (
          <Problem error={resume.error} />
        )}
      </div>
    );
  }
  return (
    <Link href={href} className="button button-main">
      {gate === undefined ? 'See why' : (verbs[gate.kind] ?? 'Look and decide')}
    </Link>
  );
}

function Line({ entry: { summary, since } }: { readonly entry: InboxEntry }): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-x-3 px-4 py-2">
      <Status status={summary.status} />
      <Link href={`/runs/${summary.run}`} data-row className="min-w-0 grow basis-60 truncate text-ink">
        <Safe text={summary.title} />
      </Link>
      <span className="text-sm text-soft">
        {stageWords(summary.stage)}, {summary.tasksDone} of {plural(summary.tasksTotal, 'task')},{' '}
        <Time at={summary.status === 'running' ? since : summary.updatedAt} />
      </span>
    </div>
  );
}
