// The runs of a home: open ones first, then the newest that have ended.

import type { RunSummary } from '../../views/run/summary.ts';
import { lostWords } from '../home/reader.ts';
import type { Overdue } from '../home/overdue.ts';
import { overdueIn } from '../home/overdue.ts';
import { whoDrives } from '../home/who-drives.ts';
import { UserError } from '../ending/user-error.ts';
import { inOrder, nameOf, renderList } from '../words/list-text.ts';
import type { RunSaid } from '../words/run-said.ts';
import { saidOf } from '../words/run-said.ts';
import type { Next } from '../words/next.ts';
import { nextFor, nextLine } from '../words/next.ts';
import { overdueWords } from '../words/overdue-words.ts';
import type { ListInput } from './schemas/reads.ts';
import type { Look, LookContext } from './verb.ts';

/** Of those that have ended, where nobody asks for all. */
export const endedMax = 10;

export interface Listed {
  readonly runs: readonly RunSaid[];
  /** With those that are not shown. */
  readonly total: number;
  /** Of every repository and status. */
  readonly every: number;
  /** Of every run, by the one that moved last. */
  readonly repositories: readonly string[];
  /** Whether a process owns the home; it need not work on all that was begun. */
  readonly owned: boolean;
  /** What can be done about the first of them. */
  readonly next: readonly Next[];
  /** Their time has come, and nobody looks after them. */
  readonly overdue?: readonly Overdue[] | undefined;
  /** Written down outside the database, and not shown by it. */
  readonly lost?: readonly string[] | undefined;
}

export const list: Look<ListInput, Listed> = {
  look: async (context, { all = false, repository: word, dir, status, words = '', most }) => {
    const { journal, places } = context;
    const everywhere = (await journal?.summaries()) ?? [];
    const repository = word === 'here' ? await repositoryAt(context, dir) : repositoryNamed(word, everywhere);
    const found = everywhere.filter(
      (item) =>
        (repository === undefined || item.repository === repository) &&
        (status === undefined || item.status === status) &&
        (words === '' || holds(item, words.toLowerCase())),
    );
    const runs = inOrder(found, all ? found.length : endedMax).slice(0, most);
    const [first] = runs;
    const inbox = (await journal?.inbox()) ?? [];
    const { owned, drives } = await whoDrives(places, context.driven);
    const lost = (await journal?.lost()) ?? [];
    const overdue = await overdueIn(journal, { runs: found, inbox, drives, now: context.clock.now() });
    return {
      ...(overdue.length === 0 ? {} : { overdue }),
      ...(lost.length === 0 ? {} : { lost }),
      runs: runs.map((run) => saidOf(run, drives(run.run))),
      total: found.length,
      every: everywhere.length,
      repositories: [...new Set(everywhere.map((item) => item.repository))],
      owned,
      next:
        first === undefined
          ? []
          : nextFor(
              first,
              inbox.filter((item) => item.run === first.run),
              drives(first.run),
            ),
    };
  },
  words: ({ runs, total, next, lost = [], overdue = [] }, { style, width, now }) => {
    const damage = lost.length === 0 ? '' : `${lostWords(lost)}\n`;
    if (runs.length === 0 && damage !== '') return { talk: damage };
    if (runs.length === 0) {
      return {
        talk: 'There is no run yet. Start one with `slipway run "what you want"`, or see `slipway demo`.\n',
      };
    }
    const more = total - runs.length;
    return {
      data: renderList(runs, { now, style, width }),
      talk: `${damage}${overdueWords(overdue, now)}${more > 0 ? `${more} more have ended: \`slipway list --all\`\n` : ''}${nextLine(next)}`,
    };
  },
  exit: ({ lost }) => (lost === undefined ? 'done' : 'refused'),
};

function holds({ title, run, ticket = '' }: RunSummary, words: string): boolean {
  return `${title} ${run} ${ticket}`.toLowerCase().includes(words);
}

/** Its id, or its name where that is enough; what nobody knows has no runs. */
function repositoryNamed(word: string | undefined, runs: readonly RunSummary[]): string | undefined {
  if (word === undefined) return undefined;
  const called = new Set(runs.map((item) => item.repository).filter((id) => nameOf(id) === word));
  const [only, ...others] = called;
  if (called.has(word) || only === undefined) return word;
  if (others.length === 0) return only;
  throw new UserError(`'${word}' could be ${[...called].join(' or ')}. Give the whole of it.`, 'usage');
}

/** It needs git and much more, so that is loaded only for it. */
async function repositoryAt({ surroundings, places }: LookContext, dir = places.home): Promise<string> {
  const { lookHere } = await import('../starting/look-here.ts');
  const checkout = await lookHere(surroundings, dir);
  if ('problem' in checkout) throw new UserError(checkout.problem, checkout.kind);
  return checkout.repository;
}
