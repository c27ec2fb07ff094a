// Having the engine of a home be heard by browsers and programs, and having it stop.

import { must } from '../../core/run.ts';
import { UserError } from '../ending/user-error.ts';
import type { ListenAt } from '../home/listening.ts';
import { either } from './engine.ts';
import type { Order, Subscription } from './verb.ts';

export interface Listens {
  readonly host: string;
  readonly port: number;
  readonly origin: string;
  /** For one browser, once. */
  readonly link: string;
  /** It was on already, at this address. */
  readonly already: boolean;
}

export const listen: Order<ListenAt, Listens> = {
  order: async (context, at) => {
    const { listener, already } = await context.owner.listening.openFor(at, context);
    return { ...listener.at, link: listener.newLink(context.by), already };
  },
  words: ({ link, origin, already }) => ({
    data: `${link}\n`,
    talk: `${already ? 'It is served already' : 'Served'} at ${origin}. The link signs one browser in, once, within ten minutes.\n`,
  }),
};

/** Another way in to what is served already. A repeat has a link of its own: nobody has the first, which is good for nothing in minutes. */
export const link: Order<Readonly<Record<string, never>>, Listens> = {
  order: async ({ owner: { listening }, by }) => {
    const { listener } = listening;
    if (listener === undefined)
      throw new UserError('No page is served. Serve it first: slipway serve', 'refused');
    return { ...listener.at, link: listener.newLink(by), already: true };
  },
  words: listen.words,
};

export type HoldItem =
  | { readonly type: 'held' }
  /** The last one, where somebody else had it closed. */
  | { readonly type: 'closed' };

export interface Holder {
  /** A name of whoever stays, that nobody else has. */
  readonly holder: string;
}

/** Of one who goes; without a name, of all of them. */
export interface WhoGoes {
  readonly holder?: string | undefined;
}

/** What is served is served as long as whoever asked for it is there; the last who goes closes it. */
export const hold: Subscription<Holder, HoldItem> = {
  follow: async function* follow({ listening }, { holder }, gone) {
    const its = must(listening, 'what is asked of the owner is answered by it');
    const closed = its.hold(holder);
    try {
      yield { type: 'held' };
      await either(gone, closed);
      if (closed.reason === 'ordered') yield { type: 'closed' };
    } finally {
      await its.release(holder);
    }
  },
  words: () => ({}),
};

/** By one of those it is served for, who goes; without a name for all of them. */
export const unlisten: Order<WhoGoes, { readonly was: boolean }> = {
  order: async ({ owner, id }, { holder }) => ({ was: await owner.listening.closeFor(id, holder) }),
  words: ({ was }) => ({ talk: was ? 'Nobody listens any more.\n' : 'Nothing was closed.\n' }),
};
