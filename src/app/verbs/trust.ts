// A person's trust in the commands of a repository: asked for before anything of it runs on this machine, once for exactly these
// commands (HOME-2). A run asks for it when it starts; who only wants the checks tried asks here, and what is said holds for both.

import { trustKey } from '../../core/home.ts';
import { checksHere } from '../starting/checks-here.ts';
import { commandsText } from '../words/opening.ts';
import type { TrustInput } from './schemas/checks.ts';
import type { Order, OrderContext } from './verb.ts';

export interface Trusted {
  readonly status: 'trusted' | 'not-trusted';
  readonly commands: readonly string[];
  readonly commandsHash: string;
}

export const trust: Order<TrustInput, Trusted> = {
  order: async (context, input) => {
    const { checkout, commands, commandsHash } = await checksHere(context.tools, input.dir);
    const said = await trustSaid(context, {
      repository: checkout.repository,
      hash: commandsHash,
      trust: input.trust,
    });
    return { status: said === 'no' ? 'not-trusted' : 'trusted', commands, commandsHash };
  },
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

/** Whether it was said before, now, or not at all. */
export type Said = 'before' | 'now' | 'no';

/** HOME-2: exactly these commands, once for each repository. A yes to others is no yes. */
export async function trustSaid(
  { owner, by }: Pick<OrderContext, 'owner' | 'by'>,
  asked: { readonly repository: string; readonly hash: string; readonly trust: true | string | undefined },
): Promise<Said> {
  const { repository, hash, trust: yes } = asked;
  const home = await owner.home.state();
  if (home.trusted.has(trustKey(repository, hash))) return 'before';
  if (yes !== true && yes !== hash) return 'no';
  await owner.home.record({ type: 'commands.trusted', repository, hash, by });
  return 'now';
}
