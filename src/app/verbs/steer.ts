// Orders about a run as a whole: tell, pause, resume, retry, cancel, skip, and having it moved.

import type { RunSummary } from '../../views/run/summary.ts';
import type { Run } from '../../core/run.ts';
import { findRun } from '../home/reader.ts';
import { UserError } from '../ending/user-error.ts';
import { nextLine } from '../words/next.ts';
import type { Ordered } from './ordered.ts';
import {
  keepWords,
  meant,
  orderedAt,
  orderedExit,
  orderedWords,
  orderOn,
  stateOf,
  submit,
} from './ordered.ts';
import type { CancelInput, RetryInput, TellInput, WakeInput } from './schemas/steer.ts';
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
    const notes: string[] = [];
    const note = await keepWords(context, text, notes);
    const about = task === undefined ? {} : { task };
    const ordered = await orderOn(context, which, () => ({
      type: 'run.tell',
      by: context.by,
      note,
      ...about,
    }));
    return { ...ordered, notes, note, ...about };
  },
  words: ({ run, ending, notes }) => ({
    talk:
      notes.map((line) => `${line}\n`).join('') +
      `Told. It reaches the agents of run ${run} from their next attempt on.\n${nextLine(ending.next)}`,
  }),
};

export const pause: Order<WhichRun, Ordered> = {
  order: (context, input) => orderOn(context, input, () => ({ type: 'run.pause', by: context.by })),
  words: orderedWords,
  exit: meant('awaits-person'), // waiting for you is what was asked for
};

export const retry: Order<RetryInput, Ordered> = {
  order: (context, { comment, ...which }) =>
    orderOn(context, which, async (_run, notes) => ({
      type: 'run.retry',
      by: context.by,
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
}

export const resume: Order<WhichRun, Resumed> = {
  order: async (context, input) => {
    const { owner, tools } = context;
    if (input.run !== undefined) {
      const { run } = await findRun(owner.journal, input.run, hereOf(tools.places, input.dir));
      return { runs: [await resumeOne(context, run)] };
    }
    const open = await openRuns(context);
    const [only, ...others] = open;
    if (only !== undefined && others.length === 0) return { runs: [await resumeOne(context, only.run)] };
    await Promise.all(open.map(({ run }) => owner.runs.load(run)));
    const before = new Map(open.map(({ run }) => [run, owner.runs.seq(run)]));
    await owner.engine.recover();
    return { runs: await Promise.all(open.map(({ run }) => orderedAt(context, run, before.get(run) ?? 0))) };
  },
  words: ({ runs }, paper) => {
    if (runs.length === 0) return { talk: 'No run waits to be taken up.\n' };
    const told = runs.map((ordered) => orderedWords(ordered, paper));
    return {
      data: told.map(({ data }) => data ?? '').join(''),
      talk: told.map(({ talk }) => talk ?? '').join(''),
    };
  },
};

/** Those that can go on by themselves or were paused, the oldest first. */
async function openRuns({ owner }: OrderContext): Promise<readonly RunSummary[]> {
  const open = await owner.journal.summaries({ open: true });
  return open
    .filter(({ status }) => status === 'running' || status === 'waiting')
    .toSorted((a, b) => a.startedAt - b.startedAt);
}

async function resumeOne(context: OrderContext, run: string): Promise<Ordered> {
  const state = await stateOf(context, run);
  mayGoOn(state);
  const before = context.owner.runs.seq(run);
  if (state.paused) await submit(context, run, { type: 'run.resume', by: context.by });
  else await context.owner.engine.recover(run);
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

/** Whoever looks on sees to it that somebody moves what they look at. */
export const wake: Order<WakeInput, { readonly run: string }> = {
  order: async ({ owner }, { run }) => {
    await owner.engine.recover(run);
    return { run };
  },
  words: () => ({}),
};
