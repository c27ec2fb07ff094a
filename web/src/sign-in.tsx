// Who looks. Without a session nothing is asked of the server but to sign in; each state says how to get one.

import type { ReactNode } from 'react';
import { createContext, useContext, useEffect, useState } from 'react';
import type { Session } from './api.ts';
import { keyHere, onSignedOut, Refused, session, signIn } from './api.ts';
import { Command, Problem } from './parts.tsx';

type State =
  | { readonly at: 'asking' }
  | { readonly at: 'in'; readonly session: Session }
  | { readonly at: 'none' }
  | { readonly at: 'used' }
  | { readonly at: 'taken' }
  | { readonly at: 'unreached'; readonly error: unknown };

const Here = createContext<Session | undefined>(undefined);

export function useSession(): Session | undefined {
  return useContext(Here);
}

/** Whether this person may do more than look. */
export function useMayDecide(): boolean {
  const access = useSession()?.person.access;
  return access === 'decide' || access === 'administer';
}

let begun: Promise<State> | undefined;

async function begin(): Promise<State> {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  try {
    if (code !== null) return { at: 'in', session: await signIn({ code }) };
    if (keyHere() === undefined) return { at: 'none' };
    return { at: 'in', session: await session() };
  } catch (error) {
    if (!(error instanceof Refused) || error.status === 0) return { at: 'unreached', error };
    // A code that was used may be in the address of a tab that is signed in already.
    if (code === null) return { at: 'taken' };
    const again = await session().catch(() => undefined);
    return again === undefined ? { at: 'used' } : { at: 'in', session: again };
  }
}

export function SignedIn({ children }: { readonly children: ReactNode }): ReactNode {
  const [state, setState] = useState<State>({ at: 'asking' });
  useEffect(() => {
    begun ??= begin();
    void begun.then(setState);
    return onSignedOut(() => setState((now) => (now.at === 'in' ? { at: 'taken' } : now)));
  }, []);
  if (state.at === 'in') return <Here value={state.session}>{children}</Here>;
  if (state.at === 'asking') return <p className="sr-only">Signing in</p>;
  return (
    <main className="mx-auto mt-[15vh] max-w-md px-4">
      <p className="mb-4 font-semibold tracking-tight">Slipway</p>
      <h1>{titles[state.at]}</h1>
      <p className="mt-2 text-soft">{reasons[state.at]}</p>
      {state.at === 'unreached' ? (
        <div className="mt-3">
          <Problem error={state.error} />
        </div>
      ) : undefined}
      <p className="mt-4">At a terminal of the machine where Slipway runs:</p>
      <div className="card mt-2 px-3 py-2">
        <Command line={state.at === 'unreached' ? 'slipway serve' : 'slipway open --page'} />
      </div>
      {state.at === 'unreached' ? undefined : (
        <WithToken done={(here) => setState({ at: 'in', session: here })} />
      )}
    </main>
  );
}

/** Whoever was added by name at the machine has a token, and no link. */
function WithToken({ done }: { readonly done: (session: Session) => void }): ReactNode {
  const [token, setToken] = useState('');
  const [error, setError] = useState<unknown>();
  const send = async (): Promise<void> => {
    try {
      done(await signIn({ token: token.trim() }));
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <form
      className="mt-6 space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label className="block">
        Or with the token that you were given
        <input
          type="password"
          autoComplete="off"
          required
          className="field mt-1 font-mono"
          value={token}
          onChange={({ target }) => setToken(target.value)}
        />
      </label>
      <button type="submit" className="button">
        Sign in
      </button>
      {error === undefined ? undefined : <Problem error={error} />}
    </form>
  );
}

const titles = {
  none: 'You are not signed in',
  used: 'This link was used before',
  taken: 'Your access has ended',
  unreached: 'The server does not answer',
} as const;

const reasons = {
  none: 'This page shows nothing to a browser it does not know. A link with a code that works once signs it in.',
  used: 'A link signs in one browser, once, and for a short time. Ask for another one.',
  taken:
    'The session of this browser was ended, here or by whoever looks after the server. What you decided stays decided.',
  unreached: 'Runs go on without it. Start it again, and this address works as before.',
} as const;
