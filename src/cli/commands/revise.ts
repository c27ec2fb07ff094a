// `slipway revise`: not like this, but like that.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Exit } from '../../app/ending/exit-codes.ts';
import { UserError } from '../../app/ending/user-error.ts';
import { verbs } from '../../app/verbs/table.ts';
import { messageOf } from '../../plain/errors.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { editPlan } from '../edit-plan.ts';
import { commentOption, decideGate, gateNamed } from '../gate-options.ts';
import { goOn, inHome } from '../moving.ts';
import { seenOption } from '../seen-first.ts';

export const command: CommandSpec = {
  usage: '[RUN] [GATE] --comment TEXT | --edit [--from FILE] [--seen WORD]',
  about:
    'Asks for changes at a plan, delivery, merge or scope gate. Your words go to whoever does it again. On a terminal\n' +
    'they are asked for where --comment is missing. With --edit the plan opens in $EDITOR: what you save is checked\n' +
    "like a planner's, and asked about again.",
  examples: ['slipway revise --comment "Keep the old flag working"', 'slipway revise --edit'],
  options: {
    seen: seenOption,
    comment: commentOption,
    edit: { type: 'boolean', describe: 'change the plan yourself, in $EDITOR' },
    from: { type: 'string', value: 'FILE', describe: 'with --edit: go on with a plan you wrote before' },
  },
  wordsMax: 2,
  run: (context) => (context.flag('edit') ? edit(context) : decideGate(context, 'revise')),
};

function edit(context: CommandContext): Promise<Exit> {
  return inHome(context, async (sitting) => {
    const which = { ...gateNamed(context.words), dir: context.dir };
    const edited = await editPlan(sitting, which, await writtenBefore(context));
    return edited === undefined ? 'refused' : goOn(sitting, await verbs.edit.load(), edited);
  });
}

async function writtenBefore({ value, dir }: CommandContext): Promise<string | undefined> {
  const file = value('from');
  if (file === undefined) return undefined;
  try {
    return await readFile(path.resolve(dir, file), 'utf8');
  } catch (error) {
    throw new UserError(`${file} cannot be read (${messageOf(error)}). Name the file you wrote.`, 'usage');
  }
}
