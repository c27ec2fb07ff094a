// What am I approving, what changed since I last looked, what reviewers say, how risky it is, and what happens after each answer.

import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { GateShown } from '../../../src/app/verbs/gate.ts';
import { isTyping } from '../frame.tsx';
import { Badge, Command, Empty, Loaded, Problem, Safe, Section, Time, useLook, useOrder } from '../parts.tsx';
import { Prose } from '../prose.tsx';
import { useMayDecide } from '../sign-in.tsx';
import { plural, quoted } from '../words.ts';
import { Diff } from './diff.tsx';

const seenName = (run: string, gate: string): string => `slipway-seen ${run} ${gate}`;

export function Gate({ run, gate }: { readonly run: string; readonly gate: string }): ReactNode {
  const before = localStorage.getItem(seenName(run, gate)) ?? undefined;
  const [earlier] = useState(before);
  const query = useLook('gate', { run, gate, ...(earlier === undefined ? {} : { seen: earlier }) });
  const { data, error } = query;
  useEffect(() => {
    if (data !== undefined) localStorage.setItem(seenName(run, gate), data.gate.digest);
  }, [data, run, gate]);
  if (error !== null && data === undefined) {
    return (
      <Empty title="This gate is not open">
        <Problem error={error} />
        <p className="mt-3">
          <Link href={`/runs/${run}`}>See the run</Link>
        </p>
      </Empty>
    );
  }
  return (
    <Loaded query={query}>
      {(shown) => (
        <>
          <p className="text-sm text-soft">
            <Link href={`/runs/${run}`} className="font-mono">
              {run}
            </Link>{' '}
            asked <Time at={shown.gate.openedAt} />
          </p>
          <h1 className="mt-1 break-words">
            <span className="inline-block first-letter:uppercase">{shown.gate.name}</span>:{' '}
            <Safe text={shown.summary.title} />
          </h1>
          {shown.why === undefined ? undefined : (
            <p className="mt-1">
              <Safe text={shown.why} />
            </p>
          )}
          <div className="mt-4 grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="min-w-0">
              <Judged shown={shown} />
            </div>
            <aside id="answer" className="min-w-0 lg:sticky lg:top-4 lg:self-start">
              <Answer shown={shown} />
            </aside>
          </div>
          <ToAnswer />
        </>
      )}
    </Loaded>
  );
}

/** On a narrow screen the answer stands below what is judged, and is one touch away from everywhere. */
function ToAnswer(): ReactNode {
  const [there, setThere] = useState(false);
  useEffect(() => {
    const answer = document.querySelector('#answer');
    const watch = new IntersectionObserver(([entry]) => setThere(entry?.isIntersecting === true));
    if (answer !== null) watch.observe(answer);
    return () => watch.disconnect();
  }, []);
  if (there) return undefined;
  return (
    <button
      type="button"
      className="button button-main sticky bottom-3 mt-4 w-full justify-center shadow-lg lg:hidden"
      onClick={() => document.querySelector('#answer')?.scrollIntoView()}
    >
      Your answer
    </button>
  );
}

function Judged({ shown }: { readonly shown: GateShown }): ReactNode {
  const { gate, seen, facts, text, paths, changed, tier, verdicts, summary } = shown;
  const plan = useLook(
    'part',
    { run: summary.run, part: 'plan' },
    text === undefined && (gate.kind === 'plan' || gate.kind === 'drift'),
  );
  const isOfChange = gate.kind === 'merge' || gate.kind === 'delivery' || gate.kind === 'review';
  const planText = plan.data !== undefined && 'text' in plan.data ? plan.data.text : undefined;
  return (
    <>
      <dl className="card grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 px-4 py-3 text-sm">
        <dt className="text-soft">Digest</dt>
        <dd>
          <code className="font-mono break-all">{seen}</code>
        </dd>
        <dt className="text-soft">Size</dt>
        <dd>
          {tier === undefined ? 'no plan yet' : `tier ${tier}`}
          {summary.tasksTotal === 0 ? '' : `, ${plural(summary.tasksTotal, 'task')}`}
        </dd>
        <dt className="text-soft">Since you last looked</dt>
        <dd>
          {changed.length === 0
            ? 'nothing changed'
            : changed.map((line) => (
                <span key={line} className="block">
                  <Safe text={line} />
                </span>
              ))}
        </dd>
        {paths.length === 0 ? undefined : (
          <>
            <dt className="text-soft">Files</dt>
            <dd className="break-all">
              {paths.map((path) => (
                <code key={path} className="block font-mono">
                  <Safe text={path} />
                </code>
              ))}
            </dd>
          </>
        )}
      </dl>
      {facts.length === 0 ? undefined : (
        <Section title="What code knows of it">
          <ul className="card space-y-1 px-4 py-3">
            {facts.map((line) => (
              <li key={line} className="break-words">
                <Safe text={line} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section
        title={gate.kind === 'question' ? 'The question' : 'What is to be judged'}
        note={
          isOfChange ? (
            <Link href={`/runs/${summary.run}/changes`}>say something about a line</Link>
          ) : undefined
        }
      >
        {isOfChange ? <TheChange run={summary.run} /> : undefined}
        {(text ?? planText) === undefined ? undefined : <Prose text={text ?? planText ?? ''} />}
        {isOfChange || (text ?? planText) !== undefined ? undefined : (
          <p className="text-soft">What is above is all there is to it.</p>
        )}
      </Section>
      <Section title="What reviewers say" note={disagreement(verdicts)}>
        {verdicts.length === 0 ? (
          <p className="text-soft">Nobody was asked yet.</p>
        ) : (
          <ul className="card divide-y divide-line">
            {verdicts.map(({ subject, role, conclusion, confidence, findings }, index) => (
              <li key={index} className="px-4 py-2">
                <p className="flex flex-wrap items-baseline gap-x-3">
                  <Badge tone={conclusion === 'pass' ? 'good' : conclusion === 'abstain' ? 'soft' : 'bad'}>
                    {conclusion}
                  </Badge>
                  <span className="font-semibold">{role}</span>
                  <span className="text-sm text-soft">
                    {subject === role ? '' : 'on '}
                    {subject === role ? undefined : <Safe text={subjectWords(subject)} />}
                    {subject === role ? '' : ', '}
                    {Math.round(confidence * 100)} % sure
                  </span>
                </p>
                {findings.map(({ severity, title, file, line, validation }) => (
                  <p key={`${title} ${file}`} className="mt-1 text-sm break-words">
                    <span className="font-semibold">{severity}</span> <Safe text={title} />{' '}
                    <span className="text-soft">
                      {file === undefined ? (
                        ''
                      ) : (
                        <Safe text={`${file}${line === undefined ? '' : `:${line}`}`} />
                      )}{' '}
                      {validation}
                    </span>
                  </p>
                ))}
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

/** As a person calls what was reviewed. */
function subjectWords(subject: string): string {
  if (subject === 'run') return 'the whole change';
  return subject.startsWith('task/') ? `task ${subject.slice('task/'.length)}` : subject;
}

/** More than this is read on a screen of its own. */
const linesHereMax = 600;

function TheChange({ run }: { readonly run: string }): ReactNode {
  const query = useLook('changes', { run });
  return (
    <Loaded query={query}>
      {({ files, findings }) => {
        const added = files.reduce((sum, file) => sum + file.added, 0);
        const removed = files.reduce((sum, file) => sum + file.removed, 0);
        const open = findings.filter(({ validation }) => validation !== 'rejected');
        return (
          <>
            <p className="text-soft">
              {plural(files.length, 'file')}, <span className="text-good">+{added}</span>{' '}
              <span className="text-bad">-{removed}</span>, {plural(open.length, 'open finding')}
            </p>
            {added + removed > linesHereMax ? (
              <>
                <p className="mt-2">
                  <Link href={`/runs/${run}/changes`} className="button">
                    Read all {added + removed} lines
                  </Link>
                </p>
                <ul className="card mt-2 divide-y divide-line">
                  {files.map((file) => (
                    <li key={file.path} className="flex flex-wrap gap-x-3 px-4 py-1.5 text-sm">
                      <code className="min-w-0 grow font-mono break-all">
                        <Safe text={file.path} />
                      </code>
                      <span className="text-soft">
                        {file.kind} +{file.added} -{file.removed}
                      </span>
                    </li>
                  ))}
                </ul>
              </>
            ) : (
              <Diff files={files} findings={open} />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function disagreement(verdicts: GateShown['verdicts']): string {
  const kinds = new Set(verdicts.map(({ conclusion }) => conclusion));
  if (verdicts.length < 2) return '';
  return kinds.size > 1 ? 'they do not say the same' : 'they say the same';
}

type Choice = 'approve' | 'revise' | 'reject';
const choiceOf: Readonly<Record<string, Choice>> = { a: 'approve', r: 'revise', j: 'reject' };
const shownKey: Readonly<Record<Choice, string>> = { approve: 'a', revise: 'r', reject: 'x' };

function Answer({ shown }: { readonly shown: GateShown }): ReactNode {
  const { gate, summary, choices } = shown;
  const may = useMayDecide();
  const [, go] = useLocation();
  const [words, setWords] = useState('');
  const [picked, setPicked] = useState<Choice>();
  const done = (): void => go(`/runs/${summary.run}`);
  const decide = useOrder('decide', done);
  const answer = useOrder('answer', done);
  const offered = choices.flatMap(({ key, after }) => {
    const choice = choiceOf[key];
    return choice === undefined ? [] : [{ choice, after }];
  });
  const isQuestion = gate.kind === 'question';
  const seen = gate.digest;
  const send = (choice: Choice): void => {
    const comment = words.trim();
    const which = { run: summary.run, gate: gate.gate };
    if (isQuestion) answer.mutate({ input: { ...which, text: comment }, seen });
    else decide.mutate({ input: { ...which, answer: choice, ...(comment === '' ? {} : { comment }) }, seen });
  };
  const pick = (choice: Choice): void => {
    setPicked(choice);
    if (choice === 'revise') document.querySelector<HTMLElement>('#words')?.focus();
  };
  useEffect(() => {
    if (!may || isQuestion) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
      const one = offered.find(({ choice }) => shownKey[choice] === event.key);
      if (one === undefined) return;
      event.preventDefault();
      pick(one.choice);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
  const isBusy = decide.isPending || answer.isPending;
  const error = decide.error ?? answer.error;
  const line = isQuestion
    ? `slipway answer ${summary.run} --seen ${shown.seen} ${quoted(words)}`
    : `slipway ${picked ?? 'approve'} ${summary.run}${shown.open > 1 ? ` ${gate.gate}` : ''} --seen ${shown.seen}${words === '' ? '' : ` --comment ${quoted(words)}`}`;
  if (!may)
    return (
      <p className="card px-4 py-3">
        You may look, and not decide. Whoever looks after this server can change that:{' '}
        <code className="font-mono">slipway people</code>.
      </p>
    );
  return (
    <form
      className="card space-y-3 p-4"
      aria-label="Your answer"
      onSubmit={(event) => {
        event.preventDefault();
        if (isQuestion) send('approve');
        else if (picked !== undefined) send(picked);
      }}
    >
      <h2>Your answer</h2>
      {isQuestion ? undefined : (
        <div role="radiogroup" aria-label="Answers" className="space-y-2">
          {offered.map(({ choice, after }) => (
            <label
              key={choice}
              className={`flex cursor-pointer items-start gap-2 rounded-md border px-3 py-2 ${picked === choice ? 'border-act bg-sunk' : 'border-line'}`}
            >
              <input
                type="radio"
                name="answer"
                className="mt-1.5"
                checked={picked === choice}
                onChange={() => pick(choice)}
              />
              <span className="min-w-0">
                <span className="font-semibold capitalize">{choice}</span>{' '}
                <kbd className="font-mono text-soft">{shownKey[choice]}</kbd>
                <span className="block text-sm text-soft">{after}</span>
              </span>
            </label>
          ))}
        </div>
      )}
      <label className="block text-sm">
        {isQuestion
          ? 'Your answer; the agents go on with it'
          : picked === 'revise'
            ? 'What should be otherwise'
            : 'Words with it (may be empty)'}
        <textarea
          id="words"
          className="field mt-1"
          rows={4}
          required={isQuestion || picked === 'revise'}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </label>
      <button
        type="submit"
        className="button button-main w-full justify-center"
        disabled={isBusy || (!isQuestion && picked === undefined)}
      >
        {isQuestion ? 'Send the answer' : picked === undefined ? 'Choose an answer' : `Send: ${picked}`}
      </button>
      <Command line={line} whole />
      {gate.kind === 'merge' ? <Land shown={shown} done={done} /> : undefined}
      {error === null ? undefined : <Problem error={error} />}
      <ForProgram shown={shown} />
    </form>
  );
}

/** At a merge gate the change can be put into the repository in the same step. */
function Land({
  shown: { summary, seen, gate },
  done,
}: {
  readonly shown: GateShown;
  readonly done: () => void;
}): ReactNode {
  const land = useOrder('land', done);
  return (
    <div className="border-t border-line pt-3">
      <button
        type="button"
        className="button w-full justify-center"
        disabled={land.isPending}
        onClick={() => land.mutate({ input: { run: summary.run }, seen: gate.digest })}
      >
        Merge and put it into the repository
      </button>
      <div className="mt-2">
        <Command line={`slipway land ${summary.run} --seen ${seen}`} whole />
      </div>
      {land.error === null ? undefined : <Problem error={land.error} />}
    </div>
  );
}

/** A program that comes through MCP answers with a code of whoever looked here. */
function ForProgram({ shown: { summary, seen, gate } }: { readonly shown: GateShown }): ReactNode {
  const code = useOrder('code');
  return (
    <details className="border-t border-line pt-3 text-sm">
      <summary className="cursor-pointer">A program answers this</summary>
      <p className="mt-2 text-soft">
        Whoever has the code decides in your place, once, within fifteen minutes, and only what is shown here.
      </p>
      <button
        type="button"
        className="button mt-2 w-full justify-center"
        disabled={code.isPending}
        onClick={() => code.mutate({ input: { run: summary.run, gate: gate.gate }, seen: gate.digest })}
      >
        Make a code
      </button>
      {code.data === undefined ? undefined : (
        <p className="mt-2" role="status">
          Code <code className="font-mono text-base">{code.data.code}</code>
        </p>
      )}
      <div className="mt-2">
        <Command line={`slipway code ${summary.run} ${gate.gate} --seen ${seen}`} whole />
      </div>
      {code.error === null ? undefined : <Problem error={code.error} />}
    </details>
  );
}
