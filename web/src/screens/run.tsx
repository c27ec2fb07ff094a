// One run: where it is, why there, what comes next, what went wrong, and what I may do now.

import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Status as StatusName } from '../../../src/core/status.ts';
import type { TimelineShown } from '../../../src/app/verbs/timeline.ts';
import {
  Badge,
  Command,
  Empty,
  Loaded,
  Meter,
  Problem,
  Safe,
  Section,
  Status,
  Time,
  useLook,
  useNow,
  useOrder,
} from '../parts.tsx';
import { Prose } from '../prose.tsx';
import { useMayDecide } from '../sign-in.tsx';
import { exact, plural, quoted, repositoryName, span, taskTone, usd } from '../words.ts';
import { Bars, Lines } from './timeline.tsx';

const tabs = ['timeline', 'plan', 'changes', 'checks', 'journal'] as const;

export function Run({ run, tab }: { readonly run: string; readonly tab: string }): ReactNode {
  const query = useLook('timeline', { run });
  return (
    <Loaded query={query}>
      {(shown) => (
        <>
          <Head shown={shown} />
          <nav
            aria-label="Parts of this run"
            className="mt-5 flex gap-1 overflow-x-auto border-b border-line"
          >
            {tabs.map((name) => (
              <Link
                key={name}
                href={name === 'timeline' ? `/runs/${run}` : `/runs/${run}/${name}`}
                aria-current={tab === name ? 'page' : undefined}
                className={`px-2 py-2 capitalize sm:px-3 ${tab === name ? 'border-b-2 border-act font-semibold text-ink' : 'text-soft'}`}
              >
                {name}
              </Link>
            ))}
          </nav>
          <div className="mt-4">
            {tab === 'timeline' ? <Timeline shown={shown} /> : undefined}
            {tab === 'plan' ? <Plan run={run} parts={shown.parts} /> : undefined}
            {tab === 'checks' ? <Checks run={run} parts={shown.parts} /> : undefined}
            {tab === 'journal' ? <Lines run={run} shown={shown} all /> : undefined}
          </div>
        </>
      )}
    </Loaded>
  );
}

function Head({ shown }: { readonly shown: TimelineShown }): ReactNode {
  const { summary, sentence, standing, owned } = shown;
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-96">
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
            <Status status={summary.status} interrupted={summary.status === 'running' && !owned} />
            <span className="font-mono">{summary.run}</span>
            <span>{repositoryName(summary.repository)}</span>
            {summary.ticket === undefined ? undefined : (
              <span>
                <Safe text={summary.ticket} />
              </span>
            )}
          </p>
          <h1 className="mt-1 break-words">
            <Safe text={summary.title} />
          </h1>
          <p className="mt-1 first-letter:uppercase">
            <Safe text={sentence} />, <Lasting status={summary.status} since={standing.since} />.
          </p>
        </div>
        <Actions shown={shown} />
      </div>
      <Strip shown={shown} />
      <dl className="card mt-4 grid gap-x-6 gap-y-3 px-4 py-3 text-sm sm:grid-cols-2 lg:grid-cols-4">
        <Fact name="Why it is there">
          <Safe text={standing.enteredBecause} />, <Time at={standing.since} />
        </Fact>
        <Fact name="What comes next">
          <Safe
            text={
              standing.ending ??
              (standing.atWork.map(({ what }) => what).join(', ') ||
                standing.nextActs.join(', ') ||
                (summary.status === 'blocked' ? 'nothing, before somebody retries or cancels it' : 'nothing'))
            }
          />
        </Fact>
        <Fact name="What went wrong">
          {standing.failures.length === 0 ? 'nothing so far' : undefined}
          {standing.failures.map(({ words, class: name, count }) => (
            <span key={words} className="block first-letter:uppercase">
              {words} <span className="text-soft">({count === 1 ? name : `${name}, ${count} times`})</span>
            </span>
          ))}
          {standing.rounds.map((line) => (
            <span key={line} className="block">
              <Safe text={line} />
            </span>
          ))}
        </Fact>
        <Fact name="What it spent">
          {usd(summary.usd)} of {usd(standing.budgetUsd)}
          {summary.launchesWithoutUsd === 0
            ? ''
            : ` and ${plural(summary.launchesWithoutUsd, 'launch', 'launches')} of unknown cost`}
          , {summary.launches} of {plural(standing.budgetLaunches, 'launch', 'launches')}
          <span className="mt-1 block">
            <Meter
              part={Math.max(
                summary.usd / (standing.budgetUsd || 1),
                summary.launches / (standing.budgetLaunches || 1),
              )}
              of={1}
              label={`${summary.launches} of ${standing.budgetLaunches} launches`}
            />
          </span>
        </Fact>
      </dl>
    </>
  );
}

/** As long as it goes on, how long; of what is over, when. */
function Lasting({ status, since }: { readonly status: StatusName; readonly since: number }): ReactNode {
  const now = useNow();
  if (status === 'completed' || status === 'cancelled' || status === 'failed') return <Time at={since} />;
  return (
    <time dateTime={new Date(since).toISOString()} title={exact(since)}>
      for {span(now - since)}
    </time>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="min-w-0 break-words">
      <dt className="text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const marks = { done: '✓', now: '●', ahead: '○', skipped: '–' } as const;

function Strip({ shown: { strip, summary } }: { readonly shown: TimelineShown }): ReactNode {
  return (
    <ol aria-label="Stages" className="mt-4 flex flex-wrap gap-1 pb-1">
      {strip.map(({ stage, heading, at, times }) => (
        <li
          key={stage}
          aria-current={at === 'now' ? 'step' : undefined}
          title={at === 'skipped' ? 'not taken' : at}
          className={`grow rounded px-2 py-1 text-center text-xs whitespace-nowrap ${at === 'now' ? (summary.status === 'blocked' || summary.status === 'failed' ? 'bg-bad-ground font-semibold text-bad' : summary.status === 'waiting' ? 'bg-wait-ground font-semibold text-wait' : 'bg-run-ground font-semibold text-run') : at === 'done' ? 'bg-sunk text-ink' : 'text-soft'}`}
        >
          <span aria-hidden="true">{marks[at]}</span> {heading}
          {times > 1 ? ` ×${times}` : ''}
        </li>
      ))}
    </ol>
  );
}

/** Each order stands beside what would be typed for it. */
function Actions({ shown: { summary, owned, next, gate } }: { readonly shown: TimelineShown }): ReactNode {
  const may = useMayDecide();
  const { run, status } = summary;
  const pause = useOrder('pause');
  const resume = useOrder('resume');
  const retry = useOrder('retry');
  const cancel = useOrder('cancel');
  const tell = useOrder('tell');
  const [asking, setAsking] = useState<'cancel' | 'retry' | 'tell'>();
  const [words, setWords] = useState('');
  const isOver = status === 'completed' || status === 'cancelled' || status === 'failed';
  const paused = { command: `slipway pause ${run}`, why: 'stop its agents for now' };
  const told = { command: `slipway tell ${run} "..."`, why: 'tell its agents something' };
  const ended = { command: `slipway cancel ${run}`, why: 'end it' };
  const typed = [
    ...next,
    ...(isOver ? [] : status === 'running' && owned ? [paused, told, ended] : [told, ended]),
  ].filter(({ command }, index, all) => all.findIndex((one) => one.command === command) === index);
  const failed = [pause, resume, retry, cancel, tell].find(({ error }) => error !== null);
  const send = (): void => {
    const comment = words.trim();
    const input = { run, ...(comment === '' ? {} : { comment }) };
    if (asking === 'cancel') cancel.mutate({ input });
    if (asking === 'retry') retry.mutate({ input });
    if (asking === 'tell' && comment !== '') tell.mutate({ input: { run, text: comment } });
    setAsking(undefined);
    setWords('');
  };
  return (
    <div className="flex max-w-full flex-col gap-2 sm:items-end">
      <div className="flex flex-wrap gap-2">
        {gate === undefined ? undefined : (
          <Link href={`/runs/${run}/gates/${gate.gate}`} className="button button-main">
            Decide: {gate.name}
          </Link>
        )}
        {may && status === 'blocked' ? (
          <button type="button" className="button button-main" onClick={() => setAsking('retry')}>
            Retry
          </button>
        ) : undefined}
        {may && ((status === 'running' && !owned) || (status === 'waiting' && gate === undefined)) ? (
          <button type="button" className="button" onClick={() => resume.mutate({ input: { run } })}>
            Resume
          </button>
        ) : undefined}
        {may && status === 'running' && owned ? (
          <button type="button" className="button" onClick={() => pause.mutate({ input: { run } })}>
            Pause
          </button>
        ) : undefined}
        {may && !isOver ? (
          <button type="button" className="button" onClick={() => setAsking('tell')}>
            Tell
          </button>
        ) : undefined}
        {may && !isOver ? (
          <button type="button" className="button" onClick={() => setAsking('cancel')}>
            Cancel run
          </button>
        ) : undefined}
      </div>
      {asking === undefined ? undefined : (
        <form
          className="card w-full space-y-2 p-3 sm:w-96"
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <label className="block text-sm">
            {asking === 'cancel'
              ? 'Why it ends (may be empty); its branch and pull request stay'
              : asking === 'retry'
                ? 'A hint for the next try (may be empty)'
                : 'What the agents are told'}
            <textarea
              autoFocus
              className="field mt-1"
              rows={3}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          </label>
          <div className="flex flex-wrap items-center gap-2">
            <button type="submit" className="button button-main">
              {asking === 'cancel' ? 'End this run' : asking === 'retry' ? 'Let it go on' : 'Tell them'}
            </button>
            <button type="button" className="button" onClick={() => setAsking(undefined)}>
              Not now
            </button>
          </div>
          <Command
            line={
              asking === 'tell'
                ? `slipway tell ${run} ${quoted(words)}`
                : `slipway ${asking} ${run}${words === '' ? '' : ` --comment ${quoted(words)}`}`
            }
          />
        </form>
      )}
      {failed === undefined ? undefined : <Problem error={failed.error} />}
      <Typed lines={typed} />
    </div>
  );
}

/** The most useful is seen at once, the others with one click. */
function Typed({
  lines: [first, ...others],
}: {
  readonly lines: readonly { readonly command: string; readonly why: string }[];
}): ReactNode {
  if (first === undefined) return undefined;
  return (
    <div className="flex max-w-full min-w-0 flex-col gap-1 text-sm sm:items-end">
      <Command line={first.command} />
      <details className="max-w-full">
        <summary className="cursor-pointer text-soft sm:text-right">and others at a terminal</summary>
        <ul className="mt-1 space-y-1">
          {others.map(({ command, why }) => (
            <li key={command} className="flex flex-col sm:items-end">
              <Command line={command} />
              <span className="text-xs text-soft">{why}</span>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function Timeline({ shown }: { readonly shown: TimelineShown }): ReactNode {
  const { summary } = shown;
  const tasks = useLook('tasks', { run: summary.run });
  return (
    <>
      <Bars shown={shown} />
      {tasks.data === undefined || tasks.data.tasks.length === 0 ? undefined : (
        <Section title="Tasks" note={`${summary.tasksDone} of ${summary.tasksTotal} done`}>
          <ul className="card divide-y divide-line">
            {tasks.data.tasks.map(({ id, title, status, note, wave, attempts }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
                <Badge tone={taskTone(status)}>{status}</Badge>
                <Link
                  href={`/runs/${summary.run}/tasks/${encodeURIComponent(id)}`}
                  data-row
                  className="min-w-0 grow basis-60 break-words text-ink"
                >
                  <span className="font-mono text-sm">{id}</span> <Safe text={title} />
                </Link>
                <span className="text-sm text-soft">
                  wave {wave}, {plural(attempts.filter(({ role }) => role === 'attempt').length, 'attempt')}
                  {note === undefined ? '' : `, ${note}`}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Lines run={summary.run} shown={shown} />
    </>
  );
}

function Plan({ run, parts }: { readonly run: string; readonly parts: readonly string[] }): ReactNode {
  const has = parts.includes('plan');
  const plan = useLook('part', { run, part: 'plan' }, has);
  if (!has)
    return (
      <Empty title="There is no plan yet">
        It is made after the analysis, and shown to you before anything is changed where policy asks for that.
      </Empty>
    );
  return (
    <Loaded query={plan}>
      {(shown) => <Prose text={'text' in shown ? (shown.text ?? 'This text is gone.') : ''} />}
    </Loaded>
  );
}

function Checks({ run, parts }: { readonly run: string; readonly parts: readonly string[] }): ReactNode {
  const has = parts.includes('evidence');
  const query = useLook('part', { run, part: 'evidence' }, has);
  if (!has)
    return (
      <Empty title="No check has run yet">
        What checks print, and for which commit it counts, stands here.
      </Empty>
    );
  return (
    <Loaded query={query}>
      {(shown) => {
        if (shown.part !== 'evidence') return undefined;
        const of = shown.tasks.map(({ task, evidence }) => ({ task: `Task ${task}`, evidence }));
        const all = [{ task: 'The whole change', evidence: shown.evidence }, ...of].filter(
          ({ evidence }) => evidence.length > 0,
        );
        return all.map(({ task, evidence }) => (
          <Section key={task} title={task}>
            <ul className="card divide-y divide-line">
              {evidence.map((one) => (
                <li
                  key={`${one.check} ${one.tree}`}
                  className="flex flex-wrap items-baseline gap-x-3 px-4 py-2"
                >
                  <Badge tone={one.verdict === 'PASS' ? 'good' : one.verdict === 'WARN' ? 'wait' : 'bad'}>
                    {one.verdict}
                  </Badge>
                  <span className="font-semibold">
                    <Safe text={one.check} />
                  </span>
                  <span className="text-sm text-soft">
                    {one.counts === undefined
                      ? ''
                      : `${one.counts.passed} passed, ${one.counts.failed} failed${one.counts.skipped === 0 ? '' : `, ${one.counts.skipped} skipped`}`}
                    {one.because === 'ok' ? '' : ` ${one.because.replaceAll('-', ' ')}`}
                  </span>
                  <span className="ml-auto text-sm text-soft">
                    tree <code className="font-mono">{one.tree.slice(0, 10)}</code>
                  </span>
                </li>
              ))}
            </ul>
          </Section>
        ));
      }}
    </Loaded>
  );
}
