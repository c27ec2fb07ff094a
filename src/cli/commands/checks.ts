// `slipway checks`: other commands for the checks of a run whose base cannot be checked.

import { UserError } from '../../app/ending/user-error.ts';
import { verbs } from '../../app/verbs/table.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { CommandContext, CommandSpec, Option } from '../command.ts';
import { orderRun } from '../moving.ts';

const named = ['setup', 'build', 'test', 'lint'] as const;

const commandOf = (name: string): Option => ({
  type: 'string',
  value: 'COMMAND',
  describe: `run this as the check '${name}' in this run`,
});

export const command: CommandSpec = {
  usage: '[RUN] [--setup COMMAND] [--test COMMAND] … [NAME=COMMAND …] [--without NAME,NAME] [--timeout TIME]',
  about:
    'Gives a run that waits because its base cannot be checked other commands, and has the base checked again with them.\n' +
    'Naming one check replaces that one and no other; without any, the base is checked again as it is, once you mended\n' +
    'what was in the way. The commands hold for this run, and the lines for slipway.yaml are printed.',
  examples: [
    "slipway checks --setup 'npm install'",
    "slipway checks r-1a2b --test 'npm run test:unit' --without lint",
    "slipway checks --timeout 30m test-unit='make unit'",
  ],
  options: {
    setup: commandOf('setup'),
    build: commandOf('build'),
    test: commandOf('test'),
    lint: commandOf('lint'),
    without: { type: 'string', value: 'NAMES', describe: 'leave these checks out of this run' },
    timeout: {
      type: 'string',
      value: 'TIME',
      describe: 'how long the named ones may take, such as 90s or 30m',
    },
  },
  wordsMax: 50,
  run: (context) =>
    orderRun(context, verbs.checks, {
      run: runIn(context),
      dir: context.dir,
      commands: commandsIn(context),
      without: namesIn(context.value('without')),
      timeoutMs: timeIn(context.value('timeout')),
    }),
};

/** A word with an equals sign is a check. */
function runIn({ words }: CommandContext): string | undefined {
  const [run, ...others] = words.filter((word) => !word.includes('='));
  if (others.length === 0) return run;
  throw new UserError(
    `'${forTerminal(others[0] ?? '')}' is no check with its command: write NAME=COMMAND, and the command in quotes.`,
    'usage',
  );
}

function commandsIn(context: CommandContext): Readonly<Record<string, string>> {
  const options = named.flatMap((name): readonly (readonly [string, string])[] => {
    const given = context.value(name);
    return given === undefined ? [] : [[name, given]];
  });
  const words = context.words
    .filter((word) => word.includes('='))
    .map((word): readonly [string, string] => {
      const at = word.indexOf('=');
      return [word.slice(0, at), word.slice(at + 1)];
    });
  return Object.fromEntries([...options, ...words]);
}

function namesIn(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

const msPer: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

function timeIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, amount = '', unit = ''] = /^(\d{1,5})(s|m|h)$/.exec(text.trim()) ?? [];
  const ms = Number(amount) * (msPer[unit] ?? 0);
  if (ms > 0) return ms;
  throw new UserError(
    `--timeout wants a time such as 90s, 30m or 2h; '${forTerminal(text)}' is none.`,
    'usage',
  );
}
