// Having the engine of a home be heard by browsers and programs, and having it stop.

import { UserError } from '../ending/user-error.ts';
import type { ListenAt } from '../home/listening.ts';
import type { Order } from './verb.ts';

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

export const unlisten: Order<Readonly<Record<string, never>>, { readonly was: boolean }> = {
  order: async ({ owner, id }) => ({ was: await owner.listening.closeFor(id) }),
  words: ({ was }) => ({ talk: was ? 'Nobody listens any more.\n' : 'Nobody listened.\n' }),
};
