// What waits for a person, in every run of a home.

import type { InboxItem } from '../../views/run/summary.ts';
import { renderGates } from '../words/gates-text.ts';
import type { GatesInput } from './schemas/reads.ts';
import type { Look } from './verb.ts';

export interface Inbox {
  readonly gates: readonly InboxItem[];
}

export const gates: Look<GatesInput, Inbox> = {
  look: async ({ journal }, { run }) => {
    const open = (await journal?.inbox()) ?? [];
    return { gates: run === undefined ? open : open.filter((item) => item.run === run) };
  },
  words: ({ gates: open }, { now, style }) =>
    open.length === 0
      ? { talk: 'Nothing waits for a person. `slipway list` shows the runs.\n' }
      : { data: renderGates(open, { now, style }) },
};
