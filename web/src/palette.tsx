// Anywhere in a few keys: the screens, the runs, and what waits.

import type { ReactNode } from 'react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from './dialog.tsx';
import { Safe, useLook } from './parts.tsx';
import { places } from './places.ts';

const shownMax = 12;
/** More than are shown, because the other words leave some out. */
const askedMax = 50;
const wordsCharsMax = 200;

export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const [, go] = useLocation();
  const wanted = words.toLowerCase().trim().split(/\s+/);
  // Looked for where all runs are, by the word that says most; without any the newest are offered.
  const [longest = ''] = wanted.toSorted((one, other) => other.length - one.length);
  const runs = useLook('list', {
    all: true,
    most: askedMax,
    ...(longest === '' ? {} : { words: longest.slice(0, wordsCharsMax) }),
  });
  const all = [
    ...places.map(({ name, href }) => ({ name, href, note: '' })),
    { name: 'Start a run', href: '/start', note: '' },
    ...(runs.data?.runs ?? []).map(({ run, title, status }) => ({
      name: title,
      href: `/runs/${run}`,
      note: `${run} ${status}`,
    })),
  ];
  const found = all
    .filter(({ name, note }) => wanted.every((word) => `${name} ${note}`.toLowerCase().includes(word)))
    .slice(0, shownMax);
  const choose = (index: number): void => {
    const one = found[index];
    if (one === undefined) return;
    onClose();
    go(one.href);
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <div className="p-3">
        <input
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls="places"
          aria-label="A run, a ticket or a screen"
          aria-activedescendant={`place-${at}`}
          placeholder="A run, a ticket or a screen"
          className="field"
          value={words}
          onChange={({ target }) => {
            setWords(target.value);
            setAt(0);
          }}
          onKeyDown={({ key }) => {
            if (key === 'ArrowDown') setAt(Math.min(found.length - 1, at + 1));
            if (key === 'ArrowUp') setAt(Math.max(0, at - 1));
            if (key === 'Enter') choose(at);
          }}
        />
        <ul id="places" role="listbox" aria-label="Places" className="mt-2 max-h-80 overflow-y-auto">
          {found.map(({ name, href, note }, index) => (
            <li
              key={href}
              id={`place-${index}`}
              role="option"
              aria-selected={index === at}
              className={`flex cursor-pointer gap-3 rounded px-2 py-1.5 ${index === at ? 'bg-sunk' : ''}`}
              onClick={() => choose(index)}
            >
              <span className="min-w-0 truncate">
                <Safe text={name} />
              </span>
              <span className="ml-auto shrink-0 text-sm text-soft">{note}</span>
            </li>
          ))}
        </ul>
        {found.length === 0 ? <p className="px-2 py-3 text-soft">Nothing is called that.</p> : undefined}
      </div>
    </Dialog>
  );
}
