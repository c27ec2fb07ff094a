// Somebody else's words with the shape they gave them, or, one click away, as they were written.

import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { Safe } from './parts.tsx';
import type { Block } from './written.ts';
import { blocksOf, runsOf } from './written.ts';

/** A text of a megabyte would be a hundred thousand elements: what is longer is shown as it was written. */
const shapedCharsMax = 200_000;

export function Prose({ text }: { readonly text: string }): ReactNode {
  const [plain, setPlain] = useState(text.length > shapedCharsMax);
  const blocks = useMemo(() => (plain ? [] : blocksOf(text)), [plain, text]);
  return (
    <div className="card relative max-w-full px-4 py-3">
      <button
        type="button"
        className="float-right ml-3 cursor-pointer text-xs text-soft underline"
        onClick={() => setPlain(!plain)}
      >
        {plain ? 'with its shape' : 'as it is written'}
      </button>
      {plain ? (
        <pre className="break-words whitespace-pre-wrap">
          <Safe text={text} />
        </pre>
      ) : (
        <div className="max-w-[80ch] space-y-2.5 break-words">
          {blocks.map((block, index) => (
            <Shaped key={index} block={block} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Words of one line of a text of somebody else's. */
export function Words({ text }: { readonly text: string }): ReactNode {
  return runsOf(text).map(({ text: piece, as }, index) => {
    if (as === 'code')
      return (
        <code key={index} className="rounded bg-sunk px-1 font-mono">
          <Safe text={piece} />
        </code>
      );
    return as === 'strong' ? (
      <strong key={index}>
        <Safe text={piece} />
      </strong>
    ) : (
      <Safe key={index} text={piece} />
    );
  });
}

function Shaped({ block }: { readonly block: Block }): ReactNode {
  switch (block.type) {
    case 'heading':
      // The page's own headings are 1 and 2.
      return block.level < 3 ? (
        <h3 className={`font-semibold ${block.level === 1 ? 'text-lg' : 'pt-2'}`}>
          <Words text={block.text} />
        </h3>
      ) : (
        <h4 className="pt-1 font-semibold text-soft">
          <Words text={block.text} />
        </h4>
      );
    case 'words':
      return (
        <p className="whitespace-pre-line">
          <Words text={block.text} />
        </p>
      );
    case 'code':
      return (
        <pre tabIndex={0} className="overflow-x-auto rounded-md bg-sunk px-3 py-2 font-mono">
          <Safe text={block.text} />
        </pre>
      );
    case 'list':
      return <List from={block.from} items={block.items} />;
    case 'table':
      return <Table head={block.head} rows={block.rows} />;
  }
}

function List({
  from,
  items,
}: {
  readonly from: number | undefined;
  readonly items: readonly string[];
}): ReactNode {
  const shown = items.map((item, index) => (
    <li key={index} className="whitespace-pre-line">
      <Words text={item} />
    </li>
  ));
  return from === undefined ? (
    <ul className="list-disc space-y-0.5 pl-5 marker:text-soft">{shown}</ul>
  ) : (
    <ol start={from} className="list-decimal space-y-0.5 pl-6 marker:text-soft">
      {shown}
    </ol>
  );
}

function Table({
  head,
  rows,
}: {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}): ReactNode {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label="A table">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-left text-soft">
            {head.map((cell, index) => (
              <th key={index} scope="col" className="py-1 pr-4 font-medium">
                <Words text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} className="border-b border-line align-top last:border-0">
              {row.map((cell, at) => (
                <td key={at} className="py-1 pr-4">
                  <Words text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
