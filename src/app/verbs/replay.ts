// A recorded run decided once more by the code of today: whether it comes to the same journal, and else where not.

import { forTerminal } from '../../screening/terminal.ts';
import { plural, short } from '../../views/words/words.ts';
import { replay as replayed } from '../replaying/decide-again.ts';
import type { Told } from '../replaying/difference-words.ts';
import { toldOf } from '../replaying/difference-words.ts';
import type { Look } from './verb.ts';
import type { WhichRun } from './which-run.ts';
import { runSeen } from './which-run.ts';

export interface ReplayShown {
  readonly run: string;
  readonly same: boolean;
  readonly events: number;
  readonly decided: number;
  readonly taken: number;
  readonly head: string;
  /** The head of what was decided now; another one where there is a difference. */
  readonly now: string;
  readonly difference?: Told;
}

export const replay: Look<WhichRun, ReplayShown> = {
  look: async (context, input) => {
    const { summary, journal } = await runSeen(context, input);
    const { difference, ...counts } = replayed(await journal.read(`run/${summary.run}`));
    return {
      run: summary.run,
      same: difference === undefined && counts.now === counts.head,
      ...counts,
      ...(difference === undefined ? {} : { difference: toldOf(difference) }),
    };
  },
  words: ({ run, events, decided, taken, head, difference }, { style }) => ({
    data:
      difference === undefined
        ? `${style.green('same')}  run ${run}: ${plural(events, 'event')}, ${plural(decided, 'decision')} taken again, head ${short(head)}\n`
        : `${style.red('other')}  run ${run}, event ${difference.seq} of ${events}\n${placeWords(difference)}`,
    ...(taken === 0
      ? {}
      : {
          talk: `${plural(taken, 'decision')} could not be taken again, because the journal does not keep the answer that was judged: as recorded.\n`,
        }),
  }),
  exit: ({ same }) => (same ? 'done' : 'refused'),
};

function placeWords({ seq, why, recorded, now, parts }: Told): string {
  const lines =
    why === 'altered'
      ? [
          `Event ${seq} is not the one that was written: its content does not match its hash.`,
          'Nothing behind it was compared. `slipway verify` says more.',
        ]
      : [
          ...(parts === undefined
            ? []
            : [`differs in ${parts.at}: ${parts.recorded} then, ${parts.now} now`]),
          'The run is not touched by it: what was decided stands, and only runs to come are decided so.',
        ];
  return [`recorded  ${recorded}`, `now       ${now}`, ...lines]
    .map((line) => `${forTerminal(line)}\n`)
    .join('');
}
