// `slipway revise`: not like this, but like that.

import type { Exit } from '../../app/exit-codes.ts';
import { UserError } from '../../app/user-error.ts';
import { nameOf } from '../../views/run/summarise.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { commentOption, decideGate, pickGate, seenOption, wordsOf } from '../decide.ts';
import { editPlan } from '../edit-plan.ts';
import { goOn, onRun } from '../moving.ts';

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
  const { run: word, gate: named } = wordsOf(context.words);
  return onRun(context, word, async (sitting, run) => {
    const gate = pickGate(run, named);
    if (gate.kind !== 'plan') {
      throw new UserError(`Only a plan can be edited; gate ${gate.id} is the ${nameOf(gate)}.`, 'usage');
    }
    return (await editPlan(sitting, run, gate)) ? goOn(sitting, run.id) : 'refused';
  });
}
