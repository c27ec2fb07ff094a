// `slipway retry`: a blocked run goes on.

import { UserError } from '../../app/ending/user-error.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import { stageNames } from '../../core/pipeline/stage.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { CommandSpec } from '../command.ts';
import { levelOption } from '../consent-asking.ts';
import { commentOption } from '../gate-options.ts';
import { orderRun } from '../moving.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--comment TEXT] [--from STAGE] [--level LEVEL]',
  about:
    'Lets a blocked run go on at the stage it is in: what gave up is tried afresh, every loop gets one more round, and\n' +
    'your words go along. With --from it begins again at an earlier stage, analysis or planning, with what was found since:\n' +
    'accepted tasks stay, and what is planned is asked about as before.',
  examples: [
    'slipway retry --comment "The test server is up again"',
    'slipway retry --from planning --comment "Keep the old flag"',
  ],
  options: {
    comment: commentOption,
    from: { type: 'string', value: 'STAGE', describe: 'begin again at this earlier stage' },
    level: levelOption,
  },
  wordsMax: 1,
  run: (context) =>
    orderRun(context, verbs.retry, {
      run: context.words[0],
      dir: context.dir,
      comment: context.value('comment'),
      from: stageIn(context.value('from')),
    }),
};

function stageIn(word: string | undefined): StageName | undefined {
  if (word === undefined) return undefined;
  const stage = stageNames.find((name) => name === word);
  if (stage !== undefined) return stage;
  throw new UserError(
    `There is no stage '${forTerminal(word)}'. A run can begin again at analysis or planning.`,
    'usage',
  );
}
