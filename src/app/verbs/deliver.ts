// The two orders that bring a change to where it belongs, each for the head that whoever orders it has seen (DECIDE-1).

import type { Run } from '../../core/run.ts';
import { headsOf } from '../../core/run.ts';
import { UserError } from '../ending/user-error.ts';
import type { Tools } from '../parts.ts';
import { refusalWords } from '../words/refusal-words.ts';
import { nowWords } from '../words/unseen-words.ts';
import { mergeGate, seenAt } from './decide.ts';
import { codeSpent, needsCode } from './needs-code.ts';
import type { Ordered } from './ordered.ts';
import { orderedExit, orderedWords, orderOn } from './ordered.ts';
import type { LandInput } from './schemas/deliver.ts';
import type { Order, OrderContext } from './verb.ts';
import type { WhichRun } from './which-run.ts';

export interface MergeInput extends WhichRun {
  /** Of a person, for whoever comes through MCP. */
  readonly code?: string | undefined;
}

export const merge: Order<MergeInput, Ordered> = {
  order: async (context, { code, ...which }) => {
    let asks: string | undefined;
    const ordered = await orderOn(context, which, async (run) => {
      const head = headSeen(context, run, 'merge');
      const gate = mergeGate(run);
      asks = gate?.id;
      await needsCode(context, run, { gate, seen: gate?.digest ?? '', code });
      return { type: 'run.merge', by: context.by, head };
    });
    await codeSpent(context, { run: ordered.run, gate: asks });
    return ordered;
  },
  words: orderedWords,
  exit: orderedExit,
};

export const land: Order<LandInput, Ordered> = {
  order: (context, { how = 'branch', ...which }) =>
    orderOn(context, which, async (run) => {
      const more = how === 'fast-forward' ? ' --ff' : '';
      const head = headSeen(context, run, 'land', more);
      await mustBeLandable(context.tools, run, how);
      return { type: 'run.land', by: context.by, head, how };
    }),
  words: orderedWords,
  exit: orderedExit,
};

export const revert: Order<WhichRun, Ordered> = {
  order: (context, which) => orderOn(context, which, () => ({ type: 'run.revert', by: context.by })),
  words: orderedWords,
  exit: orderedExit,
};

/** Where the merge is asked about, the head that was seen; else there is nothing to see, and the run says what it lacks. */
function headSeen({ seen }: OrderContext, run: Run, verb: string, more?: string): string {
  const gate = mergeGate(run);
  if (
    gate === undefined ||
    seenAt(run, gate, { seen, verb, ...(more === undefined ? {} : { more }) }) === gate.digest
  ) {
    return headsOf(run);
  }
  const refusal = { refused: 'subject-changed', gate: gate.id, seen: seen ?? '', now: gate.digest } as const;
  throw new UserError(`${refusalWords(refusal, run.id)}${nowWords(run)}`, 'refused');
}

/** A merge cannot be taken back, so what would keep the change out of the user's repository is found before it. */
async function mustBeLandable(
  { workspaces }: Tools,
  run: Run,
  how: 'branch' | 'fast-forward',
): Promise<void> {
  const { branch } = run;
  if (run.ended !== undefined || branch === undefined) return;
  for (const { repository, base, head, pullRequest } of run.repositories) {
    // Whether it can be merged at all is for the run to say.
    if (pullRequest === undefined || pullRequest.merged !== undefined) continue;
    const request = { how, branch, target: base.branch, commit: head.commit };
    const answer = await workspaces.canLand(repository, request);
    if (!answer.ok) throw new UserError(`Nothing was merged. ${answer.detail}`, 'refused');
  }
}
