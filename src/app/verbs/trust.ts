// A person's trust in the commands of a repository: asked for before anything of it runs on this machine, once for exactly these
// commands (HOME-2). A run asks for it when it starts; who only wants the checks tried asks here, and what is said holds for both.

import { trustKey } from '../../core/home.ts';
import { checksHere } from '../starting/checks-here.ts';
import { commandsText } from '../words/opening.ts';
import { onceAtHome } from './once-at-home.ts';
import type { TrustInput } from './schemas/checks.ts';
import type { Order, OrderContext } from './verb.ts';

export interface Trusted {
  readonly status: 'trusted' | 'not-trusted';
  readonly commands: readonly string[];
  readonly commandsHash: string;
}

export const trust: Order<TrustInput, Trusted> = {
  order: (context, input) =>
    onceAtHome(context, {
      kept: () => import('./schemas/kept.ts').then((file) => file.trusted),
      first: async (take) => {
        const { trusted, hash } = await trustedHere(context, input);
        if (input.trust !== undefined && trusted.status === 'trusted') await take({ hash });
        return trusted;
      },
      // A yes to what stood there then is no yes to other commands.
      again: async ({ hash }) => (await trustedHere(context, { ...input, trust: hash })).trusted,
    }),
  words: ({ status, commands }) =>
    status === 'trusted'
      ? {}
      : {
          talk:
            `${commandsText(commands)}Nothing was run: nobody has said yet that these commands may run. ` +
            'Read them, then try again with --trust; it holds until they change.\n',
        },
  exit: ({ status }) => (status === 'trusted' ? 'done' : 'awaits-person'),
};

async function trustedHere(
  context: OrderContext,
  { dir, trust: yes }: TrustInput,
): Promise<{ readonly trusted: Trusted; readonly hash: string }> {
  const { checkout, commands, commandsHash: hash } = await checksHere(context.tools, dir);
  const said = await trustSaid(context, { repository: checkout.repository, hash, trust: yes });
  const status = said === 'no' ? 'not-trusted' : 'trusted';
  return { trusted: { status, commands, commandsHash: hash }, hash };
}

/** Whether it was said before, now, or not at all. */
export type TrustSaid = 'before' | 'now' | 'no';

/** HOME-2: exactly these commands, once for each repository. A yes to others is no yes. */
export async function trustSaid(
  { owner, by }: Pick<OrderContext, 'owner' | 'by'>,
  asked: { readonly repository: string; readonly hash: string; readonly trust: true | string | undefined },
): Promise<TrustSaid> {
  const { repository, hash, trust: yes } = asked;
  const home = await owner.home.state();
  if (home.trusted.has(trustKey(repository, hash))) return 'before';
  if (yes !== true && yes !== hash) return 'no';
  await owner.home.record({ type: 'commands.trusted', repository, hash, by });
  return 'now';
}
