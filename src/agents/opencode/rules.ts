// Which commands a mode may run, as opencode's patterns: the last rule that fits wins, and each part of a compound
// command is looked at by itself. Inside our own box the box says it.

import type { Level, Mode } from '../../core/roles/modes.ts';
import { neverCommands } from '../never-commands.ts';

export type Right = 'allow' | 'deny';
type Rules = Readonly<Record<string, Right>>;

const looking = [
  ['ls', 'cat', 'head', 'tail', 'wc', 'grep', 'rg', 'pwd', 'stat', 'file', 'tree', 'du', 'diff', 'nl'],
  ['git log', 'git show', 'git diff', 'git status', 'git blame', 'git ls-files', 'git grep', 'git rev-parse'],
].flat();
export function bashRules(mode: Mode, level: Level): Right | Rules {
  switch (mode) {
    case 'commit':
      return 'deny';
    case 'investigate':
      return { '*': 'deny', ...each(looking, 'allow'), ...each(writing, 'deny') };
    case 'execute':
    case 'coverage':
    case 'review':
      return level === 'contained' ? 'allow' : { '*': 'allow', ...each(neverCommands, 'deny') };
  }
}

/** A command by itself and with anything after it, but no other command that begins with the same letters. */
function each(commands: readonly string[], right: Right): Rules {
  return Object.fromEntries(
    commands.flatMap((command) =>
      command.endsWith('-')
        ? [[`${command}*`, right]]
        : [
            [command, right],
            [`${command} *`, right],
          ],
    ),
  );
}

/** Ways to write that commands for looking have. */
const writing = ['git diff --output', 'git log --output', 'git show --output', 'tree -o'];
