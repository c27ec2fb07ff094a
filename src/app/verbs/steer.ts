// Orders about a run as a whole: tell, pause, resume, retry, cancel, skip, and having it moved.

import { JournalDamaged } from '../../journal/journal.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import type { Level } from '../../core/roles/modes.ts';
import type { Run } from '../../core/run.ts';
import type { Giving } from '../home/environments.ts';
import { findRun, meantHere } from '../home/reader.ts';
import { UserError } from '../ending/user-error.ts';
import { levelHere, refuseWeaker } from '../starting/level-here.ts';
import type { Ending } from '../words/ending.ts';
import { endingOf } from '../words/ending.ts';
import { saidOf } from '../words/run-said.ts';
import { nextLine } from '../words/next.ts';
import { missingConsent } from '../starting/level-consent.ts';
import { onceAtHome } from './once-at-home.ts';
import type { Ordered } from './ordered.ts';
import {
  equip,
  keepWords,
  meant,
  orderedAt,
  orderedExit,
  orderedWords,
  orderOn,
  runMeant,
  stateOf,
  submit,
  takenBefore,
} from './ordered.ts';
import type {
  CancelInput,
  ConsentInput,
  ResumeInput,
  RetryInput,
  TellInput,
  WakeInput,
} from './schemas/steer.ts';
import type { Order, OrderContext } from './verb.ts';
import type { WhichRun } from './which-run.ts';
import { hereOf } from './which-run.ts';

export interface Noted extends Ordered {
  /** The blob of what was said. */
  readonly note: string;
  readonly task?: string | undefined;
}

export const tell: Order<TellInput, Noted> = {
  order: async (context, { text, task, ...which }) => {
    if (text.trim() === '') {
      throw new UserError('Say what the agents should know: slipway tell "..."', 'usage');
    }
    const notes: string[] = [];
    const note = await keepWords(context, text, notes);
    const about = task === undefined ? {} : { task };
    const told = { type: 'run.tell', by: context.by, note, ...about } as const;
    const ordered = await orderOn(context, which, () => told, 'nothing');
    return { ...ordered, ending: await endingHere(context, ordered.run), notes, note, ...about };
  },
  words: ({ run, ending, notes }) => ({
    talk:
      notes.map((line) => `${line}\n`).join('') +
      `Told. It reaches the agents of run ${run} from their next attempt on.\n${leftWords(ending)}${nextLine(ending.next)}`,
  }),
};

/** A note moves nothing, so the run may be one that nobody works on. */
async function endingHere(context: OrderContext, run: string): Promise<Ending> {
  const { owner, tools } = context;
  const driven = owner.engine.driven().includes(run);
  return endingOf(await stateOf(context, run), tools.clock.now(), driven);
}

function leftWords({ summary, unowned }: Ending): string {
  return saidOf(summary, unowned !== true).interrupted === true
    ? `Nobody works on it now: \`slipway resume ${summary.run}\` takes it up.\n`
    : '';
}

export const pause: Order<WhichRun, Ordered> = {
  order: (context, input) => orderOn(context, input, () => ({ type: 'run.pause', by: context.by })),
  words: orderedWords,
  exit: meant('awaits-person'), // waiting for you is what was asked for
};

export const retry: Order<RetryInput, Ordered> = {
  order: (context, { comment, from, ...which }) =>
    orderOn(context, which, async (_run, notes) => ({
      type: 'run.retry',
      by: context.by,
      ...(from === undefined ? {} : { from }),
      ...(comment === undefined ? {} : { comment: await keepWords(context, comment, notes) }),
    })),
  words: orderedWords,
  exit: orderedExit,
};

export const cancel: Order<CancelInput, Ordered> = {
  order: (context, { comment, discard = false, ...which }) =>
    orderOn(context, which, async (_run, notes) => ({
      type: 'run.cancel',
      by: context.by,
      discard,
      ...(comment === undefined ? {} : { comment: await keepWords(context, comment, notes) }),
    })),
  words: orderedWords,
  exit: meant('ended-badly'), // cancelled is what was asked for
};

export const skip: Order<WhichRun, Ordered> = {
  order: (context, input) => orderOn(context, input, () => ({ type: 'coverage.skip', by: context.by })),
  words: orderedWords,
  exit: orderedExit,
};

/** What was taken up; nothing, where nothing waits for it. */
export interface Resumed {
  readonly runs: readonly Ordered[];
  /** Runs of other repositories that could be taken up too, where nobody named one. */
  readonly elsewhere: number;
}

export const resume: Order<ResumeInput, Resumed> = {
  order: async (context, input) => {
    const { owner, tools } = context;
    if (context.taken.length > 0) {
      const again = await Promise.all(context.taken.map((run) => takenBefore(context, run)));
      return { runs: again, elsewhere: 0 };
    }
    const here = hereOf(tools.places, input.dir);
    const how = input.without === true ? 'without' : 'anew';
    if (input.run !== undefined) {
      const summary = await findRun(owner.journal, input.run, here);
      return { runs: [await resumeOne(context, summary, how)], elsewhere: 0 };
    }
    const all = await owner.journal.summaries();
    const meant = new Set(meantHere(all, here).map(({ run }) => run));
    const open = all.filter(canGoOn).toSorted((a, b) => a.startedAt - b.startedAt);
    const runs: Ordered[] = [];
    const mine = open.filter((summary) => meant.has(summary.run));
    let damage: unknown;
    for (const summary of mine) {
      try {
        runs.push(await resumeOne(context, summary, how));
      } catch (error) {
        // The others are taken up all the same, and then it is said.
        if (!(error instanceof JournalDamaged)) throw error;
        damage ??= error;
      }
    }
    if (damage !== undefined) throw damage;
    return { runs, elsewhere: open.length - mine.length };
  },
  words: ({ runs, elsewhere }, paper) => {
    if (runs.length === 0) {
      const others = elsewhere === 0 ? '' : ' Runs of other repositories do: `slipway list` shows them.';
      return { talk: `No run of this repository waits to be taken up.${others}\n` };
    }
    const told = runs.map((ordered) => orderedWords(ordered, paper));
    return {
      data: told.map(({ data }) => data ?? '').join(''),
      talk: told.map(({ talk }) => talk ?? '').join(''),
    };
  },
};

/** By itself, or because a person who paused it says so now; an ended one, where something of it is owed. */
function canGoOn({ status, owed }: RunSummary): boolean {
  return status === 'running' || status === 'waiting' || owed === true;
}

async function resumeOne(context: OrderContext, { run, owed }: RunSummary, how: Giving): Promise<Ordered> {
  const state = await stateOf(context, run);
  if (owed !== true) mayGoOn(state);
  const before = context.owner.runs.seq(run);
  if (state.paused) {
    await equip(context, state, how);
    await submit(context, run, { type: 'run.resume', by: context.by });
  } else {
    await equip(context, state, how);
    await context.owner.engine.recover(run);
  }
  return orderedAt(context, run, before);
}

function mayGoOn(run: Run): void {
  if (run.ended !== undefined) {
    throw new UserError(`Run ${run.id} is ${run.ended}; there is nothing to take up.`, 'refused');
  }
  if (run.blocked !== undefined) {
    throw new UserError(
      `Run ${run.id} is blocked (${run.blocked}), and only a person's choice moves it: ` +
        `\`slipway explain ${run.id}\` says why, \`slipway retry ${run.id}\` lets it go on.`,
      'refused',
    );
  }
}

export interface Consented {
  readonly run: string;
  readonly level: Level;
}

/** A person's word that agents may work at this level in the repositories of a run; only where it is wanting. */
export const consent: Order<ConsentInput, Consented> = {
  order: (context, { level, ...which }) =>
    onceAtHome(context, {
      kept: () => import('./schemas/kept.ts').then((file) => file.consented),
      first: async (take) => {
        const run = await runMeant(context, which);
        refuseWeaker(await levelHere(context.tools), [{ level, by: '--level' }]);
        const isMissing = (await missingConsent(context, run)) !== undefined;
        const { by } = context;
        const said = run.repositories.map(
          ({ repository }) => ({ type: 'level.consented', repository, level, by }) as const,
        );
        await take({ run: run.id, level }, ...(isMissing ? said : []));
        return { run: run.id, level };
      },
      again: (came) => Promise.resolve(came),
    }),
  words: () => ({}),
};

/** Whoever looks on sees to it that somebody moves what they look at; twice is once, so nothing is remembered of it. */
export const wake: Order<WakeInput, { readonly run: string }> = {
  order: async (context, { run, only }) => {
    const state = await stateOf(context, run);
    if (only === 'hand-outs') context.owner.engine.handOut(run);
    else {
      await equip(context, state);
      await context.owner.engine.recover(run);
    }
    return { run };
  },
  words: () => ({}),
};
