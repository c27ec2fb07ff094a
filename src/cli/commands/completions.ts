// `slipway completions`: a script that lets a shell complete commands, options and the ids of runs.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { UserError } from '../../app/ending/user-error.ts';
import { verbs } from '../../app/verbs/table.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { looking } from '../reading.ts';

const usage = '[bash | zsh | fish | runs]';

export const command: CommandSpec = {
  usage,
  about:
    'Prints a script with which your shell completes commands, options, files and the ids of runs when you press Tab. It is made from the ' +
    'commands of this version: load it anew at each start of the shell, or write it again after an update. `runs` prints what it asks for then, a run a line.',
  examples: [
    'source <(slipway completions bash)',
    'slipway completions fish > ~/.config/fish/completions/slipway.fish',
  ],
  options: {},
  wordsMax: 1,
  run: async (context) => {
    const [word] = context.words;
    if (word === 'runs') return runs(context);
    const { scriptFor, shells } = await import('../completing/scripts.ts');
    const shell = shells.find((name) => name === word);
    if (shell === undefined) {
      const what =
        word === undefined ? 'Name your shell' : `There are no completions for ${forTerminal(word)}`;
      throw new UserError(`${what}. Usage: slipway completions ${usage}`, 'usage');
    }
    const { offersOf } = await import('../completing/offers.ts');
    context.io.out(scriptFor(shell, await offersOf(context.commands)));
    return 'done';
  },
};

async function runs(context: CommandContext): Promise<Exit> {
  const listed = await looking(context, verbs.list, { all: true });
  for (const { run, title } of listed.runs) {
    context.io.out(`${run}\t${forTerminal(title).replaceAll(/\s+/g, ' ')}\n`);
  }
  return 'done';
}
