// `slipway revise`: not like this, but like that.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { editPlan } from '../edit-plan.ts';
import { commentOption, decideGate, gateNamed, seenOption } from '../gate-options.ts';
import { goOn, inHome } from '../moving.ts';

export const command: CommandSpec = {
  usage: '[RUN] [GATE] --comment TEXT | --edit [--seen DIGEST]',
  about:
    'Asks for changes at a plan, delivery, merge or scope gate. Your words go to whoever does it again. On a terminal\n' +
    'they are asked for where --comment is missing. With --edit the plan opens in $EDITOR: what you save is checked\n' +
    "like a planner's, and asked about again.",
  examples: ['slipway revise --comment "Keep the old flag working"', 'slipway revise --edit'],
  options: {
    seen: seenOption,
    comment: commentOption,
    edit: { type: 'boolean', describe: 'change the plan yourself, in $EDITOR' },
  },
  wordsMax: 2,
  run: (context) => (context.flag('edit') ? edit(context) : decideGate(context, 'revise')),
};

function edit(context: CommandContext): Promise<Exit> {
  return inHome(context, async (sitting) => {
    const edited = await editPlan(sitting, { ...gateNamed(context.words), dir: context.dir });
    return edited === undefined ? 'refused' : goOn(sitting, await verbs.edit.load(), edited);
  });
}
