// `slipway doctor`: what works here and what does not.

import { diagnose } from '../../app/diagnose.ts';
import type { CommandSpec } from '../command.ts';
import { json } from '../reading.ts';
import { renderDiagnosis } from '../../app/words/doctor-text.ts';
import { styleOf } from '../../app/words/style.ts';
import { plural } from '../../views/words/words.ts';

export const command: CommandSpec = {
  usage: '',
  about:
    'Looks at Node, git, SQLite, the home, the repository you are in, its configuration, agents and checks, and says ' +
    'what to do where something is missing. Changes nothing. Ends with 4 where something has to be done first.',
  examples: ['slipway doctor', 'slipway -C ~/src/project doctor --json'],
  options: {},
  wordsMax: 0,
  run: async (context) => {
    const { io } = context;
    const found = await diagnose(context.surroundings, context.dir, process.version);
    const failed = found.filter((item) => item.level === 'fail').length;
    if (context.json) io.out(json({ ok: failed === 0, found }));
    else io.out(renderDiagnosis(found, styleOf(io.outColors)));
    if (!context.json) {
      io.err(
        failed === 0
          ? 'Next: slipway run "what you want"\n'
          : `${plural(failed, 'thing')} to put right before a run can start here.\n`,
      );
    }
    return failed === 0 ? 'done' : 'missing';
  },
};
