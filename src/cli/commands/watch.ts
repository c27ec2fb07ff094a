// `slipway watch`: a run while another process moves it.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { verbs } from '../../app/verbs/table.ts';
import { endingDocument } from '../../app/words/ending.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { Notices } from '../notice.ts';
import { tellWords } from '../print.ts';
import { followed, json } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[RUN]',
  about:
    'Follows a run until it comes to rest: what happens to it, a line each, and the words of the agents at work. It only ' +
    'looks, so another process may move the run meanwhile, and Ctrl-C stops nothing but the watching. It ends as ' +
    '`slipway resume` would: with where the run is, and an exit code for it. Without RUN it is the newest run of the repository you are in.',
  examples: ['slipway watch', 'slipway watch r-4f8zk2mq'],
  options: {},
  wordsMax: 1,
  run: watch,
};

async function watch(context: CommandContext): Promise<Exit> {
  const { io } = context;
  let exit: Exit = 'done';
  let run = '';
  const input = { run: context.words[0], dir: context.dir };
  const ended = await followed(context, verbs.watch, input, (item, words) => {
    if (item.type === 'found') ({ run } = item);
    if (item.type === 'rest') {
      const { ending, moved, owned } = item;
      if (moved && owned) new Notices(io).atEnding(ending);
      if (context.json) io.out(json(endingDocument(ending)));
      exit = item.exit;
    }
    tellWords(io, words, context.json);
  });
  if (ended !== undefined) io.err(`Stopped watching. Run ${run} goes on in the process that owns it.\n`);
  return ended ?? exit;
}
