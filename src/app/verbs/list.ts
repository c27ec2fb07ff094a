// The runs of a home: open ones first, then the newest that have ended.

import type { RunSummary } from '../../views/run/summary.ts';
import { ownerAlive } from '../home/owner-alive.ts';
import { UserError } from '../ending/user-error.ts';
import { inOrder, renderList } from '../words/list-text.ts';
import type { Next } from '../words/next.ts';
import { nextFor, nextLine } from '../words/next.ts';
import type { ListInput } from './schemas/reads.ts';
import type { Look, LookContext } from './verb.ts';

/** Of those that have ended, where nobody asks for all. */
export const endedMax = 10;

export interface Listed {
  readonly runs: readonly RunSummary[];
  /** With those that are not shown. */
  readonly total: number;
  /** Whether a process owns the home: without one nothing runs, whatever was begun. */
  readonly owned: boolean;
  /** What can be done about the first of them. */
  readonly next: readonly Next[];
}

export const list: Look<ListInput, Listed> = {
  look: async (context, { all = false, repository: word, dir }) => {
    const { journal, places } = context;
    const repository = await repositoryNamed(context, word, dir);
    const found = (await journal?.summaries(repository === undefined ? {} : { repository })) ?? [];
    const runs = inOrder(found, all ? found.length : endedMax);
    const [first] = runs;
    const inbox = (await journal?.inbox()) ?? [];
    return {
      runs,
      total: found.length,
      owned: await ownerAlive(places),
      next:
        first === undefined
          ? []
          : nextFor(
              first,
              inbox.filter((item) => item.run === first.run),
            ),
    };
  },
  words: ({ runs, total, owned, next }, { style, width, now }) => {
    if (runs.length === 0) {
      return {
        talk: 'There is no run yet. Start one with `slipway run "what you want"`, or see `slipway demo`.\n',
      };
    }
    const more = total - runs.length;
    return {
      data: renderList(runs, { now, owned, style, width }),
      talk: `${more > 0 ? `${more} more have ended: \`slipway list --all\`\n` : ''}${nextLine(next)}`,
    };
  },
};

/** `here` needs git and much more, so it is loaded only for it. */
async function repositoryNamed(
  { surroundings, places }: LookContext,
  word: string | undefined,
  dir = places.home,
): Promise<string | undefined> {
  if (word !== 'here') return word;
  const { lookHere } = await import('../starting/look-here.ts');
  const checkout = await lookHere(surroundings, dir);
  if ('problem' in checkout) throw new UserError(checkout.problem, checkout.kind);
  return checkout.repository;
}
