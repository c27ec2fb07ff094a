// A run while somebody moves it: what happens to it and what its agents say, until it comes to rest.

import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import { timeOfDay } from '../../views/words/words.ts';
import type { Exit } from '../ending/exit-codes.ts';
import { openTexts } from '../home/texts.ts';
import { transcriptDialects } from '../agents/transcript-dialects.ts';
import { lookOn, unownedWords } from '../watching/look-on.ts';
import { Unread } from '../watching/unread.ts';
import { Watch } from '../watching/watch.ts';
import type { Sight } from '../watching/watcher.ts';
import { Watcher } from '../watching/watcher.ts';
import type { Ending } from '../words/ending.ts';
import { endingOf, endingText } from '../words/ending.ts';
import { nextLines } from '../words/next.ts';
import { exitOf, isAtRest } from '../words/rest.ts';
import type { Subscription } from './verb.ts';
import type { WhichRun } from './which-run.ts';
import { runSeen } from './which-run.ts';

export type WatchItem =
  /** The first one: which run was meant. */
  | { readonly type: 'found'; readonly run: string }
  | Sight
  /** The last one. `moved`: the run was at work when it was first looked at; `owned`: or nobody works on it now. */
  | {
      readonly type: 'rest';
      readonly run: string;
      readonly ending: Ending;
      readonly exit: Exit;
      readonly moved: boolean;
      readonly owned: boolean;
    };

export const watch: Subscription<WhichRun, WatchItem> = {
  follow: async function* follow(context, input, gone) {
    const { places, clock } = context;
    const { summary, journal } = await runSeen(context, input);
    const { run } = summary;
    yield { type: 'found', run };
    const heard = { run, raw: false, dialects: transcriptDialects };
    const texts = await openTexts(places);
    const watcher = new Watcher(new Watch(() => journal, run, texts.get), new Unread(texts, heard));
    const stateNow = (): Run => must(watcher.tracked, 'a run that was found has events').run;
    yield* await watcher.begin(clock.now());
    const moved = !isAtRest(stateNow());
    const looked = yield* lookOn(context, gone, {
      run,
      look: () => watcher.look(),
      isOver: () => isAtRest(stateNow()),
    });
    if (looked === 'gone') return;
    const owned = looked === 'over';
    const ending = endingOf(stateNow(), watcher.lastAt ?? clock.now(), owned);
    yield { type: 'rest', run, ending, exit: exitOf(stateNow()), moved, owned };
  },
  words: (item, { style }) => {
    switch (item.type) {
      case 'found':
        return {};
      case 'event':
        return { talk: `${timeOfDay(item.at)}  ${item.words}\n` };
      case 'words':
        return { talk: `  ${item.who} | ${item.line}\n` };
      case 'rest': {
        const { ending, run, owned } = item;
        const next = ending.next.length === 0 ? '' : `Next:\n${nextLines(ending.next)}`;
        return { data: endingText(ending, style), talk: `${owned ? '' : unownedWords(run)}${next}` };
      }
    }
  },
};
