// `slipway list`: the runs of this home.

import { endedMax } from '../../app/verbs/list.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { CommandSpec } from '../command.ts';
import { show } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[--all] [--repository here|NAME]',
  about:
    'Lists the runs of this home: open ones first, then the newest that have ended. ' +
    'In the column SPEND, "$0.42+3?" is 42 cents and 3 launches whose cost is unknown.',
  examples: ['slipway list', 'slipway list --all --repository here', 'slipway list --json'],
  options: {
    all: { type: 'boolean', describe: `every run, not only the ${endedMax} newest that have ended` },
    repository: {
      type: 'string',
      value: 'NAME',
      describe: 'runs of one repository, as the column has it; `here` is the one you are in',
    },
  },
  wordsMax: 0,
  run: (context) => {
    const { flag, value, dir } = context;
    const input = { all: flag('all'), repository: value('repository'), dir };
    return show(context, verbs.list, input, ({ runs, total, owned, overdue }) => ({
      runs,
      total,
      owned,
      ...(overdue && { overdue }),
    }));
  },
};
