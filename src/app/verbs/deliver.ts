// The two orders that bring a change to where it belongs, each for the head the run has now.

import { headsOf } from '../../core/run.ts';
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
    orderOn(context, which, (run) => ({
      type: 'run.land',
      by: context.by,
      head: headsOf(run),
      how,
    })),
  words: orderedWords,
  exit: orderedExit,
};
