// The two orders that bring a change to where it belongs, each for the head the run has now.

import type { Run } from '../../core/run.ts';
import { headsOf } from '../../core/run.ts';
import { UserError } from '../ending/user-error.ts';
import type { Tools } from '../parts.ts';
import type { Ordered } from './ordered.ts';
import { orderedExit, orderedWords, orderOn } from './ordered.ts';
import type { LandInput } from './schemas/deliver.ts';
import type { Order } from './verb.ts';
import type { WhichRun } from './which-run.ts';

export const merge: Order<WhichRun, Ordered> = {
  order: (context, input) =>
    orderOn(context, input, (run) => ({ type: 'run.merge', by: context.by, head: headsOf(run) })),
  words: orderedWords,
  exit: orderedExit,
};

export const land: Order<LandInput, Ordered> = {
  order: (context, { how = 'branch', ...which }) =>
    orderOn(context, which, async (run) => {
      await mustBeLandable(context.tools, run, how);
      return { type: 'run.land', by: context.by, head: headsOf(run), how };
    }),
  words: orderedWords,
  exit: orderedExit,
};

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
