// The frame around every screen: where one can go, how much waits, and the keys.

import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { signOut } from './api.ts';
import { Dialog } from './dialog.tsx';
import { useFeed } from './feed.ts';
import { Palette } from './palette.tsx';
import { useLook } from './parts.tsx';
import { places } from './places.ts';
import { useSession } from './sign-in.tsx';

export function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useSession();
  const { link, version } = useFeed(useQueryClient(), session !== undefined);
  const isOld = version !== undefined && session !== undefined && version !== session.version;
  const inbox = useLook('inbox');
  const waiting = inbox.data?.waiting ?? 0;
  const [here] = useLocation();
  const [open, setOpen] = useState<'palette' | 'keys'>();
  useTitle(waiting);
  useKeys(setOpen);
  return (
    <div className="mx-auto flex min-h-screen max-w-6xl flex-col px-4 sm:px-6">
      <a href="#main" className="sr-only focus:not-sr-only">
        Skip to what is on this screen
      </a>
      <header className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line py-3">
        <Link href="/" className="font-semibold tracking-tight text-ink">
          Slipway
        </Link>
        <nav
          aria-label="Screens"
          className="-mx-2 order-last flex w-full overflow-x-auto sm:order-none sm:mx-0 sm:w-auto"
        >
          {places.map(({ href, name }) => {
            const isHere = href === '/' ? here === '/' : here.startsWith(href);
            return (
              <Link
                key={href}
                href={href}
                aria-current={isHere ? 'page' : undefined}
                className={`rounded px-2 py-1 whitespace-nowrap ${isHere ? 'bg-sunk font-semibold text-ink' : 'text-soft'}`}
              >
                {name}
                {href === '/' && waiting > 0 ? (
                  <span className="ml-1.5 font-semibold text-wait">{waiting}</span>
                ) : undefined}
              </Link>
            );
          })}
        </nav>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
          {link === 'live' ? undefined : (
            <span role="status" className="text-sm text-bad">
              not live: {reasons[link]}
            </span>
          )}
          {isOld ? <Reload version={version} /> : undefined}
          <button type="button" className="button text-sm" onClick={() => setOpen('palette')}>
            Go to <kbd className="hidden font-mono text-soft sm:inline">⌘K</kbd>
          </button>
          <Link href="/start" className="button button-main text-sm">
            Start a run
          </Link>
        </span>
      </header>
      <main id="main" className="grow py-6">
        {children}
      </main>
      <footer className="flex flex-wrap gap-x-4 border-t border-line py-3 text-sm text-soft">
        <span>
          {session?.person.name}, may {session?.person.access}
        </span>
        <button type="button" className="cursor-pointer underline" onClick={() => setOpen('keys')}>
          Keys
        </button>
        <button type="button" className="cursor-pointer underline" onClick={() => void leave()}>
          Sign out
        </button>
        <span className="ml-auto">Slipway {session?.version}</span>
      </footer>
      {open === 'palette' ? <Palette onClose={() => setOpen(undefined)} /> : undefined}
      {open === 'keys' ? <Keys onClose={() => setOpen(undefined)} /> : undefined}
    </div>
  );
}

const reasons = {
  broken: 'the server does not answer',
  'held back': 'something on the way holds back what the server sends; it is asked every 10 seconds',
} as const;

/** The server was put in place of another one since this page was loaded. */
function Reload({ version }: { readonly version: string }): ReactNode {
  return (
    <span role="status" className="flex flex-wrap items-center gap-2 text-sm text-wait">
      This page is older than the server, which is Slipway {version} now.
      <button type="button" className="cursor-pointer underline" onClick={() => location.reload()}>
        Load it again
      </button>
    </span>
  );
}

async function leave(): Promise<void> {
  await signOut().catch(() => undefined);
  location.assign('/');
}

/** The count is in the title and in the icon, so that a tab in the background says it. */
function useTitle(waiting: number): void {
  useEffect(() => {
    document.title = waiting === 0 ? 'Slipway' : `(${waiting}) Slipway`;
    const count = waiting > 9 ? '9+' : String(waiting);
    const dot =
      waiting === 0
        ? ''
        : `<rect x="12" y="0" width="20" height="18" rx="6" fill="#b35900"/><text x="22" y="14" font-family="sans-serif" font-weight="700" font-size="14" text-anchor="middle" fill="#fff">${count}</text>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M2 26h28l-5 5H7z" fill="#2f7fb5"/><path d="M6 24V8l16 16z" fill="#0b5c8c"/>${dot}</svg>`;
    document
      .querySelector('link[rel=icon]')
      ?.setAttribute('href', `data:image/svg+xml,${encodeURIComponent(svg)}`);
  }, [waiting]);
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** What `j` and `k` walk through: everything a screen marks as a row. */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row === document.activeElement || row.contains(document.activeElement));
  const next = at < 0 ? (by === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by));
  rows[next]?.focus();
}

function useKeys(open: (what: 'palette' | 'keys') => void): void {
  const [, go] = useLocation();
  const went = useRef(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if ((event.metaKey || event.ctrlKey) && event.key === 'k') {
        event.preventDefault();
        open('palette');
        return;
      }
      if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const place = went.current ? places.find(({ key }) => key === event.key) : undefined;
      went.current = event.key === 'g';
      if (place !== undefined) go(place.href);
      else if (event.key === 'j') step(1);
      else if (event.key === 'k') step(-1);
      else if (event.key === '?') open('keys');
      else if (event.key === '/') {
        event.preventDefault();
        const search = document.querySelector<HTMLElement>('[data-search]');
        if (search === null) open('palette');
        else search.focus();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [go, open]);
}

const keys = [
  ['j  k', 'the next and the one before'],
  ['Enter', 'open it'],
  ['/', 'search on this screen'],
  ['⌘K  Ctrl+K', 'go to a run or a screen'],
  [places.map(({ key }) => `g ${key}`).join('  '), places.map(({ name }) => name.toLowerCase()).join(', ')],
  ['a  r  x', 'at a gate: approve, revise, reject'],
  ['?', 'these keys'],
] as const;

function Keys({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 p-4">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="font-mono font-semibold">{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
