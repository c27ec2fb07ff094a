// What waits for a person, what moves and what was done today: the home of the page.

import { duration } from '../../views/words/words.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { InboxShown } from '../../views/page/inbox.ts';
import { inboxOf } from '../../views/page/inbox.ts';
import { whoDrives } from '../home/who-drives.ts';
import type { InboxInput } from './schemas/page.ts';
import type { Look } from './verb.ts';

/** Of each group: more is on the page of the runs. */
const entriesMax = 50;

export const inbox: Look<InboxInput, InboxShown> = {
  look: async ({ journal, places, driven, clock }, { repository }) => {
    const [all, open, { drives }] = await Promise.all([
      journal?.summaries() ?? [],
      journal?.inbox() ?? [],
      whoDrives(places, driven),
    ]);
    const summaries = all.filter((item) => repository === undefined || item.repository === repository);
    return inboxOf({ summaries, gates: open, drives, now: clock.now(), entriesMax });
  },
  words: ({ waiting, groups }, { now }) => ({
    data: groups
      .filter(({ entries }) => entries.length > 0)
      .map(({ heading, entries }) => {
        const lines = entries.map(
          ({ summary, gate, since }) =>
            `  ${summary.run}  ${forTerminal(summary.title)}  ${gate?.name ?? summary.status}, ${duration(now - since)}\n`,
        );
        return `${heading}\n${lines.join('')}`;
      })
      .join('\n'),
    ...(waiting === 0 ? { talk: 'Nothing waits for a person.\n' } : {}),
  }),
};
