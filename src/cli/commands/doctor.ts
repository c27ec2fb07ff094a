// `slipway doctor`: what works here and what does not.

import { verbs } from '../../app/verbs/table.ts';
import type { CommandSpec } from '../command.ts';
import { show } from '../reading.ts';

export const command: CommandSpec = {
  usage: '',
  about:
    'Looks at Node, git, SQLite, the home, the repository you are in, its configuration, agents and checks, and says ' +
    'what to do where something is missing. Changes nothing. Ends with 4 where something has to be done first.',
  examples: ['slipway doctor', 'slipway -C ~/src/project doctor --json'],
  options: {},
  wordsMax: 0,
  run: (context) => show(context, verbs.doctor, { dir: context.dir }),
};
