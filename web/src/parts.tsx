// What screens are made of: a status, a time, a text of somebody else's, a command line, an order with its ending.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Fragment, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Status as StatusName } from '../../src/core/status.ts';
import type { Looks, Orders } from './api.ts';
import { look, order, Refused } from './api.ts';
import { pieces } from './hidden.ts';
import { keptFor, refreshAll } from './refresh.ts';
import type { ToneName } from './words.ts';
import { ago, exact, tones } from './words.ts';

const tickMs = 15_000;

/** The time of this screen, which goes on. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function useLook<V extends keyof Looks>(verb: V, input: object = {}, enabled = true) {
  return useQuery({ queryKey: [verb, input], queryFn: () => look(verb, input), enabled, ...keptFor(verb) });
}

export function Time({ at }: { readonly at: number }): ReactNode {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={exact(at)} className="whitespace-nowrap">
      {ago(at, now)}
    </time>
  );
}

/** Text of tickets, agents and repositories: never markup, and nothing in it hides. */
export function Safe({ text }: { readonly text: string }): ReactNode {
  return pieces(text).map((piece, index) =>
    piece.mark ? <mark key={index}>{piece.text}</mark> : <Fragment key={index}>{piece.text}</Fragment>,
  );
}

const toneClasses: Readonly<Record<ToneName, string>> = {
  run: 'bg-run-ground text-run',
  wait: 'bg-wait-ground text-wait',
  bad: 'bg-bad-ground text-bad',
  good: 'bg-good-ground text-good',
  soft: 'bg-sunk text-soft',
};

export function Badge({
  tone,
  children,
}: {
  readonly tone: ToneName;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span
      className={`inline-block justify-self-start rounded px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap ${toneClasses[tone]}`}
    >
      {children}
    </span>
  );
}

export function Status({
  status,
  interrupted,
}: {
  readonly status: StatusName;
  readonly interrupted?: boolean;
}): ReactNode {
  return interrupted === true ? (
    <Badge tone="bad">interrupted</Badge>
  ) : (
    <Badge tone={tones[status]}>{status}</Badge>
  );
}

/** What would be typed for the same; `whole` where it is what one decides by, and not only a hint. */
export function Command({
  line,
  whole = false,
}: {
  readonly line: string;
  readonly whole?: boolean;
}): ReactNode {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(line);
    setCopied(true);
  };
  return (
    <span className="flex min-w-0 items-center gap-2 text-soft">
      <code className={`min-w-0 font-mono ${whole ? 'break-words' : 'truncate'}`} title={line}>
        <Safe text={line} />
      </code>
      <button
        type="button"
        className="shrink-0 cursor-pointer text-xs underline"
        onClick={() => void copy().catch(() => undefined)}
        aria-label={`Copy the command ${line}`}
      >
        {copied ? 'copied' : 'copy'}
      </button>
    </span>
  );
}

export function Problem({ error }: { readonly error: unknown }): ReactNode {
  const said = error instanceof Error ? error.message : 'Something went wrong.';
  return (
    <p role="alert" className="rounded-md bg-bad-ground px-3 py-2 text-bad">
      <Safe text={said} />
    </p>
  );
}

export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="card px-6 py-8 text-center">
      <p className="font-semibold">{title}</p>
      <div className="mx-auto mt-1 max-w-prose text-soft">{children}</div>
    </div>
  );
}

/** A screen whose answer has not come yet says nothing; one that went wrong says what, and where to go on. */
export function Loaded<T>({
  query: { data, error },
  children,
}: {
  readonly query: { readonly data: T | undefined; readonly error: unknown };
  readonly children: (data: T) => ReactNode;
}): ReactNode {
  if (data === undefined)
    return error === null ? <p className="sr-only">Loading</p> : <NotShown error={error} />;
  return (
    <>
      {error === null || (error instanceof Refused && error.status === 0) ? undefined : (
        <Problem error={error} />
      )}
      {children(data)}
    </>
  );
}

function NotShown({ error }: { readonly error: unknown }): ReactNode {
  return (
    <>
      <h1 className="mb-3">This cannot be shown</h1>
      <Problem error={error} />
      <p className="mt-3">
        <Link href="/">The inbox</Link> says what waits, <Link href="/runs">all runs</Link> what there is.
      </p>
    </>
  );
}

export function Section({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className="mt-6">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2>{title}</h2>
        <span className="text-sm text-soft">{note}</span>
      </div>
      {children}
    </section>
  );
}

/** An order from this page. What it may have changed is asked for again afterwards, whatever became of it. */
export function useOrder<V extends keyof Orders>(verb: V, done?: (output: Orders[V]) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, seen }: { readonly input: object; readonly seen?: string | undefined }) =>
      order(verb, input, seen === undefined ? {} : { seen }),
    onSuccess: (output) => done?.(output),
    onSettled: () => refreshAll(client),
  });
}

export function Meter({
  part,
  of,
  label,
}: {
  readonly part: number;
  readonly of: number;
  readonly label: string;
}): ReactNode {
  const share = of === 0 ? 0 : Math.min(1, part / of);
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="block h-1.5 w-full overflow-hidden rounded bg-sunk"
    >
      <span
        className={`block h-full ${share > 0.8 ? 'bg-wait' : 'bg-run'}`}
        style={{ width: `${share * 100}%` }}
      />
    </span>
  );
}
