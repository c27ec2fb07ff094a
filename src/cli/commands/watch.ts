// `slipway watch`: a run while another process moves it.

import type { Exit } from '../../app/exit-codes.ts';
import { findRun } from '../../app/reader.ts';
import { openTexts } from '../../app/texts.ts';
import { transcriptDialects } from '../../app/transcript-dialects.ts';
import { must } from '../../core/run.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import type { CommandSpec, Io } from '../command.ts';
import { endingOf, tellEnding } from '../ending.ts';
import { lookOn, tellUnowned } from '../look-on.ts';
import { Notices } from '../notice.ts';
import { Watch } from '../progress/watch.ts';
import { hereOf, journalOf, reading } from '../reading.ts';
import { exitOf, isAtRest } from '../../app/words/rest.ts';
import { Unread } from '../unread.ts';
import { Watcher } from '../watcher.ts';

export const command: CommandSpec = {
  usage: '[RUN]',
  about:
    'Follows a run until it comes to rest: what happens to it, a line each, and the words of the agents at work. It only ' +
    'looks, so another process may move the run meanwhile, and Ctrl-C stops nothing but the watching. It ends as ' +
    '`slipway resume` would: with where the run is, and an exit code for it. Without RUN it is the newest run of the repository you are in.',
  examples: ['slipway watch', 'slipway watch r-4f8zk2mq'],
  options: {},
  wordsMax: 1,
  run: (context) =>
    reading(context, async (home) => {
      const { io } = context;
      const clock = systemClock();
      const { run } = await findRun(home.journal, context.words[0], hereOf(context));
      const unread = new Unread(await openTexts(home.places), {
        run,
        raw: false,
        dialects: transcriptDialects,
      });
      const watcher = new Watcher(io, new Watch(() => journalOf(home), run), unread);
      const stateNow = () => must(watcher.tracked, 'a run that was found has events').run;
      await watcher.begin(clock.now());
      const hasMoved = !isAtRest(stateNow());
      const looked = await lookOn({ io, home, clock }, async () => {
        await watcher.look();
        return isAtRest(stateNow());
      });
      if (looked !== 'over' && looked !== 'unowned') return stopped(io, run, looked);
      if (looked === 'unowned') tellUnowned(io, run);
      else if (hasMoved) new Notices(io).atRest(stateNow());
      tellEnding(io, context.json, endingOf(stateNow(), clock.now()));
      return exitOf(stateNow());
    }),
};

function stopped(io: Io, run: string, exit: Exit): Exit {
  io.err(`Stopped watching. Run ${run} goes on in the process that owns it.\n`);
  return exit;
}
