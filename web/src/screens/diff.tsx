// Files and lines of a change. A file that is far from the screen is as high as its lines and holds none of them: five thousand lines
// cost what is seen of them.

import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { ChangedFile, DiffLine, FoundHere } from '../../../src/views/page/changes.ts';
import { Badge, Safe } from '../parts.tsx';

export interface Remark {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

interface DiffProps {
  readonly files: readonly ChangedFile[];
  readonly findings: readonly FoundHere[];
  /** Where words are said at lines; elsewhere a change is only looked at. */
  readonly saying?: Saying;
}

/** What somebody says at lines; what they have begun to write is kept with it, because a line that is far from the screen is not there. */
export interface Saying {
  readonly remarks: readonly Remark[];
  readonly setRemarks: (remarks: readonly Remark[]) => void;
  /** By `path:line`. */
  readonly drafts: ReadonlyMap<string, string>;
  /** Undefined where nothing is begun any more. */
  readonly setDraft: (place: string, text: string | undefined) => void;
}

const lineHeightPx = 20;
const chunkLines = 200;
const nearPx = '800px';

export function Diff({ files, findings, saying }: DiffProps): ReactNode {
  return files.map((file) => (
    <File
      key={file.path}
      file={file}
      findings={findings.filter((found) => found.file === file.path)}
      saying={saying}
    />
  ));
}

interface FileProps {
  readonly file: ChangedFile;
  readonly findings: readonly FoundHere[];
  readonly saying: Saying | undefined;
}

function File({ file, findings, saying }: FileProps): ReactNode {
  const lines = file.hunks.flatMap(({ heading, lines: its }): readonly (DiffLine | string)[] => [
    heading,
    ...its,
  ]);
  const chunks = Array.from({ length: Math.ceil(lines.length / chunkLines) }, (_, index) =>
    lines.slice(index * chunkLines, (index + 1) * chunkLines),
  );
  const loose = findings.filter(
    ({ line }) => !lines.some((one) => typeof one !== 'string' && one.new === line),
  );
  return (
    <details open className="card mt-4 min-w-0 overflow-hidden">
      <summary
        data-row
        className="flex cursor-pointer flex-wrap items-baseline gap-x-3 border-b border-line bg-sunk px-3 py-1.5"
      >
        <code className="min-w-0 font-mono font-semibold break-all">
          <Safe text={file.from === undefined ? file.path : `${file.from} → ${file.path}`} />
        </code>
        <span className="text-sm text-soft">
          {file.kind} +{file.added} -{file.removed}
          {file.tasks.length === 0 ? '' : `, by ${file.tasks.join(', ')}`}
        </span>
      </summary>
      {loose.map((found) => (
        <Finding key={found.title} found={found} />
      ))}
      {file.kind === 'binary' ? <p className="px-3 py-2 text-soft">Not text.</p> : undefined}
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={`Lines of ${file.path}`}>
        {chunks.map((chunk, index) => (
          <Chunk key={index} path={file.path} lines={chunk} findings={findings} saying={saying} />
        ))}
      </div>
    </details>
  );
}

function Chunk({
  path,
  lines,
  findings,
  saying,
}: {
  readonly path: string;
  readonly lines: readonly (DiffLine | string)[];
  readonly findings: readonly FoundHere[];
  readonly saying: Saying | undefined;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      rootMargin: nearPx,
    });
    if (place.current !== null) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={place} style={near ? {} : { height: `${lines.length * lineHeightPx}px` }}>
      {near
        ? lines.map((line, index) =>
            typeof line === 'string' ? (
              <p key={index} className="bg-sunk px-3 font-mono text-xs leading-5 text-soft">
                @@ <Safe text={line} />
              </p>
            ) : (
              <Line key={index} path={path} line={line} findings={findings} saying={saying} />
            ),
          )
        : undefined}
    </div>
  );
}

const grounds = { '+': 'bg-good-ground', '-': 'bg-bad-ground', ' ': '' } as const;

function Line({
  path,
  line,
  findings,
  saying,
}: {
  readonly path: string;
  readonly line: DiffLine;
  readonly findings: readonly FoundHere[];
  readonly saying: Saying | undefined;
}): ReactNode {
  const at = line.new ?? line.old ?? 0;
  const place = `${path}:${line.new ?? `-${at}`}`;
  const draft = saying?.drafts.get(place);
  const isHere = (other: number | undefined): boolean => line.new !== undefined && other === line.new;
  return (
    <>
      <div className={`group flex min-w-max font-mono text-[0.8125rem] leading-5 ${grounds[line.sign]}`}>
        {saying === undefined ? (
          <span className="w-12 shrink-0 pr-2 text-right text-soft">{at}</span>
        ) : (
          <button
            type="button"
            className="w-12 shrink-0 cursor-pointer pr-2 text-right text-soft hover:underline"
            aria-label={`Say something about line ${at}`}
            onClick={() => saying.setDraft(place, draft ?? '')}
          >
            {at}
          </button>
        )}
        <span className="w-4 shrink-0 text-soft">{line.sign}</span>
        <span className="pr-4 whitespace-pre">
          <Safe text={line.text} />
        </span>
      </div>
      {findings
        .filter((found) => isHere(found.line))
        .map((found) => (
          <Finding key={found.title} found={found} />
        ))}
      {(saying?.remarks ?? [])
        .filter((remark) => remark.path === path && isHere(remark.line))
        .map(({ text }) => (
          <p key={text} className="border-l-4 border-act bg-paper px-3 py-1 text-sm">
            You: <Safe text={text} />
          </p>
        ))}
      {draft !== undefined && saying !== undefined ? (
        <Writing
          at={at}
          text={draft}
          setText={(text) => saying.setDraft(place, text)}
          close={() => saying.setDraft(place, undefined)}
          keep={(text) => {
            saying.setRemarks([...saying.remarks, { path, line: at, text }]);
            saying.setDraft(place, undefined);
          }}
        />
      ) : undefined}
    </>
  );
}

function Writing({
  at,
  text,
  setText,
  keep,
  close,
}: {
  readonly at: number;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly keep: (text: string) => void;
  readonly close: () => void;
}): ReactNode {
  return (
    <form
      className="sticky left-0 max-w-xl space-y-2 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') keep(text.trim());
      }}
    >
      <textarea
        autoFocus
        aria-label={`What should be otherwise at line ${at}`}
        className="field"
        rows={2}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <span className="flex gap-2">
        <button type="submit" className="button button-main">
          Keep this remark
        </button>
        <button type="button" className="button" onClick={close}>
          Not now
        </button>
      </span>
    </form>
  );
}

function Finding({ found: { severity, title, by, validation } }: { readonly found: FoundHere }): ReactNode {
  return (
    <p className="sticky left-0 flex max-w-3xl flex-wrap items-baseline gap-x-2 border-l-4 border-wait bg-paper px-3 py-1 text-sm">
      <Badge tone={severity === 'MINOR' ? 'soft' : 'wait'}>{severity}</Badge>
      <span className="break-words">
        <Safe text={title} />
      </span>
      <span className="text-soft">
        {by}, {validation}
      </span>
    </p>
  );
}
