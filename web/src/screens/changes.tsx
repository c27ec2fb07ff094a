// What changed, which task wrote it, which findings are open, what tests cover, and what I have seen already. Words at a line become
// the instruction of a revision.

import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { ChangesShown } from '../../../src/app/verbs/changes.ts';
import type { ChangedFile, FoundHere } from '../../../src/views/page/changes.ts';
import { plainly } from '../hidden.ts';
import { Badge, Command, Empty, Loaded, Problem, Safe, useLook, useOrder } from '../parts.tsx';
import { useMayDecide } from '../sign-in.tsx';
import { plural, quoted } from '../words.ts';
import type { Remark, Saying } from './diff.tsx';
import { Diff } from './diff.tsx';

/** What one task delivered is seen by itself: of the whole change it says nothing. */
const seenName = (run: string, task: string): string =>
  task === '' ? `slipway-changes ${run}` : `slipway-changes ${run} ${task}`;

/** Of each file what it was when this browser last looked, short. */
function seenBefore(run: string, task: string): Readonly<Record<string, string>> {
  const kept: Readonly<Record<string, string>> = JSON.parse(
    localStorage.getItem(seenName(run, task)) ?? '{}',
  );
  return kept;
}

function printOf({ hunks }: ChangedFile): string {
  let sum = 7;
  for (const { lines } of hunks) {
    for (const { sign, text } of lines) {
      for (const letter of `${sign}${text}`) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0;
    }
  }
  return sum.toString(36);
}

export function Changes({ run }: { readonly run: string }): ReactNode {
  const [params, setParams] = useSearchParams();
  const task = params.get('task') ?? '';
  const query = useLook('changes', { run, ...(task === '' ? {} : { task }) });
  const [remarks, setRemarks] = useState<readonly Remark[]>([]);
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map());
  const [held, setHeld] = useState<{ readonly shown: ChangesShown; readonly task: string }>();
  const saying: Saying = {
    remarks,
    setRemarks,
    drafts,
    setDraft: (place, text) =>
      setDrafts((now) => {
        const next = new Map(now);
        if (text === undefined) next.delete(place);
        else next.set(place, text);
        return next;
      }),
  };
  // Words are at lines of what is on the screen: while somebody writes, it stays as it is.
  const isWriting = remarks.length + drafts.size > 0;
  const shown = isWriting && held?.task === task ? held.shown : query.data;
  if (shown !== undefined && !query.isPlaceholderData && (held?.shown !== shown || held.task !== task))
    setHeld({ shown, task });
  const pick = (id: string): void => setParams(id === '' ? {} : { task: id }, { replace: true });
  return (
    <>
      <p className="text-sm text-soft">
        <Link href={`/runs/${run}`} className="font-mono">
          {run}
        </Link>
      </p>
      <Loaded query={query}>
        {(newest) => (
          <>
            {shown === undefined || shown.to === newest.to ? undefined : (
              <p role="status" className="mt-2 flex flex-wrap items-center gap-2 text-wait">
                The change moved on to {newest.to.slice(0, 10)} while you write. What you wrote stays.
                <button type="button" className="button" onClick={() => setHeld({ shown: newest, task })}>
                  Show it as it is now
                </button>
              </p>
            )}
            <Shown shown={shown ?? newest} task={task} pick={pick} saying={saying} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Shown({
  shown,
  task,
  pick,
  saying,
}: {
  readonly shown: ChangesShown;
  readonly task: string;
  readonly pick: (id: string) => void;
  readonly saying: Saying;
}): ReactNode {
  const { run, title, files, findings, tasks, coverage, linesLeft, from, to } = shown;
  const [, setMarked] = useState(0);
  const before = seenBefore(run, task);
  const { remarks, setRemarks } = saying;
  const [onlyNew, setOnlyNew] = useState(false);
  const news = files.filter((file) => before[file.path] !== printOf(file));
  const open = findings.filter(({ validation }) => validation !== 'rejected');
  const markSeen = (): void => {
    localStorage.setItem(
      seenName(run, task),
      JSON.stringify(Object.fromEntries(files.map((file) => [file.path, printOf(file)]))),
    );
    setMarked((count) => count + 1);
  };
  return (
    <>
      <h1 className="mt-1 break-words">
        Changes: <Safe text={title} />
      </h1>
      <p className="mt-1 text-soft">
        {plural(files.length, 'file')},{' '}
        <span className="text-good">+{files.reduce((sum, { added }) => sum + added, 0)}</span>{' '}
        <span className="text-bad">-{files.reduce((sum, { removed }) => sum + removed, 0)}</span>,{' '}
        {plural(open.length, 'finding')}
        {', '}
        {Object.keys(before).length === 0
          ? 'none of it seen before'
          : `${news.length} of it new since you last looked`}
        ,{' '}
        <code className="font-mono">
          {from.slice(0, 10)}..{to.slice(0, 10)}
        </code>
      </p>
      {coverage.map((line) => (
        <p key={line} className="text-sm">
          <Safe text={line} />
        </p>
      ))}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <select
          aria-label="Which changes"
          className="field w-auto max-w-full"
          value={task}
          onChange={({ target }) => pick(target.value)}
        >
          <option value="">the whole change</option>
          {tasks.map(({ id, title: what, delivered }) => (
            <option key={id} value={id} disabled={!delivered}>
              {plainly(`${id}: ${what.slice(0, 60)}`)}
              {delivered ? '' : ' (nothing yet)'}
            </option>
          ))}
        </select>
        {files.length === 0 ? undefined : (
          <>
            <button
              type="button"
              className="button"
              aria-pressed={onlyNew}
              onClick={() => setOnlyNew(!onlyNew)}
            >
              {onlyNew ? 'Show all' : 'Since I last looked'}
            </button>
            <button type="button" className="button" onClick={markSeen}>
              I have seen this
            </button>
          </>
        )}
        <Command line={`slipway diff ${run}${task === '' ? '' : ` --task ${task}`}`} />
      </div>
      <Without
        findings={open.filter(({ file }) => file === undefined || !files.some(({ path }) => path === file))}
      />
      {files.length === 0 ? (
        <div className="mt-4">
          <Empty title="This run has changed nothing yet">
            What tasks deliver stands here, line by line.
          </Empty>
        </div>
      ) : undefined}
      <Diff files={onlyNew ? news : files} findings={open} saying={saying} />
      {linesLeft > 0 ? (
        <div className="mt-3 text-soft">
          {plural(linesLeft, 'line')} more than are shown here. <Command line={`slipway diff ${run}`} />
        </div>
      ) : undefined}
      {remarks.length > 0 ? (
        <Revise shown={shown} remarks={remarks} clear={() => setRemarks([])} />
      ) : undefined}
    </>
  );
}

function Without({ findings }: { readonly findings: readonly FoundHere[] }): ReactNode {
  return findings.map(({ severity, title, by }) => (
    <p key={title} className="mt-2 text-sm break-words">
      <Badge tone="wait">{severity}</Badge> <Safe text={title} />{' '}
      <span className="text-soft">{by}, not about a line of this</span>
    </p>
  ));
}

/** The words at the lines, as one instruction. */
function instruction(remarks: readonly Remark[]): string {
  return remarks.map(({ path, line, text }) => `${path}:${line}: ${text}`).join('\n');
}

function Revise({
  shown: { run, gate },
  remarks,
  clear,
}: {
  readonly shown: ChangesShown;
  readonly remarks: readonly Remark[];
  readonly clear: () => void;
}): ReactNode {
  const may = useMayDecide();
  const decide = useOrder('decide', clear);
  const tell = useOrder('tell', clear);
  const words = instruction(remarks);
  const error = decide.error ?? tell.error;
  const send = (): void => {
    if (gate === undefined) tell.mutate({ input: { run, text: words } });
    else
      decide.mutate({ input: { run, gate: gate.gate, answer: 'revise', comment: words }, seen: gate.digest });
  };
  return (
    <div
      className="card sticky bottom-3 mt-4 space-y-2 p-3 shadow-lg"
      role="region"
      aria-label="Your remarks"
    >
      <p className="font-semibold">
        {plural(remarks.length, 'remark')} {gate === undefined ? 'for the agents' : 'for a revision'}
      </p>
      <pre className="max-h-32 overflow-auto font-mono whitespace-pre-wrap">
        <Safe text={words} />
      </pre>
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          className="button button-main"
          disabled={!may || decide.isPending || tell.isPending}
          onClick={send}
        >
          {gate === undefined ? 'Tell the agents' : 'Ask for this revision'}
        </button>
        <button type="button" className="button" onClick={clear}>
          Drop them
        </button>
        <Command line={gate?.command ?? `slipway tell ${run} ${quoted(words)}`} />
      </div>
      {error === null ? undefined : <Problem error={error} />}
    </div>
  );
}
