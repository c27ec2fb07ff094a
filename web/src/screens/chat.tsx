// Conversations: what was said, what was answered, what runs reported, and the buttons of what is asked. What a message means and what a
// button does is for the server.

import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { ChatMessage, ConversationShown, PreviewShown } from '../../../src/app/chat/shown.ts';
import { Badge, Command, Empty, Loaded, Problem, Safe, Time, useLook, useOrder } from '../parts.tsx';
import { Words } from '../prose.tsx';
import { plainly } from '../hidden.ts';
import { useMayDecide } from '../sign-in.tsx';
import { usd, plural } from '../words.ts';

export function Conversations(): ReactNode {
  const query = useLook('conversations');
  return (
    <>
      <h1>Conversations</h1>
      <Loaded query={query}>
        {({ conversations, folders }) => (
          <>
            <Begin folders={folders} />
            {conversations.length === 0 ? undefined : (
              <ul className="card mt-6 divide-y divide-line">
                {conversations.map(({ conversation, last, run, lastAt, by }) => (
                  <li key={conversation} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
                    <Link
                      href={`/chat/${conversation}`}
                      data-row
                      className="min-w-0 grow basis-60 truncate text-ink"
                    >
                      <Safe text={last === '' ? conversation : last} />
                    </Link>
                    <span className="text-sm text-soft">
                      {run === undefined ? 'no run' : run}, {by}, <Time at={lastAt} />
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function Begin({ folders }: { readonly folders: readonly string[] }): ReactNode {
  const may = useMayDecide();
  const [, go] = useLocation();
  const [dir, setDir] = useState(folders[0] ?? '');
  const [id] = useState(() => `page-${crypto.randomUUID().slice(0, 8)}`);
  const say = useOrder('say', () => go(`/chat/${id}`));
  if (!may) return <p className="mt-4">You may read what is said here, and not talk.</p>;
  if (folders.length === 0) {
    return (
      <div className="mt-4">
        <Empty title="No repository is known here yet">
          The first run of a repository is started where it lies.
          <div className="mt-3 flex justify-center">
            <Command line="slipway chat" />
          </div>
        </Empty>
      </div>
    );
  }
  return (
    <div className="mt-4 max-w-3xl">
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
      <Say
        placeholder="What do you want done? Nothing happens before you say yes to what is shown."
        isBusy={say.isPending}
        send={(text) => say.mutate({ input: { conversation: id, dir, text } })}
      />
      {say.error === null ? undefined : <Problem error={say.error} />}
    </div>
  );
}

export function Chat({ conversation }: { readonly conversation: string }): ReactNode {
  const query = useLook('conversation', { conversation });
  return <Loaded query={query}>{(shown) => <Talk shown={shown} />}</Loaded>;
}

function Talk({
  shown: { conversation, run, messages, spent, folder },
}: {
  readonly shown: ConversationShown;
}): ReactNode {
  const may = useMayDecide();
  const say = useOrder('say');
  const press = useOrder('press');
  const open = messages.findLast(({ preview }) => (preview?.buttons.length ?? 0) > 0)?.preview;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: in some browsers it answers with a promise, and an effect may not.
    end.current?.scrollIntoView({ block: 'end' });
  }, [messages.length]);
  const error = say.error ?? press.error;
  return (
    <div className="max-w-3xl">
      <h1 className="flex flex-wrap items-baseline gap-x-3">
        {run === undefined ? (
          <>Conversation</>
        ) : (
          <Link href={`/runs/${run.run}`} className="text-ink">
            <Safe text={run.title} />
          </Link>
        )}
        {run === undefined ? undefined : <Badge tone="soft">{`${run.status} in ${run.stage}`}</Badge>}
      </h1>
      <p className="text-sm text-soft">
        <Link href="/chat" className="underline">
          All conversations
        </Link>
        {folder === undefined ? undefined : <Safe text={`, in ${folder}`} />}
        {spent.launches === 0
          ? ''
          : `, ${plural(spent.launches, 'message')} read by an agent (${spent.usd === 0 ? 'cost not known' : usd(spent.usd)})`}
      </p>
      <ol className="mt-4 space-y-3" aria-label="Messages" aria-live="polite">
        {messages.map((message) => (
          <Message
            key={message.id}
            message={message}
            isBusy={press.isPending || !may}
            press={(preview, choice) => press.mutate({ input: { conversation, preview, choice } })}
          />
        ))}
      </ol>
      <div ref={end} />
      {error === null ? undefined : <Problem error={error} />}
      {may ? (
        <Say
          placeholder={open === undefined ? 'Say what you want' : 'Yes, no, or what should be otherwise'}
          isBusy={say.isPending}
          send={(text) =>
            say.mutate({
              input: { conversation, text, ...(open === undefined ? {} : { looksAt: open.id }) },
            })
          }
        />
      ) : undefined}
    </div>
  );
}

function Message({
  message: { at, from, who, text, texts, preview },
  isBusy,
  press,
}: {
  readonly message: ChatMessage;
  readonly isBusy: boolean;
  readonly press: (preview: string, choice: string) => void;
}): ReactNode {
  return (
    <li className={from === 'person' ? 'card ml-8 bg-sunk px-4 py-2' : 'card mr-8 px-4 py-2'}>
      <p className="flex justify-between gap-3 text-sm text-soft">
        <span>{from === 'person' ? (who ?? 'you') : 'Slipway'}</span>
        <Time at={at} />
      </p>
      <p className="break-words whitespace-pre-wrap">
        <Safe text={text} />
      </p>
      {texts.map((one) => (
        <details key={one.name} className="mt-2" open={one.name !== 'Raw output'}>
          <summary className="cursor-pointer font-semibold">{one.name}</summary>
          <div className="mt-1 max-h-96 overflow-auto">
            <Words text={one.text} />
          </div>
        </details>
      ))}
      {preview === undefined ? undefined : <Asked preview={preview} isBusy={isBusy} press={press} />}
    </li>
  );
}

function Asked({
  preview: { id, does, buttons, came },
  isBusy,
  press,
}: {
  readonly preview: PreviewShown;
  readonly isBusy: boolean;
  readonly press: (preview: string, choice: string) => void;
}): ReactNode {
  return (
    <div className="mt-2 border-t border-line pt-2">
      <p className="break-words">
        <Safe text={does} />
      </p>
      {came === undefined ? undefined : <p className="text-sm text-soft">{came}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {buttons.map(({ choice, label }, index) => (
          <button
            key={choice}
            type="button"
            className={index === 0 ? 'button button-main' : 'button'}
            disabled={isBusy}
            onClick={() => press(id, choice)}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

function Say({
  placeholder,
  isBusy,
  send,
}: {
  readonly placeholder: string;
  readonly isBusy: boolean;
  readonly send: (text: string) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const go = (): void => {
    if (text.trim() === '' || isBusy) return;
    send(text.trim());
    setText('');
  };
  return (
    <form
      className="sticky bottom-0 mt-4 flex items-end gap-2 bg-ground py-3"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <textarea
        className="field"
        aria-label="Your message"
        rows={2}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          go();
        }}
      />
      <button type="submit" className="button button-main" disabled={isBusy || text.trim() === ''}>
        {isBusy ? 'Reading' : 'Send'}
      </button>
    </form>
  );
}
