// A run from here: what it will execute, cost and ask is shown before it begins, and a person says yes to exactly that.

import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Started } from '../../../src/app/verbs/start.ts';
import { Command, Empty, Loaded, Problem, Safe, Section, useLook, useOrder } from '../parts.tsx';
import { plainly } from '../hidden.ts';
import { useMayDecide } from '../sign-in.tsx';
import { plural, quoted, usd } from '../words.ts';

type Asking = Exclude<Started, { readonly status: 'started' }>;

export function Start(): ReactNode {
  const system = useLook('system');
  return (
    <>
      <h1>Start a run</h1>
      <Loaded query={system}>
        {({ folders }) =>
          folders.length === 0 ? (
            <div className="mt-4">
              <Empty title="No repository is known here yet">
                The first run of a repository is started where it lies, because only somebody at that machine
                says which folders may be worked in.
                <div className="mt-3 flex justify-center">
                  <Command line={'slipway run "what you want"'} />
                </div>
              </Empty>
            </div>
          ) : (
            <Form folders={folders} />
          )
        }
      </Loaded>
    </>
  );
}

/** What a person said yes to, on the way to a start. */
interface Said {
  readonly trust?: string;
  readonly level?: 'contained' | 'fenced' | 'open';
  readonly uncommitted?: 'leave' | 'include';
  readonly again?: true;
}

function Form({ folders }: { readonly folders: readonly string[] }): ReactNode {
  const may = useMayDecide();
  const [, go] = useLocation();
  const [dir, setDir] = useState(folders[0] ?? '');
  const [text, setText] = useState('');
  const [auto, setAuto] = useState(false);
  const [at] = useState(() => Date.now());
  const [said, setSaid] = useState<Said>({});
  const [asking, setAsking] = useState<Asking>();
  const start = useOrder('start', (output) => {
    if (output.status === 'started') go(`/runs/${output.ordered.run}`);
    else setAsking(output);
  });
  /** The first time it is only shown; every yes after that is one to what was seen. */
  const send = (more?: Said): void => {
    const all = { ...said, ...more };
    setSaid(all);
    start.mutate({
      input: {
        dir,
        ticket: { text, at },
        ...(auto ? { auto: true } : { asksPlan: true }),
        uncommitted: 'ask',
        ...(more === undefined ? { showsFirst: true } : {}),
        ...all,
      },
    });
  };
  if (!may) return <p className="mt-4">You may look, and not start runs.</p>;
  return (
    <form
      className="mt-4 max-w-3xl space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(undefined);
        send();
      }}
    >
      <label className="block">
        <span className="font-semibold">Repository</span>
        <select className="field mt-1" value={dir} onChange={({ target }) => setDir(target.value)}>
          {folders.map((folder) => (
            <option key={folder} value={folder}>
              {plainly(folder)}
            </option>
          ))}
        </select>
      </label>
      <label className="block">
        <span className="font-semibold">What you want</span>
        <textarea
          className="field mt-1 font-mono"
          rows={8}
          required
          placeholder="Add a --shout flag: what it prints is in capitals."
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <label className="flex items-center gap-2">
        <input type="checkbox" checked={auto} onChange={({ target }) => setAuto(target.checked)} /> Begin
        without asking me about the plan
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" className="button button-main" disabled={start.isPending || text.trim() === ''}>
          {start.isPending ? 'Looking at the repository' : 'See what it will do'}
        </button>
        <Command line={`slipway run ${quoted(text.trim() || 'what you want')}${auto ? ' --auto' : ''}`} />
      </div>
      <p className="text-sm text-soft">
        Nothing begins yet: you see what it will execute, what it may cost and what it will ask you.
      </p>
      {start.error === null ? undefined : <Problem error={start.error} />}
      {asking === undefined ? undefined : <Ask asking={asking} send={send} isBusy={start.isPending} />}
    </form>
  );
}

function Ask({
  asking,
  send,
  isBusy,
}: {
  readonly asking: Asking;
  readonly send: (said: Said) => void;
  readonly isBusy: boolean;
}): ReactNode {
  // What is asked comes below what was written, and would stay unseen there.
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'end' });
    place.current?.focus();
  }, [asking.status]);
  return (
    <div ref={place} tabIndex={-1} className="card px-4 pb-4" role="region" aria-label="Before it starts">
      <Section title={titles[asking.status]}>
        <Looked asking={asking} />
        <div className="mt-3 flex flex-wrap gap-2">
          {asking.status === 'not-trusted' ? (
            <Yes
              label="I read them: they may run"
              isBusy={isBusy}
              say={() => send({ trust: asking.commandsHash })}
            />
          ) : undefined}
          {asking.status === 'not-consented' ? (
            <Yes
              label={`Let agents work ${asking.level?.level ?? 'open'} here`}
              isBusy={isBusy}
              say={() => send({ level: asking.level?.level ?? 'open' })}
            />
          ) : undefined}
          {asking.status === 'uncommitted' ? (
            <>
              <Yes label="Start without them" isBusy={isBusy} say={() => send({ uncommitted: 'leave' })} />
              <Yes
                label="Make them its first commit"
                isBusy={isBusy}
                say={() => send({ uncommitted: 'include' })}
              />
            </>
          ) : undefined}
          {asking.status === 'shown' ? (
            <Yes label="Start this run" isBusy={isBusy} say={() => send({})} />
          ) : undefined}
          {asking.status === 'has-run' ? (
            <Yes label="Start another run" isBusy={isBusy} say={() => send({ again: true })} />
          ) : undefined}
        </div>
      </Section>
    </div>
  );
}

const titles = {
  'not-trusted': 'These commands would run on this machine',
  'not-consented': 'Agents cannot be contained here',
  uncommitted: 'The checkout has changes that the run would not see',
  'has-run': 'This ticket has a run already',
  shown: 'This is what would happen',
} as const;

function Yes({
  label,
  say,
  isBusy,
}: {
  readonly label: string;
  readonly say: () => void;
  readonly isBusy: boolean;
}): ReactNode {
  return (
    <button type="button" className="button button-main" disabled={isBusy} onClick={say}>
      {label}
    </button>
  );
}

/** What it will execute, cost and ask. */
function Looked({ asking: { opening, commands = [], level } }: { readonly asking: Asking }): ReactNode {
  const { launches, launchesMax, usdMax } = opening.expected;
  return (
    <>
      {commands.length === 0 ? undefined : (
        <ul className="space-y-1 rounded-md bg-sunk px-3 py-2">
          {commands.map((line) => (
            <li key={line} className="font-mono text-sm break-words">
              <Safe text={line} />
            </li>
          ))}
        </ul>
      )}
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {opening.rows.map(({ name, value }) => (
          <div key={`${name} ${value}`} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="break-words">
              <Safe text={value} />
            </dd>
          </div>
        ))}
        <dt className="text-soft">cost</dt>
        <dd>
          {launches.least} to {plural(launches.most, 'launch', 'launches')} where all goes well; it stops and
          asks at {launchesMax} or at {usd(usdMax)}
        </dd>
        {level === undefined ? undefined : (
          <>
            <dt className="text-soft">level</dt>
            <dd className="break-words">
              {level.level}: <Safe text={level.why} />
            </dd>
          </>
        )}
      </dl>
      {opening.notes.map((note) => (
        <p key={note} className="mt-2 text-sm">
          <Safe text={note} />
        </p>
      ))}
    </>
  );
}
