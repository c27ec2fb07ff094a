// One task: what was asked, what each attempt did, why it ended, what it cost, and what it prints, from its beginning.

import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { AttemptShown } from '../../../src/views/page/attempts.ts';
import type { TailItem } from '../../../src/app/verbs/logs.ts';
import { heard } from '../api.ts';
import { Badge, Command, Empty, Loaded, Safe, Section, Time, useLook, useNow } from '../parts.tsx';
import { money, plural, span, taskTone } from '../words.ts';

export function Task({ run, task }: { readonly run: string; readonly task: string }): ReactNode {
  const query = useLook('tasks', { run, task });
  return (
    <Loaded query={query}>
      {({ tasks: [one], told, title }) =>
        one === undefined ? undefined : (
          <>
            <p className="text-sm text-soft">
              <Link href={`/runs/${run}`} className="font-mono">
                {run}
              </Link>{' '}
              <Safe text={title} />
            </p>
            <h1 className="mt-1 break-words">
              <Safe text={`${one.id}: ${one.title}`} />
            </h1>
            <p className="mt-1 flex flex-wrap items-center gap-x-3">
              <Badge tone={taskTone(one.status)}>{one.status}</Badge>
              <span className="text-soft">
                wave {one.wave}
                {one.dependsOn.length === 0 ? '' : `, after ${one.dependsOn.join(', ')}`}
                {one.destructive ? ', destructive' : ''}
              </span>
              {one.delivered === undefined ? undefined : (
                <Link href={`/runs/${run}/changes?task=${encodeURIComponent(task)}`}>what it changed</Link>
              )}
            </p>
            <Section title="What was asked">
              <dl className="card grid gap-x-6 gap-y-2 px-4 py-3 text-sm sm:grid-cols-3">
                <Listed name="Files it may touch" items={one.files} />
                <Listed name="How it is verified" items={[...one.tests, ...one.verification]} />
                <Listed name="Criteria" items={one.criteria} />
              </dl>
              {told.map(({ name, text }) => (
                <details key={name} className="card mt-2">
                  <summary className="cursor-pointer px-4 py-2">
                    Told: <span className="font-semibold">{name}</span>
                  </summary>
                  <pre
                    tabIndex={0}
                    className="max-h-96 overflow-auto border-t border-line px-4 py-2 font-mono whitespace-pre-wrap"
                  >
                    <Safe text={text} />
                  </pre>
                </details>
              ))}
            </Section>
            <Section title="Attempts" note={plural(one.attempts.length, 'launch', 'launches')}>
              {one.attempts.length === 0 ? (
                <Empty title="It has not been tried yet">
                  An attempt begins when the tasks before it are done and a slot is free.
                </Empty>
              ) : (
                <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
                  {one.attempts.map((attempt, index) => (
                    <Attempt key={attempt.key} attempt={attempt} before={beforeIt(one.attempts, index)} />
                  ))}
                </div>
              )}
            </Section>
            <Transcript run={run} task={task} />
          </>
        )
      }
    </Loaded>
  );
}

function Listed({ name, items }: { readonly name: string; readonly items: readonly string[] }): ReactNode {
  return (
    <div className="min-w-0">
      <dt className="text-soft">{name}</dt>
      {items.length === 0 ? <dd>nothing</dd> : undefined}
      {items.map((item) => (
        <dd key={item} className="break-words">
          <Safe text={item} />
        </dd>
      ))}
    </div>
  );
}

/** The last one of the same role. */
function beforeIt(attempts: readonly AttemptShown[], index: number): AttemptShown | undefined {
  return attempts.slice(0, index).findLast(({ role }) => role === attempts[index]?.role);
}

/** What it was told that the one before was not, or otherwise. */
function newsOf({ inputs }: AttemptShown, before: AttemptShown): string {
  const known = new Map(before.inputs.map(({ name, blob }) => [name, blob]));
  const news = inputs.filter(({ name, blob }) => known.get(name) !== blob).map(({ name }) => name);
  return news.length === 0 ? 'It was told the same as the one before.' : `New to it: ${news.join(', ')}.`;
}

function Attempt({
  attempt,
  before,
}: {
  readonly attempt: AttemptShown;
  readonly before: AttemptShown | undefined;
}): ReactNode {
  const now = useNow();
  const { role, ordinal, begunAt, endedAt, how, reason, agent, usd, tokens } = attempt;
  return (
    <div className="card px-4 py-3 text-sm">
      <p className="flex items-center gap-2">
        <span className="font-semibold">{role === 'attempt' ? `Attempt ${ordinal}` : role}</span>
        <Badge
          tone={
            how === undefined
              ? 'run'
              : how === 'stopped'
                ? 'soft'
                : reason === undefined && how === 'done'
                  ? 'good'
                  : 'bad'
          }
        >
          {how === undefined ? 'at work' : how === 'done' && reason !== undefined ? 'not good enough' : how}
        </Badge>
      </p>
      <p className="mt-1">
        {how === undefined
          ? 'It has not ended yet.'
          : how === 'failed'
            ? `It failed: ${reason ?? 'nobody wrote down why'}.`
            : how === 'stopped'
              ? 'It was stopped.'
              : reason === undefined
                ? 'It ended with an answer.'
                : `It ended with an answer, and then ${reason}.`}
      </p>
      {before === undefined ? undefined : (
        <p className="mt-1">
          <Safe text={newsOf(attempt, before)} />
        </p>
      )}
      <p className="mt-1 text-soft">
        {agent ?? 'an agent'}, {span((endedAt ?? now) - begunAt)}, began <Time at={begunAt} />
      </p>
      <p className="text-soft">
        {money({ usd: usd ?? 0, unknown: usd === undefined ? 1 : 0, launches: 1 })}
        {tokens === undefined ? '' : `, ${tokens.toLocaleString()} tokens`}
      </p>
    </div>
  );
}

const keptCharsMax = 2_000_000;
const readAgainMs = 3_000;
const transcriptNotes = {
  live: 'live',
  ended: 'to its end',
  broken: 'not live: the server does not answer',
} as const;

/** The past first, then what comes. */
function Transcript({ run, task }: { readonly run: string; readonly task: string }): ReactNode {
  const [text, setText] = useState('');
  const [state, setState] = useState<keyof typeof transcriptNotes>('live');
  const ended = state === 'ended';
  useEffect(() => {
    const stop = new AbortController();
    /** Whether it was read to its end. */
    const read = async (): Promise<boolean> => {
      const input = encodeURIComponent(JSON.stringify({ run, task, follow: true }));
      setText('');
      for await (const { event, data } of heard(`/api/streams/tail?input=${input}`, { stop: stop.signal })) {
        if (event === 'end') return true;
        if (event !== 'item') continue;
        setState('live');
        const item: TailItem = JSON.parse(data);
        if (item.type === 'piece')
          setText((before) => `${before}${headOf(item)}${item.text}`.slice(-keptCharsMax));
      }
      return false;
    };
    // What broke in the middle is read again, from its beginning.
    const readOn = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        if (await read().catch(() => false)) return setState('ended');
        if (stop.signal.aborted) return;
        setState('broken');
        await new Promise((resolve) => setTimeout(resolve, readAgainMs));
      }
    };
    void readOn();
    return () => stop.abort();
  }, [run, task]);
  return (
    <Section title="What was printed" note={transcriptNotes[state]}>
      <div className="mb-2">
        <Command line={`slipway logs ${run} --task ${task} --follow`} />
      </div>
      <pre
        tabIndex={0}
        role="log"
        aria-label="Transcript"
        className="card max-h-[32rem] overflow-auto px-4 py-3 font-mono break-words whitespace-pre-wrap"
      >
        {text === '' ? (
          <span className="text-soft">{ended ? 'Nothing was printed.' : 'Nothing is printed yet.'}</span>
        ) : (
          <Safe text={text} />
        )}
      </pre>
    </Section>
  );
}

function headOf(item: Extract<TailItem, { type: 'piece' }>): string {
  if (item.of === undefined) return '';
  return item.of.type === 'launch' ? `\n── ${item.of.key} ──\n` : `\n── check ${item.of.key} ──\n`;
}
