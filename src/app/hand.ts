// How a command reaches its run: in this process when nobody owns the home, through the owner's socket when
// somebody does.

import type { Command } from '../core/commands.ts';
import type { Home, HomeEvent } from '../core/home.ts';
import { HomeLedger } from '../engine/home-ledger.ts';
import type { Submitted } from '../engine/runs.ts';
import { askOwner } from '../engine/socket.ts';
import type { Owner, OwnerOptions } from './owner.ts';
import { becomeOwner } from './owner.ts';
import type { Tools } from './parts.ts';
import { openReader } from './reader.ts';
import { UserError } from './user-error.ts';

export interface Hand {
  /** Set when this process owns the home, and so must see its runs through. */
  readonly owner: Owner | undefined;
  readonly submit: (run: string, command: Command) => Promise<Submitted>;
  readonly home: () => Promise<Home>;
  readonly recordHome: (event: HomeEvent) => Promise<void>;
  readonly close: () => Promise<void>;
}

const triesMax = 50;
const tryAgainMs = 100;

/** Between an owner that is leaving and its successor there are moments without a socket: they are waited out. */
export async function openHand(tools: Tools, options: OwnerOptions): Promise<Hand> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const owner = await becomeOwner(tools, options);
    if (owner !== undefined) return ownHand(owner);
    const answer = await askOwner(tools.places.socket, { type: 'wake' });
    if (answer !== undefined) return remoteHand(tools);
    await tools.clock.until(tools.clock.now() + tryAgainMs, new AbortController().signal);
  }
  throw new UserError(
    `Another process owns ${tools.places.home} and does not answer. ` +
      'If it is stopped (Ctrl-Z), let it go on or end it, then try again.',
    4,
  );
}

function ownHand(owner: Owner): Hand {
  return {
    owner,
    submit: (run, command) => owner.engine.submit(run, command),
    home: () => Promise.resolve(owner.home.state()),
    recordHome: (event) => owner.home.record(event),
    close: () => owner.close(),
  };
}

function remoteHand(tools: Tools): Hand {
  const ask = async (request: Parameters<typeof askOwner>[1]) => {
    const answer = await askOwner(tools.places.socket, request);
    if (answer === undefined) {
      throw new UserError('The process that owns this home went away. Try the same command again.', 4);
    }
    if (answer.type === 'trouble') throw new UserError(answer.message, 6);
    return answer;
  };
  return {
    owner: undefined,
    submit: async (run, command) => {
      const answer = await ask({ type: 'submit', run, command });
      if (answer.type !== 'submitted') throw new Error('invariant: a submit is answered with submitted');
      return answer.submitted;
    },
    home: async () => {
      const reader = await openReader(tools.places);
      try {
        const journal = reader.journal;
        if (journal === undefined) throw new Error('invariant: an owned home has a journal');
        return new HomeLedger(journal, tools.clock).state();
      } finally {
        await reader.close();
      }
    },
    recordHome: async (event) => {
      await ask({ type: 'home', event });
    },
    close: () => Promise.resolve(),
  };
}
